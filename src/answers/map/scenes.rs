//! Scenes from what there is: a scenario before its battle, or a run at a moment.

use super::MapError;
use super::scene::{Burn, Burns, Label, LabelKind, MapScene, Mark, MarkState, Smoke};
use crate::ground::Ground;
use crate::kernel::{UnitIx, Vec2, bearing};
use crate::men::formation::{Formation, Station};
use crate::men::params::MenParams;
use crate::record::keyframe::{Figure, Keyframe};
use crate::record::muster::Muster;
use crate::record::runfile::{Arrivals, RunFile};
use crate::scenario::checked::{Scenario, Unit};
use crate::scenario::raw::{Arm, River};

/// The ground and the forces in their places, before the battle.
///
/// # Errors
/// A ground that can't be made.
pub fn before(scenario: &Scenario) -> Result<MapScene, MapError> {
    let mut scene = ground(scenario)?;
    let params = MenParams::read(&scenario.params).map_err(|e| MapError::Scenario(e.to_string()))?;
    let ranks = |unit: &Unit| {
        let mounted = unit.troops.arm == Arm::Horse;
        let stand = |at| Mark { at, side: unit.side.0, mounted, state: MarkState::Steady };
        posts(unit, &params).map(stand).collect()
    };
    let weather = &scenario.raw.weather;
    scene.wind = (weather.wind_from_deg, weather.wind_m_s.value());
    add_units(&mut scene, scenario, scenario.units.iter().map(ranks).collect());
    Ok(scene)
}

/// A run at a battle time, s: men and smoke of the last keyframe before it, fire at that very moment.
///
/// # Errors
/// A run without a keyframe, or of a ground that can't be made.
pub fn at(run: &RunFile, t_s: f64) -> Result<MapScene, MapError> {
    let frame = run.keyframe_at(t_s).ok_or(MapError::NoKeyframe)?;
    let mut scene = ground(&run.scenario)?;
    let muster = Muster::new(&run.scenario);
    let men =
        |(i, unit): (usize, &Unit)| muster.men(UnitIx::new(i)).filter_map(|m| mark(frame, m, unit.side.0)).collect();
    add_units(&mut scene, &run.scenario, run.scenario.units.iter().enumerate().map(men).collect());
    let t_s = t_s.clamp(0.0, run.clock().t_s());
    scene.t_s = Some(t_s);
    scene.wind = (frame.wind_from_deg, frame.wind_m_s);
    let residence_s = run.scenario.params.value("fire.residence_s").unwrap_or(0.0);
    scene.burn = burns(&run.arrivals, t_s / f64::from(run.dt_s), f64::from(residence_s / run.dt_s));
    scene.smoke = Smoke {
        nx: frame.smoke_nx as usize,
        cell_m: frame.smoke_cell_m,
        per_m: frame.smoke.iter().map(|s| f32::from(*s) / 500.0).collect(),
    };
    Ok(scene)
}

/// The men of a unit in its ranks.
fn posts(unit: &Unit, params: &MenParams) -> impl Iterator<Item = (f32, f32)> + use<> {
    let formation = Formation::new(params, unit.troops.arm, unit.strength, unit.frontage_m);
    let facing = bearing(unit.facing_deg).to_array();
    let station = Station { front: unit.at.into(), facing, about: false };
    (0..unit.strength).map(move |number| station.place(&formation, number).into())
}

fn ground(scenario: &Scenario) -> Result<MapScene, MapError> {
    let raw = &scenario.raw.ground;
    let mut labels = Vec::new();
    for place in &scenario.places {
        labels.push(Label { name: place.name.clone(), kind: LabelKind::Place, at: vec![place.at] });
    }
    for hill in &raw.hills {
        labels.push(Label { name: hill.name.clone(), kind: LabelKind::Hill, at: vec![hill.at] });
    }
    for river in &raw.rivers {
        labels.push(Label { name: river.name.clone(), kind: LabelKind::River, at: along(river) });
    }
    Ok(MapScene {
        title: scenario.raw.name.clone(),
        t_s: None,
        ground: Ground::build(raw).map_err(MapError::Scenario)?,
        sides: scenario.sides.iter().map(|s| s.name.clone()).collect(),
        men: Vec::new(),
        burn: Burns::default(),
        smoke: Smoke::default(),
        wind: (0.0, 0.0),
        labels,
    })
}

