//! A fire fight by Lanchester's square law: each man left aims at the men left on the other side and kills at a fixed
//! rate. The battle's own matchlocks are reduced to it: a shot every tick, unlimited charges, a hit whatever the distance
//! with the chance that makes the rate, every hit a death; nobody is afraid, nobody moves, all are in range.
//!
//! Two hits on one man in one tick kill once, so a long tick wastes shots: of 1,000 against 800 at .01 the fight lasts 2 s
//! longer at ticks of 0.25 s; at 0.1 s nothing of it is left to see. Single fights scatter by 35 men; their mean is that of
//! the law's stochastic form (598 left after 110.3 s), which lies a little off the closed one (600, 109.86).

use serde::Serialize;

use super::scene::{Ranks, Scene, rows_of, state_hash};
use super::{LabError, in_range, mean_and_error};
use crate::battle::Battle;
use crate::men::table::Body;

/// Distance between men of a side, m.
const CLOSE_M: f32 = 0.85;
/// Distance between the front ranks, m.
const GAP_M: f32 = 12.0;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Asked {
    /// Men of the red side.
    pub red: u32,
    /// Men of the blue side.
    pub blue: u32,
    /// Rate at which a blue man kills reds, 1/s: `red' = -a blue`.
    pub a_per_s: f64,
    /// Rate at which a red man kills blues, 1/s: `blue' = -b red`.
    pub b_per_s: f64,
    /// Fights.
    pub runs: u32,
    /// Seed of the first; the others follow.
    pub seed: u64,
    /// Length of a tick, s.
    pub dt_s: f32,
}

/// The closed form.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SquareLaw {
    /// Reds left.
    pub red_left: f64,
    /// Blues left.
    pub blue_left: f64,
    /// When the losing side is gone, s; infinite (null) for equals.
    pub end_s: f64,
}

/// A mean and its standard error.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Moment {
    /// Battle time, s.
    pub t_s: f64,
    /// Reds left, mean over the fights.
    pub red_left_mean: f64,
    /// Blues left.
    pub blue_left_mean: f64,
    /// Reds by the closed form.
    pub red_published: f64,
    /// Blues by the closed form.
    pub blue_published: f64,
}

/// The fights.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Duel {
    /// Fights.
    pub runs: u32,
    /// Reds left at the end.
    pub red_left_mean: f64,
    /// Its standard error.
    pub red_left_error: f64,
    /// Blues left at the end.
    pub blue_left_mean: f64,
    /// Its standard error.
    pub blue_left_error: f64,
    /// When the losing side was gone, s.
    pub end_s_mean: f64,
    /// Its standard error.
    pub end_s_error: f64,
    /// The closed form.
    pub published: SquareLaw,
    /// The course.
    pub curve: Vec<Moment>,
    /// Hash of all states of the first fight.
    pub state_hash: String,
}

impl Asked {
    /// `(red, blue)` by the square law at `t_s`.
    pub fn law_at(&self, t_s: f64) -> (f64, f64) {
        let (x0, y0) = (f64::from(self.red), f64::from(self.blue));
        let w = libm::sqrt(self.a_per_s * self.b_per_s) * t_s;
        let ratio = libm::sqrt(self.a_per_s / self.b_per_s);
        let x = x0 * libm::cosh(w) - y0 * ratio * libm::sinh(w);
        let y = y0 * libm::cosh(w) - x0 / ratio * libm::sinh(w);
        (x.max(0.0), y.max(0.0))
    }

    /// The end by the square law: `b x^2 - a y^2` is kept.
    pub fn law(&self) -> SquareLaw {
        let (x, y) = (f64::from(self.red) * libm::sqrt(self.b_per_s), f64::from(self.blue) * libm::sqrt(self.a_per_s));
        let kept = libm::sqrt((x * x - y * y).abs());
        let end_s = libm::atanh(x.min(y) / x.max(y)) / libm::sqrt(self.a_per_s * self.b_per_s);
        SquareLaw {
            red_left: if x > y { kept / libm::sqrt(self.b_per_s) } else { 0.0 },
            blue_left: if y > x { kept / libm::sqrt(self.a_per_s) } else { 0.0 },
            end_s,
        }
    }

    fn scene(&self) -> Result<Scene, LabError> {
        // Packed so closely that everybody sees everybody all the time, and too far apart for blows.
        let front = libm::ceilf(libm::sqrtf(self.red.max(self.blue) as f32)) * CLOSE_M;
        let (width, height) = (front + 300.0, 2.0 * front + 300.0);
        let mut scene = Scene::new("lab-duel", (width, height), self.limit_s())?;
        // Every tick a shot: a pause shorter than a tick, of which a fifth more or less makes no odds.
        let fastest = self.a_per_s.max(self.b_per_s);
        let hit = fastest as f32 * self.dt_s;
        scene.set(&[
            ("men.file_foot_m", CLOSE_M),
            ("men.rank_foot_m", CLOSE_M),
            ("arms.gun_shots_per_min", 600.0 / self.dt_s),
            ("arms.first_shot_s", 0.0),
            ("arms.lane_width_m", 0.0),
            ("arms.gun_charges", 1e9),
            ("arms.gun_range_m", 10_000.0),
            ("arms.gun_hit_50", hit),
            ("arms.gun_hit_100", hit),
            ("arms.gun_hit_150", hit),
            ("arms.gun_through", 1.0),
            ("arms.gun_misfire", 0.0),
            ("arms.shot_dead", 1.0),
            ("mind.losses", 0.0),
            ("mind.own_wound", 0.0),
            ("mind.enemy_per_s", 0.0),
        ])?;
        for (side, men, rate, y, facing_deg) in [
            ("red", self.red, self.b_per_s, height / 2.0 - GAP_M / 2.0, 0.0),
            ("blue", self.blue, self.a_per_s, height / 2.0 + GAP_M / 2.0, 180.0),
        ] {
            let at = (width / 2.0, y);
            scene.troops(side, |t| (t.share_matchlock, t.shot_skill) = (1.0, (rate / fastest) as f32));
            scene.place(side, at, 50.0).side(side, side);
            scene.unit(Ranks { id: side, side, troops: side, men, at, facing_deg, frontage_m: front });
        }
        Ok(scene)
    }

