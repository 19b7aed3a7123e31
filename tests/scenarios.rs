//! Scenarios are read, overlaid, checked and resolved.

use fenghuo::kernel::{UnitIx, stable_key};
use fenghuo::scenario::overlay::{EarliestEffect, earliest_effect};
use fenghuo::scenario::raw::{Change, Figure, Overlay, Relation};
use fenghuo::scenario::{Scenario, checked, load, load_text};

const FIXTURE: &str = "tests/fixtures/meeting.ron";

fn text() -> String {
    std::fs::read_to_string(FIXTURE).unwrap()
}

fn meeting() -> Scenario {
    let loaded = load(FIXTURE, &[], &[]).unwrap_or_else(|e| panic!("{e}"));
    assert!(loaded.warnings.is_empty(), "{:?}", loaded.warnings);
    loaded.scenario
}

#[test]
fn a_good_scenario_is_resolved_in_the_order_of_keys_and_ids() {
    let s = meeting();
    assert_eq!(s.men(), 600);
    let keys: Vec<_> = s.units.iter().map(|u| u.key).collect();
    assert!(keys.is_sorted());
    assert!(s.units.iter().all(|u| u.key == stable_key(&u.id)));
    let ids = |list: Vec<&String>| list.into_iter().cloned().collect::<Vec<_>>();
    assert_eq!(ids(s.sides.iter().map(|x| &x.id).collect()), ["north", "south"]);
    assert_eq!(ids(s.persons.iter().map(|x| &x.id).collect()), ["bo", "liu"]);
    assert_eq!(ids(s.plans.iter().map(|x| &x.id).collect()), ["north-attacks", "south-follows", "south-stands"]);
    // Languages in alphabetical order: han is bit 0, manchu bit 1.
    assert_eq!((s.sides[0].languages, s.sides[1].languages), (0b11, 0b01));
    assert_eq!(s.relations, [[Relation::Allied, Relation::Hostile], [Relation::Hostile, Relation::Allied]]);
    let liu = &s.persons[1];
    assert_eq!((s.units[liu.unit.at()].id.as_str(), liu.number, liu.commands.len()), ("south-horse", 0, 2));
    for unit in s.units.iter().filter(|u| u.id.starts_with("south")) {
        assert_eq!(unit.commander.map(|p| p.at()), Some(1));
    }
    // An order without addressees goes to all units of the leader.
    let checked::Action::Order { to, .. } = &s.plans[1].actions[0] else { panic!("no order") };
    assert_eq!(to, &liu.commands);
    let checked::Condition::All(parts) = &s.plans[2].when else { panic!("not All") };
    assert_eq!(parts[0], checked::Condition::Done(1));
}

#[test]
fn the_order_in_the_file_and_display_names_do_not_matter() {
    let text = text();
    let (south, rest) = text.split_once("        (id: \"south-foot\"").unwrap();
    let (foot, rest) = rest.split_once("        (id: \"south-horse\"").unwrap();
    let (horse, rest) = rest.split_once("        (id: \"north-horse\"").unwrap();
    let turned = format!(
        "{south}        (id: \"south-horse\"{horse}        (id: \"south-foot\"{foot}        (id: \"north-horse\"{rest}"
    );
    assert_ne!(turned, text);
    let other = load_text("turned", &turned, &[], &[]).unwrap().scenario;
    let s = meeting();
    assert_eq!((other.units, other.plans, other.persons), (s.units, s.plans, s.persons));
}

#[test]
fn an_overlay_is_found_by_name_beside_its_scenario_and_applied() {
    let loaded = load(FIXTURE, &["no-turn".into()], &[]).unwrap_or_else(|e| panic!("{e}"));
    assert!(loaded.scenario.raw.weather.events.is_empty());
    assert_eq!(loaded.scenario.overlays, ["no-turn"]);
    assert_eq!(loaded.base, meeting().raw);
    assert_eq!(earliest_effect(&loaded.base, &loaded.overlays[0]), EarliestEffect::At(600.0));
}

