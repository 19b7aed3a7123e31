//! Who stands beside whom. Each tick all bodies are sorted by cell, rows of cells from the south, cells from the west,
//! men of one cell by their index; the sorted table carries copies of what neighbours read. Cells are anchored to the
//! map. A walk through the table meets the neighbours of consecutive men in consecutive memory.

use bevy::prelude::*;
use wide::f32x8;

use super::table::{Body, CARRIED, Man, NOBODY, Place, UP};
use crate::kernel::Vec2;

/// Depth of a row of cells, m: nobody is aware of bodies farther away than this, nor moves farther in a tick.
pub const CELL_M: f32 = 3.0;
/// Columns of cells to a depth of a row: the narrower a cell, the fewer bodies are looked at in vain.
const COLUMNS: u32 = 6;

/// Bits of [`Entry`]'s flags: on his feet or in the saddle, on horseback, the number of his side.
const UP_FLAG: u32 = 1;
const MOUNTED_FLAG: u32 = 2;
const SIDE: u32 = 0xff00;
/// What a comrade on foot has in common.
const KIND: u32 = SIDE | MOUNTED_FLAG | UP_FLAG;

/// The copy of a body that its neighbours read.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub struct Entry {
    /// East, m.
    pub x: f32,
    /// North, m.
    pub y: f32,
    /// Heading east.
    pub hx: f32,
    /// Heading north.
    pub hy: f32,
    /// Speed, m/s.
    pub speed: f32,
    /// Row in the table of men.
    pub man: u32,
    /// See [`Entry::up`] and the rest.
    flags: u32,
    /// Column of its cell.
    col: u32,
}

impl Entry {
    /// On his feet or in the saddle.
    pub fn up(&self) -> bool {
        self.flags & UP_FLAG != 0
    }
    /// On horseback.
    pub fn mounted(&self) -> bool {
        self.flags & MOUNTED_FLAG != 0
    }
    /// Alive.
    pub fn alive(&self) -> bool {
        self.flags & 4 != 0
    }
    /// The number of his side.
    pub fn side(&self) -> usize {
        (self.flags >> 8 & 0xff) as usize
    }
    /// Where, m.
    pub fn pos(&self) -> Vec2 {
        Vec2::new(self.x, self.y)
    }
}

/// Bodies looked at together.
const LANES: usize = 8;
/// Bodies left behind together by a walk that goes on.
const LEAP: usize = 4;

/// Where the bodies of the table are and of what kind, each by itself, so that eight are looked at together; and eight that
/// are nowhere at the end, so that there are always eight.
#[derive(Default)]
struct Lanes {
    x: Vec<f32>,
    y: Vec<f32>,
    /// The flags that make a comrade, as a number.
    kind: Vec<f32>,
}

impl Lanes {
    fn fill(&mut self, entries: &[Entry]) {
        let nowhere = [f32::INFINITY; LANES];
        self.x.clear();
        self.x.extend(entries.iter().map(|e| e.x).chain(nowhere));
        self.y.clear();
        self.y.extend(entries.iter().map(|e| e.y).chain(nowhere));
        self.kind.clear();
        self.kind.extend(entries.iter().map(|e| (e.flags & KIND) as f32).chain(nowhere));
    }

    /// Eight values from the `i`-th on.
    fn of(column: &[f32], i: usize) -> f32x8 {
        column[i..].first_chunk().map_or(f32x8::splat(f32::INFINITY), |eight: &[f32; LANES]| f32x8::new(*eight))
    }
}

/// All bodies on the field, sorted by cell.
#[derive(Resource, Default)]
pub struct Neighbours {
    nx: usize,
    ny: usize,
    row_start: Vec<u32>,
    entries: Vec<Entry>,
    scratch: Vec<Entry>,
    counts: Vec<u32>,
    lanes: Lanes,
    /// Where each man stands in the table, by his row in the table of men; [`NOBODY`] for who is carried or gone.
    slots: Vec<u32>,
}

impl Neighbours {
    /// For a map of this size, m.
    pub fn new(size_m: Vec2) -> Self {
        let rows = (size_m.y / CELL_M) as usize + 1;
        let columns = (size_m.x * (COLUMNS as f32 / CELL_M)) as usize + 1;
        Self { nx: columns, ny: rows, ..Default::default() }
    }

