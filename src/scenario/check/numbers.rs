//! Every number lies in its range, so that what comes after can compute; every reason is given.

use super::super::path::Path;
use super::super::raw::*;
use super::super::report::{Report, is_text_id};
use super::super::troops;
use super::{MOST_IN_UNIT, MOST_MEN};

/// The longest battle, s.
const DAY_S: f32 = 86_400.0;
/// The widest map, m.
const WIDEST_M: f32 = 12_000.0;
/// The fastest wind, m/s.
const FASTEST_M_S: f32 = 60.0;

/// Every number of the battle.
pub fn all(battle: &Battle, report: &mut Report) {
    let top = Path::top();
    if battle.format != 1 {
        report.wrong(&top.field("format"), format_args!("format {} is not known", battle.format), "1".to_owned());
    }
    name(report, &top, &battle.name);
    if let Some(text) = &battle.text
        && !is_text_id(text)
    {
        let what = format!("`{}` is no source text", text.escape_debug());
        report.wrong(&top.field("text"), what, "a text is named like X1".to_owned());
    }
    report.range(&top.field("duration_s"), battle.duration_s, 1.0..=DAY_S, "s");
    let size = battle.ground.size_m;
    let path = top.field("ground").field("size_m");
    let sized = report.range(&path.ix(0), size.0, 200.0..=WIDEST_M, "m")
        & report.range(&path.ix(1), size.1, 200.0..=WIDEST_M, "m");
    // Without a map nothing can be on it.
    let map = if sized { size } else { (WIDEST_M, WIDEST_M) };
    ground(&battle.ground, map, report);
    weather(&battle.weather, battle.duration_s, report);
    for fire in &battle.fires {
        let path = top.field("fires").id(&fire.id);
        report.reason(&path.field("why"), &fire.why);
        time(report, &path.field("at_s"), &fire.at_s, battle.duration_s);
        line(report, &path.field("line"), &fire.line, 1);
        for (i, p) in fire.line.iter().enumerate() {
            on_map(report, &path.field("line").ix(i), *p, map);
        }
    }
    for side in &battle.sides {
        name(report, &top.field("sides").id(&side.id), &side.name);
    }
    units(battle, map, report);
    for person in &battle.persons {
        let path = top.field("persons").id(&person.id);
        name(report, &path, &person.name);
        report.reason(&path.field("why"), &person.why);
        report.range(&path.field("authority"), person.authority, 0.0..=1.0, "");
    }
    for plan in &battle.plans {
        let path = top.field("plans").id(&plan.id);
        report.reason(&path.field("why"), &plan.why);
        condition(report, &path.field("when"), &plan.when);
        if plan.actions.is_empty() {
            report.wrong(&path, format_args!("the plan `{}` does nothing", plan.id), None);
        }
        for (i, action) in plan.actions.iter().enumerate() {
            if let Action::Order { order: Order::Follow { behind_fire_m, .. }, .. } = action {
                let path = path.field("do").ix(i).field("order").field("behind_fire_m");
                report.range(&path, *behind_fire_m, 0.0..=WIDEST_M, "m");
            }
        }
    }
    for row in &battle.troops {
        let path = top.field("troops").id(&row.id);
        for (field, value, low, high) in troops::numbers(row) {
            report.range(&path.field(field), value, low..=high, "");
        }
        report.reason(&path.field("source"), &row.source);
        if row.share_bow + row.share_matchlock > 1.0 {
            let what = "a man carries one missile weapon: the shares of bows and matchlocks add up to more than 1";
            report.wrong(&path.field("share_matchlock"), what, None);
        }
    }
}

fn units(battle: &Battle, map: Point, report: &mut Report) {
    let units = Path::top().field("units");
    if battle.units.is_empty() {
        report.wrong(&Path::top(), "there is no unit: nobody fights", None);
    }
    let mut men = 0.0f64;
    for unit in &battle.units {
        let path = units.id(&unit.id);
        name(report, &path, &unit.name);
        report.reason(&path.field("why"), &unit.why);
        let strength = path.field("strength");
        if report.figure(&strength, &unit.strength, 1.0..=MOST_IN_UNIT as f32, "men") {
            let n = unit.strength.value();
            men += f64::from(n);
            if n.fract() != 0.0 {
                let help = format!("{} or {}", n.trunc(), n.trunc() + 1.0);
                report.wrong(
                    &strength.field("value"),
                    format_args!("`{strength}` is {n}: there are no parts of men"),
                    help,
                );
            }
        }
        on_map(report, &path.field("at"), unit.at, map);
        degrees(report, &path.field("facing_deg"), unit.facing_deg);
        report.range(&path.field("frontage_m"), unit.frontage_m, 0.5..=WIDEST_M, "m");
    }
    if men > f64::from(MOST_MEN) {
        report.wrong(&units, format_args!("the units have {men} men in all"), format!("at most {MOST_MEN}"));
    }
}

