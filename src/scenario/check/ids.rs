//! Ids are well-formed and stand once, and no two units share a key.

use std::collections::BTreeMap;
use std::fmt;

use super::super::path::Path;
use super::super::raw::Battle;
use super::super::report::Report;
use crate::kernel::stable_key;

/// What an id is, in words.
pub const ID_RULE: &str = "lower-case letters, digits and hyphens, at most 64, as in `song-wei-horse`";

/// Lower-case letters, digits and hyphens, a letter or digit first and last, at most 64.
pub fn is_id(id: &str) -> bool {
    let ok = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit();
    id.len() <= 64
        && id.bytes().all(|b| ok(b) || b == b'-')
        && id.bytes().next().is_some_and(ok)
        && id.bytes().last().is_some_and(ok)
}

/// What is said of a text that is no id.
pub struct NoId<'a>(pub &'a str);

impl fmt::Display for NoId<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown: String = self.0.chars().take(80).collect();
        write!(f, "`{}` is no id", shown.escape_debug())
    }
}

fn id(report: &mut Report, path: &Path, id: &str) -> bool {
    let ok = is_id(id);
    if !ok {
        report.wrong(path, NoId(id), ID_RULE.to_owned());
    }
    ok
}

/// The ids of one list; places count by number, since ids may stand twice.
fn list<'a>(report: &mut Report, path: &Path, most: usize, ids: impl ExactSizeIterator<Item = &'a str>) {
    report.at_most(path, ids.len(), most);
    let mut seen = BTreeMap::new();
    for (i, name) in ids.enumerate().take(most) {
        let here = path.ix(i).field("id");
        if id(report, &here, name) && seen.insert(name, i).is_some() {
            report.wrong(&here, format_args!("the id `{name}` stands twice in `{path}`"), None);
        }
    }
}

/// Ids of everything that has one.
pub fn ids(battle: &Battle, report: &mut Report) {
    let top = Path::top();
    let (ground, weather) = (top.field("ground"), top.field("weather"));
    id(report, &top.field("id"), &battle.id);
    list(report, &top.field("sides"), 8, battle.sides.iter().map(|x| x.id.as_str()));
    list(report, &top.field("units"), 500, battle.units.iter().map(|x| x.id.as_str()));
    list(report, &top.field("persons"), 500, battle.persons.iter().map(|x| x.id.as_str()));
    list(report, &top.field("plans"), 500, battle.plans.iter().map(|x| x.id.as_str()));
    list(report, &top.field("fires"), 200, battle.fires.iter().map(|x| x.id.as_str()));
    list(report, &top.field("troops"), 200, battle.troops.iter().map(|x| x.id.as_str()));
    list(report, &weather.field("events"), 200, battle.weather.events.iter().map(|x| x.id.as_str()));
    list(report, &ground.field("hills"), 200, battle.ground.hills.iter().map(|x| x.id.as_str()));
    list(report, &ground.field("patches"), 500, battle.ground.patches.iter().map(|x| x.id.as_str()));
    list(report, &ground.field("places"), 500, battle.ground.places.iter().map(|x| x.id.as_str()));
    let rivers = ground.field("rivers");
    list(report, &rivers, 50, battle.ground.rivers.iter().map(|x| x.id.as_str()));
    for river in &battle.ground.rivers {
        list(report, &rivers.id(&river.id).field("fords"), 50, river.fords.iter().map(|x| x.id.as_str()));
    }
    let mut keys = BTreeMap::new();
    for unit in &battle.units {
        if let Some(other) = keys.insert(stable_key(&unit.id), &unit.id)
            && *other != unit.id
        {
            let what = format!("the ids `{}` and `{other}` have the same key; rename one", unit.id);
            report.wrong(&top.field("units").id(&unit.id), what, None);
        }
    }
}