    /// The bodies in order.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Where a man stands in the order; nowhere if he is carried or gone.
    pub fn slot(&self, man: usize) -> Option<usize> {
        self.slots.get(man).filter(|slot| **slot != NOBODY).map(|slot| *slot as usize)
    }

    fn col(&self, x: f32) -> u32 {
        ((x * (COLUMNS as f32 / CELL_M)) as usize).min(self.nx - 1) as u32
    }

    fn row(&self, y: f32) -> usize {
        ((y / CELL_M) as usize).min(self.ny - 1)
    }

    /// Sorts everybody anew: two stable counting sorts, by column, then by row.
    pub fn sort(&mut self, men: &[Man], places: &[Place], bodies: &[Body]) {
        let mut unsorted = std::mem::take(&mut self.scratch);
        unsorted.clear();
        for (i, ((man, place), body)) in men.iter().zip(places).zip(bodies).enumerate() {
            if body.posture == CARRIED || !body.on_field() {
                continue;
            }
            let flags = u32::from(body.posture == UP && body.able())
                | u32::from(body.mounted) << 1
                | u32::from(body.alive()) << 2
                | u32::from(man.side.0) << 8;
            let Place { x, y, hx, hy, speed } = *place;
            unsorted.push(Entry { x, y, hx, hy, speed, man: i as u32, flags, col: self.col(x) });
        }
        let mut by_col = std::mem::take(&mut self.entries);
        counting_sort(&unsorted, &mut by_col, &mut self.counts, self.nx, |e| e.col as usize);
        counting_sort(&by_col, &mut unsorted, &mut self.counts, self.ny, |e| {
            ((e.y / CELL_M) as usize).min(self.ny - 1)
        });
        self.row_start.clear();
        self.row_start.extend_from_slice(&self.counts);
        self.entries = unsorted;
        self.scratch = by_col;
        self.lanes.fill(&self.entries);
        self.slots.clear();
        self.slots.resize(men.len(), NOBODY);
        for (slot, entry) in self.entries.iter().enumerate() {
            self.slots[entry.man as usize] = slot as u32;
        }
    }

    /// Calls `meet(neighbour, metres ahead)` for those who are up and stand in a lane that leads from `at` along the unit
    /// vector `ahead`, farther than `from_m` and no farther than `to_m`, within `half_m` of its middle line.
    #[inline]
    pub fn in_lane(
        &self,
        at: Vec2,
        ahead: Vec2,
        from_m: f32,
        to_m: f32,
        half_m: f32,
        mut meet: impl FnMut(&Entry, f32),
    ) {
        let (a, b) = (at + ahead * from_m, at + ahead * to_m);
        let (low_row, high_row) = (self.row(a.y.min(b.y) - half_m), self.row(a.y.max(b.y) + half_m));
        for row in low_row..=high_row {
            // The part of the lane's middle line that can matter to this row, a lane's width more at both ends.
            let (low_y, high_y) = (row as f32 * CELL_M - half_m, (row + 1) as f32 * CELL_M + half_m);
            let (mut t0, mut t1) = (from_m, to_m);
            if ahead.y.abs() > 1e-3 {
                let (u, v) = ((low_y - at.y) / ahead.y, (high_y - at.y) / ahead.y);
                (t0, t1) = (t0.max(u.min(v)), t1.min(u.max(v)));
            }
            if t0 > t1 {
                continue;
            }
            let (x0, x1) = (at.x + ahead.x * t0, at.x + ahead.x * t1);
            let (low, high) = (self.col(x0.min(x1) - half_m), self.col(x0.max(x1) + half_m));
            let entries = &self.entries[self.row_start[row] as usize..self.row_start[row + 1] as usize];
            let first = entries.partition_point(|e| e.col < low);
            for e in entries[first..].iter().take_while(|e| e.col <= high).filter(|e| e.up()) {
                let d = e.pos() - at;
                let along = ahead.dot(d);
                if along > from_m && along <= to_m && ahead.perp_dot(d).abs() < half_m {
                    meet(e, along);
                }
            }
        }
    }

    /// A walk over the sorted bodies `from..to`.
    pub fn walk(&self) -> Walk<'_> {
        Walk { table: self, last: usize::MAX, row: usize::MAX, from: [0; 3], ends: [0; 3], found: Vec::new() }
    }
}