fn ground(ground: &Ground, map: Point, report: &mut Report) {
    let top = Path::top().field("ground");
    let relief = top.field("relief");
    report.range(&relief.field("swell_m"), ground.relief.swell_m, 0.0..=200.0, "m");
    report.range(&relief.field("wavelength_m"), ground.relief.wavelength_m, 50.0..=WIDEST_M, "m");
    report.range(&top.field("grass").field("bare_share"), ground.grass.bare_share, 0.0..=0.5, "");
    for hill in &ground.hills {
        let path = top.field("hills").id(&hill.id);
        name(report, &path, &hill.name);
        point(report, &path.field("at"), hill.at);
        report.range(&path.field("radius_m").ix(0), hill.radius_m.0, 10.0..=WIDEST_M, "m");
        report.range(&path.field("radius_m").ix(1), hill.radius_m.1, 10.0..=WIDEST_M, "m");
        report.figure(&path.field("height_m"), &hill.height_m, 0.0..=1000.0, "m");
    }
    for patch in &ground.patches {
        let path = top.field("patches").id(&patch.id);
        report.reason(&path.field("why"), &patch.why);
        shape(report, &path.field("shape"), &patch.shape);
    }
    for river in &ground.rivers {
        let path = top.field("rivers").id(&river.id);
        name(report, &path, &river.name);
        line(report, &path.field("line"), &river.line, 2);
        report.figure(&path.field("width_m"), &river.width_m, 0.5..=2000.0, "m");
        report.figure(&path.field("depth_m"), &river.depth_m, 0.01..=30.0, "m");
        report.figure(&path.field("current_m_s"), &river.current_m_s, 0.0..=10.0, "m/s");
        for ford in &river.fords {
            let path = path.field("fords").id(&ford.id);
            on_map(report, &path.field("at"), ford.at, map);
            report.figure(&path.field("width_m"), &ford.width_m, 0.5..=5000.0, "m");
            report.figure(&path.field("depth_m"), &ford.depth_m, 0.01..=30.0, "m");
        }
    }
    for place in &ground.places {
        let path = top.field("places").id(&place.id);
        name(report, &path, &place.name);
        on_map(report, &path.field("at"), place.at, map);
        report.range(&path.field("radius_m"), place.radius_m, 1.0..=WIDEST_M, "m");
    }
}

fn weather(weather: &Weather, duration_s: f32, report: &mut Report) {
    let top = Path::top().field("weather");
    degrees(report, &top.field("wind_from_deg"), weather.wind_from_deg);
    report.figure(&top.field("wind_m_s"), &weather.wind_m_s, 0.0..=FASTEST_M_S, "m/s");
    report.figure(&top.field("temperature_c"), &weather.temperature_c, -40.0..=60.0, "C");
    report.figure(&top.field("humidity_pct"), &weather.humidity_pct, 0.0..=100.0, "%");
    report.figure(&top.field("curing_pct"), &weather.curing_pct, 0.0..=100.0, "%");
    for event in &weather.events {
        let path = top.field("events").id(&event.id);
        report.reason(&path.field("why"), &event.why);
        time(report, &path.field("at_s"), &event.at_s, duration_s);
        let turn = path.field("turn");
        let (WindTurn::Reversal { to_from_deg, over_s, wind_m_s } | WindTurn::Veer { to_from_deg, over_s, wind_m_s }) =
            &event.turn;
        degrees(report, &turn.field("to_from_deg"), *to_from_deg);
        report.range(&turn.field("over_s"), *over_s, 0.0..=DAY_S, "s");
        report.figure(&turn.field("wind_m_s"), wind_m_s, 0.0..=FASTEST_M_S, "m/s");
    }
}

