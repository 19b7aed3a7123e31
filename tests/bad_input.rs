//! Malformed files are answered: which line, what is wrong, what would be right; never a panic.

use fenghuo::scenario::{LoadError, Problem, load, load_text, resolve};
use proptest::prelude::*;

const GOOD: &str = include_str!("fixtures/meeting.ron");

fn problems(text: &str, overlays: &[(&str, &str)], set: &[&str]) -> Vec<Problem> {
    let set: Vec<String> = set.iter().map(|s| (*s).to_owned()).collect();
    match load_text("battle.ron", text, overlays, &set) {
        Ok(_) => panic!("this should be refused"),
        Err(LoadError::Wrong(list)) => list,
        Err(error @ LoadError::Unreadable(_)) => panic!("it can be read: {error}"),
    }
}

/// The line in `text` on which `mark` first stands.
fn line_of(text: &str, mark: &str) -> usize {
    text.lines().position(|l| l.contains(mark)).unwrap_or_else(|| panic!("no `{mark}`")) + 1
}

/// In the good battle `from` is replaced by `to`; the answer must name the line of `to` (or of its part `mark`) and
/// say `what`, with `help`.
#[track_caller]
fn refused_at(from: &str, to: &str, mark: &str, what: &str, help: &str) {
    assert_eq!(GOOD.matches(from).count(), 1, "`{from}` must stand once");
    let text = GOOD.replacen(from, to, 1);
    let list = problems(&text, &[], &[]);
    let line = line_of(&text, mark);
    let told = |p: &Problem| p.line == line && p.what.contains(what) && p.help.as_deref().unwrap_or("").contains(help);
    assert!(list.iter().any(told), "line {line}, `{what}`, `{help}` is not among {list:#?}");
    assert!(list.iter().all(|p| p.file == "battle.ron" && p.column > 0));
}

#[track_caller]
fn refused(from: &str, to: &str, what: &str, help: &str) {
    refused_at(from, to, to, what, help);
}

#[test]
fn what_does_not_fit_the_schema() {
    refused("duration_s: 1200", "duration: 1200", "no field `duration`", "did you mean `duration_s`?");
    refused("swell_m: 2,", "swell_m: 2, waves: 3,", "no field `waves`", "its fields: swell_m, wavelength_m, seed");
    refused("grass: (sward: Natural", "grass: (sward: Natral", "no Sward `Natral`", "did you mean `Natural`?");
    refused("order: Attack)]", "order: Charge)]", "no Order `Charge`", "Hold, March");
    refused(
        "depth_m: Estimate(value: 1.8, low: 1, high: 2, why: \"over a man's head in spring\")",
        "depth_m: 1.8",
        "a bare number",
        "Estimate(",
    );
    refused("frontage_m: 60,", "frontage_m: \"wide\",", "expected float", "");
    refused("zh: \"溪畔之战\"", "zh: 5", "expected string", "");
    refused("format: 1,", "format: 1, format: 1,", "stands twice", "");
    refused("format: 1,", "format: -1,", "negative", "");
    refused("seed: 4)", "seed: 40000000000)", "too large", "");
    refused_at("    duration_s: 1200,\n", "", "id: \"meeting\"", "the field `duration_s` of `Battle` is missing", "");
    refused_at(", facing_deg: 0, frontage_m: 40", "", "id: \"south-horse\"", "`facing_deg` of `Unit` is missing", "");
    refused("north-horse\"], authority: 0.6", "north-horse\" authority: 0.6", "expected", "");
}

