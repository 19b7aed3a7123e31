//! From files to a checked battle: read, lay the overlays over it, set parameters, check, resolve.

use std::path::PathBuf;
use std::sync::Arc;

use miette::NamedSource;

use super::geometry::Spacing;
use super::problem::{LoadError, Problem};
use super::raw::{Battle, Overlay};
use super::report::Report;
use super::spans::SpanMap;
use super::{Scenario, check, overlay, source, troops};
use crate::params::ParamTable;

/// A battle that can be fought, and what should be said about it first.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The battle.
    pub scenario: Scenario,
    /// The battle as written, without its overlays.
    pub base: Battle,
    /// The overlays as written, in the order applied.
    pub overlays: Vec<Overlay>,
    /// What is odd but doesn't stop it.
    pub warnings: Vec<Problem>,
}

type Source = Arc<NamedSource<String>>;

/// Loads a scenario, given as a path or a name, with overlays, given likewise, and parameters as `PATH=VALUE`.
///
/// # Errors
/// [`LoadError::Unreadable`] when a file can't be read, [`LoadError::Wrong`] with all that is wrong when it can.
pub fn load(scenario: &str, with: &[String], set: &[String]) -> Result<Loaded, LoadError> {
    let file = source::scenario_file(scenario)?;
    let text = source::read(&file)?;
    let files = with.iter().map(|o| source::overlay_file(&file, o)).collect::<Result<Vec<PathBuf>, _>>()?;
    let overlays = files.iter().map(|f| source::read(f)).collect::<Result<Vec<Source>, _>>()?;
    load_sources(&text, &overlays, set)
}

/// Loads a scenario, or an overlay on the scenario it changes: in `NAME/OVERLAY.ron` that of `NAME.ron`, else the one
/// its `of` names.
///
/// # Errors
/// As [`load()`].
pub fn check_file(given: &str) -> Result<Loaded, LoadError> {
    let file = source::scenario_file(given)?;
    let text = source::read(&file)?;
    if !is_overlay(&SpanMap::scan(text.inner())) {
        return load_sources(&text, &[], &[]);
    }
    let overlay = parse_overlay(&text)?;
    let beside = file.parent().filter(|p| !p.as_os_str().is_empty()).map(|p| p.with_extension("ron"));
    let base = match beside.filter(|b| b.is_file()) {
        Some(base) => base,
        None => source::scenario_file(&overlay.of)?,
    };
    load_sources(&source::read(&base)?, &[text], &[])
}

fn is_overlay(map: &SpanMap) -> bool {
    map.has_field("changes") && !map.has_field("units")
}

/// [`load()`] from texts: name and text of the scenario, and of each overlay.
///
/// # Errors
/// As [`load()`].
pub fn load_text(name: &str, text: &str, with: &[(&str, &str)], set: &[String]) -> Result<Loaded, LoadError> {
    let scenario = source::text(name, text.as_bytes().to_vec())?;
    let overlays = with.iter().map(|(n, t)| source::text(n, t.as_bytes().to_vec())).collect::<Result<Vec<_>, _>>()?;
    load_sources(&scenario, &overlays, set)
}

/// Reads an overlay alone.
///
/// # Errors
/// What doesn't fit the schema.
pub fn parse_overlay(text: &Source) -> Result<Overlay, LoadError> {
    let map = SpanMap::scan(text.inner());
    if map.has_field("units") && !map.has_field("changes") {
        return Err(Problem::of_file(text.name(), "this is a scenario, not an overlay", None).into());
    }
    source::parse(text)
}

fn load_sources(text: &Source, overlays: &[Source], set: &[String]) -> Result<Loaded, LoadError> {
    let map = SpanMap::scan(text.inner());
    if is_overlay(&map) {
        let of = map.string_field("of").unwrap_or("its scenario");
        let help = format!("name `{of}` and give this file with --with");
        return Err(Problem::of_file(text.name(), "this is an overlay, not a scenario", help).into());
    }
    let base: Battle = source::parse(text)?;
    let mut report = Report::default();
    report.add_source(text);
    check::ids(&base, &mut report);
    report.verdict()?;

    let mut battle = base.clone();
    let mut params = shipped_params()?;
    let mut parsed: Vec<Overlay> = Vec::new();
    for file in overlays {
        let overlay = parse_overlay(file)?;
        parsed.push(overlay.clone());
        let number = report.add_source(file);
        overlay::apply(&mut battle, &mut params, overlay, number, &mut report);
    }
    for text in set {
        match set_param(&mut params, text) {
            Ok(warning) => report.warnings.extend(warning.map(|w| Problem::of_file("--set", w, None))),
            Err(problem) => report.push(problem),
        }
    }
    report.verdict()?;
    let applied = parsed.iter().map(|o| o.id.clone()).collect();
    let scenario = finish(battle, applied, params, &mut report)?;
    Ok(Loaded { scenario, base, overlays: parsed, warnings: report.warnings })
}

