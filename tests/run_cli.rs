//! The commands run, report, verify and diff, as a user meets them: files, exit codes, an interrupted run.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use fenghuo::record::runfile::{Ended, RunFile};

const FIXTURE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/meeting.ron");

fn command(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fenghuo"));
    command.args(args).current_dir(folder);
    command
}

fn fenghuo(folder: &Path, args: &[&str]) -> Output {
    command(folder, args).output().unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn json(output: &Output) -> serde_json::Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {}", stderr(output)))
}

#[test]
fn a_run_is_kept_told_verified_and_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let run = |args: &[&str]| fenghuo(folder.path(), args);
    let first = run(&["run", FIXTURE, "--until", "90s", "--save-at", "30s", "--threads", "1", "--json"]);
    assert_eq!(first.status.code(), Some(0), "{}", stderr(&first));
    let object = json(&first);
    assert_eq!((&object["schema"], &object["run_file"]), (&"fenghuo.run/1".into(), &"runs/meeting-1.fhr".into()));
    assert_eq!(object["fought"]["ended"], "until");
    let told = json(&run(&["report", "runs/meeting-1.fhr", "--json"]));
    assert_eq!((&told["fought"], &told["units"]), (&object["fought"], &object["units"]));

    let verified = run(&["verify", "runs/meeting-1.fhr", "--same-build", "--threads", "2"]);
    assert_eq!(verified.status.code(), Some(0), "{}", stderr(&verified));
    let on = run(&["run", "--from", "runs/meeting-1-at-30s.fhs", "--until", "90s", "-o", "on.fhr"]);
    assert_eq!(on.status.code(), Some(0), "{}", stderr(&on));
    let same = run(&["diff", "on.fhr", "runs/meeting-1.fhr"]);
    assert_eq!(same.status.code(), Some(0));
    let other = run(&["run", FIXTURE, "--seed", "2", "--until", "30s", "-o", "other.fhr"]);
    assert_eq!(other.status.code(), Some(0), "{}", stderr(&other));
    let parted = run(&["diff", "other.fhr", "on.fhr", "--deep", "--json"]);
    assert_eq!(parted.status.code(), Some(1));
    assert!(json(&parted)["fields"].as_array().is_some_and(|f| !f.is_empty()));

    let path = folder.path().join("on.fhr");
    let mut bytes = std::fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&path, bytes).unwrap();
    assert_eq!(run(&["verify", "on.fhr"]).status.code(), Some(2), "a changed byte is refused");
    assert_eq!(run(&["run", "--from", "on.fhr"]).status.code(), Some(2), "a run is no state");
    assert_eq!(run(&["run", FIXTURE, "--save-at", "3h"]).status.code(), Some(2), "never fought");
}

#[test]
fn many_seeds_give_a_row_each() {
    let folder = tempfile::tempdir().unwrap();
    let answer = fenghuo(folder.path(), &["run", FIXTURE, "--runs", "3", "--csv", "--seed", "5", "--until", "20s"]);
    assert_eq!(answer.status.code(), Some(0), "{}", stderr(&answer));
    let mut table = csv::Reader::from_reader(answer.stdout.as_slice());
    let heads = table.headers().unwrap().clone();
    for name in ["seed", "hash", "north_dead", "south_first_fire", "south_share_broken_peak", "north_attack_t_s"] {
        assert!(heads.iter().any(|h| h == name), "{name} is not in {heads:?}");
    }
    let seeds: Vec<String> = table.records().map(|r| r.unwrap()[0].to_owned()).collect();
    assert_eq!(seeds, ["5", "6", "7"]);
    assert!(!folder.path().join("runs").exists(), "no run is kept");
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_keeps_what_was_fought() {
    use std::io::{BufRead, BufReader};
    let folder = tempfile::tempdir().unwrap();
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let file = folder.path().join("cut-short.fhr");
    let mut child = command(here, &["run", "xiaoling-wind-turns", "-o", &file.to_string_lossy()])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Once it has said what it fights, it listens.
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap().contains("men, seed 1")));
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    let rest: Vec<String> = lines.map(|line| line.unwrap()).collect();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{rest:?}");
    let run = RunFile::read(&file).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(run.ended, Ended::Interrupted);
    assert_eq!(run.hashes.ticks(), run.ticks);
}
