use super::*;
use crate::record::samples;

#[test]
fn the_account_of_the_sample_counts_what_happened() {
    let a = account(&samples::run());
    let ming = &a.sides[1];
    assert_eq!((ming.losses.men, ming.losses.dead, ming.losses.running), (3, 1, 1));
    assert_eq!(ming.losses.first_cause, [("arrow", 1)]);
    assert_eq!((ming.units, ming.units_broken), (1, 1));
    assert_eq!((ming.share_broken_peak, ming.share_broken_peak_t_s), (0.5, 9.0), "one of two able men");
    assert_eq!(a.verdict.better.as_deref(), Some("jin"));
    assert_eq!(a.verdict.worse.as_deref(), Some("ming"));
    let fire = a.fire.as_ref().unwrap();
    assert_eq!((fire.burnt_ha, fire.last_spread_t_s), (0.0075, 15.0));
    assert_eq!((fire.turns[0].burnt_before_ha, fire.turns[0].burnt_after_ha), (0.005, 0.0025));
    let kinds: Vec<_> = a.course.iter().map(|m| m.kind).collect();
    let wanted = ["fire_lit", "half_broken", "most_broken", "wind_turns", "fire_out", "first_cry", "first_unit_breaks"];
    assert_eq!(kinds[..7], wanted);
    assert!(a.course.is_sorted_by(|x, y| x.t_s <= y.t_s));
}

#[test]
fn what_befell_a_person_is_told_in_order() {
    let a = account(&samples::run());
    let song = &a.persons[0];
    let befell: Vec<_> = song.befell.iter().map(|b| (b.t_s, b.what.as_str())).collect();
    assert_eq!(
        befell,
        [(11.5, "fell"), (12.0, "taken up by a man of Song Wei 宋伟"), (15.0, "called on his men (2 heard)")]
    );
    assert_eq!((song.wound, song.heart), ("none", "steady"));
}

#[test]
fn the_text_names_everybody_in_both_scripts() {
    let a = account(&samples::run());
    let text = tell(&a, 200);
    for part in [
        "Song Wei 宋伟",
        "Yoto 岳托",
        "Later Jin 后金 had the better of it",
        "0:00:02  fire breaks out",
        &a.fought.hash,
    ] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
}

#[test]
fn the_verdict_does_not_hang_on_names_or_words() {
    let run = samples::run();
    let mut other = run.clone();
    other.scenario.raw.about = "the Ming won".into();
    other.scenario.raw.name.latin = "A Ming victory".into();
    assert_eq!(account(&run).verdict, account(&other).verdict);
}
