//! Grass fire: how it spreads, what it heats, the smoke it makes. Knows nothing of men: they ask it.

pub mod front;
pub mod fuel;
pub mod heat;
mod nearest;
pub mod rate;
pub mod rothermel;
mod saved;
pub mod shape;
pub mod smoke;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

pub use front::{Front, Spread};
pub use fuel::{FireParams, Grassland};
pub use heat::{Flame, Flames, Heat, Seen};
pub use shape::Ellipse;
pub use smoke::Smoke;

use crate::ground::Ground;
use crate::kernel::{Clock, Fight, Phase, Tick, Vec2, Workers, digest::mix};
use crate::record::ledger::{Event, Ledger};
use crate::scenario::raw::{self, Sward};
use crate::weather::Weather;

/// Most points of a line along which fire is set.
const MAX_POINTS: usize = 1_000;
/// How far outside the map they may lie, m.
const FAR_M: f32 = 50_000.0;

/// A fire that the scenario sets.
#[derive(Clone, Debug, PartialEq)]
pub struct Ignition {
    /// Id.
    pub id: String,
    /// When, s.
    pub at_s: f32,
    /// Along which line.
    pub line: Vec<Vec2>,
}

/// The fires that the scenario sets, in the order of their times and ids.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct FireInput(pub Vec<Ignition>);

impl FireInput {
    /// Reads a scenario's fires.
    ///
    /// # Errors
    /// A time or a line that can't be.
    pub fn build(raw: &[raw::Ignition]) -> Result<Self, String> {
        let mut all = Vec::with_capacity(raw.len());
        for fire in raw {
            let at_s = fire.at_s.value();
            if !(0.0..=1e6).contains(&at_s) {
                return Err(format!("fire `{}`: at_s is {at_s}; 0 to 1,000,000 would be right", fire.id));
            }
            let line: Vec<Vec2> = fire.line.iter().map(|p| Vec2::from(*p)).collect();
            let near = |p: &Vec2| p.x.abs() <= FAR_M && p.y.abs() <= FAR_M;
            if line.is_empty() || line.len() > MAX_POINTS || !line.iter().all(near) {
                return Err(format!("fire `{}`: its line needs 1 to {MAX_POINTS} points near the map", fire.id));
            }
            all.push(Ignition { id: fire.id.clone(), at_s, line });
        }
        all.sort_by(|a, b| a.at_s.total_cmp(&b.at_s).then_with(|| a.id.cmp(&b.id)));
        Ok(Self(all))
    }
}

/// The fire of a battle: its front, the burnt ground behind it, and its flames.
#[derive(Resource, Clone, Debug, Serialize, Deserialize)]
#[serde(from = "SavedFire")]
pub struct Fire {
    front: Front,
    flames: Flames,
    tick: Tick,
    dt_s: f32,
}

/// [`Fire`] as it is read, before its flames can be asked.
#[derive(Deserialize)]
struct SavedFire {
    front: Front,
    flames: Flames,
    tick: Tick,
    dt_s: f32,
}

impl From<SavedFire> for Fire {
    fn from(mut saved: SavedFire) -> Self {
        saved.flames.reindex(saved.front.grid());
        Self { front: saved.front, flames: saved.flames, tick: saved.tick, dt_s: saved.dt_s }
    }
}

impl Fire {
    /// No fire yet.
    pub fn new(ground: &Ground, params: &FireParams) -> Self {
        let front = Front::new(*ground.grid(), |cell| ground.fuel(cell) != Sward::Bare);
        Self { front, flames: Flames::new(params), tick: Tick(0), dt_s: 0.0 }
    }

