//! A front as it is saved: what burnt and when, and `phi` only where it isn't the plain value of burnt or unburnt ground.

use serde::{Deserialize, Serialize};

use super::front::{BAND, Front, NEVER, WALL, within};
use crate::ground::Grid;

/// The saved form of a [`Front`].
#[derive(Serialize, Deserialize)]
pub(super) struct SavedFront {
    grid: Grid,
    /// Stretches of cells in the order of their numbers that in turn have fuel and have none, beginning with fuel.
    fuel: Vec<u32>,
    /// The cells that burnt, in their order, and when.
    burnt: Vec<(u32, u32)>,
    /// Where `phi` is not at either end of the band.
    band: Vec<(u32, f32)>,
    active: Vec<u32>,
    past: u64,
}

impl From<Front> for SavedFront {
    fn from(front: Front) -> Self {
        let far = BAND * front.grid.cell_m();
        let (mut fuel, mut band) = (vec![0u32], Vec::new());
        for (cell, &phi) in front.phi.iter().enumerate() {
            let is_fuel = phi < WALL;
            if is_fuel != (fuel.len() % 2 == 1) {
                fuel.push(0);
            }
            if let Some(run) = fuel.last_mut() {
                *run += 1;
            }
            let plain = if front.is_burnt(cell) { -far } else { far };
            if is_fuel && phi != plain {
                band.push((cell as u32, phi));
            }
        }
        let burnt = front.burnt.iter().map(|&c| (c, front.arrival[c as usize])).collect();
        Self { grid: front.grid, fuel, burnt, band, active: front.active, past: front.past }
    }
}

impl TryFrom<SavedFront> for Front {
    type Error = String;

    fn try_from(saved: SavedFront) -> Result<Self, String> {
        let grid = saved.grid.checked()?;
        let far = BAND * grid.cell_m();
        let total: u64 = saved.fuel.iter().map(|&n| u64::from(n)).sum();
        if total != grid.len() as u64 {
            return Err(format!("a saved fire has {total} cells on a grid of {}", grid.len()));
        }
        let mut open = Vec::with_capacity(grid.len());
        for (i, &run) in saved.fuel.iter().enumerate() {
            open.resize(open.len() + run as usize, i % 2 == 0);
        }
        let mut front = Front::new(grid, |cell| open[cell]);
        let fuel = |cell: u32| {
            let is_fuel = (cell as usize) < grid.len() && open[cell as usize] && within(&grid, cell as usize);
            if is_fuel {
                Ok(cell as usize)
            } else {
                Err(format!("a saved fire burns in cell {cell}, which can't burn"))
            }
        };
        for &(cell, tick) in &saved.burnt {
            let i = fuel(cell)?;
            if front.arrival[i] != NEVER || tick == NEVER {
                return Err(format!("cell {cell} of a saved fire burns twice, or never"));
            }
            (front.arrival[i], front.phi[i], front.touched[i]) = (tick, -far, true);
            front.burnt.push(cell);
        }
        for &(cell, phi) in &saved.band {
            let i = fuel(cell)?;
            if !(phi >= -far && phi <= far) {
                return Err(format!("cell {cell} of a saved fire is {phi} m from the front"));
            }
            front.phi[i] = phi;
        }
        for &cell in &saved.active {
            front.touched[fuel(cell)?] = true;
        }
        if !saved.active.is_sorted_by(|a, b| a < b) {
            return Err("the band of a saved fire is out of order".into());
        }
        (front.active, front.past) = (saved.active, saved.past);
        Ok(front)
    }
}
