//! What the fire did: how much burnt before and after each turn of the wind, and what edge with fuel before it the turn
//! found.

use serde::Serialize;

use super::chronicle::Chronicle;
use crate::ground::{Grid, Ground};
use crate::kernel::{Tick, Vec2, blows_toward};
use crate::record::runfile::RunFile;
use crate::scenario::raw::{Sward, WindTurn};

/// The fire of a battle.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Burn {
    /// Burnt in all, ha.
    pub burnt_ha: f64,
    /// When the last ground caught fire, s.
    pub last_spread_t_s: f64,
    /// At each turn of the wind.
    pub turns: Vec<AtTurn>,
}

/// The fire at a turn of the wind.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AtTurn {
    /// The turn's id.
    pub id: String,
    /// When it began, s.
    pub t_s: f64,
    /// Burnt before, ha.
    pub burnt_before_ha: f64,
    /// Burnt after, ha.
    pub burnt_after_ha: f64,
    /// Edge between burnt ground and fuel not yet burnt, m.
    pub live_edge_m: f64,
    /// The part of it that faces where the new wind blows: what could run with it.
    pub live_edge_to_lee_m: f64,
}

/// What the fire of a run did; none when nothing burnt.
pub fn burn(run: &RunFile, c: &Chronicle) -> Option<Burn> {
    let a = &run.arrivals;
    let last = a.ticks.iter().max()?;
    let cell_ha = f64::from(a.cell_m * a.cell_m) / 10_000.0;
    let clock = run.clock();
    let turns = c.wind_turns.iter().map(|(tick, id)| {
        let before = a.ticks.iter().filter(|t| **t < tick.0).count();
        let (live_edge_m, live_edge_to_lee_m) = live_edge(run, *tick, id).unwrap_or((0.0, 0.0));
        AtTurn {
            id: id.clone(),
            t_s: clock.at_s(*tick),
            burnt_before_ha: before as f64 * cell_ha,
            burnt_after_ha: (a.cells.len() - before) as f64 * cell_ha,
            live_edge_m,
            live_edge_to_lee_m,
        }
    });
    Some(Burn {
        burnt_ha: a.cells.len() as f64 * cell_ha,
        last_spread_t_s: clock.at_s(Tick(*last)),
        turns: turns.collect(),
    })
}

/// Length of the live edge at a turn, and of its part to the new lee, m: sides of cells between ground that has burnt
/// and fuel that has not. None when the ground is not that of the fire.
fn live_edge(run: &RunFile, tick: Tick, turn: &str) -> Option<(f64, f64)> {
    let event = run.scenario.raw.weather.events.iter().find(|e| e.id == turn)?;
    let (WindTurn::Reversal { to_from_deg, .. } | WindTurn::Veer { to_from_deg, .. }) = event.turn;
    let toward = blows_toward(to_from_deg);
    let ground = Ground::build(&run.scenario.raw.ground).ok()?;
    let (grid, a) = (ground.grid(), &run.arrivals);
    if (a.nx as usize, a.ny as usize) != (grid.nx(), grid.ny()) {
        return None;
    }
    let mut burnt = vec![false; grid.len()];
    for (cell, t) in a.cells.iter().zip(&a.ticks) {
        burnt[*cell as usize] = *t < tick.0;
    }
    let (mut all, mut lee) = (0u32, 0u32);
    for (cell, _) in burnt.iter().enumerate().filter(|(_, b)| **b) {
        for (to, way) in neighbours(grid, cell) {
            if !burnt[to] && ground.fuel(to) != Sward::Bare {
                all += 1;
                // Within 60 degrees of the new wind.
                lee += u32::from(way.dot(toward) >= 0.5);
            }
        }
    }
    let side = f64::from(grid.cell_m());
    Some((f64::from(all) * side, f64::from(lee) * side))
}

/// The four cells beside one, and the way to each; none beyond the two rows at the map's edge in which nothing burns.
fn neighbours(grid: &Grid, cell: usize) -> impl Iterator<Item = (usize, Vec2)> + use<> {
    let (nx, ny) = (grid.nx() as i64, grid.ny() as i64);
    let (x, y) = ((cell as i64) % nx, (cell as i64) / nx);
    [(1, 0), (-1, 0), (0, 1), (0, -1)].into_iter().filter_map(move |(dx, dy)| {
        let (u, v) = (x + dx, y + dy);
        let inside = u >= 2 && v >= 2 && u < nx - 2 && v < ny - 2;
        inside.then(|| ((v * nx + u) as usize, Vec2::new(dx as f32, dy as f32)))
    })
}
