//! The language of measures, the checks of cards, the counts over runs.

use std::path::Path;
use std::sync::Arc;

use miette::NamedSource;

use super::card::{Card, CardFile};
use super::coverage::{citations, cited, uncited, unknown};
use super::evidence::Evidence;
use super::measure::{Moment, Number, Test};
use super::scale::{Scale, parse_strengths};
use super::story::{Story, as_told, small_battle};
use super::tally::{Answer, any_missed, tally};
use super::verdict::{Named, Outcome, Scope, Verdict};
use crate::record::ledger::{Cause, Event, Heart, Wound};
use crate::scenario::raw::Condition;

fn read<T: serde::de::DeserializeOwned>(text: &str) -> T {
    let text = Arc::new(NamedSource::new("measure", text.to_owned()));
    crate::scenario::source::parse(&text).unwrap_or_else(|e| panic!("{e}"))
}

fn with<R>(story: &Story, ask: impl FnOnce(&Scope) -> R) -> R {
    let (evidence, named) = (Evidence::new(&story.run), Named::default());
    ask(&Scope { evidence: &evidence, named: &named, now: None })
}

fn number(story: &Story, text: &str) -> Option<f64> {
    with(story, |s| s.number(&read::<Number>(text)))
}

fn moment_s(story: &Story, text: &str) -> Option<f64> {
    with(story, |s| s.moment(&read::<Moment>(text)).map(|t| f64::from(t.0) / 2.0))
}

fn test(story: &Story, text: &str) -> Option<bool> {
    with(story, |s| s.test(&read::<Test>(text)))
}

#[test]
fn groups_are_sets() {
    let s = Story::new();
    let men = s.run.scenario.men() as f64;
    let count = |group: &str| number(&s, &format!("Count({group})")).unwrap();
    assert_eq!(count("All"), men);
    assert_eq!(count("Side(\"jin\")") + count("Side(\"ming\")"), men);
    assert_eq!(count("Both([Side(\"jin\"), Side(\"ming\")])"), 0.0);
    assert_eq!(count("Except(Side(\"jin\"))"), count("Side(\"ming\")"));
    assert_eq!(count("Either([Unit(\"song-old\"), Unit(\"zuo-horse\")])"), 8.0 + 11.0);
    assert_eq!(count("Person(\"dodo\")"), 1.0);
    assert_eq!(count("Arm(Horse)") + count("Arm(Foot)"), men);
    assert_eq!((count("Both([])"), count("Either([])")), (men, 0.0), "in each of none, in any of none");
}

#[test]
fn first_and_final_causes_are_told_apart() {
    let mut s = Story::new();
    let (a, b, c) = (s.man("dodo-horse", 0), s.man("dodo-horse", 1), s.man("dodo-horse", 2));
    s.hurt(10.0, a, Wound::Hurt, Cause::Arrow, None);
    s.hurt(20.0, a, Wound::Out, Cause::Trample, None);
    s.hurt(90.0, a, Wound::Dead, Cause::Fire, None);
    s.hurt(30.0, b, Wound::Out, Cause::Trample, None);
    s.hurt(80.0, c, Wound::Dead, Cause::Fire, Some(b));
    let count = |text: &str| number(&s, &format!("Count({text})")).unwrap();
    let early = "during: Before(Later(Start, 50))";
    assert_eq!(count("Felled(by: [Trample], during: Battle)"), 2.0);
    assert_eq!(count("Felled(by: [Fire], during: Battle)"), 1.0);
    assert_eq!(count("Ended(by: [Trample], during: Battle)"), 1.0);
    assert_eq!(count("Ended(by: [Fire], during: Battle)"), 2.0);
    // Whoever is put out early ends as he ends, even if that is late.
    assert_eq!(count(&format!("Ended(by: [Fire], {early})")), 1.0);
    assert_eq!(count(&format!("Felled(by: [Fire], {early})")), 0.0);
    assert_eq!(count("Harmed(by: [Arrow, Fire], at_least: Hurt, during: Battle)"), 2.0);
    assert_eq!(count("Harmed(by: [Arrow, Fire], at_least: Out, during: Battle)"), 2.0);
    assert_eq!(count("Harmed(by: [Fire], at_least: Hurt, hand: Unit(\"dodo-horse\"), during: Battle)"), 1.0);
    assert_eq!(count("Harmed(by: [Fire], at_least: Hurt, hand: Side(\"ming\"), during: Battle)"), 0.0);
}

