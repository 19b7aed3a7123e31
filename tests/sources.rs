//! `fenghuo sources`, as a user meets it: cards shown, battles fought and judged, exit codes.

use std::path::Path;
use std::process::{Command, Output};

fn sources(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_fenghuo")).arg("sources").args(args).current_dir(folder).output().unwrap()
}

fn here() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn json(output: &Output) -> serde_json::Value {
    serde_json::from_slice(&output.stdout).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A folder with the first 30 s of a small battle and a card of it; `holds` is what its one claim measures.
fn small(holds: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let battle = std::fs::read_to_string(here().join("tests/fixtures/meeting.ron")).unwrap();
    let short = battle.replacen("duration_s: 1200", "duration_s: 30", 1);
    assert_ne!(short, battle);
    let card = format!(
        "(format: 1, id: \"X9\", file: \"x\", sha256: \"{}\", setting: \"s\", scenario: \"./meeting.ron\", names: [],
          facts: [(id: \"X9-01\", kind: Event, words: \"w\")], derived: [],
          claims: [(id: \"X9-C01\", words: \"w\", reading: \"r\", holds: {holds},
                    figures: [(of: \"men\", number: Count(All))], expected: Yes)])",
        "0".repeat(64)
    );
    std::fs::create_dir(folder.path().join("seeds")).unwrap();
    std::fs::write(folder.path().join("seeds/x9.ron"), card).unwrap();
    std::fs::write(folder.path().join("meeting.ron"), short).unwrap();
    folder
}

#[test]
fn a_card_is_shown_and_a_text_without_one_is_told() {
    let shown = json(&sources(here(), &["X1", "--json"]));
    assert_eq!(shown["schema"], "fenghuo.source_card/1");
    assert_eq!(shown["texts"][0]["facts"].as_array().unwrap().len(), 39);
    let plain = sources(here(), &["x1"]);
    let text = String::from_utf8_lossy(&plain.stdout).into_owned();
    assert!(plain.status.success() && text.contains("X1-39") && text.contains("X1-C10"), "{text}");

    let missing = sources(here(), &["X8"]);
    assert_eq!(missing.status.code(), Some(2));
    assert!(stderr(&missing).contains("there is no card of a text `X8`"), "{}", stderr(&missing));
    let nowhere = sources(tempfile::tempdir().unwrap().path(), &[]);
    assert_eq!(nowhere.status.code(), Some(2));
    assert!(stderr(&nowhere).contains("no source cards here"));
}

#[test]
fn uncited_facts_are_listed() {
    let covered = sources(here(), &["--coverage", "--json"]);
    assert!(covered.status.success());
    let text = &json(&covered)["texts"][0];
    assert_eq!((&text["text"], text["unknown"].as_array().unwrap().len()), (&"X1".into(), 0));
}

#[test]
fn the_exit_code_says_whether_the_claims_hold() {
    let yes = small("More(Count(Side(\"south\")), Value(0))");
    let fought = sources(yes.path(), &["X9", "--runs", "3", "--seed", "5", "--json"]);
    assert_eq!(fought.status.code(), Some(0), "{}", stderr(&fought));
    let text = &json(&fought)["texts"][0];
    assert_eq!(text["seeds"], serde_json::json!([5, 6, 7]));
    assert_eq!((&text["claims"][0]["holds"], &text["claims"][0]["answer"]), (&3.into(), &"yes".into()));
    let one_thread = sources(yes.path(), &["X9", "--runs", "3", "--seed", "5", "--threads", "1", "--json"]);
    assert_eq!(json(&one_thread), json(&fought), "the number of threads changes nothing");

    let men = text["claims"][0]["figures"][0]["median"].as_f64().unwrap();
    let half = sources(yes.path(), &["X9", "--runs", "1", "--scale-strengths", "0.5", "--json"]);
    assert_eq!(json(&half)["texts"][0]["claims"][0]["figures"][0]["median"].as_f64().unwrap(), men / 2.0);

    let no = small("More(Count(Side(\"south\")), Value(1000000))");
    assert_eq!(sources(no.path(), &["X9", "--runs", "1"]).status.code(), Some(1));
}

#[test]
fn what_can_not_be_fought_or_measured_is_refused() {
    let elsewhere = small("More(Count(Side(\"east\")), Value(0))");
    let refused = sources(elsewhere.path(), &["X9", "--runs", "1"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(stderr(&refused).contains("meeting has no side `east`"), "{}", stderr(&refused));
    let yes = small("More(Count(All), Value(0))");
    for args in [
        &["X9", "--runs", "0"][..],
        &["X9", "--runs", "1", "--with", "nothing"],
        &["X9", "--runs", "1", "--set", "no.such=1"],
        &["X9", "--runs", "1", "--scale-strengths", "nobody=2"],
        &["X9", "--runs", "1", "--scale-times", "-1"],
        &["X9", "--of", "meeting.ron"],
    ] {
        assert_eq!(sources(yes.path(), args).status.code(), Some(2), "{args:?}");
    }
}