#[test]
fn every_change_acts_on_what_it_names() {
    let overlay = r#"(format: 1, id: "all", of: "meeting", about: "", changes: [
        MoveWeather("turn", Estimate(value: 700, low: 1, high: 900, why: "w")),
        Wind(Estimate(value: 9, low: 1, high: 10, why: "w")),
        Curing(Estimate(value: 80, low: 1, high: 100, why: "w")),
        MoveFire("grass-fire", Estimate(value: 30, low: 1, high: 100, why: "w")),
        DropPlan("south-stands"),
        ReplacePlan((id: "north-attacks", by: "bo", when: EnemyWithin(90), do: [Order(order: Hold)], why: "w")),
        AddPlan((id: "more", by: "liu", when: EnemyBroken(0.5), do: [Order(order: Attack)], why: "w")),
        Strength("south-foot", Estimate(value: 310, low: 1, high: 400, why: "w")),
        MoveUnit("south-foot", (380, 140)),
        DropPatch("road"),
        AddPatch((id: "bare", shape: Disc((300, 300), 40), sward: Bare, why: "w")),
        AddRiver((id: "brook", name: (latin: "Brook"), line: [(0, 100), (800, 100)],
            width_m: Estimate(value: 3, low: 1, high: 4, why: "w"), depth_m: Estimate(value: 0.3, low: 0, high: 1, why: "w"),
            current_m_s: Estimate(value: 0.3, low: 0, high: 1, why: "w"))),
        Param("men.file_foot_m", 1.0),
    ])"#;
    let s = load_text("m", &text(), &[("o", overlay)], &[]).unwrap_or_else(|e| panic!("{e}")).scenario;
    let b = &s.raw;
    assert_eq!(b.weather.events[0].at_s.value(), 700.0);
    assert_eq!((b.weather.wind_m_s.value(), b.weather.curing_pct.value()), (9.0, 80.0));
    assert_eq!(b.fires[0].at_s.value(), 30.0);
    let plans: Vec<_> = s.plans.iter().map(|p| p.id.as_str()).collect();
    assert_eq!(plans, ["more", "north-attacks", "south-follows"]);
    assert_eq!(s.plans[1].when, checked::Condition::EnemyWithin(90.0));
    assert_eq!((s.men(), b.units[0].at), (610, (380.0, 140.0)));
    assert_eq!((b.ground.patches.len(), b.ground.patches[1].id.as_str(), b.ground.rivers.len()), (2, "bare", 2));
    assert_eq!(s.params.value("men.file_foot_m"), Ok(1.0));
}

#[test]
fn a_unit_that_is_not_there_takes_its_persons_and_orders_with_it() {
    let overlay = |drop: &str| format!(r#"(format: 1, id: "d", of: "meeting", about: "", changes: [{drop}])"#);
    let load = |drop: &str| load_text("m", &text(), &[("d", &overlay(drop))], &[]);
    let s = load(r#"DropUnit("north-horse"), DropFire("grass-fire")"#).unwrap_or_else(|e| panic!("{e}")).scenario;
    assert_eq!((s.units.len(), s.persons.len(), s.plans.len(), s.raw.fires.len()), (2, 1, 2, 0));
    // Liu stays, and so does his appeal; the order to hold went to the foot alone.
    let s = load(r#"DropUnit("south-foot")"#).unwrap_or_else(|e| panic!("{e}")).scenario;
    assert_eq!((s.persons.len(), s.persons[1].commands.len()), (2, 1));
    assert_eq!(s.plans[2].actions, [checked::Action::Appeal { words: "This grass is burnt!".into() }]);
    let error = load(r#"DropPlan("south-follows")"#).unwrap_err().to_string();
    assert!(error.contains("there is no plan `south-follows`"), "another plan waits for it: {error}");
}

#[test]
fn the_earliest_effect_of_an_overlay_is_told() {
    let base = meeting().raw;
    let fig = |value| Figure::Fact { value, id: "X1-26".into(), reading: None };
    let of = |changes| {
        earliest_effect(
            &base,
            &Overlay { format: 1, id: "o".into(), of: "meeting".into(), about: String::new(), changes },
        )
    };
    let turn = || "turn".to_owned();
    assert_eq!(of(vec![Change::MoveWeather(turn(), fig(400.0))]), EarliestEffect::At(400.0), "the earlier of the two");
    assert_eq!(of(vec![Change::MoveWeather(turn(), fig(900.0))]), EarliestEffect::At(600.0));
    assert_eq!(of(vec![Change::DropWeather(turn()), Change::DropFire("grass-fire".into())]), EarliestEffect::At(60.0));
    assert_eq!(of(vec![Change::DropWeather(turn()), Change::Wind(fig(3.0))]), EarliestEffect::Start);
    assert_eq!(of(vec![Change::Param("men.file_foot_m".into(), 1.0)]), EarliestEffect::Start);
    assert_eq!(
        of(vec![Change::DropPlan("south-stands".into()), Change::DropWeather(turn())]),
        EarliestEffect::Plans { plans: vec!["south-stands".into()], or_at_s: Some(600.0) }
    );
}

#[test]
fn parameters_are_set_and_a_battle_kept_in_a_run_file_is_resolved_again_alike() {
    let loaded = load(FIXTURE, &["no-turn".into()], &["men.rank_horse_m=9".into()]).unwrap();
    assert_eq!(loaded.warnings.len(), 1, "outside its range: {:?}", loaded.warnings);
    let s = loaded.scenario;
    let again = fenghuo::scenario::resolve(s.raw.clone(), s.overlays.clone(), s.params.clone()).unwrap();
    assert_eq!(again, s);
    let _: UnitIx = s.persons[0].unit;
}
