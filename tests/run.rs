//! The laws of a battle, on a cut of X1: the same bits for any number of threads, from a saved state, from a fork; a
//! bystander, names and order change nothing; a run is verified or it is not.

mod common;

use common::{CUT_S, TURN_S, battle, cut, cut_raw, figure, fought, resolved};
use fenghuo::answers::account::account;
use fenghuo::answers::diff::diff;
use fenghuo::answers::fields::fields;
use fenghuo::answers::verify::verify;
use fenghuo::battle::{Battle, Options, State};
use fenghuo::kernel::{Tick, UnitIx, stable_key};
use fenghuo::record::hashes::HashTrack;
use fenghuo::record::ledger::{Cause, Event};
use fenghuo::record::runfile::{Ended, RunFile};
use fenghuo::scenario::raw;
use fenghuo::scenario::{Scenario, lay_over, read_overlays};

fn with_wind_holds(scenario: &Scenario) -> Scenario {
    let overlays = read_overlays(common::NAME, &["wind-holds".into()]).unwrap();
    lay_over(scenario, &overlays).unwrap_or_else(|e| panic!("{e}")).scenario
}

/// The state through a file and back, as a user would have it.
fn through_a_file(battle: &Battle) -> State {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.fhs");
    battle.save().write(&path).unwrap();
    State::read(&path).unwrap_or_else(|e| panic!("{e}"))
}

fn resume(state: State) -> Battle {
    let scenario = state.scenario.clone();
    Battle::resume(state, scenario, Options::default()).unwrap()
}

fn row(battle: &Battle, tick: u32) -> ([u64; 6], Vec<Option<[u32; 3]>>) {
    let units = (0..battle.scenario().units.len()).map(|u| battle.hashes().unit(Tick(tick), UnitIx::new(u)));
    (battle.hashes().row(Tick(tick)).unwrap(), units.collect())
}

#[test]
fn the_cut_has_fire_flight_falls_cries_and_blows_and_any_number_of_threads_gives_one_hash() {
    let scenario = cut();
    assert!((1_900..2_150).contains(&scenario.men()), "{}", scenario.men());
    let one = fought(&scenario, 1);
    let has = |is: fn(&Event) -> bool| one.ledger().entries.iter().any(|e| is(&e.event));
    assert!(has(|e| matches!(e, Event::FireLit { .. })));
    assert!(has(|e| matches!(e, Event::WindTurns { .. })));
    assert!(has(|e| matches!(e, Event::Fell { .. })));
    assert!(has(|e| matches!(e, Event::Cried { .. })));
    assert!(has(|e| matches!(e, Event::Heart { .. })));
    assert!(has(|e| matches!(e, Event::Hurt { cause: Cause::Blade, .. })));
    assert!(has(|e| matches!(e, Event::Hurt { cause: Cause::Arrow | Cause::Ball, .. })));
    for threads in [2, 7] {
        let other = fought(&scenario, threads);
        assert_eq!(other.hashes(), one.hashes(), "{threads} threads");
        assert_eq!(other.ledger(), one.ledger(), "{threads} threads");
    }
}

#[test]
fn a_battle_saved_at_any_moment_goes_on_as_if_it_had_not_been() {
    let scenario = cut();
    let whole = fought(&scenario, 2);
    let mut battle = battle(&scenario, 2);
    for save_s in [0.0, 35.0, 60.0, 90.0] {
        battle.run_until(save_s).unwrap();
        let mut twin = resume(through_a_file(&battle));
        for _ in 0..20 {
            battle.step().unwrap();
            twin.step().unwrap();
            let tick = battle.clock().tick.0 - 1;
            assert_eq!(row(&twin, tick), row(&battle, tick), "saved at {save_s} s, tick {tick}");
        }
        twin.run_until(f64::from(CUT_S)).unwrap();
        assert_eq!(twin.run_file(Ended::Full), whole.run_file(Ended::Full), "saved at {save_s} s");
    }
}

