//! `fenghuo list [SCENARIO]`: what battles there are, and what of one can be overridden.

use std::path::Path;

use serde::Serialize;

use super::{Exit, Failure, out};
use crate::kernel::time::hms;
use crate::scenario::{Loaded, load, raw, source};

/// List scenarios and their overlays; of one scenario its units, persons, places, plans, weather and fires.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A file, or the name of a scenario in `scenarios/`; without it all scenarios there.
    scenario: Option<String>,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    match &args.scenario {
        None => scenarios(args.json)?,
        Some(given) => {
            let loaded = load(given, &[], &[])?;
            out::warnings(&loaded.warnings);
            let overlays = overlays_of(&source::scenario_file(given)?);
            if args.json { out::json(&parts_json(&loaded, overlays))? } else { parts(&loaded, &overlays)? }
        }
    }
    Ok(Exit::Done)
}

#[derive(Serialize)]
struct ScenariosJson {
    schema: &'static str,
    scenarios: Vec<ScenarioRow>,
}

#[derive(Serialize)]
struct ScenarioRow {
    name: String,
    /// Display name and account; none for a file that can't be used (see `check`).
    latin: Option<String>,
    zh: Option<String>,
    about: Option<String>,
    men: Option<usize>,
    overlays: Vec<OverlayRow>,
}

#[derive(Serialize)]
struct OverlayRow {
    name: String,
    about: Option<String>,
}

fn overlays_of(scenario: &Path) -> Vec<OverlayRow> {
    let folder = scenario.with_extension("");
    let about = |name: &str| {
        let text = source::read(&folder.join(format!("{name}.ron"))).ok()?;
        Some(source::parse::<raw::Overlay>(&text).ok()?.about)
    };
    source::names_in(&folder).into_iter().map(|name| OverlayRow { about: about(&name), name }).collect()
}

fn scenarios(json: bool) -> Result<(), Failure> {
    let folder = Path::new(source::FOLDER);
    let mut rows = Vec::new();
    for name in source::names_in(folder) {
        let overlays = overlays_of(&folder.join(format!("{name}.ron")));
        let battle = load(&name, &[], &[]).ok().map(|l| l.scenario);
        rows.push(ScenarioRow {
            name,
            latin: battle.as_ref().map(|s| s.raw.name.latin.clone()),
            zh: battle.as_ref().map(|s| s.raw.name.zh.clone()),
            about: battle.as_ref().map(|s| s.raw.about.clone()),
            men: battle.as_ref().map(crate::scenario::Scenario::men),
            overlays,
        });
    }
    if json {
        return out::json(&ScenariosJson { schema: "fenghuo.list/1", scenarios: rows });
    }
    if rows.is_empty() {
        return out::line("there is no scenario in `scenarios` here; `fenghuo new NAME` writes a small one");
    }
    let mut table = out::table(&["scenario", "name", "men", "about"]);
    for row in &rows {
        let name = format!(
            "{} {}",
            row.latin.as_deref().unwrap_or("unsound: see `fenghuo check`"),
            row.zh.as_deref().unwrap_or("")
        );
        let men = row.men.map(|n| n.to_string()).unwrap_or_default();
        table.add_row([&row.name, name.trim_end(), &men, row.about.as_deref().unwrap_or("")]);
        for overlay in &row.overlays {
            let about = overlay.about.as_deref().unwrap_or("unsound: see `fenghuo check`");
            table.add_row([&format!("  + {}", overlay.name), "", "", about]);
        }
    }
    out::line(table)
}

fn at(p: raw::Point) -> String {
    format!("{}, {}", p.0, p.1)
}

fn section(title: &str, head: &[&str], rows: Vec<Vec<String>>) -> Result<(), Failure> {
    if rows.is_empty() {
        return Ok(());
    }
    let mut table = out::table(head);
    table.add_rows(rows);
    out::line(format_args!("\n{title}\n{table}"))
}

fn parts(loaded: &Loaded, overlays: &[OverlayRow]) -> Result<(), Failure> {
    let s = &loaded.scenario;
    let battle = &s.raw;
    out::line(format_args!("{}: {}\n{}", battle.id, out::name(&battle.name), battle.about))?;
    let commander =
        |u: &crate::scenario::checked::Unit| u.commander.map_or(String::new(), |p| s.persons[p.at()].id.clone());
    let rows = s.units.iter().map(|u| {
        let side = s.sides[u.side.at()].id.clone();
        vec![
            u.id.clone(),
            out::name(&u.name),
            side,
            u.strength.to_string(),
            u.troops.id.clone(),
            at(u.at),
            commander(u),
        ]
    });
    let mut rows: Vec<_> = rows.collect();
    rows.sort();
    section(
        "Units (Strength, MoveUnit, DropUnit)",
        &["id", "name", "side", "men", "troops", "at m", "commander"],
        rows,
    )?;
    let rows = s.persons.iter().map(|p| {
        let commands = p.commands.iter().map(|u| s.units[u.at()].id.as_str()).collect::<Vec<_>>().join(", ");
        vec![p.id.clone(), out::name(&p.name), s.units[p.unit.at()].id.clone(), p.authority.to_string(), commands]
    });
    section("Persons", &["id", "name", "unit", "authority", "commands"], rows.collect())?;
    let rows = s.places.iter().map(|p| {
        let exit = if p.exit { "yes" } else { "" };
        vec![p.id.clone(), out::name(&p.name), at(p.at), p.radius_m.to_string(), exit.into()]
    });
    section("Places", &["id", "name", "at m", "radius m", "exit"], rows.collect())?;
    let plan = |p: &raw::Plan| vec![p.id.clone(), p.by.clone(), p.why.clone()];
    let mut rows: Vec<_> = battle.plans.iter().map(plan).collect();
    rows.sort();
    section("Plans (DropPlan, ReplacePlan, AddPlan)", &["id", "by", "why"], rows)?;
    let wind = &battle.weather;
    out::line(format_args!(
        "\nWind from {} degrees at {} m/s (Wind); grass cured {} % (Curing)",
        wind.wind_from_deg,
        wind.wind_m_s.value(),
        wind.curing_pct.value()
    ))?;
    let rows = wind.events.iter().map(|e| vec![e.id.clone(), time(&e.at_s), turn(&e.turn), e.why.clone()]);
    section("Weather events (DropWeather, MoveWeather)", &["id", "at", "what", "why"], rows.collect())?;
    let rows = battle.fires.iter().map(|f| vec![f.id.clone(), time(&f.at_s), f.why.clone()]);
    section("Fires (DropFire, MoveFire)", &["id", "at", "why"], rows.collect())?;
    let rows = battle.ground.patches.iter().map(|p| vec![p.id.clone(), format!("{:?}", p.sward), p.why.clone()]);
    section("Patches (DropPatch, AddPatch)", &["id", "sward", "why"], rows.collect())?;
    let rows = overlays.iter().map(|o| vec![o.name.clone(), o.about.clone().unwrap_or_default()]);
    section("Overlays (--with)", &["name", "about"], rows.collect())?;
    out::line("\nParameters (Param, --set): `fenghuo params` lists them")
}

