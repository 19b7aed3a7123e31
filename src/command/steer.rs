//! What each man wants to do with his legs in this tick: his heart, the heat, the enemy at hand, and then his order.

use bevy::prelude::*;

use super::drive::{pace_of, pace_speed};
use super::params::CommandParams;
use super::refuge::Refuges;
use super::units::{Drill, Standing, Unit, unit_rows};
use crate::kernel::{Clock, Workers};
use crate::men::exposure::Exposure;
use crate::men::formation::Station;
use crate::men::neighbours::CELL_M;
use crate::men::params::MenParams;
use crate::men::presence::{BLOCK_M, Outlook, Presence};
use crate::men::table::{Body, Intent, Man, Mind, NOBODY, Near, Place, rows, rows_mut};
use crate::scenario::checked::Order;
use crate::scenario::raw::{Arm, Pace};

/// Every man makes up his mind where to go.
#[expect(clippy::too_many_arguments, reason = "a system names what it reads")]
pub fn steer(
    (params, men_params, clock): (Res<CommandParams>, Res<MenParams>, Res<Clock>),
    (presence, refuges, workers): (Res<Presence>, Res<Refuges>, Res<Workers>),
    standings: Query<&Standing, With<Unit>>,
    stations: Query<&Station, With<Unit>>,
    drills: Query<&Drill, With<Unit>>,
    men: Query<&Man, With<Man>>,
    places: Query<&Place, With<Man>>,
    bodies: Query<&Body, With<Man>>,
    minds: Query<&Mind, With<Man>>,
    nears: Query<&Near, With<Man>>,
    exposures: Query<&Exposure, With<Man>>,
    mut intents: Query<&mut Intent, With<Man>>,
) {
    let (standings, stations, drills) = (unit_rows(&standings), unit_rows(&stations), unit_rows(&drills));
    let (men, places, bodies, exposures) = (rows(&men), rows(&places), rows(&bodies), rows(&exposures));
    let (minds, nears, intents) = (rows(&minds), rows(&nears), rows_mut(&mut intents));
    workers.chunks_mut(intents, |start, chunk| {
        for (k, intent) in chunk.iter_mut().enumerate() {
            let i = start + k;
            let (man, body, mind) = (&men[i], &bodies[i], &minds[i]);
            let u = man.unit.at();
            let [fx, fy] = stations[u].facing;
            *intent = Intent { fx, fy, ..Intent::default() };
            if !body.up() || mind.stun_s > 0.0 {
                continue;
            }
            let at = places[i].pos();
            let walker = Walker {
                params: &params,
                men: &men_params,
                spot: refuges.of(i),
                at,
                arm: if body.on_horse() { Arm::Horse } else { Arm::Foot },
                outlook: presence.outlook(at, man.side.at()),
                near: &nears[i],
                enemy: places.get(nears[i].enemy as usize),
                dt_s: clock.dt_s,
            };
            let wish = walker.wish(mind, &exposures[i], &standings[u], stations[u].place(&drills[u].0, man.number));
            let velocity = walker.shun_heat(&exposures[i], wish);
            let pressing = if mind.runs() { 1.0 } else { ((mind.fear - 0.3) * 2.0).clamp(0.0, 1.0) };
            *intent = Intent { vx: velocity.x, vy: velocity.y, pressing, ..*intent };
        }
    });
}

struct Walker<'a> {
    params: &'a CommandParams,
    men: &'a MenParams,
    /// Where he runs to when he runs, m.
    spot: Vec2,
    at: Vec2,
    arm: Arm,
    outlook: &'a Outlook,
    near: &'a Near,
    enemy: Option<&'a Place>,
    dt_s: f32,
}

/// Where a man wants to go.
struct Wish {
    /// To which place, m.
    goal: Vec2,
    /// How, m/s.
    velocity: Vec2,
}

