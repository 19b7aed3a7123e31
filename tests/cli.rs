//! The commands that read and write scenarios, as a user meets them: exit codes, stdout, JSON.

use std::path::Path;
use std::process::{Command, Output};

const FIXTURE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/meeting.ron");

fn fenghuo(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_fenghuo")).args(args).current_dir(folder).output().unwrap()
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

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn check_says_yes_no_or_that_it_can_not_read() {
    let folder = tempfile::tempdir().unwrap();
    let good = fenghuo(folder.path(), &["check", FIXTURE]);
    assert_eq!(good.status.code(), Some(0));
    assert!(stdout(&good).contains("3 units, 600 men"));

    let wrong = folder.path().join("wrong.ron");
    let text = std::fs::read_to_string(FIXTURE).unwrap().replace("refuge: \"north-camp\"", "refuge: \"nrth-camp\"");
    std::fs::write(&wrong, &text).unwrap();
    let answer = fenghuo(folder.path(), &["check", "wrong.ron"]);
    assert_eq!(answer.status.code(), Some(1));
    assert!(stderr(&answer).contains("did you mean `north-camp`?"), "{}", stderr(&answer));
    let object = json(&fenghuo(folder.path(), &["check", "wrong.ron", "--json"]));
    assert_eq!((&object["schema"], &object["ok"]), (&"fenghuo.check/1".into(), &false.into()));
    let line = text.lines().position(|l| l.contains("nrth-camp")).unwrap() + 1;
    let problem = &object["problems"][0];
    assert_eq!((&problem["file"], &problem["line"]), (&"wrong.ron".into(), &line.into()));
    assert_eq!(problem["what"], "there is no place `nrth-camp`");

    for unreadable in ["nothing.ron", ".", "no-such-name"] {
        let answer = fenghuo(folder.path(), &["check", unreadable]);
        assert_eq!(answer.status.code(), Some(2), "{unreadable}");
        assert!(!answer.stderr.is_empty());
    }
}

#[test]
fn an_overlay_is_checked_on_its_scenario() {
    let overlay = FIXTURE.replace("meeting.ron", "meeting/no-turn.ron");
    let object = json(&fenghuo(here(), &["check", &overlay, "--json"]));
    assert_eq!((&object["scenario"], &object["overlays"][0]), (&"meeting".into(), &"no-turn".into()));
}

#[test]
fn list_names_what_can_be_overridden() {
    let answer = fenghuo(here(), &["list", FIXTURE]);
    assert_eq!(answer.status.code(), Some(0));
    let text = stdout(&answer);
    for part in ["south-foot", "Liu 刘", "north-camp", "south-stands", "turn", "grass-fire", "road", "no-turn"] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
    let object = json(&fenghuo(here(), &["list", FIXTURE, "--json"]));
    assert_eq!(object["schema"], "fenghuo.list/1");
    assert_eq!(object["weather_events"][0]["t_s"], 600.0);
    assert_eq!(object["units"].as_array().map(Vec::len), Some(3));
}

#[test]
fn params_are_listed_by_the_start_of_their_path() {
    let object = json(&fenghuo(here(), &["params", "men.file_", "--json"]));
    let rows = object["params"].as_array().unwrap();
    assert_eq!((&object["schema"], rows.len()), (&"fenghuo.params/1".into(), 2));
    assert!(rows.iter().all(|r| r["low"].as_f64() <= r["best"].as_f64()));
    let one = stdout(&fenghuo(here(), &["params", "men.file_foot_m"]));
    assert!(one.contains("men.file_foot_m = 0.9 m") && one.contains("source:"), "{one}");
    let wrong = fenghuo(here(), &["params", "men.file_fot_m", "--json"]);
    assert_eq!(wrong.status.code(), Some(2));
    let object = json(&wrong);
    assert_eq!(object["schema"], "fenghuo.error/1");
    assert_eq!(object["problems"][0]["help"], "did you mean `men.file_foot_m`?");
}

#[test]
fn new_writes_a_sound_battle_and_never_over_another() {
    let folder = tempfile::tempdir().unwrap();
    let run = |args: &[&str]| fenghuo(folder.path(), args);
    assert_eq!(run(&["new", "duel"]).status.code(), Some(0));
    let sound = run(&["check", "duel"]);
    assert_eq!(sound.status.code(), Some(0), "{}", stderr(&sound));
    assert!(sound.stderr.is_empty(), "without a warning: {}", stderr(&sound));
    let file = folder.path().join("scenarios/duel.ron");
    std::fs::write(&file, "mine").unwrap();
    assert_eq!(run(&["new", "duel"]).status.code(), Some(2));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "mine");
    for bad in ["../duel", "Duel", "a\"b", ""] {
        assert_eq!(run(&["new", bad]).status.code(), Some(2), "{bad}");
    }
    assert_eq!(std::fs::read_dir(folder.path().join("scenarios")).unwrap().count(), 1, "nothing else is left behind");
    let object = json(&run(&["list", "--json"]));
    assert_eq!(object["scenarios"][0]["name"], "duel");
    assert!(object["scenarios"][0]["men"].is_null(), "a file that can't be used is listed all the same");
}

#[test]
fn wrong_usage_is_refused() {
    assert_eq!(fenghuo(here(), &["conquer"]).status.code(), Some(2));
    assert_eq!(fenghuo(here(), &["check"]).status.code(), Some(2));
}
