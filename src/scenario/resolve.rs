//! From ids to indices: the tables of [`Scenario`], each in its order. What is named and isn't there is a problem.

use std::collections::{BTreeMap, BTreeSet};

use super::checked::{Action, Condition, Order, Person, Place, Plan, Scenario, Side, Troops, Unit};
use super::path::Path;
use super::problem::suggest;
use super::raw;
use super::report::Report;
use crate::kernel::{PersonIx, PlaceIx, SideIx, UnitIx, stable_key};
use crate::params::ParamTable;

/// The rows of each kind, by id.
struct Names<'a> {
    sides: BTreeMap<&'a str, SideIx>,
    units: BTreeMap<&'a str, UnitIx>,
    persons: BTreeMap<&'a str, PersonIx>,
    places: BTreeMap<&'a str, PlaceIx>,
    plans: BTreeMap<&'a str, usize>,
}

/// Rows in the order of their ids.
fn by_id<'a, T, I>(list: &'a [T], id: impl Fn(&'a T) -> &'a str, index: impl Fn(usize) -> I) -> BTreeMap<&'a str, I> {
    let ids: BTreeSet<&str> = list.iter().map(id).collect();
    ids.into_iter().enumerate().map(|(i, id)| (id, index(i))).collect()
}

fn look<I: Copy>(report: &mut Report, path: &Path, kind: &str, id: &str, table: &BTreeMap<&str, I>) -> Option<I> {
    let found = table.get(id).copied();
    if found.is_none() {
        let shown: String = id.chars().take(80).collect();
        let help = suggest(id, table.keys().copied());
        report.wrong(path, format_args!("there is no {kind} `{}`", shown.escape_debug()), help);
    }
    found
}

/// Resolves a battle whose ids are sound. `None` when the report has a problem.
pub fn resolve(
    battle: raw::Battle,
    overlays: Vec<String>,
    params: ParamTable,
    troops: &BTreeMap<String, Troops>,
    report: &mut Report,
) -> Option<Scenario> {
    let mut units: Vec<&raw::Unit> = battle.units.iter().collect();
    units.sort_by_key(|u| stable_key(&u.id));
    let names = Names {
        sides: by_id(&battle.sides, |s| &s.id, SideIx::new),
        units: units.iter().enumerate().map(|(i, u)| (u.id.as_str(), UnitIx::new(i))).collect(),
        persons: by_id(&battle.persons, |p| &p.id, PersonIx::new),
        places: by_id(&battle.ground.places, |p| &p.id, PlaceIx::new),
        plans: by_id(&battle.plans, |p| &p.id, |i| i),
    };
    let sides = sides(&battle, &names, report);
    let relations = relations(&battle, &names, report);
    let persons = persons(&battle, &names, report);
    let units = units.iter().filter_map(|u| unit(u, &names, &persons, troops, report)).collect();
    let places = sorted(&battle.ground.places, |p| &p.id)
        .into_iter()
        .map(|p| Place { id: p.id.clone(), name: p.name.clone(), at: p.at, radius_m: p.radius_m, exit: p.exit })
        .collect();
    let plans = plans(&battle, &names, report);
    report.is_good().then_some(())?;
    Some(Scenario { raw: battle, overlays, params, sides, relations, units, persons, places, plans })
}

fn sorted<'a, T>(list: &'a [T], id: impl Fn(&'a T) -> &'a str) -> Vec<&'a T> {
    let mut rows: Vec<&T> = list.iter().collect();
    rows.sort_by_key(|row| id(row));
    rows
}

fn sides(battle: &raw::Battle, names: &Names, report: &mut Report) -> Vec<Side> {
    let languages: BTreeSet<&str> = battle.sides.iter().flat_map(|s| &s.languages).map(String::as_str).collect();
    let top = Path::top().field("sides");
    if languages.len() > 32 {
        report.wrong(&top, format_args!("the sides speak {} languages", languages.len()), "32 at most".to_owned());
    }
    let bit = |l: &String| languages.iter().position(|k| k == l).filter(|i| *i < 32).map_or(0, |i| 1u32 << i);
    let mut rows = Vec::new();
    for side in sorted(&battle.sides, |s| &s.id) {
        let path = top.id(&side.id).field("refuge");
        let Some(refuge) = look(report, &path, "place", &side.refuge, &names.places) else { continue };
        let languages = side.languages.iter().map(bit).fold(0, |a, b| a | b);
        rows.push(Side { id: side.id.clone(), name: side.name.clone(), refuge, languages });
    }
    rows
}

