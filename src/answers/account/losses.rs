//! Losses: of a side or a unit, by the cause that first put a man out and by the one that killed him.

use serde::Serialize;

use super::chronicle::Chronicle;
use crate::record::keyframe::Figure;
use crate::record::ledger::{CAUSES, Cause, Heart, Wound};
use crate::record::runfile::RunFile;

/// How many men, by cause; only causes that struck, the most frequent first.
pub type ByCause = Vec<(&'static str, u32)>;

/// What a body of men lost, and how the rest does.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Losses {
    /// At the start.
    pub men: u32,
    /// Dead.
    pub dead: u32,
    /// Alive, but out of the fight.
    pub out: u32,
    /// Hurt and still able.
    pub hurt: u32,
    /// Able, and running on the field.
    pub running: u32,
    /// Able, and gone from the field as they ran.
    pub left: u32,
    /// Able, and wavering.
    pub wavering: u32,
    /// The dead and those out, by the cause that first put them out.
    pub first_cause: ByCause,
    /// The dead, by the cause that killed them.
    pub final_cause: ByCause,
    /// The hurt who are still able, by what hurt them first.
    pub hurt_cause: ByCause,
}

impl Losses {
    /// Dead or out.
    pub fn lost(&self) -> u32 {
        self.dead + self.out
    }
    /// Able.
    pub fn able(&self) -> u32 {
        self.men - self.lost()
    }
    /// Able, and neither running nor gone.
    pub fn standing(&self) -> u32 {
        self.able() - self.running - self.left
    }
    /// A share of the men at the start.
    pub fn share(&self, n: u32) -> f64 {
        f64::from(n) / f64::from(self.men.max(1))
    }
    /// Of the able, the share that runs or has left the field.
    pub fn share_running(&self) -> f64 {
        f64::from(self.running + self.left) / f64::from(self.able().max(1))
    }
}

/// Of the men with these indices.
pub fn losses(run: &RunFile, c: &Chronicle, men: impl Iterator<Item = usize>) -> Losses {
    let mut l = Losses::default();
    let (mut first, mut last, mut hurt) = ([0u32; 256], [0u32; 256], [0u32; 256]);
    for m in men {
        let figure = Figure::unpack(run.men.state[m]);
        l.men += 1;
        match Wound::from_u8(figure.wound) {
            Wound::Dead => l.dead += 1,
            Wound::Out => l.out += 1,
            wound => {
                if wound == Wound::Hurt {
                    l.hurt += 1;
                    hurt[usize::from(c.hurt_by[m])] += 1;
                }
                match Heart::from_u8(figure.heart) {
                    _ if figure.gone => l.left += 1,
                    Heart::Broken => l.running += 1,
                    Heart::Wavering => l.wavering += 1,
                    _ => {}
                }
                continue;
            }
        }
        first[usize::from(run.men.felled_by[m])] += 1;
        last[usize::from(run.men.killed_by[m])] += 1;
    }
    (l.first_cause, l.final_cause, l.hurt_cause) = (by_cause(&first), by_cause(&last), by_cause(&hurt));
    l
}

fn by_cause(counts: &[u32; 256]) -> ByCause {
    let mut list: ByCause =
        CAUSES.iter().map(|c| (c.word(), counts[usize::from(*c as u8)])).filter(|(_, n)| *n > 0).collect();
    list.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
    list
}

/// How many of a list fell to one cause.
pub fn of(list: &ByCause, cause: Cause) -> u32 {
    list.iter().find(|(word, _)| *word == cause.word()).map_or(0, |(_, n)| *n)
}

/// A list as `120 fall, 30 fire`; nothing for none.
pub fn words(list: &ByCause) -> String {
    let parts: Vec<_> = list.iter().map(|(word, n)| format!("{n} {}", word.replace('_', " "))).collect();
    parts.join(", ")
}
