//! What a side shoots: no shot is lost or made, and the rate is that of the parameters, whatever the tick.

use crate::battle::Battle;
use crate::lab::scene::{Ranks, Scene, rows_of};
use crate::men::table::Hand;

const ARCHERS: u32 = 400;
const SHOTS_PER_MIN: f32 = 10.0;
const FOR_S: f64 = 120.0;

/// Archers who never hit shoot at men 70 m off.
fn archery(dt_s: f32) -> Battle {
    let mut scene = Scene::new("archery", (800.0, 400.0), FOR_S as f32).unwrap();
    scene.set(&[("arms.bow_shots_per_min", SHOTS_PER_MIN), ("arms.first_shot_s", 5.0)]).unwrap();
    scene.place("west", (10.0, 200.0), 5.0).place("east", (790.0, 200.0), 5.0);
    scene.troops("archers", |t| (t.share_bow, t.shot_skill) = (1.0, 0.0)).troops("targets", |_| {});
    scene.side("red", "west").side("blue", "east");
    let ranks = Ranks {
        id: "archers",
        side: "red",
        troops: "archers",
        men: ARCHERS,
        at: (300.0, 200.0),
        facing_deg: 90.0,
        frontage_m: 180.0,
    };
    scene.unit(ranks);
    scene.unit(Ranks {
        id: "targets",
        side: "blue",
        troops: "targets",
        at: (370.0, 200.0),
        facing_deg: 270.0,
        ..ranks
    });
    let mut battle = scene.build(dt_s, 1).unwrap();
    while battle.clock().t_s() < FOR_S {
        battle.step().unwrap();
    }
    battle
}

fn hands(battle: &Battle) -> Vec<Hand> {
    battle.column::<Hand>()[rows_of(battle, "archers")].to_vec()
}

#[test]
fn arrows_shot_and_arrows_left_are_the_arrows_carried() {
    let battle = archery(0.5);
    let carried = battle.scenario().params.value("arms.bow_arrows").unwrap() as u32;
    let hands = hands(&battle);
    assert!(hands.iter().all(|h| h.shots + u32::from(h.fired) == carried));
    assert!(hands.iter().all(|h| h.fired > 0), "somebody did not shoot");
}

#[test]
fn men_shoot_as_fast_in_ticks_of_any_length() {
    let expected = f64::from(ARCHERS) * f64::from(SHOTS_PER_MIN) * (FOR_S - 2.5) / 60.0;
    for dt_s in [0.5, 0.25] {
        let fired: u32 = hands(&archery(dt_s)).iter().map(|h| u32::from(h.fired)).sum();
        // Each man's first shot of the next interval counts half on the mean.
        let off = f64::from(fired) / (expected + f64::from(ARCHERS) * 0.5) - 1.0;
        assert!(off.abs() < 0.01, "{dt_s}: {fired} of {expected}, {off:+.3}");
    }
}
