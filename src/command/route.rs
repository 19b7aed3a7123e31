//! Ways round: a unit whose straight way leads through flames goes round them, if that is not much farther.

use bevy::prelude::*;
use pathfinding::prelude::astar;

use super::params::CommandParams;
use super::units::{Standing, Tally, Unit, unit_rows, unit_rows_mut};
use crate::fire::Fire;
use crate::ground::{Grid, Ground};
use crate::kernel::{Clock, Vec2};
use crate::scenario::Scenario;
use crate::scenario::checked::Order;

/// Side of a cell of the plan of ways, m.
const CELL_M: f32 = 50.0;
/// Cost of a step to a cell beside, and of one to a cell aslant.
const STEP: (u32, u32) = (10, 14);
/// No unit keeps farther off flames than this, cells.
const WIDEST: u8 = 7;

/// Looks for a way round for every unit that needs one, every few seconds.
pub fn find_routes(
    (params, scenario, clock): (Res<CommandParams>, Res<Scenario>, Res<Clock>),
    (ground, fire): (Res<Ground>, Res<Fire>),
    tallies: Query<&Tally, With<Unit>>,
    mut standings: Query<&mut Standing, With<Unit>>,
) {
    if !clock.every(params.route_s) {
        return;
    }
    let (tallies, standings) = (unit_rows(&tallies), unit_rows_mut(&mut standings));
    let grid = Grid::covering(ground.size_m(), CELL_M).ok().filter(|_| fire.burns());
    let plan = grid.map(|grid| {
        let flames = fire.flames().all().iter().map(|f| fire.front().grid().centre(f.cell as usize));
        Plan::new(grid, flames.map(move |at| grid.nearest(at)))
    });
    for (u, standing) in standings.iter_mut().enumerate() {
        let goal = goal(&scenario, tallies, standing);
        standing.by_way_of = match (&plan, goal) {
            (Some(plan), Some(goal)) => {
                let wide = (0.5 * scenario.units[u].frontage_m / CELL_M).min(f32::from(WIDEST - 1)) as u8;
                plan.way_round(tallies[u].middle, goal, wide, (params.near_flames_cost, params.detour)).map(Into::into)
            }
            _ => None,
        };
    }
}

/// Where a unit's order leads it, if to a place known beforehand. Who follows a fire stays behind it, and who attacks
/// nobody in particular goes where the enemy is.
fn goal(scenario: &Scenario, tallies: &[Tally], standing: &Standing) -> Option<Vec2> {
    match standing.order {
        Order::Hold | Order::Follow { .. } | Order::Attack => None,
        Order::March { to, .. } | Order::Withdraw { to } => Some(Vec2::from(scenario.places[to.at()].at)),
        Order::Join { unit } => Some(tallies[unit.at()].middle),
        Order::Between(a, b) => Some((tallies[a.at()].middle + tallies[b.at()].middle) * 0.5),
    }
}

/// The ground in coarse cells: where flames are, nobody is led if there is another way; near them only by a way that is much
/// shorter.
struct Plan {
    grid: Grid,
    /// Cells to the nearest flames, up to [`WIDEST`].
    off: Vec<u8>,
}

impl Plan {
    fn new(grid: Grid, flames: impl Iterator<Item = usize>) -> Self {
        let mut off = vec![WIDEST; grid.len()];
        let mut rim: Vec<usize> = flames.filter(|&cell| std::mem::replace(&mut off[cell], 0) > 0).collect();
        for ring in 1..WIDEST {
            let inner = std::mem::take(&mut rim);
            for other in inner.into_iter().flat_map(|cell| around(&grid, cell)) {
                if off[other] > ring {
                    off[other] = ring;
                    rim.push(other);
                }
            }
        }
        Self { grid, off }
    }

    /// Is the straight way `wide` cells off all flames? Where one stands and where one goes count as clear.
    fn is_clear(&self, from: Vec2, to: Vec2, wide: u8) -> bool {
        let (home, there) = (self.grid.nearest(from), self.grid.nearest(to));
        // Who stands nearer to flames than he likes need only not come nearer.
        let wide = wide.min(self.off[home].saturating_sub(1));
        let n = ((to - from).length() / (0.4 * CELL_M)).ceil().max(1.0);
        (1..n as u32).all(|k| {
            let cell = self.grid.nearest(from + (to - from) * (k as f32 / n));
            cell == home || cell == there || self.off[cell] > wide
        })
    }

