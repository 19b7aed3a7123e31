//! Numbers and tests, worked out on a run.

use super::evidence::{able, place};
use super::groups::Mask;
use super::measure::{Group, Number, Series, Test};
use super::verdict::Scope;
use crate::kernel::Vec2;
use crate::record::keyframe::Keyframe;

fn count(mask: &[bool]) -> f64 {
    mask.iter().filter(|m| **m).count() as f64
}

/// The first over the second, where that is something.
fn over(a: f64, b: f64) -> Option<f64> {
    (b != 0.0).then(|| a / b)
}

/// The middle of a group's able men, m; none of nobody.
fn middle(frame: &Keyframe, group: &Mask) -> Option<Vec2> {
    let (mut x, mut y, mut n) = (0.0f64, 0.0f64, 0.0f64);
    for (man, _) in group.iter().enumerate().filter(|(man, m)| **m && able(frame, *man)) {
        let at = place(frame, man);
        (x, y, n) = (x + f64::from(at.x), y + f64::from(at.y), n + 1.0);
    }
    (n > 0.0).then(|| Vec2::new((x / n) as f32, (y / n) as f32))
}

impl Scope<'_> {
    /// The sum of a column of shots over a group.
    fn shots(&self, group: &Group, column: &[u16]) -> Option<f64> {
        let group = self.group(group)?;
        Some(group.iter().zip(column).filter(|(of, _)| **of).map(|(_, n)| f64::from(*n)).sum())
    }

    /// A number, where it is defined.
    pub fn number(&self, number: &Number) -> Option<f64> {
        match number {
            Number::Value(value) => Some(*value),
            Number::Count(group) => Some(count(&self.group(group)?)),
            Number::Share { of, are } => {
                let (of, are) = (self.group(of)?, self.group(are)?);
                let both = of.iter().zip(&are).filter(|(a, b)| **a && **b).count();
                over(both as f64, count(&of))
            }
            Number::Events(pattern, span) => Some(self.happened(pattern, span)?.len() as f64),
            Number::Time(moment) => Some(f64::from(self.moment(moment)?.0) * f64::from(self.evidence.run.dt_s)),
            Number::Matchlocks(group) => {
                let group = self.group(group)?;
                let units = &self.evidence.run.scenario.units;
                let of = |u: usize| count(&group[self.evidence.muster.men(crate::kernel::UnitIx::new(u))]);
                Some(units.iter().enumerate().map(|(u, unit)| of(u) * f64::from(unit.troops.share_matchlock)).sum())
            }
            Number::Shots(group) => self.shots(group, &self.evidence.run.men.fired),
            Number::ShotsNearFlames(group) => self.shots(group, &self.evidence.run.men.fired_near),
            Number::ShotsRefused(group) => self.shots(group, &self.evidence.run.men.refused),
            Number::Gap(a, b, at) => {
                let frame = self.evidence.frame_at(self.moment(at)?);
                let (a, b) = (middle(frame, &self.group(a)?)?, middle(frame, &self.group(b)?)?);
                Some(f64::from((a - b).length()))
            }
            Number::Progress { of, toward, from, to } => {
                let before = self.evidence.frame_at(self.moment(from)?);
                let after = self.evidence.frame_at(self.moment(to)?);
                let goal = middle(before, &self.group(toward)?)?;
                let (mut sum, mut n) = (0.0, 0.0);
                for (man, _) in self.group(of)?.iter().enumerate().filter(|(_, m)| **m) {
                    if able(before, man) && able(after, man) {
                        let nearer = (place(before, man) - goal).length() - (place(after, man) - goal).length();
                        (sum, n) = (sum + f64::from(nearer), n + 1.0);
                    }
                }
                over(sum, n)
            }
            Number::Peak(series, number) => self.extreme(series, number, f64::max),
            Number::Least(series, number) => self.extreme(series, number, f64::min),
            Number::Minus(a, b) => Some(self.number(a)? - self.number(b)?),
            Number::Over(a, b) => over(self.number(a)?, self.number(b)?),
        }
    }

    /// The extreme over the moments at which the number is defined.
    fn extreme(&self, series: &Series, number: &Number, pick: fn(f64, f64) -> f64) -> Option<f64> {
        self.series(series)?.into_iter().filter_map(|tick| self.at(tick).number(number)).reduce(pick)
    }

    /// Is a test passed? Neither yes nor no where what it compares is undefined.
    pub fn test(&self, test: &Test) -> Option<bool> {
        let both = |a: &Number, b: &Number| Some((self.number(a)?, self.number(b)?));
        match test {
            Test::Less(a, b) => both(a, b).map(|(a, b)| a < b),
            Test::More(a, b) => both(a, b).map(|(a, b)| a > b),
            Test::AtMost(a, b) => both(a, b).map(|(a, b)| a <= b),
            Test::AtLeast(a, b) => both(a, b).map(|(a, b)| a >= b),
            Test::Within(number, low, high) => Some((*low..=*high).contains(&self.number(number)?)),
            Test::Comes(moment) => Some(self.moment(moment).is_some()),
            Test::All(list) => self.decide(list, false),
            Test::Any(list) => self.decide(list, true),
            Test::Not(test) => self.test(test).map(|t| !t),
        }
    }

    /// `decisive` as soon as one test is; undefined if one that is undefined could have been.
    fn decide(&self, list: &[Test], decisive: bool) -> Option<bool> {
        let results: Vec<Option<bool>> = list.iter().map(|t| self.test(t)).collect();
        if results.contains(&Some(decisive)) {
            Some(decisive)
        } else if results.contains(&None) {
            None
        } else {
            Some(!decisive)
        }
    }
}