/// Sorts `from` into `to` by `key` below `keys`, stably; leaves in `counts[k]` the start of key `k`, and the length at
/// `counts[keys]`.
fn counting_sort(
    from: &[Entry],
    to: &mut Vec<Entry>,
    counts: &mut Vec<u32>,
    keys: usize,
    key: impl Fn(&Entry) -> usize,
) {
    counts.clear();
    counts.resize(keys + 1, 0);
    for e in from {
        counts[key(e)] += 1;
    }
    let mut sum = 0;
    for c in counts.iter_mut() {
        sum += std::mem::replace(c, sum);
    }
    to.clear();
    if let Some(first) = from.first() {
        to.resize(from.len(), *first);
    }
    for e in from {
        let slot = &mut counts[key(e)];
        to[*slot as usize] = *e;
        *slot += 1;
    }
    // Each slot now stands at the end of its key; move them back to the starts.
    counts.copy_within(0..keys, 1);
    counts[0] = 0;
}

/// Cursors that follow a walk along the rows, so that the neighbours of the next body are found without a search.
pub struct Walk<'a> {
    table: &'a Neighbours,
    last: usize,
    row: usize,
    /// In each of the three rows: a body not beyond the first in reach, the end of the row.
    from: [usize; 3],
    ends: [usize; 3],
    /// Bodies in reach of the last one asked for.
    found: Vec<u32>,
}

