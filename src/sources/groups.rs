//! Groups of men, worked out on a run.

use super::evidence::{able, alive, broken, place};
use super::measure::{Group, Span, State, Zone};
use super::verdict::Scope;
use crate::kernel::{ManIx, Tick};
use crate::record::ledger::{Cause, Wound};
use crate::scenario::geometry::{crossings, depth_at};

/// For each man, is he in the group?
pub type Mask = Vec<bool>;

impl Scope<'_> {
    /// The men of a group; none at all where it is undefined.
    pub fn group(&self, group: &Group) -> Option<Mask> {
        let run = self.evidence.run;
        let scenario = &run.scenario;
        let units = |fits: &dyn Fn(usize) -> bool| {
            let strengths = scenario.units.iter().enumerate();
            strengths.flat_map(|(u, unit)| std::iter::repeat_n(fits(u), unit.strength as usize)).collect::<Mask>()
        };
        Some(match group {
            Group::All => vec![true; self.evidence.men()],
            Group::Side(id) => units(&|u| scenario.sides[scenario.units[u].side.at()].id == *id),
            Group::Unit(id) => units(&|u| scenario.units[u].id == *id),
            Group::Arm(arm) => units(&|u| scenario.units[u].troops.arm == *arm),
            Group::Person(id) => {
                let men = scenario.persons.iter().filter(|p| p.id == *id).map(|p| ManIx::new(scenario.man_of(p)));
                self.marked(men)
            }
            Group::Named(id) => self.named_group(id)?,
            Group::Both(list) => self.fold(list, true, |a, b| a && b)?,
            Group::Either(list) => self.fold(list, false, |a, b| a || b)?,
            Group::Except(group) => self.group(group)?.into_iter().map(|m| !m).collect(),
            Group::Harmed { by, at_least, hand, during } => {
                let hand = match hand {
                    Some(hand) => Some(self.group(hand)?),
                    None => None,
                };
                let span = self.span(during)?;
                let by_hand = |man: Option<ManIx>| match (&hand, man) {
                    (None, _) => true,
                    (Some(hand), Some(man)) => hand[man.at()],
                    (Some(_), None) => false,
                };
                let harms = self.evidence.harms.iter().filter(|h| span.contains(&h.tick.0));
                let fit = harms.filter(|h| h.wound >= *at_least && by.contains(&h.cause) && by_hand(h.by));
                self.marked(fit.map(|h| h.man))
            }
            Group::Felled { by, during } => self.lost(by, during, true)?,
            Group::Ended { by, during } => self.lost(by, during, false)?,
            Group::Fell(during) => self.marked_in(&self.evidence.falls, during)?,
            Group::PickedUp(during) => self.marked_in(&self.evidence.lifts, during)?,
            Group::Broke(during) => self.marked_in(&self.evidence.breaks, during)?,
            Group::Is(state, at) => {
                let frame = self.evidence.frame_at(self.moment(at)?);
                let is = |man| match state {
                    State::Alive => alive(frame, man),
                    State::Running => able(frame, man) && broken(frame, man),
                    State::Steady => able(frame, man) && !broken(frame, man),
                };
                (0..self.evidence.men()).map(is).collect()
            }
            Group::Was(zone, during) => self.was(zone, during)?,
        })
    }

    fn fold(&self, list: &[Group], of_none: bool, join: fn(bool, bool) -> bool) -> Option<Mask> {
        let mut men = vec![of_none; self.evidence.men()];
        for group in list {
            men.iter_mut().zip(self.group(group)?).for_each(|(a, b)| *a = join(*a, b));
        }
        Some(men)
    }

    fn marked(&self, men: impl Iterator<Item = ManIx>) -> Mask {
        let mut mask = vec![false; self.evidence.men()];
        men.for_each(|man| mask[man.at()] = true);
        mask
    }

    fn marked_in(&self, list: &[(Tick, ManIx)], during: &Span) -> Option<Mask> {
        let span = self.span(during)?;
        Some(self.marked(list.iter().filter(|(tick, _)| span.contains(&tick.0)).map(|(_, man)| *man)))
    }

    /// Men put out of the fight in the span, by the cause that first did it or by the final one.
    fn lost(&self, by: &[Cause], during: &Span, first: bool) -> Option<Mask> {
        let span = self.span(during)?;
        let mut causes: Vec<Option<Cause>> = vec![None; self.evidence.men()];
        let mut felled = vec![false; self.evidence.men()];
        for harm in self.evidence.harms.iter().filter(|h| h.wound >= Wound::Out) {
            let man = harm.man.at();
            if !felled[man] {
                felled[man] = true;
                causes[man] = span.contains(&harm.tick.0).then_some(harm.cause);
            } else if !first && causes[man].is_some() {
                causes[man] = Some(harm.cause);
            }
        }
        Some(causes.iter().map(|c| c.is_some_and(|c| by.contains(&c))).collect())
    }

    fn was(&self, zone: &Zone, during: &Span) -> Option<Mask> {
        let span = self.span(during)?;
        let scenario = &self.evidence.run.scenario;
        let rivers = &scenario.raw.ground.rivers;
        let start = self.evidence.frame(0);
        let mut was = vec![false; self.evidence.men()];
        for frame in self.evidence.frames_in(&span) {
            for (man, mark) in was.iter_mut().enumerate() {
                if *mark || !alive(frame, man) {
                    continue;
                }
                let at = place(frame, man);
                *mark = match zone {
                    Zone::Water => depth_at(rivers, at) > 0.0,
                    Zone::Across(id) => rivers
                        .iter()
                        .filter(|r| r.id == *id)
                        .any(|r| crossings(&r.line, place(start, man), at) % 2 == 1 && depth_at(rivers, at) == 0.0),
                    Zone::Place(id) => scenario
                        .places
                        .iter()
                        .filter(|p| p.id == *id)
                        .any(|p| (crate::kernel::Vec2::from(p.at) - at).length() <= p.radius_m),
                };
            }
        }
        Some(was)
    }
}