#[test]
fn numbers_out_of_their_range() {
    refused(
        "Estimate(value: 300, low: 200,",
        "Estimate(value: -300, low: 200,",
        "is -300, out of its range",
        "1 to 200000 men",
    );
    refused("Estimate(value: 300, low: 200,", "Estimate(value: NaN, low: 200,", "is NaN", "1 to 200000 men");
    refused(
        "Estimate(value: 300, low: 200,",
        "Estimate(value: 1000000000000, low: 200,",
        "out of its range",
        "1 to 200000 men",
    );
    refused("Estimate(value: 300, low: 200,", "Estimate(value: 300.5, low: 200,", "no parts of men", "300 or 301");
    refused(
        "Estimate(value: 300, low: 200,",
        "Estimate(value: 300, low: 350,",
        "outside its own range",
        "low <= value <= high",
    );
    refused("size_m: (800, 600)", "size_m: (800, 1e30)", "out of its range", "200 to 12000 m");
    refused("facing_deg: 0, frontage_m: 40", "facing_deg: -inf, frontage_m: 40", "is -inf", "clockwise from north");
    refused("duration_s: 1200", "duration_s: 1e6", "out of its range", "86400 s");
    refused(
        "Estimate(value: 60, low: 0, high: 300, why: \"soon\")",
        "Estimate(value: -60, low: -90, high: 300, why: \"soon\")",
        "is -60",
        "0 to 86400 s",
    );
    refused(
        "wind_m_s: Estimate(value: 5, low: 3, high: 8",
        "wind_m_s: Estimate(value: 500, low: 3, high: 800",
        "is 500",
        "0 to 60 m/s",
    );
    refused("value: 35, low: 20, high: 50", "value: 135, low: 20, high: 150", "is 135", "0 to 100 %");
    refused("id: \"X1-04\"", "id: \"Ming shi\"", "`Ming shi` is no fact id", "X1-04");
    refused("authority: 0.6", "authority: 6", "is 6", "0 to 1");
    refused("why: \"a fresh breeze\"", "why: \"\"", "is empty", "the reason");
    refused("bare_share: 0.05", "bare_share: 0.9", "is 0.9", "0 to 0.5");
    refused("format: 1,", "format: 2,", "format 2 is not known", "1");
    refused("at: (400, 560)", "at: (400, 5600)", "off the map", "(800, 600)");
    refused("Rect((350, 20), (450, 60))", "Rect((450, 20), (350, 60))", "wrong way round", "south-west corner");
    refused("line: [(0, 300), (400, 310), (800, 300)]", "line: [(0, 300)]", "has 1 points", "at least 2");
    refused(
        "value: 100, id: \"X1-04\"",
        "value: 200001, id: \"X1-04\"",
        "is 200001, out of its range",
        "1 to 200000 men",
    );
}

#[test]
fn too_many_men() {
    let text = GOOD
        .replacen("value: 300, low: 200, high: 400", "value: 150000, low: 200, high: 400000", 1)
        .replacen("value: 100, id: \"X1-04\"", "value: 150000, id: \"X1-04\"", 1)
        .replacen("value: 200, low: 100, high: 300", "value: 150000, low: 100, high: 300000", 1);
    let list = problems(&text, &[], &[]);
    assert_eq!(list.len(), 1);
    assert!(list[0].what.contains("450000 men in all") && list[0].line == line_of(&text, "units: ["), "{list:?}");
}

#[test]
fn names_of_what_is_not_there() {
    refused("refuge: \"north-camp\"", "refuge: \"noth-camp\"", "no place `noth-camp`", "did you mean `north-camp`?");
    refused(
        "troops: \"ming-foot\"",
        "troops: \"ming-feet\"",
        "no kind of troops `ming-feet`",
        "did you mean `ming-foot`?",
    );
    refused("side: \"north\"", "side: \"east\"", "no side `east`", "");
    refused("to: [\"south-foot\"]", "to: [\"south-fot\"]", "no unit `south-fot`", "did you mean `south-foot`?");
    refused("by: \"bo\"", "by: \"bob\"", "no person `bob`", "did you mean `bo`?");
    refused("Done(\"south-follows\")", "Done(\"breakfast\")", "no plan `breakfast`", "there are north-attacks");
    refused("Follow(to: \"north-camp\"", "Follow(to: \"jinzhou\"", "no place `jinzhou`", "north-camp, south-camp");
    refused_at(
        "id: \"south-horse\", name",
        "id: \"south-foot\", name",
        "Horse of the South",
        "`south-foot` stands twice in `units`",
        "",
    );
    refused("id: \"knoll\"", "id: \"The Knoll\"", "`The Knoll` is no id", "lower-case");
    refused("persons: [", "relations: [(\"north\", \"nrth\", Neutral)], persons: [", "no side `nrth`", "`north`");
}

