//! What befell the named persons.

use serde::Serialize;

use super::place::{Whereabouts, both, whereabouts};
use crate::kernel::{ManIx, Vec2};
use crate::record::keyframe::Figure;
use crate::record::ledger::{Event, Heart, Wound};
use crate::record::muster::Muster;
use crate::record::runfile::RunFile;
use crate::scenario::checked::Person;
use crate::scenario::raw::Name;

/// A named person at the end, and what befell him.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PersonAccount {
    /// Id.
    pub id: String,
    /// Display name.
    pub name: Name,
    /// Id of his unit.
    pub unit: String,
    /// Id of his side.
    pub side: String,
    /// `none`, `hurt`, `out` or `dead`.
    pub wound: &'static str,
    /// `steady`, `shaken`, `wavering` or `broken`.
    pub heart: &'static str,
    /// What befell him, by time.
    pub befell: Vec<Befell>,
    /// Where he is.
    pub ended: Whereabouts,
}

/// Something that befell a person.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Befell {
    /// When, s.
    pub t_s: f64,
    /// What, in words that follow his name.
    pub what: String,
}

/// All named persons of a run.
pub fn persons(run: &RunFile) -> Vec<PersonAccount> {
    let mut list: Vec<&Person> = run.scenario.persons.iter().collect();
    list.sort_by_key(|p| (run.scenario.units[p.unit.at()].side, &p.id));
    list.into_iter().map(|p| person(run, p)).collect()
}

fn person(run: &RunFile, person: &Person) -> PersonAccount {
    let scenario = &run.scenario;
    let m = scenario.man_of(person);
    let me = ManIx::new(m);
    let unit = &scenario.units[person.unit.at()];
    let figure = Figure::unpack(run.men.state[m]);
    let clock = run.clock();
    let muster = Muster::new(scenario);
    let mut heart = Heart::Steady;
    let mut befell = Vec::new();
    for entry in &run.ledger.entries {
        if let Some(what) = happened(run, &muster, person, me, &mut heart, &entry.event) {
            befell.push(Befell { t_s: clock.at_s(entry.tick), what });
        }
    }
    PersonAccount {
        id: person.id.clone(),
        name: person.name.clone(),
        unit: unit.id.clone(),
        side: scenario.sides[unit.side.at()].id.clone(),
        wound: Wound::from_u8(figure.wound).word(),
        heart: Heart::from_u8(figure.heart).word(),
        befell,
        ended: whereabouts(scenario, Vec2::new(run.men.x_m[m], run.men.y_m[m])),
    }
}

/// What an entry of the ledger says of him.
fn happened(
    run: &RunFile,
    muster: &Muster,
    person: &Person,
    me: ManIx,
    heart: &mut Heart,
    event: &Event,
) -> Option<String> {
    let whose = |man: &ManIx| match muster.of(*man) {
        Some((unit, number)) => {
            let named = run.scenario.persons.iter().find(|p| p.unit == unit && p.number == number);
            named.map_or_else(|| format!("a man of {}", both(&run.scenario.units[unit.at()].name)), |p| both(&p.name))
        }
        None => "nobody".into(),
    };
    Some(match event {
        Event::Hurt { man, wound, cause, by, .. } if *man == me => {
            let state = match wound {
                Wound::Dead => "killed",
                Wound::Out => "put out of the fight",
                Wound::Hurt | Wound::None => "hurt",
            };
            let hand = by.as_ref().map(|b| format!(" of {}", whose(b))).unwrap_or_default();
            format!("{state} by {}{hand}", cause.word().replace('_', " "))
        }
        Event::Fell { man, .. } if *man == me => "fell".into(),
        Event::Rose { man, by: Some(by) } if *man == me => format!("taken up by {}", whose(by)),
        Event::Rose { man, by: None } if *man == me => "got up".into(),
        Event::Rose { man, by: Some(by) } if *by == me => format!("took up {}", whose(man)),
        Event::Heart { man, to, .. } if *man == me => {
            let from = std::mem::replace(heart, *to);
            match (from, to) {
                (_, Heart::Broken) => "ran".into(),
                (Heart::Broken, _) => "came to his senses".into(),
                _ => return None,
            }
        }
        Event::Left { man } if *man == me => "left the field".into(),
        Event::Appealed { by, heard, .. } if run.scenario.persons[by.at()].id == person.id => {
            format!("called on his men ({heard} heard)")
        }
        _ => return None,
    })
}
