//! One side's men by occupied block, close together in memory, and a cursor that finds those around one block after another
//! without a search.

use super::presence::{Crowd, SIDES};
use crate::kernel::{Blocks, Vec2};

/// Blocks that a [`Cursor`] looks around itself, at most.
pub const REACH: usize = 5;

/// A side's men in a block.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Party {
    /// Column of the block.
    column: usize,
    /// The middle of the men, m.
    pub middle: Vec2,
    /// Men up.
    pub up: u32,
    /// Of these, men who run.
    pub broken: u32,
}

/// The occupied blocks of one side, row by row from the south.
pub struct SideRows {
    columns: usize,
    parties: Vec<Party>,
    /// Where each row begins, and the end.
    starts: Vec<usize>,
}

impl SideRows {
    /// Of the blocks touched, which are in order.
    pub fn of(crowds: &Blocks<[Crowd; SIDES]>, side: usize) -> Self {
        let columns = crowds.columns();
        let (mut parties, mut starts) = (Vec::new(), Vec::with_capacity(crowds.rows() + 1));
        for &i in crowds.touched() {
            let crowd = &crowds.get(i as usize)[side];
            if crowd.up > 0 {
                starts.resize(starts.len().max(i as usize / columns + 1), parties.len());
                let (up, broken) = (crowd.up, crowd.broken);
                parties.push(Party { column: i as usize % columns, middle: crowd.middle(), up, broken });
            }
        }
        starts.resize(crowds.rows() + 1, parties.len());
        Self { columns, parties, starts }
    }
}

/// Looks around block after block. Going on along a row from the west is cheap; any order is right.
pub struct Cursor<'a> {
    sides: &'a [SideRows],
    /// For each side, where it last looked, and the first block in reach in each row there.
    last: [(usize, usize); SIDES],
    from: [[usize; 2 * REACH + 1]; SIDES],
}

impl<'a> Cursor<'a> {
    /// Over the blocks of all sides.
    pub fn new(sides: &'a [SideRows]) -> Self {
        Self { sides, last: [(usize::MAX, usize::MAX); SIDES], from: [[0; 2 * REACH + 1]; SIDES] }
    }

    /// Visits the men of `side` in block `i` and those within `reach` (at most [`REACH`]) blocks of it, row by row from the
    /// south.
    #[inline]
    pub fn visit(&mut self, side: usize, i: usize, reach: usize, mut visit: impl FnMut(&Party)) {
        let Some(blocks) = self.sides.get(side) else { return };
        let (x, y, rows) = (i % blocks.columns, i / blocks.columns, blocks.starts.len() - 1);
        let from = &mut self.from[side];
        if self.last[side].1 != y || x < self.last[side].0 {
            for (k, from) in from.iter_mut().enumerate() {
                *from = (y + k).checked_sub(REACH).and_then(|row| blocks.starts.get(row)).copied().unwrap_or(0);
            }
        }
        self.last[side] = (x, y);
        for row in y.saturating_sub(reach)..=(y + reach).min(rows - 1) {
            let end = blocks.starts[row + 1];
            let from = &mut from[row + REACH - y];
            while *from < end && blocks.parties[*from].column + REACH < x {
                *from += 1;
            }
            for party in &blocks.parties[*from..end] {
                if party.column > x + reach {
                    break;
                }
                if party.column + reach >= x {
                    visit(party);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_finds_whom_a_look_at_every_block_finds() {
        let mut crowds = Blocks::<[Crowd; SIDES]>::new(Vec2::new(500.0, 400.0), 25.0);
        for i in 0..260u32 {
            let strewn = |step: f64| (f64::from(i) * step).fract() as f32;
            let at = Vec2::new(strewn(0.754_877_666) * 500.0, strewn(0.569_840_291) * 400.0);
            let here = crowds.index(at);
            crowds.touch(here)[i as usize % 2].stand(at, i % 5 == 0);
        }
        crowds.sort();
        let rows: Vec<_> = (0..2).map(|side| SideRows::of(&crowds, side)).collect();
        let mut cursor = Cursor::new(&rows);
        let mut met = 0;
        let along = crowds.touched().iter().copied();
        let astray = (0..200u32).map(|i| i * 131 % (crowds.columns() * crowds.rows()) as u32);
        for i in along.chain(astray) {
            for (side, reach) in [(0, 3), (1, REACH), (0, REACH), (1, 0)] {
                let mut found = vec![];
                cursor.visit(side, i as usize, reach, |party| found.push((party.middle, party.up, party.broken)));
                let mut all = vec![];
                crowds.visit_around(i as usize, reach, |block| {
                    let crowd = &block[side];
                    all.extend((crowd.up > 0).then_some((crowd.middle(), crowd.up, crowd.broken)));
                });
                assert_eq!(found, all, "{i} {side} {reach}");
                met += found.len();
            }
        }
        assert!(met > 1000, "{met}");
    }
}