#[test]
fn men_where_men_can_not_be() {
    refused("at: (400, 400), facing_deg: 180", "at: (400, 310), facing_deg: 180", "of water", "0.3 m at most");
    refused(
        "at: (400, 400), facing_deg: 180",
        "at: (790, 400), facing_deg: 180",
        "don't all stand on the map",
        "files of",
    );
    refused("at: (404, 310)", "at: (404, 350)", "the ford `cart-ford` lies", "the nearest point is");

    refused("Fact(value: 0.8, id", "Fact(value: 2.8, id", "deeper than its river", "1.8 m at most");
}

#[test]
fn an_exit_that_is_not_at_the_edge() {
    refused(
        "at: (400, 40), radius_m: 50)",
        "at: (400, 40), radius_m: 39, exit: true)",
        "the exit `south-camp` does not reach the edge of the map",
        "the nearest edge is 40 m off",
    );
}

#[test]
fn a_ford_nobody_can_reach() {
    let text = GOOD.replacen("line: [(0, 300), (400, 310), (800, 300)]", "line: [(0, 598), (800, 598)]", 1);
    let text = text.replacen("at: (404, 310)", "at: (404, 598)", 1);
    let list = problems(&text, &[], &[]);
    assert!(
        list.iter().any(|p| p.what.contains("can't be reached") && p.line == line_of(&text, "cart-ford")),
        "{list:?}"
    );
}

#[test]
fn orders_that_can_not_be_carried_out() {
    refused("to: [\"south-foot\"]", "to: [\"north-horse\"]", "`liu` does not command `north-horse`", "under him");
    refused("commands: [\"north-horse\"]", "commands: [\"south-horse\"]", "it is not on his side", "");
    refused_at("commands: [\"north-horse\"]", "commands: []", "order: Attack", "commands no unit", "list them in");
    refused(
        "order: Attack",
        "order: Between(\"south-foot\", \"north-horse\")",
        "`north-horse` is no enemy of `bo`",
        "enemy",
    );
    refused("order: Attack", "order: Join(unit: \"south-foot\")", "is no friend", "");
    refused(
        "WindFrom(0)",
        "WindFrom(0), Done(\"north-attacks\")",
        "can never be carried out: it waits for north-attacks",
        "",
    );
    refused("WindFrom(0)", "Any([])", "list of conditions is empty", "");
    // Without a ford that can be waded foot can't go over; the horse alone may.
    refused_at(
        "Fact(value: 0.8, id",
        "Fact(value: 1.5, id",
        "Follow(to:",
        "`south-foot` is foot and can't reach `north-camp`: `stream` has no way through",
        "a ford of at most 1.3 m",
    );
}

#[test]
fn several_things_are_told_at_once_in_the_order_of_their_lines() {
    let text = GOOD.replacen("refuge: \"north-camp\"", "refuge: \"a\"", 1).replacen("by: \"bo\"", "by: \"b\"", 1);
    let text = text.replacen("at: (400, 400), facing_deg: 180", "at: (400, 310), facing_deg: 180", 1);
    let list = problems(&text, &[], &[]);
    assert_eq!(list.len(), 3, "{list:#?}");
    assert!(list.is_sorted_by_key(|p| p.line));
}

fn overlay(changes: &str) -> String {
    format!(
        "(\n    format: 1, id: \"o\", of: \"meeting\",\n    about: \"\",\n    changes: [\n        {changes}\n    ],\n)"
    )
}

/// The fifth line of an overlay holds its changes.
#[track_caller]
fn overlay_refused(changes: &str, what: &str, help: &str) {
    let text = overlay(changes);
    let list = problems(GOOD, &[("what-if.ron", &text)], &[]);
    let told = |p: &Problem| {
        p.file == "what-if.ron"
            && p.line == 5
            && p.what.contains(what)
            && p.help.as_deref().unwrap_or("").contains(help)
    };
    assert!(list.iter().any(told), "`{what}`, `{help}` is not among {list:#?}");
}

