//! Which names of a battle or of the card a measure uses, so that one that isn't there is told before anything is fought.

use super::measure::{Group, Moment, Number, Pattern, Series, Span, Test, Zone};

/// A name in a measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use<'a> {
    /// A side of the battle.
    Side(&'a str),
    /// A unit.
    Unit(&'a str),
    /// A named person.
    Person(&'a str),
    /// A plan.
    Plan(&'a str),
    /// A place.
    Place(&'a str),
    /// A river.
    River(&'a str),
    /// A group named by the card.
    Group(&'a str),
    /// A moment named by the card.
    Moment(&'a str),
    /// `Now`, outside of a series.
    Now,
    /// A series of moments, each taken as `Now`.
    Series,
    /// A series within a series.
    Nested,
}

/// What a series passes on of the number within it: its `Now` is the series'.
fn within<'a>(number: &'a Number, tell: &mut dyn FnMut(Use<'a>)) {
    tell(Use::Series);
    number.uses(&mut |name| match name {
        Use::Now => {}
        Use::Series => tell(Use::Nested),
        other => tell(other),
    });
}

/// A part of a measure that uses names.
pub trait Uses {
    /// Tells each name used, in the order written.
    fn uses<'a>(&'a self, tell: &mut dyn FnMut(Use<'a>));
}

impl Uses for Group {
    fn uses<'a>(&'a self, tell: &mut dyn FnMut(Use<'a>)) {
        match self {
            Self::All | Self::Arm(_) => {}
            Self::Side(id) => tell(Use::Side(id)),
            Self::Unit(id) => tell(Use::Unit(id)),
            Self::Person(id) => tell(Use::Person(id)),
            Self::Named(id) => tell(Use::Group(id)),
            Self::Both(list) | Self::Either(list) => list.iter().for_each(|g| g.uses(tell)),
            Self::Except(group) => group.uses(tell),
            Self::Harmed { hand, during, .. } => {
                hand.iter().for_each(|g| g.uses(tell));
                during.uses(tell);
            }
            Self::Felled { during: span, .. } | Self::Ended { during: span, .. } => span.uses(tell),
            Self::Fell(span) | Self::PickedUp(span) | Self::Broke(span) => span.uses(tell),
            Self::Is(_, moment) => moment.uses(tell),
            Self::Was(zone, span) => {
                match zone {
                    Zone::Water => {}
                    Zone::Across(id) => tell(Use::River(id)),
                    Zone::Place(id) => tell(Use::Place(id)),
                }
                span.uses(tell);
            }
        }
    }
}

impl Uses for Span {
    fn uses<'a>(&'a self, tell: &mut dyn FnMut(Use<'a>)) {
        match self {
            Self::Battle => {}
            Self::Before(moment) | Self::From(moment) => moment.uses(tell),
            Self::Between(a, b) => {
                a.uses(tell);
                b.uses(tell);
            }
        }
    }
}

impl Uses for Moment {
    fn uses<'a>(&'a self, tell: &mut dyn FnMut(Use<'a>)) {
        match self {
            Self::Start | Self::End => {}
            Self::Now => tell(Use::Now),
            Self::Named(id) => tell(Use::Moment(id)),
            Self::First(pattern, span) | Self::Last(pattern, span) => {
                pattern.uses(tell);
                span.uses(tell);
            }
            Self::Later(moment, _) => moment.uses(tell),
            Self::Earliest(list) | Self::Latest(list) => list.iter().for_each(|m| m.uses(tell)),
            Self::Broken { of, during, .. } => {
                of.uses(tell);
                during.uses(tell);
            }
            Self::Reaches(number, _, span) => {
                within(number, tell);
                span.uses(tell);
            }
        }
    }
}

impl Uses for Pattern {
    fn uses<'a>(&'a self, tell: &mut dyn FnMut(Use<'a>)) {
        match self {
            Self::WindTurns | Self::FireLit | Self::FireOut => {}
            Self::Appealed(by) => by.iter().for_each(|id| tell(Use::Person(id))),
            Self::Planned(id) => tell(Use::Plan(id)),
            Self::Received { to, .. } => to.uses(tell),
            Self::Contact { by, with } => {
                by.uses(tell);
                with.uses(tell);
            }
            Self::UnitBroke(group) | Self::EnteredWater(group) | Self::Cried(group, _) => group.uses(tell),
        }
    }
}

impl Uses for Number {
    fn uses<'a>(&'a self, tell: &mut dyn FnMut(Use<'a>)) {
        match self {
            Self::Value(_) => {}
            Self::Count(group)
            | Self::Matchlocks(group)
            | Self::Shots(group)
            | Self::ShotsNearFlames(group)
            | Self::ShotsRefused(group) => group.uses(tell),
            Self::Share { of, are } => {
                of.uses(tell);
                are.uses(tell);
            }
            Self::Events(pattern, span) => {
                pattern.uses(tell);
                span.uses(tell);
            }
            Self::Time(moment) => moment.uses(tell),
            Self::Gap(a, b, at) => {
                a.uses(tell);
                b.uses(tell);
                at.uses(tell);
            }
            Self::Progress { of, toward, from, to } => {
                of.uses(tell);
                toward.uses(tell);
                from.uses(tell);
                to.uses(tell);
            }
            Self::Peak(series, number) | Self::Least(series, number) => {
                match series {
                    Series::Keyframes(span) => span.uses(tell),
                    Series::Each(pattern, span) => {
                        pattern.uses(tell);
                        span.uses(tell);
                    }
                }
                within(number, tell);
            }
            Self::Minus(a, b) | Self::Over(a, b) => {
                a.uses(tell);
                b.uses(tell);
            }
        }
    }
}

impl Uses for Test {
    fn uses<'a>(&'a self, tell: &mut dyn FnMut(Use<'a>)) {
        match self {
            Self::Less(a, b) | Self::More(a, b) | Self::AtMost(a, b) | Self::AtLeast(a, b) => {
                a.uses(tell);
                b.uses(tell);
            }
            Self::Within(number, _, _) => number.uses(tell),
            Self::Comes(moment) => moment.uses(tell),
            Self::All(list) | Self::Any(list) => list.iter().for_each(|t| t.uses(tell)),
            Self::Not(test) => test.uses(tell),
        }
    }
}