fn condition(report: &mut Report, path: &Path, when: &Condition) {
    match when {
        Condition::At(t) => {
            report.figure(&path.ix(0), t, 0.0..=DAY_S, "s");
        }
        Condition::FireWithin(d) | Condition::EnemyWithin(d) => {
            report.range(&path.ix(0), *d, 0.0..=WIDEST_M, "m");
        }
        Condition::EnemyBroken(share) | Condition::FriendsBroken(share) => {
            report.range(&path.ix(0), *share, 0.0..=1.0, "");
        }
        Condition::WindFrom(deg) => degrees(report, &path.ix(0), *deg),
        Condition::For(s, inner) => {
            report.range(&path.ix(0), *s, 0.0..=DAY_S, "s");
            condition(report, &path.ix(1), inner);
        }
        Condition::Not(inner) => condition(report, &path.ix(0), inner),
        Condition::All(list) | Condition::Any(list) => {
            if list.is_empty() {
                report.wrong(path, "a list of conditions is empty", "name at least one".to_owned());
            }
            for (i, inner) in list.iter().enumerate() {
                condition(report, &path.ix(0).ix(i), inner);
            }
        }
        Condition::Heard(_) | Condition::AtPlace(_) | Condition::UnitGivesWay(_) | Condition::Done(_) => {}
    }
}

fn name(report: &mut Report, path: &Path, name: &Name) {
    if name.latin.trim().is_empty() {
        report.wrong(&path.field("name"), "the name is empty", "give `latin`, and `zh` where there is one".to_owned());
    }
}

fn time(report: &mut Report, path: &Path, t: &Figure, duration_s: f32) {
    if report.figure(path, t, 0.0..=DAY_S, "s") && t.value() > duration_s {
        let what = format!("`{path}` is {} s, after the end of the battle at {duration_s} s", t.value());
        report.warn(&path.field("value"), what, None);
    }
}

fn degrees(report: &mut Report, path: &Path, deg: f32) {
    report.range(path, deg, 0.0..=360.0, "degrees, clockwise from north");
}

/// A point may lie off the map, but not beyond reason.
fn point(report: &mut Report, path: &Path, p: Point) {
    report.range(&path.ix(0), p.0, -WIDEST_M..=2.0 * WIDEST_M, "m");
    report.range(&path.ix(1), p.1, -WIDEST_M..=2.0 * WIDEST_M, "m");
}

fn on_map(report: &mut Report, path: &Path, p: Point, map: Point) {
    let inside = (0.0..=map.0).contains(&p.0) && (0.0..=map.1).contains(&p.1);
    if !inside {
        let what = format!("`{path}` is ({}, {}), off the map", p.0, p.1);
        report.wrong(path, what, format!("the map reaches from (0, 0) to ({}, {}) m", map.0, map.1));
    }
}

fn line(report: &mut Report, path: &Path, line: &[Point], least: usize) {
    report.at_most(path, line.len(), 1000);
    if line.len() < least {
        report.wrong(path, format_args!("`{path}` has {} points", line.len()), format!("at least {least}"));
    }
    for (i, p) in line.iter().enumerate().take(1000) {
        point(report, &path.ix(i), *p);
        if i > 0 && line[i - 1] == *p {
            report.wrong(&path.ix(i), format_args!("`{path}` has the same point twice running"), None);
        }
    }
}

fn shape(report: &mut Report, path: &Path, shape: &Shape) {
    match shape {
        Shape::Rect(a, b) => {
            point(report, &path.ix(0), *a);
            point(report, &path.ix(1), *b);
            if !(a.0 < b.0 && a.1 < b.1) {
                let help = "first the south-west corner, then the north-east one".to_owned();
                report.wrong(path, "the rectangle has its corners the wrong way round", help);
            }
        }
        Shape::Disc(centre, radius) => {
            point(report, &path.ix(0), *centre);
            report.range(&path.ix(1), *radius, 0.5..=WIDEST_M, "m");
        }
        Shape::Polygon(points) => line(report, &path.ix(0), points, 3),
        Shape::Strip(points, width) => {
            line(report, &path.ix(0), points, 2);
            report.range(&path.ix(1), *width, 0.5..=2000.0, "m");
        }
    }
}
