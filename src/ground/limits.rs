//! Bounds on a scenario's ground, checked before memory or time is spent on it.

use crate::scenario::raw::{self, Point, Shape};

/// Most hills, patches, rivers or fords of a ground.
const MAX_THINGS: usize = 1_000;
/// Most points of a line or polygon.
const MAX_POINTS: usize = 4_000;
/// How far outside the map a point may lie, m.
const FAR_M: f32 = 50_000.0;
/// Most cells that may be visited to draw all the rivers and strips.
const MAX_VISITS: f32 = 2e8;

/// Refuses a ground that can't be made.
pub fn check(g: &raw::Ground) -> Result<(), String> {
    number("ground.size_m, east-west,", g.size_m.0, 200.0, 12_000.0)?;
    number("ground.size_m, north-south,", g.size_m.1, 200.0, 12_000.0)?;
    number("ground.relief.swell_m", g.relief.swell_m, 0.0, 500.0)?;
    number("ground.relief.wavelength_m", g.relief.wavelength_m, 50.0, 20_000.0)?;
    number("ground.grass.bare_share", g.grass.bare_share, 0.0, 0.5)?;
    let fords: usize = g.rivers.iter().map(|r| r.fords.len()).sum();
    for (what, n) in
        [("hills", g.hills.len()), ("patches", g.patches.len()), ("rivers", g.rivers.len()), ("fords", fords)]
    {
        if n > MAX_THINGS {
            return Err(format!("ground.{what}: {n} are too many; at most {MAX_THINGS}"));
        }
    }
    for hill in &g.hills {
        let name = |field: &str| format!("hill `{}`: {field}", hill.id);
        points(&name("at"), &[hill.at], 1)?;
        number(&name("radius_m, east-west,"), hill.radius_m.0, 10.0, 20_000.0)?;
        number(&name("radius_m, north-south,"), hill.radius_m.1, 10.0, 20_000.0)?;
        number(&name("height_m"), hill.height_m.value(), -500.0, 1_000.0)?;
    }
    let mut visits = 0.0;
    for patch in &g.patches {
        visits += shape(&patch.id, &patch.shape)?;
    }
    for river in &g.rivers {
        let name = |field: &str| format!("river `{}`: {field}", river.id);
        points(&name("line"), &river.line, 2)?;
        number(&name("width_m"), river.width_m.value(), 0.5, 2_000.0)?;
        number(&name("depth_m"), river.depth_m.value(), 0.01, 30.0)?;
        number(&name("current_m_s"), river.current_m_s.value(), 0.0, 10.0)?;
        visits += swath(&river.line, river.width_m.value());
        for ford in &river.fords {
            let name = |field: &str| format!("ford `{}`: {field}", ford.id);
            points(&name("at"), &[ford.at], 1)?;
            number(&name("width_m"), ford.width_m.value(), 0.5, 5_000.0)?;
            number(&name("depth_m"), ford.depth_m.value(), 0.01, 30.0)?;
        }
    }
    if visits > MAX_VISITS {
        return Err("ground: its rivers and strips are too long and wide to be drawn".into());
    }
    Ok(())
}

/// Checks a patch's shape and says how many cells it may visit.
fn shape(id: &str, shape: &Shape) -> Result<f32, String> {
    let name = format!("patch `{id}`");
    match shape {
        Shape::Rect(a, b) => points(&name, &[*a, *b], 2).map(|()| 0.0),
        Shape::Disc(at, radius) => {
            points(&name, &[*at], 1)?;
            number(&format!("{name}: radius"), *radius, 0.5, 20_000.0)?;
            Ok(0.0)
        }
        Shape::Polygon(line) => points(&name, line, 3).map(|()| 0.0),
        Shape::Strip(line, width) => {
            points(&name, line, 2)?;
            number(&format!("{name}: width"), *width, 0.5, 2_000.0)?;
            Ok(swath(line, *width))
        }
    }
}

/// Cells that a line of this width covers, its joints counted twice.
fn swath(line: &[Point], width_m: f32) -> f32 {
    let width = width_m.max(super::CELL_M);
    let length: f32 = line.windows(2).map(|p| (p[1].0 - p[0].0).abs() + (p[1].1 - p[0].1).abs() + width).sum();
    length * width / (super::CELL_M * super::CELL_M)
}

fn number(name: &str, value: f32, low: f32, high: f32) -> Result<(), String> {
    if value >= low && value <= high {
        return Ok(());
    }
    Err(format!("{name} is {value}; {low} to {high} would be right"))
}

fn points(name: &str, line: &[Point], least: usize) -> Result<(), String> {
    if line.len() < least || line.len() > MAX_POINTS {
        return Err(format!("{name} has {} points; {least} to {MAX_POINTS} would be right", line.len()));
    }
    for (x, y) in line {
        number(&format!("{name}: x"), *x, -FAR_M, FAR_M)?;
        number(&format!("{name}: y"), *y, -FAR_M, FAR_M)?;
    }
    Ok(())
}
