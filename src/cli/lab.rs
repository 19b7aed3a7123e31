//! `fenghuo lab BENCH`: one model at a time, beside its published number.

use clap::{Subcommand, ValueEnum};
use serde::Serialize;
use serde_json::{Map, Value};

use super::{Exit, Failure, out};
use crate::fire::FireParams;
use crate::fire::rothermel::{Conditions, FuelModel};
use crate::lab::rate::{MODELS, Pasture};
use crate::lab::{LabError, column, duel, heat, panic, rate, spread};
use crate::scenario::problem::suggest;
use crate::scenario::raw::Sward;
use crate::scenario::{Problem, shipped_params};

/// Try one model on the bench: a battle of the engine's own, reduced to one thing, beside the published number.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    bench: Bench,
    /// Print one JSON object.
    #[arg(long, global = true)]
    pub json: bool,
}

#[derive(Debug, Subcommand)]
enum Bench {
    /// How fast grass burns, with the shape of the fire and its flames.
    Rate(RateArgs),
    /// A point fire by the battle's front solver, beside the exact ellipse; a positive turn is clockwise.
    Spread(SpreadArgs),
    /// Radiant heat before a wide wall of flames.
    Heat(HeatArgs),
    /// A column of men that walks down a lane.
    Column(ColumnArgs),
    /// How fast a dense crowd walks, beside Weidmann's fundamental diagram.
    Crowd(CrowdArgs),
    /// A fire fight beside Lanchester's law.
    Duel(DuelArgs),
    /// Panicked men among calm ones whom nothing threatens: how many break.
    Panic(PanicArgs),
}

#[derive(Debug, clap::Args)]
struct RateArgs {
    /// `csiro:natural`, `csiro:grazed`, `csiro:eaten-out`, `rothermel:FM1`, `:FM3`, `:GR1`, `:GR2` or `:GR4`.
    #[arg(long)]
    model: String,
    /// CSIRO: wind at 10 m in the open, km/h.
    #[arg(long, value_name = "U")]
    wind_kmh: Option<f64>,
    /// CSIRO: air temperature, C.
    #[arg(long, value_name = "T", allow_negative_numbers = true)]
    temp_c: Option<f64>,
    /// CSIRO: relative humidity, %.
    #[arg(long, value_name = "RH")]
    rh: Option<f64>,
    /// CSIRO: share of the grass that is dead, %.
    #[arg(long, value_name = "C")]
    curing: Option<f64>,
    /// CSIRO: slope along the wind, uphill positive, degrees.
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    slope_deg: Option<f64>,
    /// CSIRO: fuel load, kg/m2; that of the pasture unless given.
    #[arg(long, value_name = "W")]
    load_kg_m2: Option<f64>,
    /// Rothermel: wind at 20 ft in the open, miles an hour.
    #[arg(long, value_name = "W")]
    wind_20ft_mph: Option<f64>,
    /// Rothermel: moisture of dead fuel, as a fraction.
    #[arg(long, value_name = "F")]
    m1: Option<f64>,
    /// Rothermel: moisture of live grass, as a fraction; needed for the GR models.
    #[arg(long, value_name = "F")]
    mherb: Option<f64>,
    /// Rothermel: tangent of the slope, the wind blowing up it.
    #[arg(long, value_name = "X")]
    slope_tan: Option<f64>,
}

#[derive(Debug, clap::Args)]
struct SpreadArgs {
    /// Rate of spread of the head, m/s.
    #[arg(long, value_name = "R")]
    ros_m_s: f32,
    /// Length to breadth of the fire.
    #[arg(long, value_name = "L")]
    lb: f32,
    /// How long it burns, s.
    #[arg(long, value_name = "S")]
    seconds: f32,
    /// Then the wind turns by so much, clockwise, degrees.
    #[arg(long, value_name = "D", requires = "seconds2", allow_negative_numbers = true)]
    turn_deg: Option<f32>,
    /// How long it burns after the turn, s.
    #[arg(long, value_name = "S2", requires = "turn_deg")]
    seconds2: Option<f32>,
    /// Where the wind comes from, degrees.
    #[arg(long, value_name = "W", default_value_t = 270.0, allow_negative_numbers = true)]
    wind_from_deg: f32,
    /// Side of a cell, m.
    #[arg(long, value_name = "M", default_value_t = crate::ground::CELL_M)]
    cell_m: f32,
    /// Length of a step, s.
    #[arg(long, value_name = "S", default_value_t = crate::battle::TICK_S)]
    dt_s: f32,
}

#[derive(Debug, clap::Args)]
struct HeatArgs {
    /// Distance from the flames, m.
    #[arg(long, value_name = "M")]
    distance_m: f32,
    /// Height of the flames, m.
    #[arg(long, value_name = "H", default_value_t = 3.0)]
    height_m: f32,
}

