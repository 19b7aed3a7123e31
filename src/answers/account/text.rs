//! The account as a text for a terminal.

use comfy_table::{ContentArrangement, Table, presets};

use super::losses::{self, words};
use super::place::both;
use super::{Account, PersonAccount};
use crate::kernel::time::hms;
use crate::record::ledger::CAUSES;

/// The account, its tables no wider than so many characters.
pub fn tell(account: &Account, width: u16) -> String {
    let mut parts = vec![head(account), account.verdict.sentences.join(" ")];
    let course = account.course.iter().map(|m| format!("  {}  {}", hms(m.t_s), m.what));
    parts.push(section("Course", course));
    parts.push(format!("Units\n{}", units(account, width)));
    if !account.persons.is_empty() {
        parts.push(format!("Named persons\n{}", persons(account, width)));
    }
    parts.push(format!("Losses\n{}", losses_table(account, width)));
    if let Some(text) = fire(account) {
        parts.push(text);
    }
    parts.push(format!("hash {}", account.fought.hash));
    parts.join("\n\n")
}

fn section(title: &str, lines: impl Iterator<Item = String>) -> String {
    std::iter::once(title.to_owned()).chain(lines).collect::<Vec<_>>().join("\n")
}

fn head(account: &Account) -> String {
    let f = &account.fought;
    let mut text = format!("{}: {} men, seed {}", both(&f.name), f.men, f.seed);
    if !f.overlays.is_empty() {
        text += &format!(", with {}", f.overlays.join(", "));
    }
    for (path, value) in &f.parameters {
        text += &format!(", {path} = {value}");
    }
    text += &match f.ended {
        "full" => format!(", fought to its end at {}", hms(f.t_s)),
        "until" => format!(", fought until {}", hms(f.t_s)),
        _ => format!(", interrupted at {}", hms(f.t_s)),
    };
    text
}

fn table(head: &[&str], width: u16) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
    table.set_header(head.iter().map(|h| h.to_uppercase()));
    table
}

fn units(account: &Account, width: u16) -> String {
    let mut table = table(
        &[
            "unit",
            "side",
            "men",
            "dead",
            "out",
            "hurt",
            "put out first by",
            "hurt by",
            "running",
            "left",
            "state",
            "ended",
        ],
        width,
    );
    for u in &account.units {
        let l = &u.losses;
        table.add_row([
            both(&u.name),
            u.side.clone(),
            l.men.to_string(),
            l.dead.to_string(),
            l.out.to_string(),
            l.hurt.to_string(),
            words(&l.first_cause),
            words(&l.hurt_cause),
            l.running.to_string(),
            l.left.to_string(),
            if u.state == "left" { "left the field".into() } else { u.state.replace('_', " ") },
            u.ended.to_string(),
        ]);
    }
    table.trim_fmt()
}

fn persons(account: &Account, width: u16) -> String {
    let mut table = table(&["person", "unit", "state", "what befell", "ended"], width);
    for p in &account.persons {
        let state = match (p.wound, p.heart) {
            ("dead", _) => "dead".into(),
            ("out", _) => "out".into(),
            ("hurt", heart) => format!("hurt, {heart}"),
            (_, heart) => heart.to_owned(),
        };
        table.add_row([both(&p.name), p.unit.clone(), state, befell(p), p.ended.to_string()]);
    }
    table.trim_fmt()
}

/// Lines of what befell a person that are shown; `--json` has all.
const SHOWN: usize = 6;

fn befell(person: &PersonAccount) -> String {
    let mut lines: Vec<_> = person.befell.iter().take(SHOWN).map(|b| format!("{} {}", hms(b.t_s), b.what)).collect();
    if person.befell.len() > SHOWN {
        lines.push(format!("and {} things more", person.befell.len() - SHOWN));
    }
    lines.join("; ")
}

/// Losses by cause: of each side the men put out (dead or not) by first cause, the dead by final cause, the hurt.
fn losses_table(account: &Account, width: u16) -> String {
    let mut head = vec!["cause".to_owned()];
    for side in &account.sides {
        let name = both(&side.name);
        head.extend(["first", "final", "hurt"].map(|what| format!("{name} {what}")));
    }
    let mut table = table(&head.iter().map(String::as_str).collect::<Vec<_>>(), width);
    for cause in CAUSES {
        let sides = account.sides.iter().map(|s| &s.losses);
        let counts: Vec<u32> = sides
            .flat_map(|l| [&l.first_cause, &l.final_cause, &l.hurt_cause].map(|list| losses::of(list, cause)))
            .collect();
        if counts.iter().any(|n| *n > 0) {
            let row = std::iter::once(cause.word().replace('_', " "));
            table.add_row(row.chain(counts.iter().map(u32::to_string)));
        }
    }
    let totals = account.sides.iter().map(|s| &s.losses).flat_map(|l| [l.lost(), l.dead, l.hurt]);
    table.add_row(std::iter::once("in all".to_owned()).chain(totals.map(|n| n.to_string())));
    let note = "first: the dead and those out, by what first put them out; final: the dead, by what killed them; hurt: the hurt who still stand";
    format!("{}\n{note}", table.trim_fmt())
}

fn fire(account: &Account) -> Option<String> {
    let fire = account.fire.as_ref()?;
    let mut text =
        format!("Fire\n{:.1} ha burnt; the last ground caught at {}.", fire.burnt_ha, hms(fire.last_spread_t_s));
    for t in &fire.turns {
        text += &format!(
            " When the wind began to turn ({}, {}) {:.1} ha had burnt, and {:.1} ha burnt after it; {:.0} m of the \
             fire's edge still had fuel before it, {:.0} m of them where the new wind blows.",
            t.id,
            hms(t.t_s),
            t.burnt_before_ha,
            t.burnt_after_ha,
            t.live_edge_m,
            t.live_edge_to_lee_m
        );
    }
    Some(text)
}
