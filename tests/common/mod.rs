//! A cut of X1 for tests: the battle of the Xiaoling River with a sixteenth of its men on a narrow front, the armies so
//! close and the fire and the turn of the wind so early that flight, falls, cries and blows all happen within two minutes.

use fenghuo::battle::{Battle, Options};
use fenghuo::scenario::raw::{self, Condition, Figure};
use fenghuo::scenario::{Scenario, load, resolve};

/// The battle it is cut from.
pub const NAME: &str = "xiaoling-wind-turns";
/// Its length, s.
pub const CUT_S: f32 = 120.0;
/// When the wind turns in it, s.
pub const TURN_S: f32 = 40.0;

const MEN: f32 = 2000.0;
const FIRE_S: f32 = 2.0;

/// An estimate without a range.
pub fn figure(value: f32) -> Figure {
    Figure::Estimate { value, low: value, high: value, why: "the cut".into() }
}

/// The cut as written.
pub fn cut_raw() -> raw::Battle {
    let mut b = load(NAME, &[], &[]).unwrap_or_else(|e| panic!("{e}")).base;
    let men: f32 = b.units.iter().map(|u| u.strength.value()).sum();
    b.duration_s = CUT_S;
    for unit in &mut b.units {
        let (x, y) = unit.at;
        unit.strength = figure((unit.strength.value() * MEN / men).round().max(8.0));
        unit.frontage_m *= 0.25;
        let y = if unit.side == "jin" { 2945.0 + (y - 3130.0) * 0.2 } else { 2850.0 + (y - 2760.0) * 0.3 };
        unit.at = (3000.0 + (x - 3000.0) * 0.25, y);
        // The fresh horse stands in the rear of the Ming, where no flames come to make it give way.
        if unit.id == "bordered-red" {
            (unit.at, unit.facing_deg) = ((3000.0, 2700.0), 0.0);
        }
    }
    for fire in &mut b.fires {
        fire.at_s = figure(FIRE_S);
        fire.line.iter_mut().for_each(|p| p.0 = 3000.0 + (p.0 - 3000.0) * 0.25);
    }
    for event in &mut b.weather.events {
        event.at_s = figure(TURN_S);
        let (raw::WindTurn::Reversal { over_s, .. } | raw::WindTurn::Veer { over_s, .. }) = &mut event.turn;
        *over_s = 10.0;
    }
    // It charges at once, so that blows fall; the guard waits with a timer that runs.
    b.plans.push(raw::Plan {
        id: "yoto-charges".into(),
        by: "yoto".into(),
        when: Condition::At(figure(5.0)),
        actions: vec![raw::Action::Order { to: vec![], order: raw::Order::Attack }],
        why: "the cut".into(),
    });
    b.plans.push(raw::Plan {
        id: "zhang-waits".into(),
        by: "zhang-chun".into(),
        when: Condition::For(50.0, Box::new(Condition::FireWithin(2000.0))),
        actions: vec![raw::Action::Appeal { words: "stand".into() }],
        why: "the cut".into(),
    });
    b
}

/// A battle as written, resolved with the parameters as shipped.
pub fn resolved(raw: raw::Battle) -> Scenario {
    let params = fenghuo::scenario::shipped_params().unwrap();
    resolve(raw, vec![], params).unwrap_or_else(|e| panic!("{e}"))
}

/// The cut.
pub fn cut() -> Scenario {
    resolved(cut_raw())
}

/// A battle at its start.
pub fn battle(scenario: &Scenario, threads: usize) -> Battle {
    Battle::new(scenario.clone(), Options { threads, ..Options::default() }).unwrap()
}

/// A battle fought to its end.
pub fn fought(scenario: &Scenario, threads: usize) -> Battle {
    let mut battle = battle(scenario, threads);
    battle.run_until(f64::from(CUT_S)).unwrap();
    battle
}
