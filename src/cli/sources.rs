//! `fenghuo sources`: what the texts state, and how true the battles come to it.

use std::io::Write;
use std::path::Path;

use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use super::{Exit, Failure, out};
use crate::battle::BattleError;
use crate::kernel::time::hms;
use crate::record::runfile::RunFile;
use crate::scenario::{Loaded, Problem, load, source};
use crate::sources::card::{Claim, Expected, Fact, Stated, card_ids};
use crate::sources::fight::{Judged, Plan, Watch, fight};
use crate::sources::scale::{Scale, parse_strengths};
use crate::sources::tally::{Answer, LEAST_RUNS, Spread, Tally, any_missed, tally};
use crate::sources::verdict::Outcome;
use crate::sources::{Card, CardFile, card_file, coverage, judge};

/// Show what a text states; with --runs, fight its battle and say how often each of its claims holds.
///
/// Ends with 1 when an expected claim holds in fewer than half of the runs it speaks of.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The id of a text (`X1`) or the path of a card; without it all cards.
    text: Option<String>,
    /// Fight this many battles, one for each seed.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=100_000), conflicts_with = "of")]
    runs: Option<u32>,
    /// The first seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Judge these run files instead of fighting.
    #[arg(long, value_name = "RUN", num_args = 1..)]
    of: Vec<std::path::PathBuf>,
    /// An overlay of the scenario: a path, or a name among its overlays.
    #[arg(long)]
    with: Vec<String>,
    /// Another value of a parameter.
    #[arg(long, value_name = "PATH=VALUE")]
    set: Vec<String>,
    /// Multiply strengths: all, or those of a side or unit.
    #[arg(long, value_name = "[ID=]FACTOR", value_parser = parse_strengths)]
    scale_strengths: Vec<(Option<String>, f32)>,
    /// Multiply the times of the wind's turns, of fires and of plans.
    #[arg(long, value_name = "FACTOR")]
    scale_times: Option<f32>,
    /// Battles fought at a time; 0 for one a core.
    #[arg(long, default_value_t = 0)]
    threads: usize,
    /// List the facts that no scenario cites.
    #[arg(long, conflicts_with_all = ["runs", "of"])]
    coverage: bool,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
}

impl From<BattleError> for Failure {
    fn from(error: BattleError) -> Self {
        Self::Refused(Problem::of_file("", error.to_string(), None))
    }
}

#[derive(Serialize)]
struct SourcesJson<T> {
    schema: &'static str,
    texts: Vec<T>,
}

#[derive(Serialize)]
struct CoverageJson {
    text: String,
    facts: usize,
    uncited: Vec<String>,
    unknown: Vec<String>,
}

#[derive(Serialize)]
struct TalliesJson {
    text: String,
    scenario: String,
    overlays: Vec<String>,
    seeds: Vec<u64>,
    verdicts: Vec<SeedJson>,
    claims: Vec<Tally>,
}

#[derive(Serialize)]
struct SeedJson {
    seed: u64,
    outcomes: Vec<Outcome>,
    figures: Vec<Vec<Option<f64>>>,
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    let given = args.text.as_ref().map_or_else(card_ids, |t| vec![t.clone()]);
    let cards: Vec<CardFile> = given.iter().map(|text| CardFile::read(&card_file(text)?)).collect::<Result<_, _>>()?;
    if cards.is_empty() {
        let help = "go to the folder that holds `seeds`, or give a card's path".to_owned();
        return Err(Problem::of_file("", "there are no source cards here", help).into());
    }
    if args.coverage {
        return covered(args, &cards);
    }
    if args.runs.is_none() && args.of.is_empty() {
        return show(args, &cards);
    }
    let mut texts = Vec::new();
    let mut missed = false;
    for file in &cards {
        let (scenario, judged) = if args.of.is_empty() { fought(args, file)? } else { read(args, file)? };
        let verdicts: Vec<_> = judged.iter().map(|j| j.verdicts.clone()).collect();
        let claims = tally(&file.card, &verdicts);
        missed |= any_missed(&claims);
        if !args.json {
            print(&file.card, &claims, judged.len())?;
        }
        let seed = |j: Judged| SeedJson {
            seed: j.seed,
            outcomes: j.verdicts.iter().map(|v| v.outcome).collect(),
            figures: j.verdicts.into_iter().map(|v| v.figures).collect(),
        };
        texts.push(TalliesJson {
            text: file.card.id.clone(),
            scenario: scenario.0,
            overlays: scenario.1,
            seeds: judged.iter().map(|j| j.seed).collect(),
            verdicts: judged.into_iter().map(seed).collect(),
            claims,
        });
    }
    if args.json {
        out::json(&SourcesJson { schema: "fenghuo.sources/1", texts })?;
    }
    Ok(if missed { Exit::No } else { Exit::Done })
}