#[derive(Debug, clap::Args)]
struct ColumnArgs {
    /// Men.
    #[arg(long, default_value_t = 200)]
    men: u32,
    /// Width of the lane, m.
    #[arg(long, default_value_t = 5.0)]
    lane_m: f32,
    /// How far they walk, m.
    #[arg(long, default_value_t = 300.0)]
    distance_m: f32,
    /// Speed of a free man, m/s.
    #[arg(long, default_value_t = 1.34)]
    walk_m_s: f32,
    /// Length of a tick, s.
    #[arg(long, default_value_t = crate::battle::TICK_S)]
    dt_s: f32,
    /// Seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum CrowdCase {
    /// Speed by density.
    Fundamental,
}

#[derive(Debug, clap::Args)]
struct CrowdArgs {
    /// What is measured.
    #[arg(long, value_enum, default_value_t = CrowdCase::Fundamental)]
    case: CrowdCase,
    /// Men per m2.
    #[arg(long, value_name = "D")]
    density_per_m2: f32,
    /// Length of a tick, s.
    #[arg(long, default_value_t = crate::battle::TICK_S)]
    dt_s: f32,
    /// Seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Law {
    /// Aimed fire: each side falls at the other's rate times its number.
    Square,
}

#[derive(Debug, clap::Args)]
struct DuelArgs {
    /// The law beside which it is fought.
    #[arg(long, value_enum, default_value_t = Law::Square)]
    law: Law,
    /// Men of the red side.
    #[arg(long)]
    red: u32,
    /// Men of the blue side.
    #[arg(long)]
    blue: u32,
    /// Rate at which each blue man kills reds, 1/s.
    #[arg(long)]
    a: f64,
    /// Rate at which each red man kills blues, 1/s.
    #[arg(long)]
    b: f64,
    /// Fights.
    #[arg(long, default_value_t = 10)]
    runs: u32,
    /// Seed of the first fight; the others follow.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Length of a tick, s.
    #[arg(long, default_value_t = 0.1)]
    dt_s: f32,
}

#[derive(Debug, clap::Args)]
struct PanicArgs {
    /// Calm men.
    #[arg(long, default_value_t = 100)]
    calm: u32,
    /// Panicked men.
    #[arg(long, default_value_t = 1)]
    panicked: u32,
    /// How long, s.
    #[arg(long, default_value_t = 600.0)]
    seconds: f32,
    /// Length of a tick, s.
    #[arg(long, default_value_t = crate::battle::TICK_S)]
    dt_s: f32,
    /// Seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl From<LabError> for Failure {
    fn from(error: LabError) -> Self {
        match error {
            LabError::Scenario(error) => Self::Load(error),
            other => Self::Refused(Problem::of_file("", other.to_string(), None)),
        }
    }
}

#[derive(Serialize)]
struct LabJson<'a, T> {
    schema: &'static str,
    bench: &'static str,
    #[serde(flatten)]
    answer: &'a T,
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    let json = args.json;
    match &args.bench {
        Bench::Rate(a) => tell(json, "rate", &rate_of(a)?),
        Bench::Spread(a) => tell(json, "spread", &spread_of(a)?),
        Bench::Heat(a) => tell(json, "heat", &heat::wall(a.height_m, a.distance_m)?),
        Bench::Column(a) => {
            let ColumnArgs { men, lane_m, distance_m, walk_m_s, dt_s, seed } = *a;
            tell(json, "column", &column::march(&column::Asked { men, lane_m, distance_m, walk_m_s, dt_s, seed })?)
        }
        Bench::Crowd(a) => match a.case {
            CrowdCase::Fundamental => tell(json, "crowd", &column::crowd(a.density_per_m2, a.dt_s, a.seed)?),
        },
        Bench::Duel(a) => match a.law {
            Law::Square => {
                let DuelArgs { red, blue, a: a_per_s, b: b_per_s, runs, seed, dt_s, .. } = *a;
                tell(json, "duel", &duel::square(&duel::Asked { red, blue, a_per_s, b_per_s, runs, seed, dt_s })?)
            }
        },
        Bench::Panic(a) => tell(json, "panic", &panic::panic(a.calm, a.panicked, a.seconds, a.dt_s, a.seed)?),
    }
}

fn rate_of(a: &RateArgs) -> Result<rate::Rate, Failure> {
    let params = FireParams::read(&shipped_params()?).map_err(LabError::from)?;
    match model(&a.model)? {
        Model::Pasture(sward) => {
            let need = |value: Option<f64>, name| value.ok_or_else(|| missing(&a.model, name));
            let pasture = Pasture {
                sward,
                wind_km_h: need(a.wind_kmh, "--wind-kmh")?,
                temp_c: need(a.temp_c, "--temp-c")?,
                rh_pct: need(a.rh, "--rh")?,
                curing_pct: need(a.curing, "--curing")?,
                slope_deg: a.slope_deg.unwrap_or(0.0),
                load_kg_m2: a.load_kg_m2,
            };
            Ok(rate::csiro(&params, &pasture)?)
        }
        Model::Fuel(fuel) => {
            let need = |value: Option<f64>, name| value.ok_or_else(|| missing(&a.model, name));
            let herb = if fuel.herb_lb_ft2 > 0.0 { need(a.mherb, "--mherb")? } else { a.mherb.unwrap_or(0.0) };
            let air = Conditions {
                dead_moisture: need(a.m1, "--m1")?,
                herb_moisture: herb,
                wind_20ft_mph: need(a.wind_20ft_mph, "--wind-20ft-mph")?,
                slope: a.slope_tan.unwrap_or(0.0),
            };
            Ok(rate::rothermel(&params, &fuel, &air)?)
        }
    }
}