impl<'a> Walk<'a> {
    /// The table it walks through.
    pub fn table(&self) -> &'a Neighbours {
        self.table
    }

    /// Calls `meet(neighbour, way to it, distance squared)` for every other body within [`CELL_M`] of the `k`-th, in the
    /// table's order; of men of his own side who are up and on foot only those within `comrades_m`. Calls with rising `k`
    /// are cheap; any `k` is right.
    #[inline]
    pub fn around(&mut self, k: usize, comrades_m: f32, mut meet: impl FnMut(&Entry, Vec2, f32)) {
        let entries = &self.table.entries;
        let me = &entries[k];
        let lanes = &self.table.lanes;
        let (x, y) = (f32x8::splat(me.x), f32x8::splat(me.y));
        let comrade = f32x8::splat((me.flags & SIDE | UP_FLAG) as f32);
        let (comrades_m2, others_m2) = (f32x8::splat(comrades_m * comrades_m), f32x8::splat(CELL_M * CELL_M));
        let (low, high) = (me.col.saturating_sub(COLUMNS), me.col + COLUMNS);
        let row = self.table.row(me.y);
        if row != self.row || k < self.last {
            self.row = row;
            for i in 0..3 {
                let other = (row + i).wrapping_sub(1);
                let start = self.table.row_start.get(other).copied().unwrap_or(0) as usize;
                let end = if other < self.table.ny { self.table.row_start[other + 1] as usize } else { start };
                let from = start + entries[start..end].partition_point(|e| e.col < low);
                (self.from[i], self.ends[i]) = (from, end);
            }
        }
        self.last = k;
        let mut found = 0;
        for i in 0..3 {
            let (mut from, end) = (self.from[i], self.ends[i]);
            // By leaps: some that are too far west are looked at, which is cheaper than to find out where they end.
            while from + LEAP <= end && entries[from + LEAP - 1].col < low {
                from += LEAP;
            }
            self.from[i] = from;
            let mut first = from;
            while first < end && entries[first].col <= high {
                if self.found.len() < found + LANES {
                    self.found.resize(2 * (found + LANES), 0);
                }
                let (dx, dy) = (Lanes::of(&lanes.x, first) - x, Lanes::of(&lanes.y, first) - y);
                let is_comrade = Lanes::of(&lanes.kind, first).simd_eq(comrade);
                let reach_m2 = is_comrade.select(comrades_m2, others_m2);
                let in_reach = (dx * dx + dy * dy).simd_le(reach_m2).to_bitmask();
                // Not those of the next row, nor himself.
                let mut left = in_reach & ((1 << (end - first).min(LANES)) - 1);
                if (first..first + LANES).contains(&k) {
                    left &= !(1 << (k - first));
                }
                while left != 0 {
                    self.found[found] = first as u32 + left.trailing_zeros();
                    found += 1;
                    left &= left - 1;
                }
                first += LANES;
            }
        }
        for &slot in &self.found[..found] {
            let n = &entries[slot as usize];
            let d = Vec2::new(n.x - me.x, n.y - me.y);
            meet(n, d, d.length_squared());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bytemuck::Zeroable;

    #[test]
    fn a_walk_meets_whom_a_look_at_all_finds_in_their_order() {
        // Two sides, some on horseback, some down, in knots of up to a dozen to the square metre.
        let strewn = |i: u32, step: f64| (f64::from(i) * step).fract() as f32;
        let knot = |i: u32, step: f64| strewn(i / 100, step) * 40.0 + strewn(i, step) * 3.0;
        let men: Vec<Man> =
            (0..2400).map(|i| Man { side: crate::kernel::SideIx((i % 7 == 0).into()), ..Man::zeroed() }).collect();
        let body = |i: u32| Body {
            mounted: i.is_multiple_of(5).into(),
            posture: u8::from(i.is_multiple_of(11)),
            link: NOBODY,
            ..Body::zeroed()
        };
        let bodies: Vec<Body> = (0..2400).map(body).collect();
        let places: Vec<Place> = (0..2400)
            .map(|i| Place { x: knot(i, 0.754_877_666), y: knot(i, 0.569_840_291), ..Place::zeroed() })
            .collect();
        let mut table = Neighbours::new(Vec2::splat(50.0));
        table.sort(&men, &places, &bodies);
        let (entries, mut walk, mut met) = (table.entries(), table.walk(), 0);
        let astray = (0..500).map(|i| i * 977 % entries.len());
        for k in (0..entries.len()).chain(astray) {
            let (me, comrades_m) = (&entries[k], if k % 3 == 0 { 3.0 } else { 1.4 });
            let mut found = vec![];
            walk.around(k, comrades_m, |e, d, d2| found.push((e.man, d, d2)));
            let mut all = vec![];
            for (slot, e) in entries.iter().enumerate().filter(|(slot, _)| *slot != k) {
                let d = e.pos() - me.pos();
                let comrade = e.side() == me.side() && e.up() && !e.mounted();
                if d.length_squared() <= if comrade { comrades_m * comrades_m } else { 9.0 } {
                    all.push((entries[slot].man, d, d.length_squared()));
                }
            }
            assert_eq!(found, all, "{k}");
            met += found.len();
        }
        assert!(met > 20_000, "{met}");
        for (slot, e) in entries.iter().enumerate() {
            assert_eq!(table.slot(e.man as usize), Some(slot));
        }
    }

    #[test]
    fn a_lane_holds_whom_a_search_through_all_finds() {
        // 3,000 bodies strewn over 100 m by a low-discrepancy sequence.
        let strewn = |i: u32, step: f64| (f64::from(i) * step).fract() as f32 * 100.0;
        let men = vec![Man::zeroed(); 3000];
        let bodies = vec![Body { link: NOBODY, ..Body::zeroed() }; 3000];
        let places: Vec<Place> = (0..3000)
            .map(|i| Place { x: strewn(i, 0.754_877_666), y: strewn(i, 0.569_840_291), ..Place::zeroed() })
            .collect();
        let mut table = Neighbours::new(Vec2::splat(100.0));
        table.sort(&men, &places, &bodies);
        let mut found = 0;
        for turn in 0..48 {
            let ahead = crate::kernel::bearing(turn as f32 * 7.5);
            for at in [Vec2::splat(50.0), Vec2::new(2.0, 97.0), Vec2::new(99.5, 0.5)] {
                let mut lane = vec![];
                table.in_lane(at, ahead, 3.0, 11.0, 0.9, |e, along| lane.push((e.man, along)));
                lane.sort_by_key(|(man, _)| *man);
                let all: Vec<_> = (0..3000u32)
                    .filter_map(|man| {
                        let d = places[man as usize].pos() - at;
                        let along = ahead.dot(d);
                        let inside = along > 3.0 && along <= 11.0 && ahead.perp_dot(d).abs() < 0.9;
                        inside.then_some((man, along))
                    })
                    .collect();
                assert_eq!(lane, all, "{at} {ahead}");
                found += lane.len();
            }
        }
        assert!(found > 200, "{found}");
    }
}