#[test]
fn moments_come_in_order_or_not_at_all() {
    let s = as_told();
    assert_eq!(moment_s(&s, "First(WindTurns, Battle)"), Some(660.0));
    assert_eq!(moment_s(&s, "Last(Appealed(None), Battle)"), Some(740.0));
    assert_eq!(moment_s(&s, "Last(Appealed(\"zhang-chun\"), Battle)"), Some(720.0));
    assert_eq!(moment_s(&s, "Last(Appealed(None), Before(Later(Start, 740)))"), Some(720.0), "before means before");
    assert_eq!(moment_s(&s, "First(Appealed(None), From(Later(Start, 740)))"), Some(740.0), "from means from");
    assert_eq!(moment_s(&s, "First(UnitBroke(Side(\"jin\")), Battle)"), None);
    assert_eq!(moment_s(&s, "Earliest([First(UnitBroke(Side(\"jin\")), Battle), End])"), Some(3600.0));
    assert_eq!(moment_s(&s, "Latest([First(UnitBroke(Side(\"jin\")), Battle), End])"), None);
    assert_eq!(moment_s(&s, "First(Received(to: All, words: \"drive between\"), Battle)"), Some(1510.0));
    assert_eq!(moment_s(&s, "First(Received(to: All, words: \"hold\"), Battle)"), None);
    let contact = "First(Contact(by: Side(\"jin\"), with: Unit(\"foot-2\")), Battle)";
    assert_eq!(moment_s(&s, contact), Some(1200.0));
    assert_eq!(moment_s(&s, &format!("Later({contact}, -0.5)")), Some(1199.5));
    assert_eq!((moment_s(&s, "Later(End, 1)"), moment_s(&s, "Later(Start, -1)")), (None, None));
    assert_eq!(moment_s(&s, "Now"), None);
    // The first keyframe at or after the break at 700 s.
    let running = "Share(of: Side(\"ming\"), are: Is(Running, Now))";
    assert_eq!(moment_s(&s, &format!("Reaches({running}, 0.5, Battle)")), Some(700.0));
    assert_eq!(moment_s(&s, &format!("Reaches({running}, 1.5, Battle)")), None);
}

#[test]
fn the_share_that_has_broken_counts_each_man_once() {
    let mut s = Story::new();
    for (t, n) in [(10.0, 0), (20.0, 0), (30.0, 1), (40.0, 2), (50.0, 3)] {
        let (man, parts) = (s.man("song-old", n), Default::default());
        s.happens(t, Event::Heart { man, from: Heart::Shaken, to: Heart::Broken, fear: 1.0, parts });
    }
    let by = |share: &str| moment_s(&s, &format!("Broken(of: Unit(\"song-old\"), share: {share}, during: Battle)"));
    assert_eq!([by("0.01"), by("0.25"), by("0.5"), by("0.51")], [Some(10.0), Some(30.0), Some(50.0), None]);
}

#[test]
fn what_is_undefined_passes_no_test() {
    let s = Story::new();
    assert_eq!(number(&s, "Share(of: Either([]), are: All)"), None);
    assert_eq!(number(&s, "Over(Value(1), Value(0))"), None);
    assert_eq!(number(&s, "Gap(Either([]), All, Start)"), None);
    assert_eq!(number(&s, "Peak(Each(FireOut, Battle), Value(1))"), None);
    let no = "Less(Time(First(FireOut, Battle)), Value(1))";
    let (yes, not) = ("Less(Value(0), Value(1))", "More(Value(0), Value(1))");
    assert_eq!([test(&s, no), test(&s, yes), test(&s, not)], [None, Some(true), Some(false)]);
    assert_eq!(test(&s, &format!("Not({no})")), None);
    assert_eq!(test(&s, &format!("All([{no}, {yes}])")), None);
    assert_eq!(test(&s, &format!("All([{no}, {not}])")), Some(false));
    assert_eq!(test(&s, &format!("Any([{no}, {yes}])")), Some(true));
    assert_eq!(test(&s, &format!("Any([{no}, {not}])")), None);
    assert_eq!(test(&s, "Comes(First(FireOut, Battle))"), Some(false));
    assert_eq!(test(&s, "Within(Value(2), 1, 2)"), Some(true));
}

#[test]
fn ways_and_distances_are_measured_from_middles() {
    let mut s = Story::new();
    s.path(&["song-old"], &[(0.0, (1000.0, 1000.0)), (100.0, (1000.0, 1300.0))]);
    s.path(&["zuo-horse"], &[(0.0, (1000.0, 2000.0)), (100.0, (2000.0, 2000.0))]);
    let (song, zuo) = ("Unit(\"song-old\")", "Unit(\"zuo-horse\")");
    assert_eq!(number(&s, &format!("Gap({song}, {zuo}, Start)")), Some(1000.0));
    // The other's way does not count: 1000 m before, 700 m after.
    let progress = format!("Progress(of: {song}, toward: {zuo}, from: Start, to: Later(Start, 100))");
    assert_eq!(number(&s, &progress), Some(300.0));
    let gap = format!("Gap({song}, {zuo}, Now)");
    let near = |value: Option<f64>, x: f64, y: f64| (value.unwrap() - libm::hypot(x, y)).abs() < 0.3;
    assert!(near(number(&s, &format!("Least(Keyframes(Battle), {gap})")), 200.0, 940.0));
    assert!(near(number(&s, &format!("Peak(Keyframes(Battle), {gap})")), 1000.0, 700.0));
}