fn time(t: &raw::Figure) -> String {
    hms(f64::from(t.value()))
}

fn turn(turn: &raw::WindTurn) -> String {
    let (
        word,
        raw::WindTurn::Reversal { to_from_deg, over_s, wind_m_s }
        | raw::WindTurn::Veer { to_from_deg, over_s, wind_m_s },
    ) = (if matches!(turn, raw::WindTurn::Reversal { .. }) { "reverses" } else { "veers" }, turn);
    format!("{word} to blow from {to_from_deg} degrees at {} m/s, over {over_s} s", wind_m_s.value())
}

#[derive(Serialize)]
struct PartsJson<'a> {
    schema: &'static str,
    scenario: &'a str,
    about: &'a str,
    units: Vec<UnitJson<'a>>,
    persons: Vec<PersonJson<'a>>,
    places: Vec<PlaceJson<'a>>,
    plans: Vec<PlanJson<'a>>,
    weather_events: Vec<TimedJson<'a>>,
    fires: Vec<TimedJson<'a>>,
    patches: Vec<&'a str>,
    overlays: Vec<OverlayRow>,
}

#[derive(Serialize)]
struct UnitJson<'a> {
    id: &'a str,
    latin: &'a str,
    zh: &'a str,
    side: &'a str,
    men: u32,
    troops: &'a str,
    at_m: raw::Point,
    commander: Option<&'a str>,
}

#[derive(Serialize)]
struct PersonJson<'a> {
    id: &'a str,
    latin: &'a str,
    zh: &'a str,
    unit: &'a str,
    authority: f32,
    commands: Vec<&'a str>,
}

#[derive(Serialize)]
struct PlaceJson<'a> {
    id: &'a str,
    latin: &'a str,
    zh: &'a str,
    at_m: raw::Point,
    radius_m: f32,
    exit: bool,
}

#[derive(Serialize)]
struct PlanJson<'a> {
    id: &'a str,
    by: &'a str,
    why: &'a str,
}

#[derive(Serialize)]
struct TimedJson<'a> {
    id: &'a str,
    t_s: f32,
    why: &'a str,
}

fn parts_json(loaded: &Loaded, overlays: Vec<OverlayRow>) -> PartsJson<'_> {
    let s = &loaded.scenario;
    let unit_id = |u: &crate::kernel::UnitIx| s.units[u.at()].id.as_str();
    PartsJson {
        schema: "fenghuo.list/1",
        scenario: &s.raw.id,
        about: &s.raw.about,
        units: s
            .units
            .iter()
            .map(|u| UnitJson {
                id: &u.id,
                latin: &u.name.latin,
                zh: &u.name.zh,
                side: &s.sides[u.side.at()].id,
                men: u.strength,
                troops: &u.troops.id,
                at_m: u.at,
                commander: u.commander.map(|p| s.persons[p.at()].id.as_str()),
            })
            .collect(),
        persons: s
            .persons
            .iter()
            .map(|p| PersonJson {
                id: &p.id,
                latin: &p.name.latin,
                zh: &p.name.zh,
                unit: unit_id(&p.unit),
                authority: p.authority,
                commands: p.commands.iter().map(unit_id).collect(),
            })
            .collect(),
        places: s
            .places
            .iter()
            .map(|p| PlaceJson {
                id: &p.id,
                latin: &p.name.latin,
                zh: &p.name.zh,
                at_m: p.at,
                radius_m: p.radius_m,
                exit: p.exit,
            })
            .collect(),
        plans: s.raw.plans.iter().map(|p| PlanJson { id: &p.id, by: &p.by, why: &p.why }).collect(),
        weather_events: s
            .raw
            .weather
            .events
            .iter()
            .map(|e| TimedJson { id: &e.id, t_s: e.at_s.value(), why: &e.why })
            .collect(),
        fires: s.raw.fires.iter().map(|f| TimedJson { id: &f.id, t_s: f.at_s.value(), why: &f.why }).collect(),
        patches: s.raw.ground.patches.iter().map(|p| p.id.as_str()).collect(),
        overlays,
    }
}