    /// Time after which a fight is given up, s: equals could go on for ever.
    fn limit_s(&self) -> f32 {
        let law = self.law().end_s;
        let slowest = 12.0 / libm::sqrt(self.a_per_s * self.b_per_s);
        (if law.is_finite() { law * 3.0 + 60.0 } else { slowest }).min(86_400.0) as f32
    }
}

/// Men of a unit still on their feet.
fn left(battle: &Battle, unit: &str) -> u32 {
    battle.column::<Body>()[rows_of(battle, unit)].iter().filter(|b| b.up()).count() as u32
}

/// Points of the curve.
const POINTS: usize = 20;

/// Fights it out.
///
/// # Errors
/// What can't be.
pub fn square(asked: &Asked) -> Result<Duel, LabError> {
    in_range("--red", f64::from(asked.red), 1.0, 20_000.0)?;
    in_range("--blue", f64::from(asked.blue), 1.0, 20_000.0)?;
    in_range("--runs", f64::from(asked.runs), 1.0, 10_000.0)?;
    in_range("--dt-s", f64::from(asked.dt_s), 0.01, 2.0)?;
    for (what, rate) in [("--a", asked.a_per_s), ("--b", asked.b_per_s)] {
        in_range(what, rate, 1e-5, 0.5 / f64::from(asked.dt_s))?;
    }
    let scene = asked.scene()?;
    let published = asked.law();
    let limit = f64::from(asked.limit_s());
    let span = published.end_s.min(limit);
    let (mut reds, mut blues, mut ends) = (Vec::new(), Vec::new(), Vec::new());
    let mut curve = vec![(0.0, 0.0); POINTS + 1];
    let mut hash = String::new();
    for k in 0..asked.runs {
        let mut battle = scene.build(asked.dt_s, asked.seed.wrapping_add(u64::from(k)))?;
        let (mut red, mut blue) = (asked.red, asked.blue);
        let mut point = 0;
        while point <= POINTS || red > 0 && blue > 0 && battle.clock().t_s() < limit {
            while point <= POINTS && span * point as f64 / POINTS as f64 <= battle.clock().t_s() + 1e-6 {
                curve[point].0 += f64::from(red);
                curve[point].1 += f64::from(blue);
                point += 1;
            }
            if red == 0 || blue == 0 || battle.is_over() {
                if point > POINTS {
                    break;
                }
                // It ended before the law's time: the rest of the curve stays as it is.
                for rest in &mut curve[point..] {
                    rest.0 += f64::from(red);
                    rest.1 += f64::from(blue);
                }
                break;
            }
            battle.step()?;
            (red, blue) = (left(&battle, "red"), left(&battle, "blue"));
        }
        reds.push(f64::from(red));
        blues.push(f64::from(blue));
        ends.push(battle.clock().t_s());
        if k == 0 {
            hash = state_hash(&battle);
        }
    }
    let n = f64::from(asked.runs);
    let moment = |(i, sum): (usize, &(f64, f64))| {
        let t_s = span * i as f64 / POINTS as f64;
        let law = asked.law_at(t_s);
        let (red_left_mean, blue_left_mean) = (sum.0 / n, sum.1 / n);
        Moment { t_s, red_left_mean, blue_left_mean, red_published: law.0, blue_published: law.1 }
    };
    let ((red_left_mean, red_left_error), (blue_left_mean, blue_left_error)) =
        (mean_and_error(&reds), mean_and_error(&blues));
    let (end_s_mean, end_s_error) = mean_and_error(&ends);
    Ok(Duel {
        runs: asked.runs,
        red_left_mean,
        red_left_error,
        blue_left_mean,
        blue_left_error,
        end_s_mean,
        end_s_error,
        published,
        curve: curve.iter().enumerate().map(moment).collect(),
        state_hash: hash,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(red: u32, blue: u32) -> Asked {
        Asked { red, blue, a_per_s: 0.01, b_per_s: 0.01, runs: 3, seed: 1, dt_s: 0.5 }
    }

    #[test]
    fn the_law_has_its_published_values() {
        let law = asked(1000, 800).law();
        assert!((law.red_left - 600.0).abs() < 1e-9 && law.blue_left == 0.0 && (law.end_s - 109.86).abs() < 0.005);
        let (red, blue) = asked(1000, 800).law_at(law.end_s);
        assert!((red - 600.0).abs() < 1e-6 && blue < 1e-6);
    }

    #[test]
    fn the_battles_matchlocks_obey_it_and_better_ones_kill_more() {
        let even = square(&asked(400, 320)).unwrap();
        assert!((even.red_left_mean / 240.0 - 1.0).abs() < 0.15, "{even:?}");
        let better = square(&Asked { a_per_s: 0.02, ..asked(400, 320) }).unwrap();
        assert!(better.blue_left_mean > 0.0 && better.red_left_mean == 0.0, "{better:?}");
    }
}