#[test]
fn a_fork_before_the_change_is_the_overlaid_battle_and_a_later_one_is_refused() {
    let scenario = cut();
    let overlaid = fought(&with_wind_holds(&scenario), 1);
    let mut battle = battle(&scenario, 1);
    battle.run_until(f64::from(TURN_S)).unwrap();
    let state = through_a_file(&battle);
    let (other, warnings) = state.fork(&["wind-holds".into()]).unwrap_or_else(|e| panic!("{e}"));
    assert!(warnings.is_empty());
    let mut fork = Battle::resume(state, other, Options::default()).unwrap();
    fork.run_until(f64::from(CUT_S)).unwrap();
    assert_eq!(fork.run_file(Ended::Full), overlaid.run_file(Ended::Full));

    battle.step().unwrap();
    let refused = battle.save().fork(&["wind-holds".into()]).unwrap_err().to_string();
    assert!(refused.contains("weather.events[wind-reverses] is felt from 0:00:40 on"), "{refused}");
    let refused = battle.save().fork(&["nobody-cries".into()]).unwrap_err().to_string();
    assert!(refused.contains("mind.cry_rate_per_s is felt from 0:00:00 on"), "{refused}");

    battle.run_until(f64::from(CUT_S)).unwrap();
    let (plain, held) = (battle.run_file(Ended::Full), overlaid.run_file(Ended::Full));
    let first = diff(&plain, &held).first.unwrap();
    assert_eq!(first.domain, "weather");
    let turn = f64::from(TURN_S);
    assert!(first.t_s >= turn && first.t_s <= turn + 1.0, "{}", first.t_s);
    let named = fields(&plain, &held, Tick(first.tick), 1).unwrap();
    assert!(named.iter().any(|f| f.domain == "weather" && f.field == "m_s"), "{named:?}");
}

#[test]
fn a_plan_that_was_carried_out_can_not_be_taken_back() {
    let overlay =
        r#"(format: 1, id: "no-charge", of: "xiaoling-wind-turns", about: "", changes: [DropPlan("yoto-charges")])"#;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("no-charge.ron");
    std::fs::write(&file, overlay).unwrap();
    let given = [file.to_string_lossy().into_owned()];
    let scenario = cut();
    let mut battle = battle(&scenario, 1);
    battle.run_until(4.0).unwrap();
    let state = battle.save();
    let (other, _) = state.fork(&given).unwrap_or_else(|e| panic!("{e}"));
    let mut fork = Battle::resume(state, other.clone(), Options::default()).unwrap();
    fork.run_until(60.0).unwrap();
    let mut overlaid = common::battle(&other, 1);
    overlaid.run_until(60.0).unwrap();
    assert_eq!(fork.run_file(Ended::Until), overlaid.run_file(Ended::Until), "the timers of other plans run on");
    battle.run_until(8.0).unwrap();
    let refused = battle.save().fork(&given).unwrap_err().to_string();
    assert!(refused.contains("plans[yoto-charges] is felt from 0:00:0"), "{refused}");
}

/// The hashes of a unit after each tick.
fn track(battle: &Battle, unit: &str) -> Vec<Option<[u32; 3]>> {
    let ix = UnitIx::new(battle.scenario().units.iter().position(|u| u.id == unit).unwrap());
    (0..battle.clock().tick.0).map(|t| battle.hashes().unit(Tick(t), ix)).collect()
}

#[test]
fn a_bystander_changes_nothing_for_the_others() {
    let plain = fought(&cut(), 1);
    let mut raw = cut_raw();
    let name = |latin: &str| raw::Name { latin: latin.into(), zh: String::new() };
    // His side comes first among the sides, and his unit first among the units, so that all indices are shifted.
    let first = raw.units.iter().map(|u| stable_key(&u.id)).min().unwrap();
    let id = (0..10_000).map(|i| format!("herdsmen-{i}")).find(|id| stable_key(id) < first).unwrap();
    raw.ground.places.push(raw::Place {
        id: "a-pasture".into(),
        name: name("Pasture"),
        at: (300.0, 6100.0),
        radius_m: 50.0,
        exit: false,
    });
    raw.sides.push(raw::Side {
        id: "a-herdsmen".into(),
        name: name("Herdsmen"),
        languages: vec!["chinese".into()],
        refuge: "a-pasture".into(),
    });
    for side in ["jin", "ming"] {
        raw.relations.push(("a-herdsmen".into(), side.into(), raw::Relation::Neutral));
    }
    raw.units.push(raw::Unit {
        id: id.clone(),
        name: name("Herdsmen"),
        side: "a-herdsmen".into(),
        strength: figure(57.0),
        troops: "ming-foot".into(),
        at: (300.0, 6000.0),
        facing_deg: 90.0,
        frontage_m: 20.0,
        why: "a bystander".into(),
    });
    let watched = fought(&resolved(raw), 1);
    assert_eq!(watched.scenario().units[0].id, id, "all indices are shifted");
    for unit in &plain.scenario().units {
        assert_eq!(track(&watched, &unit.id), track(&plain, &unit.id), "{}", unit.id);
    }
}