    /// The first turn of the best way round flames that bar the straight way; none where that is clear, or where there is no
    /// way round at most `detour` times as long. A unit `wide` cells to each side of its middle keeps as far off, if that
    /// is not more than `near` times as long.
    fn way_round(&self, from: Vec2, to: Vec2, wide: u8, (near, detour): (f32, f32)) -> Option<Vec2> {
        let near_cost = near.clamp(1.0, 1000.0) as u32;
        if self.is_clear(from, to, wide) {
            return None;
        }
        let (start, end) = (self.grid.nearest(from), self.grid.nearest(to));
        let apart = |a: usize| {
            let ((x, y), (ex, ey)) = (self.grid.column_row(a), self.grid.column_row(end));
            let (dx, dy) = (x.abs_diff(ex) as u32, y.abs_diff(ey) as u32);
            STEP.0 * dx.max(dy) + (STEP.1 - STEP.0) * dx.min(dy)
        };
        let beside = |&cell: &usize| {
            let (x, y) = self.grid.column_row(cell);
            around(&self.grid, cell).filter(move |&other| other == end || self.off[other] > 0).map(move |other| {
                let (ox, oy) = self.grid.column_row(other);
                let step = if ox != x && oy != y { STEP.1 } else { STEP.0 };
                (other, if self.off[other] > wide { step } else { near_cost * step })
            })
        };
        let (path, _) = astar(&start, beside, |&cell| apart(cell), |&cell| cell == end)?;
        let turns: Vec<Vec2> = path.iter().skip(1).map(|&cell| self.grid.centre(cell)).collect();
        let way_m = turns.iter().fold((0.0, from), |(sum, at), &next| (sum + (next - at).length(), next)).0;
        if way_m > detour * (to - from).length() + 4.0 * CELL_M {
            return None;
        }
        // As far along it as one can go straight.
        turns.iter().copied().take_while(|&at| self.is_clear(from, at, wide)).last().or(turns.first().copied())
    }
}

/// The cells beside one.
fn around(grid: &Grid, cell: usize) -> impl Iterator<Item = usize> + use<> {
    let ((x, y), nx, ny) = (grid.column_row(cell), grid.nx(), grid.ny());
    let columns = x.saturating_sub(1)..=(x + 1).min(nx - 1);
    let rows = y.saturating_sub(1)..=(y + 1).min(ny - 1);
    rows.flat_map(move |yy| columns.clone().map(move |xx| yy * nx + xx)).filter(move |&other| other != cell)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(flames: impl Iterator<Item = (usize, usize)>) -> Plan {
        let grid = Grid::covering(Vec2::splat(1000.0), CELL_M).unwrap();
        Plan::new(grid, flames.map(|(x, y)| y * grid.nx() + x))
    }

    #[test]
    fn the_way_leads_round_the_near_end_of_a_line_of_flames() {
        // A line across columns 4 to 19: the way is open in the west.
        let plan = plan((4..20).map(|x| (x, 10)));
        let (from, to) = (Vec2::new(325.0, 225.0), Vec2::new(325.0, 825.0));
        assert!(!plan.is_clear(from, to, 0));
        for (wide, keeps_m) in [(0, 200.0), (2, 150.0)] {
            let turn = plan.way_round(from, to, wide, (4.0, 3.0)).unwrap();
            assert!(turn.x < keeps_m, "{turn}");
            // Walked turn by turn it comes there.
            let mut at = from;
            for _ in 0..30 {
                at = plan.way_round(at, to, wide, (4.0, 3.0)).unwrap_or(to);
            }
            assert_eq!(at, to);
        }
        assert_eq!(plan.way_round(from, to, 0, (4.0, 0.5)), None, "too far round");
    }

    #[test]
    fn where_all_is_barred_there_is_no_way_and_where_nothing_is_none_is_needed() {
        let (from, to) = (Vec2::new(325.0, 225.0), Vec2::new(325.0, 825.0));
        assert_eq!(plan((0..20).map(|x| (x, 10))).way_round(from, to, 1, (4.0, 9.0)), None);
        assert_eq!(plan(std::iter::empty()).way_round(from, to, 1, (4.0, 9.0)), None);
    }
}