/// Id of the scenario and its overlays, and the runs judged.
type Fought = ((String, Vec<String>), Vec<Judged>);

fn fought(args: &Args, file: &CardFile) -> Result<Fought, Failure> {
    let Loaded { scenario, warnings, .. } = load(&file.card.scenario, &args.with, &args.set)?;
    out::warnings(&warnings);
    let scale = Scale { strengths: args.scale_strengths.clone(), times: args.scale_times };
    let scenario = if scale.is_plain() { scenario } else { scale.apply(&scenario)? };
    file.fits(&scenario)?;
    let runs = args.runs.unwrap_or(1) as usize;
    let plan = Plan { card: &file.card, scenario: &scenario, first_seed: args.seed, runs, threads: args.threads };
    let watcher = Progress::new(&file.card, runs, f64::from(scenario.raw.duration_s));
    let judged = fight(plan, &watcher)?;
    watcher.bar.finish_and_clear();
    Ok(((scenario.raw.id.clone(), scenario.overlays.clone()), judged))
}

fn read(args: &Args, file: &CardFile) -> Result<Fought, Failure> {
    let mut judged = Vec::new();
    let mut of = (file.card.scenario.clone(), Vec::new());
    for path in &args.of {
        let run = RunFile::read(path)?;
        file.fits(&run.scenario)?;
        of = (run.scenario.raw.id.clone(), run.scenario.overlays.clone());
        judged.push(Judged { seed: run.seed, verdicts: judge(&file.card, &run) });
    }
    Ok((of, judged))
}

/// A bar on stderr where somebody looks; else a line for each battle.
struct Progress {
    bar: ProgressBar,
}

impl Progress {
    fn new(card: &Card, runs: usize, duration_s: f64) -> Self {
        let bar = ProgressBar::new((duration_s * runs as f64) as u64);
        if let Ok(style) = ProgressStyle::with_template("{prefix} {wide_bar} {percent}% left {eta}") {
            bar.set_style(style);
        }
        bar.set_prefix(format!("{}: {runs} battles", card.id));
        Self { bar }
    }
}

impl Watch for Progress {
    fn fought(&self, step_s: f64) {
        self.bar.inc(step_s as u64);
    }
    fn judged(&self, judged: &Judged) {
        let of =
            |outcomes: &[Outcome]| judged.verdicts.iter().filter(|v| outcomes.contains(&v.outcome)).collect::<Vec<_>>();
        let not: Vec<&str> = of(&[Outcome::Fails, Outcome::Undefined]).iter().map(|v| v.claim.as_str()).collect();
        let holds = of(&[Outcome::Holds]).len();
        let but = if not.is_empty() { String::new() } else { format!("; not {}", not.join(", ")) };
        let line = format!("seed {}: {holds} of {} claims hold{but}", judged.seed, judged.verdicts.len());
        if self.bar.is_hidden() {
            // Where stderr is closed there is nobody to tell.
            let _ = writeln!(std::io::stderr().lock(), "{line}");
        } else {
            self.bar.println(line);
        }
    }
}

fn share(x: f64) -> String {
    format!("{x:.2}").trim_start_matches('0').to_owned()
}

/// A figure with as many digits as it is worth.
fn number(x: Option<f64>) -> String {
    match x {
        None => "-".into(),
        Some(x) if x.abs() >= 100.0 || x == x.round() => format!("{x:.0}"),
        Some(x) if x.abs() >= 1.0 => format!("{x:.1}"),
        Some(x) => format!("{x:.3}"),
    }
}

fn in_unit(x: Option<f64>, unit: &str) -> String {
    match x {
        Some(t_s) if unit == "clock" => hms(t_s),
        x => number(x),
    }
}