#[test]
fn the_river_has_two_banks() {
    let mut s = Story::new();
    s.path(&["dorgon-horse"], &[(0.0, (3000.0, 3560.0)), (500.0, (3000.0, 5195.0)), (600.0, (3000.0, 5500.0))]);
    s.path(&["song-old"], &[(0.0, (3000.0, 2700.0)), (500.0, (3000.0, 5195.0)), (600.0, (3000.0, 5000.0))]);
    let count = |text: &str| number(&s, &format!("Count({text})")).unwrap();
    assert_eq!(count("Was(Water, Battle)"), 28.0);
    assert_eq!(count("Was(Water, Before(Later(Start, 300)))"), 0.0);
    assert_eq!(count("Was(Across(\"xiaoling\"), Battle)"), 20.0);
    assert_eq!(count("Both([Was(Place(\"bank-middle\"), Battle), Side(\"jin\")])"), 20.0);
}

#[test]
fn matchlocks_are_the_share_in_the_kinds_of_troops() {
    let s = Story::new();
    let foot = s.run.scenario.units.iter().find(|u| u.id == "foot-1").unwrap();
    let guns = number(&s, "Matchlocks(Unit(\"foot-1\"))").unwrap();
    assert_eq!(guns, 20.0 * f64::from(foot.troops.share_matchlock));
    assert_eq!(number(&s, "Matchlocks(Unit(\"zuo-horse\"))"), Some(0.0));
}

fn x1_text() -> String {
    std::fs::read_to_string("seeds/x1.ron").unwrap()
}

fn parse(text: &str) -> Result<Card, String> {
    let text = Arc::new(NamedSource::new("x1.ron", text.to_owned()));
    CardFile::parse(text).map(|f| f.card).map_err(|e| e.to_string())
}

#[test]
fn what_is_wrong_with_a_card_is_told_with_its_line() {
    let text = x1_text();
    let cases = [
        ("format: 1", "format: 2", "format 2 is not known"),
        ("sha256: \"a4", "sha256: \"zz", "no SHA-256"),
        ("id: \"X1-02\"", "id: \"X1-01\"", "`X1-01` stands twice"),
        ("id: \"X1-02\"", "id: \"X2-02\"", "`X2-02` is no id of this kind"),
        ("low: 800, high: 899", "low: 850, high: 899", "outside its own range"),
        ("kind: Mech", "kind: Magic", "there is no Kind `Magic`"),
        ("of: Named(\"guests\")", "of: Named(\"gusts\")", "did you mean `guests`?"),
        ("Earliest([Named(\"struck-back\"), End])", "Earliest([Named(\"thrust\"), End])", "no moment `thrust`"),
        ("(\"turn\", First(WindTurns, Battle))", "(\"turn\", Now)", "`Now` has no meaning here"),
        ("Is(Alive, Now)", "Is(Alive, Reaches(Value(1), 1, Battle))", "within each other"),
        ("expected: Yes", "expected: No(\" \")", "no reason is given"),
        ("at_least: Hurt", "at_least: Hurt, how: 1", "there is no field `how`"),
    ];
    for (right, wrong, what) in cases {
        let changed = text.replacen(right, wrong, 1);
        assert_ne!(changed, text, "{right}");
        let told = parse(&changed).expect_err(wrong);
        assert!(told.contains(what), "{wrong}: {told}");
        assert!(told.starts_with("x1.ron:"), "{told}");
    }
    let nested =
        text.replacen("Value(0.8)", &format!("{}Value(0.8){}", "Minus(Value(0),".repeat(99), ")".repeat(99)), 1);
    assert!(parse(&nested).expect_err("nested").contains("too deeply"));
}

#[test]
fn a_name_the_battle_does_not_have_is_told() {
    let text = x1_text().replacen("Unit(\"zuo-horse\")", "Unit(\"zuo-hrose\")", 1);
    let file = CardFile::parse(Arc::new(NamedSource::new("x1.ron", text))).unwrap();
    let told = file.fits(&small_battle()).expect_err("no such unit").to_string();
    assert!(told.contains("has no unit `zuo-hrose`") && told.contains("did you mean `zuo-horse`?"), "{told}");
}