    /// Fights the clock's tick: sets the fires that are due, moves the front, lights and puts out flames.
    #[expect(clippy::too_many_arguments, reason = "what a fire depends on")]
    pub fn step(
        &mut self,
        input: &FireInput,
        ground: &Ground,
        weather: &Weather,
        params: &FireParams,
        clock: &Clock,
        ledger: &mut Ledger,
        workers: &Workers,
    ) {
        (self.tick, self.dt_s) = (clock.tick, clock.dt_s);
        let burnt_before = !self.flames.all().is_empty();
        let grassland = Grassland::new(ground, weather, params);
        let alive = grassland.fastest_m_s() > 0.0;
        let mut caught = Vec::new();
        for fire in input.0.iter().filter(|f| clock.tick_at(f64::from(f.at_s)) == clock.tick && alive) {
            let lit = self.front.ignite(&grassland, &fire.line, params.kindled_radius_m, clock.tick);
            if let Some(first) = lit.first() {
                let at = ground.grid().centre(first.cell);
                ledger.write(clock.tick, at, Event::FireLit { id: fire.id.clone() });
            }
            caught.extend(lit);
        }
        caught.extend(self.front.step(&grassland, clock.dt_s, clock.tick, workers));
        let last = self.flames.all().last().map_or(Vec2::ZERO, |f| ground.grid().centre(f.cell as usize));
        self.flames.step(ground, &self.front, &caught, alive, clock);
        self.flames.lean(ground.grid(), weather.toward());
        if burnt_before && self.flames.all().is_empty() {
            ledger.write(clock.tick, last, Event::FireOut);
        }
    }

    /// The front and the burnt ground.
    pub fn front(&self) -> &Front {
        &self.front
    }
    /// The flames.
    pub fn flames(&self) -> &Flames {
        &self.flames
    }
    /// Does anything flame?
    pub fn burns(&self) -> bool {
        !self.flames.all().is_empty()
    }
    /// Heat at a place.
    pub fn heat_at(&self, p: Vec2) -> Heat {
        self.flames.heat_at(p)
    }
    /// The nearest flames within 200 m.
    pub fn nearest_flame(&self, p: Vec2) -> Option<Seen> {
        self.flames.nearest(p)
    }
    /// Cosine between the wind and the way from the nearest flame: positive where flames lean toward the place.
    pub fn flames_toward(&self, p: Vec2) -> f32 {
        self.flames.toward(p)
    }
    /// Does the cell of a place flame?
    pub fn is_flaming(&self, p: Vec2) -> bool {
        let cell = self.front.grid().at(p);
        cell.is_some_and(|c| self.front.is_burnt(c) && self.flames.in_cell(self.front.grid().centre(c)))
    }
    /// How long ago the front came to a place, s; none where it hasn't.
    pub fn burnt_age_s(&self, p: Vec2) -> Option<f32> {
        if self.front.burnt().is_empty() {
            return None;
        }
        let arrival = self.front.arrival(self.front.grid().at(p)?)?;
        Some(self.tick.0.saturating_sub(arrival.0) as f32 * self.dt_s)
    }

    /// Digest of the state; costs as much as the front is long.
    pub fn digest(&self) -> u64 {
        mix(self.front.digest(), self.flames.digest())
    }
    /// Is all of the state a number?
    pub fn is_sound(&self) -> bool {
        self.front.is_sound() && self.flames.is_sound()
    }
}

/// Steps fire and smoke. Needs the resources [`Fire`], [`Smoke`], [`FireInput`], [`FireParams`], [`Ground`], [`Weather`],
/// [`Clock`], [`Ledger`] and [`Workers`].
pub struct FirePlugin;

impl Plugin for FirePlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(Fight, (step_fire, step_smoke).chain().in_set(Phase::Fire));
    }
}

fn step_fire(
    mut fire: ResMut<Fire>,
    input: Res<FireInput>,
    ground: Res<Ground>,
    weather: Res<Weather>,
    params: Res<FireParams>,
    clock: Res<Clock>,
    (mut ledger, workers): (ResMut<Ledger>, Res<Workers>),
) {
    fire.step(&input, &ground, &weather, &params, &clock, &mut ledger, &workers);
}

fn step_smoke(
    mut smoke: ResMut<Smoke>,
    fire: Res<Fire>,
    ground: Res<Ground>,
    weather: Res<Weather>,
    params: Res<FireParams>,
    clock: Res<Clock>,
) {
    if clock.every(smoke::SMOKE_STEP_S) {
        let ticks = libm::roundf(smoke::SMOKE_STEP_S / clock.dt_s).max(1.0);
        let dt_s = ticks * clock.dt_s;
        smoke.step(&ground, fire.front().burnt(), weather.toward(), &params, dt_s);
    }
}

#[cfg(test)]
mod front_tests;
#[cfg(test)]
mod tests;