#[test]
fn display_names_and_the_order_in_the_file_change_nothing() {
    let plain = fought(&cut(), 1);
    let mut raw = cut_raw();
    raw.units.reverse();
    raw.persons.reverse();
    raw.plans.reverse();
    raw.sides.reverse();
    raw.ground.places.reverse();
    for (i, unit) in raw.units.iter_mut().enumerate() {
        unit.name = raw::Name { latin: format!("unit {i}"), zh: "某部".into() };
    }
    raw.persons.iter_mut().for_each(|p| p.name.latin = "somebody".into());
    let other = fought(&resolved(raw), 1);
    assert_eq!(other.hashes().total(), plain.hashes().total());
    assert_eq!(other.ledger(), plain.ledger());
}

#[test]
fn a_run_is_verified_and_a_changed_one_is_not() {
    let scenario = cut();
    let mut battle = battle(&scenario, 1);
    battle.run_until(45.0).unwrap();
    let run = battle.run_file(Ended::Until);
    let bytes = run.to_bytes().unwrap();
    let read = RunFile::from_bytes(&bytes).unwrap();
    assert_eq!(read, run);
    let answer = verify(&read, 2, |_| true).unwrap().unwrap();
    assert!(answer.same && answer.same_build, "{answer:?}");

    // Another hash in one tick, sealed as if it were right.
    let mut changed = run.clone();
    changed.hashes = HashTrack::new(run.scenario.units.len());
    for t in 0..run.ticks {
        let mut domains = run.hashes.row(Tick(t)).unwrap();
        domains[2] ^= u64::from(t == 50);
        let units = (0..run.scenario.units.len()).map(|u| run.hashes.unit(Tick(t), UnitIx::new(u)).unwrap());
        changed.hashes.push(domains, units);
    }
    let sealed = RunFile::from_bytes(&changed.to_bytes().unwrap()).unwrap();
    let answer = verify(&sealed, 1, |_| true).unwrap().unwrap();
    let first = answer.first.unwrap();
    assert!(!answer.same);
    assert_eq!((first.tick, first.domain, answer.ticks), (50, "bodies", 51));

    // Something added to the ledger, a man moved, a strength changed behind the scenario's text.
    type Change = fn(&mut RunFile);
    let changes: [(&str, Change); 3] = [
        ("ledger", |r| drop(r.ledger.entries.pop())),
        ("men", |r| r.men.x_m[3] += 1.0),
        ("scenario", |r| r.scenario.units[0].facing_deg += 1.0),
    ];
    for (what, change) in changes {
        let mut changed = run.clone();
        change(&mut changed);
        let sealed = RunFile::from_bytes(&changed.to_bytes().unwrap()).unwrap();
        let answer = verify(&sealed, 1, |_| true).unwrap().unwrap();
        assert!(!answer.same);
        assert_eq!(answer.differ, [what]);
    }

    // A changed byte is no run at all.
    let mut damaged = bytes;
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    assert!(RunFile::from_bytes(&damaged).is_err());
}

#[test]
fn the_account_of_the_cut_adds_up() {
    let run = fought(&cut(), 1).run_file(Ended::Full);
    let a = account(&run);
    for (s, side) in a.sides.iter().enumerate() {
        let of_side = a.units.iter().filter(|u| u.side == side.id).map(|u| &u.losses);
        let sum = of_side.fold((0, 0, 0, 0), |t, l| (t.0 + l.men, t.1 + l.dead, t.2 + l.out, t.3 + l.running));
        let l = &side.losses;
        assert_eq!(sum, (l.men, l.dead, l.out, l.running), "{s}");
        assert_eq!(l.first_cause.iter().map(|(_, n)| n).sum::<u32>(), l.lost(), "every loss has a first cause");
        assert_eq!(l.final_cause.iter().map(|(_, n)| n).sum::<u32>(), l.dead, "every death has a final cause");
        assert!(side.share_broken_peak >= side.share_broken_end - 1e-9, "the ledger and the men agree");
    }
    let kinds: Vec<_> = a.course.iter().map(|m| m.kind).collect();
    for kind in ["fire_lit", "wind_turns", "first_cry", "attack_ordered"] {
        assert!(kinds.contains(&kind), "{kind} is not in {kinds:?}");
    }
}
