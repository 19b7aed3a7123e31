//! A point fire spread by the battle's front solver, beside the exact solution.
//!
//! A fire that starts at a point and whose front runs at `V(n)` along its normal has the support function
//! `h(n) = sum of t_i V_i(n)` over the winds it has had: from it come the exact reach, perimeter (the integral of h) and
//! area (half the integral of `h^2 - h'^2`). The solver needs a patch to start from; being a disc of radius r it adds r to
//! h in every direction, and is taken off again by Steiner's formulas, which are exact for convex shapes.

use serde::Serialize;

use super::{LabError, in_range};
use crate::fire::{Ellipse, Front};
use crate::ground::Grid;
use crate::kernel::{Tick, Vec2, Workers, bearing, blows_toward};

/// Radius of the starting patch, cells.
const START_CELLS: f32 = 1.6;
/// Directions in which the front is measured.
const DIRECTIONS: usize = 360;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Asked {
    /// Rate of spread of the head, m/s.
    pub ros_m_s: f32,
    /// Length to breadth.
    pub lb: f32,
    /// How long it burns, s.
    pub seconds: f32,
    /// Then the wind turns clockwise by so much, degrees, and it burns on for so long, s.
    pub turn: Option<(f32, f32)>,
    /// Where the wind comes from, degrees.
    pub wind_from_deg: f32,
    /// Side of a cell, m.
    pub cell_m: f32,
    /// Length of a step, s.
    pub dt_s: f32,
}

/// The shape of a fire: from its start to the farthest point of the front in each direction of the compass.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Outline {
    /// Burnt area, ha.
    pub area_ha: f64,
    /// Perimeter, m.
    pub perimeter_m: f64,
    /// Farthest to the north, m.
    pub reach_n_m: f64,
    /// Farthest to the east, m.
    pub reach_e_m: f64,
    /// Farthest to the south, m.
    pub reach_s_m: f64,
    /// Farthest to the west, m.
    pub reach_w_m: f64,
}

/// A fire by the solver, and as it should be.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Spread {
    /// By the solver.
    #[serde(flatten)]
    pub ours: Outline,
    /// Exact.
    pub exact: Outline,
    /// Largest distance between the two fronts over all directions, cells.
    pub error_front_cells: f64,
    /// Cells burnt.
    pub cells: usize,
    /// Digest of the front at the end.
    pub state_hash: String,
}

/// The wind's ellipses and how long each blows, s.
type Winds = Vec<(Ellipse, f32)>;

impl Asked {
    fn check(&self) -> Result<(), LabError> {
        let (turn, more) = self.turn.unwrap_or((0.0, 0.0));
        for (what, value, low, high) in [
            ("--ros-m-s", self.ros_m_s, 0.001, 20.0),
            ("--lb", self.lb, 1.0, 20.0),
            ("--seconds", self.seconds, 1.0, 86_400.0),
            ("--turn-deg", turn, -360.0, 360.0),
            ("--seconds2", more, 0.0, 86_400.0),
            ("--wind-from-deg", self.wind_from_deg, -360.0, 360.0),
            ("--cell-m", self.cell_m, 0.5, 100.0),
            ("the step", self.dt_s, 0.01, 60.0),
        ] {
            in_range(what, f64::from(value), low, high)?;
        }
        Ok(())
    }

    fn winds(&self) -> Winds {
        let ellipse = |from_deg: f32| Ellipse::new(self.ros_m_s, self.lb, blows_toward(from_deg));
        let first = (ellipse(self.wind_from_deg), self.seconds);
        match self.turn {
            Some((deg, seconds)) => vec![first, (ellipse(self.wind_from_deg + deg), seconds)],
            None => vec![first],
        }
    }
}

/// The unit vector of the `i`-th direction, clockwise from north.
fn direction(i: usize) -> Vec2 {
    bearing(360.0 * i as f32 / DIRECTIONS as f32)
}

/// The exact support function, m.
fn support(winds: &Winds, n: Vec2) -> f64 {
    winds.iter().map(|(e, t)| f64::from(e.speed_m_s(n)) * f64::from(*t)).sum()
}

/// The exact outline.
fn exact(winds: &Winds) -> Outline {
    const FINE: usize = 7_200;
    let step = core::f64::consts::TAU / FINE as f64;
    let at = |i: usize| {
        let a = i as f64 * step;
        support(winds, Vec2::new(libm::cos(a) as f32, libm::sin(a) as f32))
    };
    let h: Vec<f64> = (0..FINE).map(at).collect();
    // The derivative over a stretch wide enough for single precision.
    let slope = |i: usize| (h[(i + 8) % FINE] - h[(i + FINE - 8) % FINE]) / (16.0 * step);
    let area: f64 = (0..FINE).map(|i| 0.5 * (h[i] * h[i] - slope(i) * slope(i)) * step).sum();
    let reach = |n: Vec2| support(winds, n);
    outline(area, h.iter().sum::<f64>() * step, reach)
}