#[test]
fn every_cited_fact_is_on_its_card() {
    let citations = citations(Path::new("scenarios")).unwrap_or_else(|e| panic!("{e}"));
    let card = parse(&x1_text()).unwrap();
    assert_eq!(unknown(&card, &citations), Vec::<&str>::new());
    assert_eq!((card.facts.len(), card.derived.len(), card.claims.len()), (39, 3, 10));
    assert!(uncited(&card, &citations).len() < card.facts.len());
    let found = cited("// X1-19, X1-C01; \"X1-D03\" but not X1-4, x1-04, XX1-04, X1-E01");
    assert_eq!(found.into_iter().collect::<Vec<_>>(), ["X1-19", "X1-C01", "X1-D03"]);
}

fn verdicts(card: &Card, outcomes: [Outcome; 2]) -> Vec<Verdict> {
    let verdict = |(c, claim): (usize, &super::card::Claim)| Verdict {
        claim: claim.id.clone(),
        outcome: outcomes[usize::from(c > 0)],
        figures: claim.figures.iter().map(|_| Some(c as f64)).collect(),
    };
    card.claims.iter().enumerate().map(verdict).collect()
}

#[test]
fn runs_are_counted_where_a_claim_speaks_of_them() {
    let card = parse(&x1_text()).unwrap();
    let (yes, no, other) = (Outcome::Holds, Outcome::Fails, Outcome::NotGiven);
    let runs: Vec<_> = [[yes, other]; 3].iter().chain(&[[no, yes]; 4]).map(|o| verdicts(&card, *o)).collect();
    let tallies = tally(&card, &runs);
    let first = &tallies[0];
    assert_eq!((first.runs, first.given, first.holds, first.answer), (7, 7, 3, Answer::No));
    let second = &tallies[1];
    assert_eq!((second.runs, second.given, second.holds, second.answer), (7, 4, 4, Answer::NotTestable));
    assert_eq!(second.figures[0].median, Some(1.0));
    assert!(any_missed(&tallies));
    let runs: Vec<_> = [[yes, other]; 3].iter().map(|o| verdicts(&card, *o)).collect();
    assert!(!any_missed(&tally(&card, &runs)), "what can't be tested is not missed");
    let undefined = tally(&card, &[verdicts(&card, [Outcome::Undefined; 2])]);
    assert_eq!((undefined[0].given, undefined[0].holds, undefined[0].undefined), (1, 0, 1));
    assert!(any_missed(&undefined));
}

#[test]
fn strengths_and_times_are_scaled_and_nothing_else() {
    let plain = crate::scenario::load("scenarios/xiaoling-wind-turns.ron", &[], &[]).unwrap().scenario;
    let strengths = |list: &[&str]| list.iter().map(|t| parse_strengths(t).unwrap()).collect::<Vec<_>>();
    let of = |s: &crate::scenario::Scenario, id: &str| s.units.iter().find(|u| u.id == id).unwrap().strength;

    let one = Scale { strengths: strengths(&["song-old=0.5"]), times: None }.apply(&plain).unwrap();
    assert_eq!((of(&one, "song-old"), of(&one, "zuo-horse")), (410, 1050));
    let side = Scale { strengths: strengths(&["ming=0.8", "song-old=0.5"]), times: None }.apply(&plain).unwrap();
    assert_eq!((of(&side, "song-old"), of(&side, "zuo-horse"), of(&side, "dodo-horse")), (328, 840, 1700));
    assert_eq!(one.plans, plain.plans);

    let mut timed = plain.clone();
    let Some(plan) = timed.raw.plans.iter_mut().find(|p| p.id == "zhang-appeals") else { panic!("no plan") };
    plan.when = read::<Condition>("All([At(Fact(value: 100, id: \"X1-26\")), Not(For(10, FireWithin(5)))])");
    let late = Scale { strengths: vec![], times: Some(1.1) }.apply(&timed).unwrap();
    assert_eq!(late.raw.weather.events[0].at_s.value(), plain.raw.weather.events[0].at_s.value() * 1.1);
    assert_eq!(late.raw.fires[0].at_s.value(), plain.raw.fires[0].at_s.value() * 1.1);
    let when = &late.raw.plans.iter().find(|p| p.id == "zhang-appeals").unwrap().when;
    let Condition::All(parts) = when else { panic!("{when:?}") };
    let Condition::At(t) = &parts[0] else { panic!("{when:?}") };
    assert_eq!((t.value(), late.men(), late.raw.duration_s), (100.0 * 1.1, plain.men(), plain.raw.duration_s));

    for bad in ["nobody=1.2", "song-old=0", "song-old=NaN"] {
        assert!(Scale { strengths: strengths(&[bad]), times: None }.apply(&plain).is_err(), "{bad}");
    }
    assert!(parse_strengths("song-old=much").is_err());
}
