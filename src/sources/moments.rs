//! Moments and spans, worked out on a run.

use std::ops::Range;

use super::groups::Mask;
use super::measure::{Group, Moment, Pattern, Series, Span};
use super::verdict::Scope;
use crate::kernel::Tick;
use crate::record::ledger::Event;
use crate::scenario::raw::Cry;

/// A pattern with its groups worked out.
enum Sought<'p> {
    WindTurns,
    FireLit,
    FireOut,
    Appealed(Option<&'p str>),
    Planned(&'p str),
    Received(Mask, &'p str),
    Contact(Mask, Mask),
    UnitBroke(Mask),
    EnteredWater(Mask),
    Cried(Mask, Cry),
}

impl Scope<'_> {
    /// The ticks of a span.
    pub fn span(&self, span: &Span) -> Option<Range<u32>> {
        let whole = self.evidence.whole();
        Some(match span {
            Span::Battle => whole,
            Span::Before(m) => 0..self.moment(m)?.0,
            Span::From(m) => self.moment(m)?.0..whole.end,
            Span::Between(a, b) => self.moment(a)?.0..self.moment(b)?.0,
        })
    }

    /// When a moment is, if it came.
    pub fn moment(&self, moment: &Moment) -> Option<Tick> {
        match moment {
            Moment::Start => Some(Tick(0)),
            Moment::End => Some(Tick(self.evidence.run.ticks)),
            Moment::Now => self.now,
            Moment::Named(id) => self.named_moment(id),
            Moment::First(pattern, span) => self.happened(pattern, span)?.first().copied(),
            Moment::Last(pattern, span) => self.happened(pattern, span)?.last().copied(),
            Moment::Later(moment, seconds) => {
                let dt_s = f64::from(self.evidence.run.dt_s);
                let ticks = f64::from(self.moment(moment)?.0) + libm::round(f64::from(*seconds) / dt_s);
                (0.0..=f64::from(self.evidence.run.ticks)).contains(&ticks).then_some(Tick(ticks as u32))
            }
            Moment::Earliest(list) => list.iter().filter_map(|m| self.moment(m)).min(),
            Moment::Latest(list) => {
                let all: Option<Vec<Tick>> = list.iter().map(|m| self.moment(m)).collect();
                all?.into_iter().max()
            }
            Moment::Broken { of, share, during } => self.broken_by(of, *share, during),
            Moment::Reaches(number, value, span) => {
                let span = self.span(span)?;
                let reached = |tick: &Tick| self.at(*tick).number(number).is_some_and(|n| n >= *value);
                self.evidence.frames_in(&span).map(|f| f.tick).find(reached)
            }
        }
    }

    /// The moments of a series.
    pub fn series(&self, series: &Series) -> Option<Vec<Tick>> {
        match series {
            Series::Keyframes(span) => {
                let span = self.span(span)?;
                Some(self.evidence.frames_in(&span).map(|f| f.tick).collect())
            }
            Series::Each(pattern, span) => self.happened(pattern, span),
        }
    }

    /// When something happened in a span, each time.
    pub fn happened(&self, pattern: &Pattern, span: &Span) -> Option<Vec<Tick>> {
        let (sought, span) = (self.sought(pattern)?, self.span(span)?);
        let events = self.evidence.events.iter().filter(|e| span.contains(&e.tick.0));
        Some(events.filter(|e| self.matches(&sought, &e.event)).map(|e| e.tick).collect())
    }

    fn sought<'p>(&self, pattern: &'p Pattern) -> Option<Sought<'p>> {
        Some(match pattern {
            Pattern::WindTurns => Sought::WindTurns,
            Pattern::FireLit => Sought::FireLit,
            Pattern::FireOut => Sought::FireOut,
            Pattern::Appealed(by) => Sought::Appealed(by.as_deref()),
            Pattern::Planned(plan) => Sought::Planned(plan),
            Pattern::Received { to, words } => Sought::Received(self.group(to)?, words),
            Pattern::Contact { by, with } => Sought::Contact(self.group(by)?, self.group(with)?),
            Pattern::UnitBroke(group) => Sought::UnitBroke(self.group(group)?),
            Pattern::EnteredWater(group) => Sought::EnteredWater(self.group(group)?),
            Pattern::Cried(group, cry) => Sought::Cried(self.group(group)?, *cry),
        })
    }

    fn matches(&self, sought: &Sought, event: &Event) -> bool {
        let unit_in = |unit, group: &Mask| self.evidence.unit_in(unit, group);
        match (sought, event) {
            (Sought::WindTurns, Event::WindTurns { .. })
            | (Sought::FireLit, Event::FireLit { .. })
            | (Sought::FireOut, Event::FireOut) => true,
            (Sought::Appealed(who), Event::Appealed { by, .. }) => {
                who.is_none_or(|id| self.evidence.run.scenario.persons[by.at()].id == id)
            }
            (Sought::Planned(id), Event::Planned { plan, .. }) => plan == id,
            (Sought::Received(group, words), Event::OrderReceived { order, to }) => {
                unit_in(*to, group) && self.order_says(*order, words)
            }
            (Sought::Contact(by, with), Event::Contact { unit, with: other }) => {
                unit_in(*unit, by) && unit_in(*other, with)
            }
            (Sought::UnitBroke(group), Event::UnitBroke { unit })
            | (Sought::EnteredWater(group), Event::EnteredWater { unit }) => unit_in(*unit, group),
            (Sought::Cried(group, sought), Event::Cried { man, cry }) => group[man.at()] && sought == cry,
            _ => false,
        }
    }

    fn order_says(&self, number: u32, words: &str) -> bool {
        let says = |event: &Event| matches!(event, Event::OrderSent { order, text, .. } if *order == number && text.contains(words));
        self.evidence.events.iter().any(|e| says(&e.event))
    }

    fn broken_by(&self, of: &Group, share: f32, during: &Span) -> Option<Tick> {
        let (group, span) = (self.group(of)?, self.span(during)?);
        let men = group.iter().filter(|m| **m).count();
        let wanted = libm::ceil(men as f64 * f64::from(share)).max(1.0) as usize;
        let mut counted = vec![false; group.len()];
        let mut broken = 0;
        for (tick, man) in self.evidence.breaks.iter().filter(|(tick, _)| span.contains(&tick.0)) {
            if group[man.at()] && !std::mem::replace(&mut counted[man.at()], true) {
                broken += 1;
                if broken >= wanted {
                    return Some(*tick);
                }
            }
        }
        None
    }
}
