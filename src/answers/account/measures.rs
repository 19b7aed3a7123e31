//! The main measures of a run as one row of a table, so that many seeds can be compared.

use super::chronicle::{Chronicle, chronicle};
use super::{Account, SideAccount, account, losses};
use crate::kernel::Tick;
use crate::record::ledger::CAUSES;
use crate::record::runfile::RunFile;

/// Names and values of the measures of a run, in the order of the columns. Times are battle times in s, empty for what
/// did not happen.
pub fn measures(run: &RunFile) -> Vec<(String, String)> {
    let (a, c) = (account(run), chronicle(run));
    let mut row = whole(run, &a, &c);
    for (s, side) in a.sides.iter().enumerate() {
        let measures = of_side(run, &c, s, side);
        row.extend(measures.into_iter().map(|(name, value)| (format!("{}_{name}", side.id), value)));
    }
    row
}

fn time(run: &RunFile, tick: Option<Tick>) -> String {
    tick.map_or_else(String::new, |t| run.clock().at_s(t).to_string())
}

fn whole(run: &RunFile, a: &Account, c: &Chronicle) -> Vec<(String, String)> {
    let fire = a.fire.as_ref();
    let after = fire.and_then(|f| f.turns.first()).map(|t| t.burnt_after_ha);
    let ha = |v: Option<f64>| v.map_or_else(String::new, |v| format!("{v:.2}"));
    let row = [
        ("seed", a.fought.seed.to_string()),
        ("hash", a.fought.hash.clone()),
        ("ended", a.fought.ended.to_owned()),
        ("fought_t_s", a.fought.t_s.to_string()),
        ("better", a.verdict.better.clone().unwrap_or_default()),
        ("fire_lit_t_s", time(run, c.fires_lit.first().map(|(t, _)| *t))),
        ("wind_turns_t_s", time(run, c.wind_turns.first().map(|(t, _)| *t))),
        ("fire_out_t_s", time(run, c.fire_out)),
        ("first_contact_t_s", time(run, c.first_contact.map(|(t, _, _)| t))),
        ("burnt_ha", ha(fire.map(|f| f.burnt_ha))),
        ("burnt_after_turn_ha", ha(after)),
    ];
    row.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

fn of_side(run: &RunFile, c: &Chronicle, s: usize, side: &SideAccount) -> Vec<(String, String)> {
    let (l, told) = (&side.losses, &c.sides[s]);
    let share = |v: f64| format!("{v:.4}");
    let row = [
        ("men", l.men.to_string()),
        ("dead", l.dead.to_string()),
        ("out", l.out.to_string()),
        ("hurt", l.hurt.to_string()),
        ("left", l.left.to_string()),
        ("share_broken_peak", share(side.share_broken_peak)),
        ("share_broken_peak_t_s", side.share_broken_peak_t_s.to_string()),
        ("share_broken_end", share(side.share_broken_end)),
        ("units", side.units.to_string()),
        ("units_broken", side.units_broken.to_string()),
        ("struck_running", side.struck_running.to_string()),
        ("first_water_t_s", time(run, told.first_water.map(|(t, _)| t))),
        ("first_unit_broke_t_s", time(run, told.broke.first().map(|(t, _)| *t))),
        ("half_broken_t_s", time(run, told.half_broken)),
        ("first_cry_t_s", time(run, c.alarms(s).1)),
        ("cries", c.alarms(s).0.to_string()),
        ("first_rally_t_s", time(run, told.rallied.first().map(|(t, _)| *t))),
        ("attack_t_s", time(run, c.first_attack(run, s, false))),
        ("thrust_t_s", time(run, c.first_attack(run, s, true))),
    ];
    let mut row: Vec<_> = row.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    for (head, list) in [("first", &l.first_cause), ("final", &l.final_cause), ("hurt", &l.hurt_cause)] {
        row.extend(
            CAUSES.iter().map(|cause| (format!("{head}_{}", cause.word()), losses::of(list, *cause).to_string())),
        );
    }
    row
}
