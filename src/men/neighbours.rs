//! Who stands beside whom. Each tick all bodies are sorted by cell, rows of cells from the south, cells from the west,
//! men of one cell by their index; the sorted table carries copies of what neighbours read. Cells are anchored to the
//! map. A walk through the table meets the neighbours of consecutive men in consecutive memory.

use bevy::prelude::*;

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

/// All bodies on the field, sorted by cell.
#[derive(Resource, Default)]
pub struct Neighbours {
    nx: usize,
    ny: usize,
    row_start: Vec<u32>,
    entries: Vec<Entry>,
    scratch: Vec<Entry>,
    counts: Vec<u32>,
    /// Where each man stands in the table, by his row in the table of men; [`NOBODY`] for who is carried.
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

    /// Where a man stands in the order; nowhere if he is carried.
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
            if body.posture == CARRIED {
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
        Walk {
            table: self,
            last: usize::MAX,
            row: usize::MAX,
            from: [0; 3],
            to: [0; 3],
            ends: [0; 3],
            found: Vec::new(),
        }
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
    /// In each of the three rows: the first body in reach, the first beyond it, the end of the row.
    from: [usize; 3],
    to: [usize; 3],
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
        let (comrade, comrades_m2) = (me.flags & SIDE | UP_FLAG, comrades_m * comrades_m);
        let (low, high) = (me.col.saturating_sub(COLUMNS), me.col + COLUMNS);
        let row = self.table.row(me.y);
        if row != self.row || k < self.last {
            self.row = row;
            for i in 0..3 {
                let other = (row + i).wrapping_sub(1);
                let start = self.table.row_start.get(other).copied().unwrap_or(0) as usize;
                let end = if other < self.table.ny { self.table.row_start[other + 1] as usize } else { start };
                let from = start + entries[start..end].partition_point(|e| e.col < low);
                (self.from[i], self.to[i], self.ends[i]) = (from, from, end);
            }
        }
        self.last = k;
        let mut found = 0;
        for i in 0..3 {
            let (mut from, mut to, end) = (self.from[i], self.to[i], self.ends[i]);
            while from < end && entries[from].col < low {
                from += 1;
            }
            to = to.max(from);
            while to < end && entries[to].col <= high {
                to += 1;
            }
            (self.from[i], self.to[i]) = (from, to);
            if self.found.len() < found + (to - from) {
                self.found.resize(found + (to - from), 0);
            }
            // Every body is written down and only those in reach are kept: cheaper than to guess which will be.
            for (slot, e) in (from..to).zip(&entries[from..to]) {
                let (dx, dy) = (e.x - me.x, e.y - me.y);
                self.found[found] = slot as u32;
                let is_comrade = e.flags & (SIDE | MOUNTED_FLAG | UP_FLAG) == comrade;
                let reach_m2 = if is_comrade { comrades_m2 } else { CELL_M * CELL_M };
                found += usize::from((dx * dx + dy * dy <= reach_m2) & (slot != k));
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
