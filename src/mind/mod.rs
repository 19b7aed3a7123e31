//! Minds: fear, belief, cries, breaking and rallying. A mind never moves a body: it sets the heart, and the heart is
//! read where men decide their steps.

pub mod cries;
pub mod fear;
pub mod mood;
pub mod params;
pub mod react;

use bevy::prelude::*;

use crate::command::appeals::Appeals;
use crate::command::units::{Tally, Unit, unit_rows};
use crate::fire::Smoke;
use crate::kernel::{Clock, Draws, ManIx, Phase, Purpose, Workers};
use crate::men::exposure::Exposure;
use crate::men::params::MenParams;
use crate::men::presence::Presence;
use crate::men::table::{Body, Make, Man, Mind, Place, rows, rows_mut};
use crate::men::wounds::Struck;
use crate::record::ledger::{Event, Heart, Ledger};
use crate::scenario::Scenario;
use crate::scenario::raw::Cry;
use crate::weather::Weather;
use cries::{Cries, Voice};
use fear::{Fading, Senses};
use mood::{Moods, feel_moods};
use params::MindParams;
use react::{MindDice, react};

/// The domain of minds.
pub struct MindPlugin;

impl Plugin for MindPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(crate::kernel::Fight, (feel_moods, think).chain().in_set(Phase::Mind));
    }
}

/// What a chunk of men did in a tick.
struct Thoughts {
    hearts: Vec<(u32, u8, Mind)>,
    cries: Vec<(u32, Cry)>,
}

/// Every able man's mind works for a tick; changes of heart go to the ledger, cries are heard in the next tick.
#[expect(clippy::too_many_arguments, reason = "a system names what it reads")]
pub fn think(
    (mut cries, mut ledger): (ResMut<Cries>, ResMut<Ledger>),
    (params, men_params, scenario): (Res<MindParams>, Res<MenParams>, Res<Scenario>),
    (moods, presence): (Res<Moods>, Res<Presence>),
    (weather, smoke, struck, appeals): (Res<Weather>, Res<Smoke>, Res<Struck>, Res<Appeals>),
    tallies: Query<&Tally, With<Unit>>,
    (draws, clock, workers): (Res<Draws>, Res<Clock>, Res<Workers>),
    men: Query<&Man, With<Man>>,
    makes: Query<&Make, With<Man>>,
    places: Query<&Place, With<Man>>,
    bodies: Query<&Body, With<Man>>,
    exposures: Query<&Exposure, With<Man>>,
    mut minds: Query<&mut Mind, With<Man>>,
) {
    let exposures = rows(&exposures);
    let (men, makes, places, bodies) = (rows(&men), rows(&makes), rows(&places), rows(&bodies));
    let minds = rows_mut(&mut minds);
    cries.spread(params.shout_m, params.cheer_m, params.mass_reach, params.shout_s / clock.dt_s);
    let p = &*params;
    let fading = Fading::new(p, clock.dt_s);
    let mut was_struck: Vec<u32> = struck.0.iter().map(|m| m.0).collect();
    was_struck.sort_unstable();
    let heard = &*cries;
    let wind_from = (libm::roundf(weather.from_deg() / 45.0) as i32).rem_euclid(8) as u8;
    let tallies = unit_rows(&tallies);
    let thoughts = workers.chunks_mut(minds, |start, chunk| {
        let mut dice: Option<(u16, MindDice)> = None;
        let mut out = Thoughts { hearts: Vec::new(), cries: Vec::new() };
        for (k, mind) in chunk.iter_mut().enumerate() {
            let i = start + k;
            if !(bodies[i].able() && bodies[i].on_field()) {
                continue;
            }
            let (man, at, side) = (&men[i], places[i].pos(), men[i].side.at());
            let fire = &exposures[i];
            let senses = Senses {
                mood: moods.at(at, side),
                comrades_broken: tallies[man.unit.at()].share_broken(),
                cohesion: scenario.units[man.unit.at()].troops.drill,
                far_broken: presence.afar(at, side).share_broken(),
                outlook: presence.outlook(at, side),
                voices: heard.heard(at, side),
                flux_kw_m2: fire.flux_kw_m2,
                flames_m: fire.flames_m,
                flames_toward: fire.toward * (fire.depth_m / men_params.thin_flames_m).min(1.0),
                wind_from,
                extinction_per_m: smoke.extinction_at(at),
                struck: was_struck.binary_search(&(i as u32)).is_ok(),
                appeal: appeals.heard(at, man.side),
            };
            if dice.as_ref().is_none_or(|(unit, _)| *unit != man.unit.0) {
                let of = |purpose| draws.stream(purpose, scenario.units[man.unit.at()].key, clock.tick);
                let fresh = MindDice {
                    stun: of(Purpose::Stun),
                    cry: of(Purpose::Cry),
                    believe: of(Purpose::Believe),
                    rally: of(Purpose::Rally),
                };
                dice = Some((man.unit.0, fresh));
            }
            let Some((_, dice)) = dice.as_mut() else { continue };
            let was = mind.heart;
            if let Some(cry) = react(p, man, &makes[i], mind, &senses, dice, &fading) {
                out.cries.push((i as u32, cry));
            }
            if mind.heart != was {
                out.hearts.push((i as u32, was, *mind));
                mind.parts = Default::default();
            }
        }
        out
    });
    cries.voices.clear();
    for chunk in thoughts {
        for (i, was, mind) in chunk.hearts {
            let (from, to) = (heart_of(was), heart_of(mind.heart));
            // Steady to shaken and back is weather; the ledger keeps what others can see.
            if from.max(to) >= Heart::Wavering {
                let event = Event::Heart { man: ManIx(i), from, to, fear: mind.fear, parts: mind.parts };
                ledger.write(clock.tick, places[i as usize].pos(), event);
            }
        }
        for (i, cry) in chunk.cries {
            let (man, at) = (&men[i as usize], places[i as usize].pos());
            ledger.write(clock.tick, at, Event::Cried { man: ManIx(i), cry });
            cries.voices.push(Voice { at: at.into(), side: man.side, cry });
        }
    }
}

/// The heart of a number.
pub fn heart_of(n: u8) -> Heart {
    match n {
        0 => Heart::Steady,
        1 => Heart::Shaken,
        2 => Heart::Wavering,
        _ => Heart::Broken,
    }
}
