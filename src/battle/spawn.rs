//! Building the world of a battle from its scenario.

use bevy::app::App;
use bytemuck::Zeroable;

use super::BattleError;
use crate::arms::params::ArmsParams;
use crate::command::appeals::Appeals;
use crate::command::orders::Dispatches;
use crate::command::params::CommandParams;
use crate::command::plans::Memory;
use crate::command::refuge::Refuges;
use crate::command::units::{Drill, Standing, Tally, Unit};
use crate::fire::{Fire, FireInput, FireParams, Smoke};
use crate::ground::Ground;
use crate::kernel::{Draws, Purpose, Tick, UnitIx, bearing};
use crate::men::exposure::{Exposure, FireView};
use crate::men::formation::{Formation, Station};
use crate::men::neighbours::Neighbours;
use crate::men::params::MenParams;
use crate::men::presence::Presence;
use crate::men::table::{Body, Hand, Intent, Make, Man, Mind, Missile, NOBODY, Near, Place};
use crate::mind::cries::Cries;
use crate::mind::mood::Moods;
use crate::mind::params::MindParams;
use crate::scenario::Scenario;
use crate::scenario::checked::{self, Order};
use crate::scenario::raw::Arm;
use crate::weather::{Weather, WeatherInput, WeatherParams};

/// Puts everything the domains need into the world: ground, weather, fire, units and men.
pub fn build(app: &mut App, scenario: Scenario, seed: u64) -> Result<(), BattleError> {
    let ground = Ground::build(&scenario.raw.ground).map_err(BattleError::Build)?;
    let input = WeatherInput::build(&scenario.raw.weather).map_err(BattleError::Build)?;
    let size_m = ground.size_m();
    let table = &scenario.params;
    let (men, arms) = (MenParams::read(table)?, ArmsParams::read(table)?);
    let fire_params = FireParams::read(table)?;
    app.insert_resource(men)
        .insert_resource(arms)
        .insert_resource(MindParams::read(table)?)
        .insert_resource(CommandParams::read(table)?)
        .insert_resource(WeatherParams::read(table)?)
        .insert_resource(Fire::new(&ground, &fire_params))
        .insert_resource(Smoke::new(&ground, &fire_params).map_err(BattleError::Build)?)
        .insert_resource(fire_params)
        .insert_resource(FireInput::build(&scenario.raw.fires).map_err(BattleError::Build)?)
        .insert_resource(Weather::new(&input))
        .insert_resource(input)
        .insert_resource(ground)
        .insert_resource(Neighbours::new(size_m))
        .insert_resource(Presence::new(size_m))
        .insert_resource(FireView::new(size_m))
        .insert_resource(Refuges::of_scenario(&scenario))
        .insert_resource(Moods::new(size_m, scenario.sides.len()))
        .insert_resource(Cries::new(size_m))
        .insert_resource(Appeals::default())
        .insert_resource(Dispatches::default())
        .insert_resource(Memory {
            done: vec![None; scenario.plans.len()],
            since: vec![None; scenario.timers()],
            heard: vec![[0.0; 3]; scenario.persons.len()],
        });
    spawn_units(app, &scenario, &men);
    spawn_men(app, &scenario, &men, &arms, Draws { seed });
    app.insert_resource(scenario);
    Ok(())
}

fn drill(params: &MenParams, unit: &checked::Unit) -> (Formation, Station) {
    let formation = Formation::new(params, unit.troops.arm, unit.strength, unit.frontage_m);
    let facing = bearing(unit.facing_deg).to_array();
    (formation, Station { front: [unit.at.0, unit.at.1], facing, about: false })
}

fn spawn_units(app: &mut App, scenario: &Scenario, params: &MenParams) {
    let units: Vec<_> = scenario
        .units
        .iter()
        .enumerate()
        .map(|(u, unit)| {
            let (formation, station) = drill(params, unit);
            let standing = Standing {
                order: Order::Hold,
                since: Tick(0),
                orders: 0,
                loose: false,
                broken: false,
                wetted: false,
                gives_way: false,
                fought: false,
                enemy_at: None,
                by_way_of: None,
            };
            (Unit { ix: UnitIx::new(u) }, Drill(formation), station, standing, Tally::default())
        })
        .collect();
    app.world_mut().spawn_batch(units);
}

fn spawn_men(app: &mut App, scenario: &Scenario, men: &MenParams, arms: &ArmsParams, draws: Draws) {
    let mut rows = Vec::with_capacity(scenario.men());
    for (u, unit) in scenario.units.iter().enumerate() {
        let (formation, station) = drill(men, unit);
        let facing = bearing(unit.facing_deg);
        let mut dice = draws.stream(Purpose::Constitution, unit.key, Tick(0));
        let mut kit = draws.stream(Purpose::Constitution, unit.key, Tick(1));
        let mut luck = draws.stream(Purpose::Constitution, unit.key, Tick(2));
        let mounted = u8::from(unit.troops.arm == Arm::Horse);
        for number in 0..unit.strength {
            let make = make(unit, men, number, &mut dice, &mut kit, &mut luck);
            let at = station.place(&formation, number);
            let shots = match make.missile {
                m if m == Missile::Bow as u8 => arms.bow_arrows,
                m if m == Missile::Matchlock as u8 => arms.gun_charges,
                _ => 0.0,
            };
            rows.push((
                Man { unit: UnitIx::new(u), side: unit.side, rider: mounted, number },
                make,
                Place { x: at.x, y: at.y, hx: facing.x, hy: facing.y, speed: 0.0 },
                Body { mounted, breath: 1.0, link: NOBODY, ..Body::zeroed() },
                // Not all load at the same moment.
                Hand { shots: shots as u32, ready_s: luck.uniform(number, 1) * arms.first_shot_s, ..Hand::zeroed() },
                Mind { fear: make.temper_fear, calm_s: 600.0, ..Mind::zeroed() },
                Intent::default(),
                Near::default(),
                Exposure::default(),
            ));
        }
    }
    app.world_mut().spawn_batch(rows);
}

/// A man as he is made: speed, courage, kit, luck.
fn make(
    unit: &checked::Unit,
    men: &MenParams,
    number: u32,
    dice: &mut crate::kernel::Stream,
    kit: &mut crate::kernel::Stream,
    luck: &mut crate::kernel::Stream,
) -> Make {
    let troops = &unit.troops;
    let speed = troops.speed * (1.0 + men.speed_spread * dice.normal(number, 0).clamp(-2.5, 2.5));
    let break_fear = troops.break_fear + troops.break_spread * dice.normal(number, 2).clamp(-2.5, 2.5);
    let weapon = kit.uniform(number, 0);
    let missile = if weapon < troops.share_bow {
        Missile::Bow
    } else if weapon < troops.share_bow + troops.share_matchlock {
        Missile::Matchlock
    } else {
        Missile::None
    };
    Make {
        speed: speed.max(0.5),
        break_fear: break_fear.clamp(0.3, 0.99),
        temper_fear: troops.temper_fear,
        burn_luck: luck.uniform(number, 0),
        armoured: u8::from(kit.chance(number, 1, troops.share_armoured)),
        missile: missile as u8,
        pad: [0; 2],
    }
}