fn print(card: &Card, tallies: &[Tally], runs: usize) -> Result<(), Failure> {
    let mut table = out::table(&["claim", "holds", "95 %", "measured", "median", "5-95 %", "text"]);
    for t in tallies {
        let (mark, holds) = match t.answer {
            Answer::Yes => ("yes", format!("{} of {}", t.holds, t.given)),
            Answer::No => ("NO", format!("{} of {}", t.holds, t.given)),
            Answer::NotTestable => ("-", format!("{} of {}, too few", t.holds, t.given)),
        };
        let interval = format!("{} to {}", share(t.interval.0), share(t.interval.1));
        for (n, Spread { of, unit, text, median, p05, p95, .. }) in t.figures.iter().enumerate() {
            let unit_word = if unit.is_empty() || unit == "clock" { String::new() } else { format!(", {unit}") };
            let range = format!("{} to {}", in_unit(*p05, unit), in_unit(*p95, unit));
            let lead = match n {
                0 => [t.claim.clone(), format!("{mark}: {holds}"), interval.clone()],
                _ => Default::default(),
            };
            let tail = [format!("{of}{unit_word}"), in_unit(*median, unit), range, text.clone()];
            table.add_row(lead.into_iter().chain(tail));
        }
    }
    out::line(format_args!("{}: {} over {runs} runs", card.id, card.scenario))?;
    out::line(table)?;
    let not_expected: Vec<&Claim> = card.claims.iter().filter(|c| c.expected != Expected::Yes).collect();
    for claim in &not_expected {
        if let Expected::No(why) = &claim.expected {
            out::line(format_args!("{} is not expected: {why}", claim.id))?;
        }
    }
    let undefined: usize = tallies.iter().map(|t| t.undefined).sum();
    if undefined > 0 {
        out::line(format_args!("{undefined} times what a claim measures was not there; it counts as not holding"))?;
    }
    let (yes, no) = (tallies.iter().filter(|t| t.answer == Answer::Yes).count(), not_expected.len());
    let few = tallies.iter().filter(|t| t.answer == Answer::NotTestable).count();
    out::line(format_args!(
        "{yes} of {} claims hold in half of their runs or more; {few} spoke of fewer than {LEAST_RUNS} runs; {no} not expected",
        tallies.len()
    ))
}

fn show(args: &Args, cards: &[CardFile]) -> Result<Exit, Failure> {
    if args.json {
        let texts = cards.iter().map(|c| &c.card).collect();
        out::json(&SourcesJson { schema: "fenghuo.source_card/1", texts })?;
        return Ok(Exit::Done);
    }
    for CardFile { card, .. } in cards {
        out::line(format_args!("{}  {}\n{}", card.id, card.file, card.setting))?;
        out::line(format_args!("SHA-256 {}; fought as {}\n", card.sha256, card.scenario))?;
        let mut facts = out::table(&["fact", "kind", "states", "figures"]);
        for Fact { id, kind, words, figures } in &card.facts {
            let figures: Vec<String> = figures.iter().map(stated).collect();
            facts.add_row([id, kind.word(), words, &figures.join("; ")]);
        }
        out::line(facts)?;
        let mut claims = out::table(&["claim", "says", "measured as"]);
        for claim in &card.claims {
            let not = if claim.expected == Expected::Yes { "" } else { " (not expected)" };
            claims.add_row([&claim.id, &format!("{}{not}", claim.words), &claim.reading]);
        }
        out::line(format_args!("\n{claims}"))?;
    }
    Ok(Exit::Done)
}

fn stated(s: &Stated) -> String {
    let Stated { of, value, low, high, unit } = s;
    if low == high { format!("{of} {value} {unit}") } else { format!("{of} {value} ({low} to {high}) {unit}") }
}

fn covered(args: &Args, cards: &[CardFile]) -> Result<Exit, Failure> {
    let citations = coverage::citations(Path::new(source::FOLDER))?;
    let mut texts = Vec::new();
    for CardFile { card, .. } in cards {
        let owned = |ids: Vec<&str>| ids.into_iter().map(str::to_owned).collect::<Vec<_>>();
        let uncited = owned(coverage::uncited(card, &citations));
        let unknown = owned(coverage::unknown(card, &citations));
        texts.push(CoverageJson { text: card.id.clone(), facts: card.facts.len(), uncited, unknown });
    }
    let sound = texts.iter().all(|t| t.unknown.is_empty());
    if args.json {
        out::json(&SourcesJson { schema: "fenghuo.source_coverage/1", texts })?;
    } else {
        for (t, CardFile { card, .. }) in texts.iter().zip(cards) {
            out::line(format_args!("{}: {} of {} facts are cited", t.text, t.facts - t.uncited.len(), t.facts))?;
            for fact in card.facts.iter().filter(|f| t.uncited.contains(&f.id)) {
                out::line(format_args!("  not cited: {} {}", fact.id, fact.words))?;
            }
            for id in &t.unknown {
                out::line(format_args!("  cited, but not on the card: {id}"))?;
            }
        }
    }
    Ok(if sound { Exit::Done } else { Exit::No })
}