/// Reads overlays of a scenario with this id, given as paths or names.
///
/// # Errors
/// As [`load()`].
pub fn read_overlays(id: &str, with: &[String]) -> Result<Vec<OverlayText>, LoadError> {
    let base = std::path::Path::new(source::FOLDER).join(format!("{id}.ron"));
    let read = |given: &String| {
        let text = source::read(&source::overlay_file(&base, given)?)?;
        Ok(OverlayText { overlay: parse_overlay(&text)?, text })
    };
    with.iter().map(read).collect()
}

/// An overlay and the text it was read from.
#[derive(Clone, Debug)]
pub struct OverlayText {
    /// The overlay.
    pub overlay: Overlay,
    text: Source,
}

/// Lays overlays over a battle that is resolved already, as a saved state holds it.
///
/// # Errors
/// As [`load()`].
pub fn lay_over(scenario: &Scenario, overlays: &[OverlayText]) -> Result<Loaded, LoadError> {
    let base = scenario.raw.clone();
    let (mut battle, mut params) = (base.clone(), scenario.params.clone());
    let mut applied = scenario.overlays.clone();
    let mut report = Report::default();
    // What is wrong with the battle itself is shown in its own text.
    let own = ron::ser::to_string_pretty(&base, ron::ser::PrettyConfig::default());
    let own = own.map_err(|e| Problem::of_file("", e.to_string(), None))?;
    report.add_source(&source::text("the saved battle", own.into_bytes())?);
    for OverlayText { overlay, text } in overlays {
        let number = report.add_source(text);
        overlay::apply(&mut battle, &mut params, overlay.clone(), number, &mut report);
        applied.push(overlay.id.clone());
    }
    report.verdict()?;
    let scenario = finish(battle, applied, params, &mut report)?;
    let overlays = overlays.iter().map(|o| o.overlay.clone()).collect();
    Ok(Loaded { scenario, base, overlays, warnings: report.warnings })
}

/// Checks and resolves a battle that has its overlays applied, as a run file keeps it.
///
/// # Errors
/// All that is wrong; no lines, since there is no text.
pub fn resolve(battle: Battle, overlays: Vec<String>, params: ParamTable) -> Result<Scenario, LoadError> {
    finish(battle, overlays, params, &mut Report::default())
}

fn finish(
    battle: Battle,
    overlays: Vec<String>,
    params: ParamTable,
    report: &mut Report,
) -> Result<Scenario, LoadError> {
    check::ids(&battle, report);
    report.verdict()?;
    check::numbers(&battle, report);
    report.verdict()?;
    let mut kinds = troops::shipped()?;
    kinds.extend(battle.troops.iter().map(|t| (t.id.clone(), t.clone())));
    let spacing = Spacing::read(&params).map_err(|e| Problem::of_file("", e.to_string(), None))?;
    check::sense(&battle, &kinds, &spacing, report);
    let scenario = super::resolve::resolve(battle, overlays, params, &kinds, report);
    report.verdict()?;
    scenario.ok_or_else(|| Problem::of_file("", "the battle can't be resolved", None).into())
}

/// The parameters as shipped.
///
/// # Errors
/// When a data file is malformed.
pub fn shipped_params() -> Result<ParamTable, LoadError> {
    ParamTable::shipped().map_err(|e| Problem::of_file("", e.to_string(), None).into())
}

/// One `--set PATH=VALUE`; a warning when the value lies outside the parameter's range.
fn set_param(params: &mut ParamTable, text: &str) -> Result<Option<String>, Problem> {
    let wrong = |what: String, help: &str| Problem::of_file("--set", what, help.to_owned());
    let shown: String = text.chars().take(80).collect();
    let (path, value) = text
        .split_once('=')
        .ok_or_else(|| wrong(format!("`{shown}` has no `=`"), "write --set PATH=VALUE, as in --set fire.name_m=2"))?;
    let value: f32 =
        value.trim().parse().map_err(|_| wrong(format!("`{shown}`: the value is no number"), "a number is wanted"))?;
    params.set(path.trim(), value).map_err(|e| wrong(e.to_string(), "`fenghuo params` lists them"))
}