/// Points of a river's line for its name, the middle of the line first, then further and further from it.
fn along(river: &River) -> Vec<(f32, f32)> {
    const POINTS: usize = 24;
    let line: Vec<Vec2> = river.line.iter().map(|p| Vec2::from(*p)).collect();
    let length: f32 = line.windows(2).map(|w| w[0].distance(w[1])).sum();
    let point = |share: f32| {
        let mut left = share * length;
        for w in line.windows(2) {
            let step = w[0].distance(w[1]);
            if left <= step && step > 0.0 {
                return Some(w[0].lerp(w[1], left / step).into());
            }
            left -= step;
        }
        line.last().map(|p| (*p).into())
    };
    let outward = (0..POINTS).map(|i| {
        let away = (i as f32 + 1.0) / 2.0;
        0.5 + if i.is_multiple_of(2) { 0.5 } else { -0.5 } * away.floor() / (POINTS as f32 / 2.0)
    });
    outward.filter_map(|s| point(s.clamp(0.02, 0.98))).collect()
}

/// Adds the men on the field, by unit in the order of the scenario, and the units' names at the middle of those who still
/// move, or of all if none does; large units first.
fn add_units(scene: &mut MapScene, scenario: &Scenario, men: Vec<Vec<Mark>>) {
    let mut units: Vec<(&Unit, &Vec<Mark>)> = scenario.units.iter().zip(&men).collect();
    units.sort_by_key(|(unit, _)| std::cmp::Reverse(unit.strength));
    for (unit, men) in units {
        let able: Vec<Mark> = men.iter().filter(|m| m.state > MarkState::Down).copied().collect();
        let Some(at) = middle(if able.is_empty() { men } else { &able }) else { continue };
        scene.labels.push(Label { name: unit.name.clone(), kind: LabelKind::Unit(unit.side.0), at: vec![at] });
    }
    scene.men = men.concat();
}

/// The median east-west and north-south: where most are, whoever strays.
fn middle(men: &[Mark]) -> Option<(f32, f32)> {
    let median = |mut v: Vec<f32>| {
        v.sort_by(f32::total_cmp);
        v.get(v.len() / 2).copied()
    };
    Some((median(men.iter().map(|m| m.at.0).collect())?, median(men.iter().map(|m| m.at.1).collect())?))
}

/// A man in a keyframe, if he is still on the field.
fn mark(frame: &Keyframe, man: usize, side: u8) -> Option<Mark> {
    let quarter = |column: &[u16]| f32::from(column.get(man).copied().unwrap_or(0)) * 0.25;
    let figure = Figure::unpack(frame.state.get(man).copied().unwrap_or(0));
    let at = (quarter(&frame.x_q), quarter(&frame.y_q));
    (!figure.gone).then(|| Mark { at, side, mounted: figure.mounted, state: MarkState::of(figure) })
}

fn burns(arrivals: &Arrivals, now: f64, residence: f64) -> Burns {
    if arrivals.cells.is_empty() {
        return Burns::default();
    }
    let mut cells = vec![Burn::Unburnt; arrivals.nx as usize * arrivals.ny as usize];
    for (cell, tick) in arrivals.cells.iter().zip(&arrivals.ticks) {
        let since = now - f64::from(*tick);
        if let Some(c) = cells.get_mut(*cell as usize).filter(|_| since >= 0.0) {
            *c = if since < residence.max(1.0) { Burn::Flaming } else { Burn::Burnt };
        }
    }
    Burns { nx: arrivals.nx as usize, cell_m: arrivals.cell_m, cells }
}