#[test]
fn overlays_that_do_not_fit_their_battle() {
    overlay_refused("DropWeather(\"trun\")", "no weather event `trun`", "did you mean `turn`?");
    overlay_refused("DropUnit(\"yoto\")", "no unit `yoto`", "there are");
    overlay_refused(
        "Strength(\"south-foot\", Fact(value: 0, id: \"X1-04\"))",
        "`units[south-foot].strength.value` is 0",
        "1 to 200000",
    );
    overlay_refused("MoveUnit(\"north-horse\", (400, 310))", "of water", "");
    overlay_refused("MoveUnit(\"north-horse\", (NaN, 310))", "off the map", "");
    overlay_refused(
        "Param(\"men.file_fot_m\", 1)",
        "no parameter `men.file_fot_m`; did you mean `men.file_foot_m`?",
        "",
    );
    overlay_refused("Param(\"men.file_foot_m\", NaN)", "can't be NaN", "");
    overlay_refused("DropRivers(\"stream\")", "no Change `DropRivers`", "one of: DropWeather");
    overlay_refused(
        "AddPatch((id: \"road\", shape: Disc((9, 9), 5), sward: Bare, why: \"w\"))",
        "there is a patch `road` already",
        "",
    );
    overlay_refused(
        "AddPlan((id: \"p\", by: \"lu\", when: EnemyWithin(9), do: [Appeal(words: \"!\")], why: \"w\"))",
        "no person `lu`",
        "liu",
    );
    overlay_refused(
        "ReplacePlan((id: \"p\", by: \"liu\", when: EnemyWithin(9), do: [Appeal(words: \"!\")], why: \"w\"))",
        "no plan `p`",
        "",
    );
    overlay_refused(
        "AddPatch((id: \"a b\", shape: Disc((9, 9), 5), sward: Bare, why: \"w\"))",
        "`a b` is no id",
        "lower-case",
    );
    let other = overlay("Wind(Fact(value: 3, id: \"X1-26\"))").replace("of: \"meeting\"", "of: \"dalinghe\"");
    let list = problems(GOOD, &[("o.ron", &other)], &[]);
    assert!(list[0].what.contains("of `dalinghe`, not of `meeting`") && list[0].line == 2, "{list:?}");
    let list = problems(&other, &[], &[]);
    assert!(list[0].what.contains("an overlay, not a scenario"), "{list:?}");
    let list = problems(GOOD, &[("m.ron", GOOD)], &[]);
    assert!(list[0].what.contains("a scenario, not an overlay"), "{list:?}");
}

/// A battle kept in a run file is a stranger's too; it has no lines, so parts are named by their path.
#[test]
fn a_battle_without_a_text_is_checked_all_the_same() {
    let good = load_text("battle.ron", GOOD, &[], &[]).unwrap().scenario;
    let mut battle = good.raw.clone();
    battle.units[1].facing_deg = f32::NAN;
    battle.units[2].at = (-5.0, f32::INFINITY);
    let error = resolve(battle, good.overlays, good.params).unwrap_err();
    let text = error.to_string();
    assert!(text.contains("`units[south-horse].facing_deg` is NaN"), "{text}");
    assert!(text.contains("`units[north-horse].at` is (-5, inf), off the map"), "{text}");
    assert!(error.problems().iter().all(|p| p.json().line.is_none()));
}

#[test]
fn parameters_that_can_not_be_set() {
    let set = |text: &str| problems(GOOD, &[], &[text])[0].to_string();
    assert!(set("men.file_foot=1").contains("did you mean `men.file_foot_m`?"));
    assert!(set("men.file_foot_m").contains("has no `=`"));
    assert!(set("men.file_foot_m=wide").contains("no number"));
    assert!(set("men.file_foot_m=inf").contains("a finite number is needed"));
}

#[test]
fn texts_that_are_no_battle() {
    let unreadable = |text: &str| match load_text("battle.ron", text, &[], &[]) {
        Err(LoadError::Unreadable(problem)) => problem.to_string(),
        other => panic!("{other:?}"),
    };
    assert_eq!(unreadable(""), "battle.ron: is empty");
    assert_eq!(unreadable(" \n\t\n"), "battle.ron: is empty");
    assert_eq!(unreadable("(format: \0 1)"), "battle.ron: is a binary file");
    assert!(unreadable(&" ".repeat(5 << 20)).contains("is too large"));

    let truncated = &GOOD[..GOOD.len() / 2];
    let list = problems(truncated, &[], &[]);
    assert_eq!(list[0].line, truncated.lines().count(), "{list:?}");
    let deep = GOOD.replacen("WindFrom(0)", &format!("{}WindFrom(0){}", "Not(".repeat(5000), ")".repeat(5000)), 1);
    let list = problems(&deep, &[], &[]);
    assert!(list[0].what.contains("nested too deeply") && list[0].line == line_of(&deep, "Not(Not("), "{list:?}");
    for text in ["[]", "{}", "\"a battle\"", "42", "()", "(((((", "#![enable(nothing)] ()", "/* never closed"] {
        assert!(problems(text, &[], &[])[0].line >= 1, "{text}");
    }
}

