//! Each claim of X1 on a run that goes as the text tells, and on one that doesn't.

use std::path::Path;

use super::card::CardFile;
use super::story::{Story, as_told};
use super::verdict::{Outcome, judge};
use crate::record::ledger::{Cause, Event, Heart, Wound};

fn card() -> CardFile {
    CardFile::read(Path::new("seeds/x1.ron")).unwrap_or_else(|e| panic!("{e}"))
}

fn outcome(story: &Story, claim: &str) -> Outcome {
    let verdicts = judge(&card().card, &story.run);
    verdicts.iter().find(|v| v.claim == claim).unwrap().outcome
}

#[test]
fn all_claims_hold_of_a_run_as_told() {
    let (card, story) = (card(), as_told());
    card.fits(&story.run.scenario).unwrap_or_else(|e| panic!("{e}"));
    for verdict in judge(&card.card, &story.run) {
        assert_eq!(verdict.outcome, Outcome::Holds, "{verdict:?}");
        assert!(verdict.figures.iter().all(Option::is_some), "{verdict:?}");
    }
}

/// A change of the story under which a claim is no longer true.
type Twist = (&'static str, &'static str, fn(&mut Story));

const TWISTS: [Twist; 17] = [
    ("X1-C01", "as many burn as are crushed", |s| {
        (3..7).for_each(|n| s.hurt(450.0, s.man("plain-blue", n), Wound::Dead, Cause::Fire, None));
    }),
    ("X1-C01", "as many fall to weapons as burn", |s| {
        let by = Some(s.man("zuo-horse", 0));
        (1..4).for_each(|n| s.hurt(460.0, s.man("plain-red", n), Wound::Out, Cause::Blade, by));
    }),
    ("X1-C01", "the crushed are not dead, and burn to death", |s| {
        for n in 5..10 {
            let man = s.man("dodo-horse", n);
            s.forget(|e| matches!(e, Event::Hurt { man: m, .. } if *m == man));
            s.hurt(420.0, man, Wound::Out, Cause::Trample, None);
            s.hurt(430.0, man, Wound::Dead, Cause::Fire, None);
        }
    }),
    ("X1-C02", "matchlocks hit", |s| {
        let by = Some(s.man("foot-1", 4));
        (1..3).for_each(|n| s.hurt(300.0, s.man("plain-red", n), Wound::Hurt, Cause::Ball, by));
    }),
    ("X1-C03", "many drown", |s| {
        (0..4).for_each(|n| s.hurt(610.0, s.man("ajige-horse", n), Wound::Dead, Cause::Drowning, None));
    }),
    ("X1-C03", "horse can't cross", |s| {
        let horse = ["dodo-horse", "plain-blue", "plain-red", "bordered-blue", "ajige-horse"];
        s.path(&horse, &[(120.0, (3000.0, 3200.0)), (600.0, (3000.0, 5190.0)), (700.0, (3000.0, 5000.0))]);
    }),
    ("X1-C04", "nobody is burnt", |s| s.forget(|e| matches!(e, Event::Hurt { cause: Cause::Fire, .. }))),
    ("X1-C04", "the foot stands", |s| {
        ["foot-1", "foot-2", "foot-3"].iter().for_each(|u| s.heart(u, 700.0, Heart::Wavering));
    }),
    ("X1-C05", "an appeal rallies men", |s| s.heart("foot-4", 900.0, Heart::Shaken)),
    ("X1-C05", "others hold out too", |s| {
        ["foot-1", "foot-2"].iter().for_each(|u| s.heart(u, 0.0, Heart::Steady));
    }),
    ("X1-C06", "the old troopers break first", |s| s.heart("song-old", 650.0, Heart::Broken)),
    ("X1-C07", "the Jin stay where they are", |s| {
        let all: Vec<_> = s.units("jin");
        s.path(&all, &[(120.0, (3000.0, 3200.0)), (600.0, (3000.0, 5190.0)), (700.0, (3000.0, 5400.0))]);
    }),
    ("X1-C07", "the Ming come on", |s| {
        let all: Vec<_> = s.units("ming");
        s.path(&all, &[(120.0, (3000.0, 2700.0)), (1200.0, (3000.0, 3900.0)), (1400.0, (3000.0, 4300.0))]);
    }),
    ("X1-C08", "Zuo does not break", |s| {
        let zuo = s.unit("zuo-horse");
        s.forget(|e| matches!(e, Event::UnitBroke { unit } if *unit == zuo));
    }),
    ("X1-C08", "they have joined", |s| {
        s.path(&["song-old", "zuo-horse"], &[(1200.0, (3000.0, 4100.0)), (2400.0, (3000.0, 2000.0))]);
    }),
    ("X1-C09", "the guard is shot at", |s| {
        let by = Some(s.man("song-old", 0));
        s.hurt(2000.0, s.man("khans-guard", 1), Wound::Hurt, Cause::Arrow, by);
    }),
    ("X1-C10", "those taken up die too", |s| {
        (0..5).for_each(|n| s.hurt(500.0, s.man("dodo-horse", n), Wound::Dead, Cause::Trample, None));
    }),
];

#[test]
fn a_claim_fails_of_a_run_that_goes_otherwise() {
    let told = as_told();
    for (claim, how, twist) in TWISTS {
        let mut story = told.clone();
        twist(&mut story);
        assert_eq!(outcome(&story, claim), Outcome::Fails, "{claim}: {how}");
    }
    let card = card();
    for claim in &card.card.claims {
        assert!(TWISTS.iter().any(|(id, ..)| *id == claim.id), "{} has no run in which it fails", claim.id);
    }
}

#[test]
fn a_claim_that_speaks_of_other_runs_is_not_judged() {
    let mut story = as_told();
    story.forget(|e| matches!(e, Event::WindTurns { .. } | Event::Appealed { .. } | Event::OrderReceived { .. }));
    for claim in ["X1-C04", "X1-C05", "X1-C06", "X1-C07", "X1-C08", "X1-C10"] {
        assert_eq!(outcome(&story, claim), Outcome::NotGiven, "{claim}");
    }
    assert_eq!(outcome(&story, "X1-C09"), Outcome::Holds);
}

#[test]
fn what_is_spoken_of_and_not_there_is_undefined() {
    let mut story = as_told();
    story.forget(|e| matches!(e, Event::Contact { .. }));
    assert_eq!(outcome(&story, "X1-C07"), Outcome::Undefined);
}
