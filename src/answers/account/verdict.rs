//! Who had the better of it, and why: from what stands, runs and lies at the end, and from the causes in the ledger.

use serde::Serialize;

use super::SideAccount;
use super::chronicle::{Chronicle, FEARS};
use super::place::both;
use crate::kernel::time::hms;
use crate::record::runfile::RunFile;
use crate::scenario::raw::Relation;

/// Lead in the share of men who still stand that counts as the better of it.
const LEAD_STANDING: f64 = 0.1;
/// With no such lead: lead in the share of men lost.
const LEAD_LOST: f64 = 0.03;

/// The verdict.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Verdict {
    /// The side that had the better of it, if one had.
    pub better: Option<String>,
    /// The side that had the worse of it, if one had.
    pub worse: Option<String>,
    /// Who, and why.
    pub sentences: [String; 2],
}

/// The verdict on a run.
pub fn verdict(run: &RunFile, c: &Chronicle, sides: &[SideAccount]) -> Verdict {
    let fights = |s: &usize| sides[*s].losses.men > 0 && run.scenario.relations[*s].contains(&Relation::Hostile);
    let mut order: Vec<usize> = (0..sides.len()).filter(fights).collect();
    let standing = |s: usize| sides[s].losses.share(sides[s].losses.standing());
    let lost = |s: usize| sides[s].losses.share(sides[s].losses.lost());
    order.sort_by(|a, b| standing(*b).total_cmp(&standing(*a)).then(lost(*a).total_cmp(&lost(*b))));
    let (Some(&first), Some(&last)) = (order.first(), order.last()) else {
        return none(["Nobody fought anybody.".into(), "No two sides were enemies.".into()]);
    };
    let by_standing = standing(first) - standing(last) >= LEAD_STANDING;
    let (best, worst) = if by_standing || lost(first) <= lost(last) { (first, last) } else { (last, first) };
    let decided = by_standing || lost(worst) - lost(best) >= LEAD_LOST;
    let head = if decided {
        format!("{} had the better of it", the(&sides[best]))
    } else {
        "Neither side had the better of it".into()
    };
    let state: Vec<_> = [best, worst].iter().map(|s| condition(&sides[*s])).collect();
    let sentences = [format!("{head}: at the end {}.", state.join("; ")), why(run, c, sides, best, worst)];
    if !decided {
        return none(sentences);
    }
    let id = |s: usize| Some(sides[s].id.clone());
    Verdict { better: id(best), worse: id(worst), sentences }
}

fn none(sentences: [String; 2]) -> Verdict {
    Verdict { better: None, worse: None, sentences }
}

fn the(side: &SideAccount) -> String {
    format!("The {}", both(&side.name))
}

pub(super) fn percent(share: f64) -> String {
    match share * 100.0 {
        p if p > 0.0 && p < 0.95 => format!("{p:.1} %"),
        p => format!("{p:.0} %"),
    }
}

fn condition(side: &SideAccount) -> String {
    let l = &side.losses;
    let left = if l.left > 0 { format!(", {} have left the field", percent(l.share(l.left))) } else { String::new() };
    format!(
        "of {} {} men {} stand, {} run{left} and {} are dead or out",
        l.men,
        both(&side.name),
        percent(l.share(l.standing())),
        percent(l.share(l.running)),
        percent(l.share(l.lost())),
    )
}

/// What made the worse side give way, and what each side's losses came from.
fn why(run: &RunFile, c: &Chronicle, sides: &[SideAccount], best: usize, worst: usize) -> String {
    let told = &c.sides[worst];
    let mut parts = Vec::new();
    if f64::from(told.breakings) >= 0.02 * f64::from(sides[worst].losses.men) {
        let from = fears(&told.fear).join(" and ");
        let mut text = format!("what made the {} run was {from}", both(&sides[worst].name));
        if let Some((tick, unit)) = told.broke.first() {
            let t_s = run.clock().at_s(*tick);
            text += &format!(", {} breaking first at {}", both(&run.scenario.units[unit.at()].name), hms(t_s));
            let before = c.wind_turns.iter().rev().find(|(t, _)| t <= tick);
            if let Some((turn, _)) = before {
                text += &format!(", {} after the wind began to turn", span(t_s - run.clock().at_s(*turn)));
            }
        }
        if told.struck_running > 0 {
            text += &format!(", and {} of them were struck down or hurt as they ran", told.struck_running);
        }
        parts.push(text);
    }
    for s in [best, worst] {
        let l = &sides[s].losses;
        if l.lost() > 0 {
            let most: Vec<_> = l.first_cause.iter().take(2).map(|(word, n)| share_of(word, *n, l.lost())).collect();
            parts.push(format!("the {} losses began with {}", both(&sides[s].name), most.join(" and ")));
        }
    }
    let text = if parts.is_empty() { "nobody ran and nobody fell".into() } else { parts.join("; ") };
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| format!("{}{}.", first.to_uppercase(), letters.as_str()))
}

fn share_of(word: &str, n: u32, of: u32) -> String {
    format!("{} ({})", word.replace('_', " "), percent(f64::from(n) / f64::from(of.max(1))))
}

/// The two greatest parts of the fear of those who ran, with their shares of all that frightened them.
fn fears(sums: &[f64; 8]) -> Vec<String> {
    let total: f64 = sums.iter().filter(|v| **v > 0.0).sum();
    let mut order: Vec<usize> = (0..sums.len()).filter(|i| sums[*i] > 0.0).collect();
    order.sort_by(|a, b| sums[*b].total_cmp(&sums[*a]));
    order.iter().take(2).map(|i| format!("{} ({})", FEARS[*i], percent(sums[*i] / total.max(1e-9)))).collect()
}

/// A length of time in words.
fn span(s: f64) -> String {
    if s < 120.0 { format!("{s:.0} s") } else { format!("{:.0} min", s / 60.0) }
}