fn relations(battle: &raw::Battle, names: &Names, report: &mut Report) -> Vec<Vec<raw::Relation>> {
    let n = battle.sides.len();
    let mut table = vec![vec![raw::Relation::Hostile; n]; n];
    for (i, row) in table.iter_mut().enumerate() {
        row[i] = raw::Relation::Allied;
    }
    let mut seen = BTreeSet::new();
    for (i, (a, b, relation)) in battle.relations.iter().enumerate() {
        let path = Path::top().field("relations").ix(i);
        let a = look(report, &path.ix(0), "side", a, &names.sides);
        let b = look(report, &path.ix(1), "side", b, &names.sides);
        let (Some(a), Some(b)) = (a, b) else { continue };
        if a == b {
            report.wrong(&path, "a side is its own friend; a relation takes two sides", None);
        } else if !seen.insert((a.min(b), a.max(b))) {
            report.wrong(&path, "this pair of sides stands twice", None);
        } else {
            table[a.at()][b.at()] = *relation;
            table[b.at()][a.at()] = *relation;
        }
    }
    table
}

/// Persons in the order of their ids, each with his number in his unit.
fn persons(battle: &raw::Battle, names: &Names, report: &mut Report) -> Vec<Person> {
    let mut in_unit: BTreeMap<UnitIx, u32> = BTreeMap::new();
    let mut rows = Vec::new();
    for person in sorted(&battle.persons, |p| &p.id) {
        let path = Path::top().field("persons").id(&person.id);
        let mut commands: Vec<UnitIx> = Vec::new();
        for (i, unit) in person.commands.iter().enumerate() {
            commands.extend(look(report, &path.field("commands").ix(i), "unit", unit, &names.units));
        }
        commands.sort();
        let Some(unit) = look(report, &path.field("unit"), "unit", &person.unit, &names.units) else { continue };
        let count = in_unit.entry(unit).or_default();
        let number = *count;
        *count += 1;
        let strength = battle.units.iter().find(|u| u.id == person.unit).map_or(0.0, |u| u.strength.value());
        if number as f32 >= strength {
            let what = format!("`{}` has fewer men than named persons", person.unit);
            report.wrong(&path.field("unit"), what, format!("it has {strength}"));
        }
        let (id, name, authority) = (person.id.clone(), person.name.clone(), person.authority);
        rows.push(Person { id, name, unit, number, commands, authority });
    }
    rows
}

/// Of several who command a unit the nearest is its commander: the one in its ranks, else the one with the fewest
/// units, else the first by id.
fn commander(unit: UnitIx, persons: &[Person]) -> Option<PersonIx> {
    persons
        .iter()
        .enumerate()
        .filter(|(_, p)| p.commands.contains(&unit))
        .min_by_key(|(i, p)| (p.unit != unit, p.commands.len(), *i))
        .map(|(i, _)| PersonIx::new(i))
}

fn unit(
    unit: &raw::Unit,
    names: &Names,
    persons: &[Person],
    troops: &BTreeMap<String, Troops>,
    report: &mut Report,
) -> Option<Unit> {
    let path = Path::top().field("units").id(&unit.id);
    let side = look(report, &path.field("side"), "side", &unit.side, &names.sides);
    let kinds: BTreeMap<&str, &Troops> = troops.iter().map(|(id, t)| (id.as_str(), t)).collect();
    let kind = look(report, &path.field("troops"), "kind of troops", &unit.troops, &kinds);
    Some(Unit {
        id: unit.id.clone(),
        key: stable_key(&unit.id),
        name: unit.name.clone(),
        side: side?,
        strength: unit.strength.value() as u32,
        troops: kind?.clone(),
        at: unit.at,
        facing_deg: unit.facing_deg,
        frontage_m: unit.frontage_m,
        commander: names.units.get(unit.id.as_str()).and_then(|ix| commander(*ix, persons)),
    })
}