fn outline(area_m2: f64, perimeter_m: f64, reach: impl Fn(Vec2) -> f64) -> Outline {
    Outline {
        area_ha: area_m2 / 1e4,
        perimeter_m,
        reach_n_m: reach(Vec2::Y),
        reach_e_m: reach(Vec2::X),
        reach_s_m: reach(Vec2::NEG_Y),
        reach_w_m: reach(Vec2::NEG_X),
    }
}

/// Where the front passes near a burnt cell: the cell's middle from the start, and how far inside the front it lies, m.
fn rim(front: &Front, start: Vec2) -> Vec<(Vec2, f32)> {
    let (grid, cell_m) = (front.grid(), front.grid().cell_m());
    let near = |&c: &u32| {
        let inside = -front.distance_m(c as usize)?;
        (inside <= 1.5 * cell_m).then(|| (grid.centre(c as usize) - start, inside.min(cell_m)))
    };
    front.burnt().iter().filter_map(near).collect()
}

/// Burns the fire.
///
/// # Errors
/// What can't be, or a fire too large for a grid of its cells.
pub fn spread(asked: &Asked) -> Result<Spread, LabError> {
    asked.check()?;
    let winds = asked.winds();
    let exact = exact(&winds);
    let start_m = START_CELLS * asked.cell_m;
    // Room for the fire and a rim of ten cells, the start in the middle of a cell.
    let margin = start_m + 10.0 * asked.cell_m;
    let cells = |m: f64| libm::ceil((m + f64::from(margin)) / f64::from(asked.cell_m)) as f32;
    let start = (Vec2::new(cells(exact.reach_w_m), cells(exact.reach_s_m)) + 0.5) * asked.cell_m;
    let size = start + Vec2::new(cells(exact.reach_e_m), cells(exact.reach_n_m)) * asked.cell_m;
    let grid = Grid::covering(size, asked.cell_m).map_err(LabError::Other)?;
    let mut front = Front::new(grid, |_| true);
    front.ignite(&winds[0].0, &[start], start_m, Tick(0));
    let mut tick = Tick(0);
    for (ellipse, seconds) in &winds {
        let steps = libm::ceilf(seconds / asked.dt_s).max(1.0);
        for _ in 0..steps as u32 {
            tick.0 += 1;
            front.step(ellipse, seconds / steps, tick, &Workers::alone());
        }
    }
    let rim = rim(&front, start);
    let radius = f64::from(start_m);
    let reach = |n: Vec2| f64::from(rim.iter().map(|(at, inside)| at.dot(n) + inside).fold(0.0, f32::max)) - radius;
    let reaches: Vec<f64> = (0..DIRECTIONS).map(|i| reach(direction(i))).collect();
    let perimeter = reaches.iter().sum::<f64>() * core::f64::consts::TAU / DIRECTIONS as f64;
    let area = front.area_m2() - radius * perimeter - core::f64::consts::PI * radius * radius;
    let off = |(i, r): (usize, &f64)| (r - support(&winds, direction(i))).abs();
    let worst = reaches.iter().enumerate().map(off).fold(0.0, f64::max);
    Ok(Spread {
        ours: outline(area, perimeter, reach),
        exact,
        error_front_cells: worst / f64::from(asked.cell_m),
        cells: front.burnt().len(),
        state_hash: format!("{:016x}", front.digest()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_to_the_right_goes_right() {
        let asked = Asked {
            ros_m_s: 1.0,
            lb: 3.0,
            seconds: 300.0,
            turn: Some((90.0, 200.0)),
            wind_from_deg: 270.0,
            cell_m: 5.0,
            dt_s: 1.0,
        };
        let right = spread(&asked).unwrap();
        assert!(right.ours.reach_s_m > right.ours.reach_n_m && right.error_front_cells < 1.5, "{right:?}");
        let left = spread(&Asked { turn: Some((-90.0, 200.0)), ..asked }).unwrap();
        assert!((left.ours.reach_n_m - right.ours.reach_s_m).abs() < 1.0);
        assert!((right.ours.area_ha / right.exact.area_ha - 1.0).abs() < 0.02);
    }

    #[test]
    fn what_cannot_burn_is_refused() {
        let asked = Asked {
            ros_m_s: 1.0,
            lb: f32::NAN,
            seconds: 300.0,
            turn: None,
            wind_from_deg: 0.0,
            cell_m: 5.0,
            dt_s: 1.0,
        };
        assert!(spread(&asked).is_err());
        assert!(spread(&Asked { lb: 2.0, seconds: 86_400.0, cell_m: 0.5, ..asked }).is_err());
    }
}