#[test]
fn files_that_can_not_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let unreadable = |path: &str| match load(path, &[], &[]) {
        Err(LoadError::Unreadable(problem)) => problem.to_string(),
        other => panic!("{other:?}"),
    };
    assert!(unreadable(&file("binary.ron", &[0xff, 0xfe, 0x80, 1])).contains("is no UTF-8 text (byte 0 is wrong)"));
    assert!(unreadable(folder.path().to_str().unwrap()).contains("is no plain file"));
    assert!(unreadable("nowhere/none.ron").contains("can't be read"));
    let large = folder.path().join("large.ron");
    std::fs::File::create(&large).unwrap().set_len(1 << 40).unwrap();
    assert!(unreadable(large.to_str().unwrap()).contains("is too large"), "refused by its size, before it is read");
    let good = file("good.ron", GOOD.as_bytes());
    std::fs::create_dir(folder.path().join("good")).unwrap();
    file("good/no-turn.ron", include_bytes!("fixtures/meeting/no-turn.ron"));
    let error = load(&good, &["no-trun".into()], &[]).unwrap_err().to_string();
    assert!(error.contains("no overlay `no-trun`") && error.contains("did you mean `no-turn`?"), "{error}");
}

#[test]
fn a_problem_shows_its_line_underlined() {
    let text = GOOD.replacen("troops: \"ming-foot\"", "troops: \"ming-fot\"", 1);
    let list = problems(&text, &[], &[]);
    let mut shown = String::new();
    let theme = miette::GraphicalTheme::unicode_nocolor();
    miette::GraphicalReportHandler::new_themed(theme).render_report(&mut shown, &list[0]).unwrap();
    assert!(shown.contains("troops: \"ming-fot\", at: (400, 150)") && shown.contains("──"), "{shown}");
    assert!(shown.contains(&format!("battle.ron:{}:", list[0].line)), "{shown}");
    let json = serde_json::to_value(list[0].json()).unwrap();
    assert_eq!(json["line"], list[0].line);
    assert_eq!(json["help"], "did you mean `ming-foot`?");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Bytes of a good battle are changed, dropped and doubled: an answer, never a panic.
    #[test]
    fn a_damaged_battle_is_answered(
        edits in proptest::collection::vec((0..GOOD.len(), any::<u8>(), 0..4u8), 1..6),
    ) {
        let mut bytes = GOOD.as_bytes().to_vec();
        for (at, byte, kind) in edits {
            let at = at.min(bytes.len() - 1);
            match kind {
                0 => bytes[at] = byte,
                1 => { bytes.remove(at); }
                2 => bytes.insert(at, byte),
                _ => bytes.truncate(at.max(1)),
            }
        }
        let text = String::from_utf8_lossy(&bytes);
        if let Err(error) = load_text("battle.ron", &text, &[], &[]) {
            prop_assert!(!error.problems().is_empty());
        }
    }

    /// Numbers of a good battle are replaced by odd ones: an answer, never a panic.
    #[test]
    fn a_battle_of_odd_numbers_is_answered(which in 0..200usize, odd in "(-)?(0|1e-40|1e9|1e38|NaN|inf|0.0001|7777777|12000)") {
        let starts: Vec<usize> = GOOD
            .char_indices()
            .filter(|(i, c)| c.is_ascii_digit() && !GOOD[..*i].ends_with(|p: char| p.is_ascii_alphanumeric() || p == '.' || p == '-'))
            .map(|(i, _)| i)
            .collect();
        let start = starts[which % starts.len()];
        let end = start + GOOD[start..].find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(0);
        let text = format!("{}{odd}{}", &GOOD[..start], &GOOD[end..]);
        match load_text("battle.ron", &text, &[], &[]) {
            Ok(loaded) => prop_assert!(fenghuo::ground::Ground::build(&loaded.scenario.raw.ground).is_ok()),
            Err(error) => prop_assert!(!error.problems().is_empty()),
        }
    }
}