fn plans(battle: &raw::Battle, names: &Names, report: &mut Report) -> Vec<Plan> {
    let mut clocks = 0;
    let mut rows = Vec::new();
    for plan in sorted(&battle.plans, |p| &p.id) {
        let path = Path::top().field("plans").id(&plan.id);
        let by = look(report, &path.field("by"), "person", &plan.by, &names.persons);
        let when = condition(&plan.when, &path.field("when"), names, &mut clocks, report);
        let all = plan.actions.iter().enumerate();
        let actions = all.filter_map(|(i, a)| action(a, by, &path.field("do").ix(i), battle, names, report)).collect();
        if let (Some(by), Some(when)) = (by, when) {
            rows.push(Plan { id: plan.id.clone(), by, when, actions });
        }
    }
    rows
}

fn condition(
    when: &raw::Condition,
    path: &Path,
    names: &Names,
    clocks: &mut usize,
    report: &mut Report,
) -> Option<Condition> {
    use raw::Condition as C;
    let mut each = |list: &[C], report: &mut Report| {
        let all = list.iter().enumerate();
        // All are looked at, so that all that is wrong is told.
        let found: Vec<_> = all.map(|(i, c)| condition(c, &path.ix(0).ix(i), names, clocks, report)).collect();
        found.into_iter().collect::<Option<Vec<_>>>()
    };
    Some(match when {
        C::At(t) => Condition::At(t.value()),
        C::FireWithin(d) => Condition::FireWithin(*d),
        C::EnemyWithin(d) => Condition::EnemyWithin(*d),
        C::EnemyBroken(share) => Condition::EnemyBroken(*share),
        C::FriendsBroken(share) => Condition::FriendsBroken(*share),
        C::WindFrom(deg) => Condition::WindFrom(*deg),
        C::Heard(cry) => Condition::Heard(*cry),
        C::AtPlace(place) => Condition::AtPlace(look(report, &path.ix(0), "place", place, &names.places)?),
        C::UnitGivesWay(unit) => Condition::UnitGivesWay(look(report, &path.ix(0), "unit", unit, &names.units)?),
        C::Done(plan) => Condition::Done(look(report, &path.ix(0), "plan", plan, &names.plans)?),
        C::All(list) => Condition::All(each(list, report)?),
        C::Any(list) => Condition::Any(each(list, report)?),
        C::Not(inner) => Condition::Not(Box::new(condition(inner, &path.ix(0), names, clocks, report)?)),
        C::For(s, inner) => {
            let clock = *clocks;
            *clocks += 1;
            Condition::For(*s, clock, Box::new(condition(inner, &path.ix(1), names, clocks, report)?))
        }
    })
}

fn action(
    action: &raw::Action,
    by: Option<PersonIx>,
    path: &Path,
    battle: &raw::Battle,
    names: &Names,
    report: &mut Report,
) -> Option<Action> {
    let (to, order) = match action {
        raw::Action::Appeal { words } => return Some(Action::Appeal { words: words.clone() }),
        raw::Action::Order { to, order } => (to, order),
    };
    let mut units: Vec<UnitIx> = Vec::new();
    for (i, unit) in to.iter().enumerate() {
        units.extend(look(report, &path.field("to").ix(i), "unit", unit, &names.units));
    }
    if to.is_empty() {
        let leader = sorted(&battle.persons, |p| &p.id).get(by?.at()).copied()?;
        units = leader.commands.iter().filter_map(|u| names.units.get(u.as_str()).copied()).collect();
    }
    units.sort();
    units.dedup();
    let path = path.field("order");
    let mut place = |id: &str| look(report, &path.field("to"), "place", id, &names.places);
    let order = match order {
        raw::Order::Hold => Order::Hold,
        raw::Order::Attack => Order::Attack,
        raw::Order::March { to, pace } => Order::March { to: place(to)?, pace: *pace },
        raw::Order::Follow { to, behind_fire_m, pace } => {
            Order::Follow { to: place(to)?, behind_fire_m: *behind_fire_m, pace: *pace }
        }
        raw::Order::Withdraw { to } => Order::Withdraw { to: place(to)? },
        raw::Order::Join { unit } => {
            Order::Join { unit: look(report, &path.field("unit"), "unit", unit, &names.units)? }
        }
        raw::Order::Between(a, b) => {
            let a = look(report, &path.ix(0), "unit", a, &names.units);
            let b = look(report, &path.ix(1), "unit", b, &names.units);
            Order::Between(a?, b?)
        }
    };
    Some(Action::Order { to: units, order })
}