impl Walker<'_> {
    fn wish_for(&self, goal: Vec2, pace: Pace) -> Wish {
        Wish { goal, velocity: (goal - self.at).normalize_or_zero() * self.speed(pace) }
    }

    fn stay(&self) -> Wish {
        Wish { goal: self.at, velocity: Vec2::ZERO }
    }

    fn speed(&self, pace: Pace) -> f32 {
        pace_speed(self.men, self.arm, pace)
    }

    fn brake(&self) -> f32 {
        match self.arm {
            Arm::Foot => self.men.brake_foot_m_s2,
            Arm::Horse => self.men.brake_horse_m_s2,
        }
    }

    /// What he wants before he thinks of flames.
    fn wish(&self, mind: &Mind, fire: &Exposure, standing: &Standing, post: Vec2) -> Wish {
        if mind.runs() {
            return self.run_away();
        }
        let block_m = self.outlook.nearest.map_or(f32::INFINITY, |at| (at - self.at).length());
        // An order that runs away leaves the enemy alone; every other lets a man deal with one close by.
        let fleeing = standing.loose && matches!(standing.order, Order::March { .. });
        if !fleeing && let Some(fight) = self.fight(&standing.order, block_m) {
            return fight;
        }
        if mind.obey_s > 0.0 {
            return self.stay();
        }
        let way = post - self.at;
        let distance = way.length();
        if standing.gives_way && !standing.loose && fire.toward > 0.0 {
            return self.wish_for(self.at + fire.off, Pace::Run);
        }
        if distance < 0.3 {
            return self.stay();
        }
        // To catch up with his post a man goes a little faster than his unit,
        // A crowd comes in at a walk.
        let marches = matches!(standing.order, Order::March { .. });
        let comes_in = standing.loose && marches && distance < self.params.come_in_m;
        let pace = if comes_in { Pace::Walk } else { pace_of(self.params, &standing.order, standing.loose, block_m) };
        // and he reins in before it.
        let speed = (self.speed(pace) * 1.25).min((2.0 * self.brake() * distance).sqrt()).min(distance / self.dt_s);
        Wish { goal: post, velocity: way / distance * speed }
    }

    /// Goes for an enemy near enough under this order.
    fn fight(&self, order: &Order, block_m: f32) -> Option<Wish> {
        let reach = match order {
            Order::Attack | Order::Between(..) => self.params.engage_attack_m,
            Order::Hold | Order::Follow { .. } | Order::March { .. } => self.params.engage_hold_m,
            Order::Withdraw { .. } | Order::Join { .. } => self.params.engage_withdraw_m,
        };
        if self.near.enemy != NOBODY
            && self.near.enemy_m < CELL_M
            && let Some(enemy) = self.enemy
        {
            // Close enough to strike: stay by him, as fast as he goes; else close in.
            let pace = if reach >= self.params.engage_attack_m { Pace::Run } else { Pace::Trot };
            if self.near.enemy_m < self.params.strike_m {
                let velocity = enemy.heading() * enemy.speed.min(self.speed(pace));
                return Some(Wish { goal: enemy.pos(), velocity });
            }
            return Some(self.wish_for(enemy.pos(), pace));
        }
        let middle = self.outlook.nearest.filter(|_| block_m < reach)?;
        let pace = if reach >= self.params.engage_attack_m { Pace::Run } else { Pace::Walk };
        // Each makes for the part of their block that lies before him: to make for its middle all would get in each
        // other's way.
        let corner = (middle / BLOCK_M).floor() * BLOCK_M;
        let before_him = self.at.clamp(corner, corner + BLOCK_M);
        let target = if before_him == self.at { middle } else { before_him };
        Some(self.wish_for(target, pace))
    }

    /// A broken man makes for the refuge, and shies from enemies in his way.
    fn run_away(&self) -> Wish {
        let way = self.spot - self.at;
        let mut ahead = if way.length() < 5.0 { Vec2::ZERO } else { way.normalize_or_zero() };
        if let Some(enemy) = self.outlook.nearest {
            let off = self.at - enemy;
            let close = 1.0 - off.length() / self.params.shy_m;
            if close > 0.0 {
                let off = off.normalize_or_zero();
                // Nobody runs into the enemy: what leads toward him is left out.
                ahead -= off * ahead.dot(off).min(0.0);
                ahead += off * close;
            }
        }
        Wish { goal: self.spot, velocity: ahead.normalize_or_zero() * self.speed(Pace::Run) }
    }

    /// The velocity he wants: he keeps off flames, runs from heat that hurts, and does not go nearer to it. Through a thin
    /// line that bars his way he runs, and less aslant than his way leads.
    fn shun_heat(&self, fire: &Exposure, Wish { goal, velocity: wish }: Wish) -> Vec2 {
        if fire.flux_kw_m2 < self.men.heat_floor_kw_m2 {
            return wish;
        }
        let bars_his_way = (self.at - goal).dot(fire.across) > fire.across_m;
        let thin = fire.depth_m <= self.men.thin_flames_m;
        if thin && bars_his_way && wish != Vec2::ZERO {
            return (wish.normalize_or_zero() - fire.across).normalize_or_zero() * self.speed(Pace::Run);
        }
        if fire.contact || fire.flux_kw_m2 > self.men.heat_shun_kw_m2 {
            // Away, but with what of his own way does not lead into the fire.
            let along = wish.normalize_or_zero();
            let along = along - fire.off * along.dot(fire.off).min(0.0);
            return (fire.off + along).normalize_or(fire.off) * self.speed(Pace::Run);
        }
        if thin { wish } else { wish - fire.off * wish.dot(fire.off).min(0.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::bearing_of;
    use crate::lab::scene::{Ranks, Scene, figure, rows_of};
    use crate::record::ledger::Wound;
    use crate::scenario::raw::{Order, Sward};

    /// 300 men in line, on foot or on horseback, go through a fire that backs against the wind: how many it hurt, how many
    /// it put out, and how many came to the other side.
    fn through_a_backing_fire(arm: Arm, pace: Pace, aslant_deg: f32) -> (usize, usize, usize) {
        let mut scene = Scene::new("through", (3200.0, 900.0), 900.0).unwrap();
        scene.raw.ground.grass.sward = Sward::Natural;
        (scene.raw.weather.wind_from_deg, scene.raw.weather.wind_m_s) = (0.0, figure(8.0));
        let way = crate::kernel::bearing(180.0 - aslant_deg);
        let middle = Vec2::new(1600.0, 300.0);
        let start = middle - way * (350.0 / -way.y);
        let goal = middle + way * (220.0 / -way.y);
        scene.place("home", (1600.0, 880.0), 10.0).place("goal", goal.into(), 40.0).side("men", "home");
        scene.troops("line", |t| t.arm = arm);
        let facing_deg = bearing_of(way);
        scene.unit(Ranks {
            id: "line",
            side: "men",
            troops: "line",
            men: 300,
            at: start.into(),
            facing_deg,
            frontage_m: 200.0,
        });
        scene.order("line", Order::March { to: "goal".into(), pace });
        scene.fire(vec![(5.0, 300.0), (3195.0, 300.0)]);
        let mut battle = scene.build(0.5, 1).unwrap();
        battle.run_until(900.0).unwrap();
        let rows = rows_of(&battle, "line");
        let (bodies, places) = (&battle.column::<Body>()[rows.clone()], &battle.column::<Place>()[rows]);
        let hurt = |least: Wound| bodies.iter().filter(|b| b.wound >= least as u8).count();
        (hurt(Wound::Hurt), hurt(Wound::Out), places.iter().filter(|p| p.y < 290.0).count())
    }

    #[test]
    fn a_thin_line_of_flames_is_crossed_at_any_angle() {
        for (arm, pace, aslant_deg) in [
            (Arm::Foot, Pace::Trot, 0.0),
            (Arm::Foot, Pace::Trot, 70.0),
            (Arm::Foot, Pace::Run, -40.0),
            (Arm::Horse, Pace::Trot, -70.0),
        ] {
            let (hurt, out, across) = through_a_backing_fire(arm, pace, aslant_deg);
            let case = format!("{arm:?} {pace:?} {aslant_deg}: {hurt} hurt, {out} out, {across} across");
            assert!(hurt <= 45 && out <= 3 && across >= 290, "{case}");
        }
    }
}