enum Model {
    Pasture(Sward),
    Fuel(FuelModel),
}

fn model(text: &str) -> Result<Model, Failure> {
    let pastures =
        [("csiro:natural", Sward::Natural), ("csiro:grazed", Sward::Grazed), ("csiro:eaten-out", Sward::EatenOut)];
    if let Some((_, sward)) = pastures.iter().find(|(name, _)| *name == text) {
        return Ok(Model::Pasture(*sward));
    }
    let fuels = MODELS.map(|(name, fuel)| (format!("rothermel:{name}"), fuel));
    if let Some((_, fuel)) = fuels.iter().find(|(name, _)| name.eq_ignore_ascii_case(text)) {
        return Ok(Model::Fuel(*fuel));
    }
    let known = pastures.iter().map(|(name, _)| *name).chain(fuels.iter().map(|(name, _)| name.as_str()));
    let what = format!("`{}` is no model of grass fire", text.escape_debug());
    Err(Problem::of_file("--model", what, suggest(text, known)).into())
}

fn missing(model: &str, name: &str) -> Failure {
    Problem::of_file(name, format!("the model {model} needs it"), None).into()
}

fn spread_of(a: &SpreadArgs) -> Result<spread::Spread, Failure> {
    let asked = spread::Asked {
        ros_m_s: a.ros_m_s,
        lb: a.lb,
        seconds: a.seconds,
        turn: a.turn_deg.zip(a.seconds2),
        wind_from_deg: a.wind_from_deg,
        cell_m: a.cell_m,
        dt_s: a.dt_s,
    };
    Ok(spread::spread(&asked)?)
}

/// Prints an answer: as it is in JSON, or its values line by line and its lists as tables.
fn tell(json: bool, bench: &'static str, answer: &impl Serialize) -> Result<Exit, Failure> {
    if json {
        out::json(&LabJson { schema: "fenghuo.lab/1", bench, answer })?;
        return Ok(Exit::Done);
    }
    let Value::Object(fields) = serde_json::to_value(answer).map_err(std::io::Error::other)? else {
        return Ok(Exit::Done);
    };
    let mut values = out::table(&["value", bench]);
    let mut tables = Vec::new();
    for (key, value) in &fields {
        match value {
            Value::Object(inner) => {
                for (name, value) in inner {
                    values.add_row([format!("{key} {name}"), cell(value)]);
                }
            }
            Value::Array(rows) => tables.extend(table_of(rows)),
            value => {
                values.add_row([key.clone(), cell(value)]);
            }
        }
    }
    out::line(values)?;
    tables.into_iter().try_for_each(out::line)?;
    Ok(Exit::Done)
}

fn table_of(rows: &[Value]) -> Option<comfy_table::Table> {
    let objects: Vec<&Map<String, Value>> = rows.iter().filter_map(Value::as_object).collect();
    let head: Vec<&str> = objects.first()?.keys().map(String::as_str).collect();
    let mut table = out::table(&head);
    for row in objects {
        table.add_row(head.iter().map(|key| row.get(*key).map_or_else(String::new, cell)));
    }
    Some(table)
}

/// A number with five digits that count; anything else as it is.
pub(super) fn cell(value: &Value) -> String {
    match value {
        Value::Number(n) if n.is_f64() => number(n.as_f64().unwrap_or(f64::NAN)),
        Value::String(text) => text.clone(),
        Value::Null => "never".into(),
        other => other.to_string(),
    }
}

/// A number with five digits that count.
pub(super) fn number(x: f64) -> String {
    let size = if x == 0.0 { 0.0 } else { libm::floor(libm::log10(x.abs())) };
    format!("{x:.*}", (4.0 - size).clamp(0.0, 12.0) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_are_known_by_name_and_misspelt_ones_get_a_hint() {
        assert!(matches!(model("csiro:eaten-out"), Ok(Model::Pasture(Sward::EatenOut))));
        assert!(matches!(model("rothermel:fm3"), Ok(Model::Fuel(_))));
        let Err(Failure::Refused(problem)) = model("csiro:natral") else { panic!("no error") };
        assert!(problem.help.unwrap().contains("csiro:natural"));
    }

    #[test]
    fn numbers_keep_five_digits() {
        assert_eq!(
            [number(0.0), number(216.5234), number(0.0125), number(11394.79)],
            ["0.0000", "216.52", "0.012500", "11395"]
        );
    }
}
