//! Orders on their way: by voice to those who stand near, else by a rider who must find the unit, may be brought down,
//! and may be misunderstood.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::params::CommandParams;
use super::units::{Drill, Standing, Tally, Unit, unit_rows, unit_rows_mut};
use crate::kernel::{Clock, Draws, PersonIx, Purpose, Tick, UnitIx, stable_key};
use crate::men::formation::Station;
use crate::men::presence::Presence;
use crate::men::table::{Man, Mind, rows, rows_mut};
use crate::record::ledger::{Event, Ledger};
use crate::scenario::Scenario;
use crate::scenario::checked::Order;
use crate::scenario::raw::{Pace, Relation};

/// An order on its way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Dispatch {
    /// Its number among the orders sent in this battle, for the account.
    pub number: u32,
    /// The plan it comes from: its name in the draws.
    pub plan: String,
    /// Who sent it.
    pub by: PersonIx,
    /// To whom.
    pub to: UnitIx,
    /// What.
    pub order: Order,
    /// Where its rider is, m; none if it goes by voice.
    pub rider: Option<[f32; 2]>,
    /// Time a shouted order still takes, s.
    pub left_s: f32,
}

/// An order as it leaves its sender.
#[derive(Clone, Copy, Debug)]
pub struct Letter<'a> {
    /// The plan it comes from.
    pub plan: &'a str,
    /// Who sends it.
    pub by: PersonIx,
    /// From where, m.
    pub from: Vec2,
    /// To whom.
    pub to: UnitIx,
    /// What.
    pub order: Order,
}

/// All orders on their way, in the order they were sent.
#[derive(Resource, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Dispatches {
    /// On their way.
    pub under_way: Vec<Dispatch>,
    /// How many were ever sent.
    pub sent: u32,
}

impl Dispatches {
    /// Sends an order out to a unit whose men stand around `middle`.
    pub fn send(
        &mut self,
        params: &CommandParams,
        scenario: &Scenario,
        ledger: &mut Ledger,
        tick: Tick,
        letter: Letter,
        middle: Vec2,
    ) {
        let Letter { plan, by, from, to, order } = letter;
        let unit = &scenario.units[to.at()];
        let near = (middle - from).length() <= params.voice_m + unit.frontage_m * 0.5;
        let own = scenario.persons[by.at()].unit == to;
        let rider = (!near && !own).then_some([from.x, from.y]);
        let number = self.sent;
        self.sent += 1;
        let text = describe(scenario, &order);
        ledger.write(tick, from, Event::OrderSent { order: number, by, to, text, rider: rider.is_some() });
        self.under_way.push(Dispatch { number, plan: plan.into(), by, to, order, rider, left_s: params.voice_s });
    }
}

/// An order in words.
pub fn describe(scenario: &Scenario, order: &Order) -> String {
    let place = |ix: &crate::kernel::PlaceIx| &scenario.places[ix.at()].id;
    let unit = |ix: &UnitIx| &scenario.units[ix.at()].id;
    match order {
        Order::Hold => "hold".into(),
        Order::March { to, pace } => format!("march to {} at a {}", place(to), pace_word(*pace)),
        Order::Follow { to, behind_fire_m, .. } => {
            format!("follow the fire toward {}, {behind_fire_m} m behind it", place(to))
        }
        Order::Attack => "attack".into(),
        Order::Between(a, b) => format!("drive between {} and {}", unit(a), unit(b)),
        Order::Withdraw { to } => format!("fall back fighting to {}", place(to)),
        Order::Join { unit: u } => format!("fall back fighting to join {}", unit(u)),
    }
}

fn pace_word(pace: Pace) -> &'static str {
    match pace {
        Pace::Walk => "walk",
        Pace::Trot => "trot",
        Pace::Run => "run",
    }
}

/// Riders ride, voices carry; what arrives is obeyed or not understood.
#[expect(clippy::too_many_arguments, reason = "a system names what it reads")]
pub fn carry_orders(
    mut dispatches: ResMut<Dispatches>,
    mut ledger: ResMut<Ledger>,
    (params, scenario, presence): (Res<CommandParams>, Res<Scenario>, Res<Presence>),
    (draws, clock): (Res<Draws>, Res<Clock>),
    tallies: Query<&Tally, With<Unit>>,
    drills: Query<&Drill, With<Unit>>,
    mut standings: Query<&mut Standing, With<Unit>>,
    mut stations: Query<&mut Station, With<Unit>>,
    men: Query<&Man, With<Man>>,
    mut minds: Query<&mut Mind, With<Man>>,
) {
    let (tallies, drills) = (unit_rows(&tallies), unit_rows(&drills));
    let (standings, stations) = (unit_rows_mut(&mut standings), unit_rows_mut(&mut stations));
    let (men, minds) = (rows(&men), rows_mut(&mut minds));
    let (p, dt_s, tick) = (&*params, clock.dt_s, clock.tick);
    let all = std::mem::take(&mut dispatches.under_way);
    for mut d in all {
        let u = d.to.at();
        let unit = &scenario.units[u];
        let number = (stable_key(&d.plan).0 & 0xff_ffff) as u32;
        let lost = |why: &str| Event::OrderLost { order: d.number, to: d.to, why: why.into() };
        if let Some(at) = d.rider {
            let way = tallies[u].middle - Vec2::from(at);
            let step = p.rider_m_s * dt_s;
            let at = Vec2::from(at) + way.normalize_or_zero() * step.min(way.length());
            let side = scenario.units[scenario.persons[d.by.at()].unit.at()].side;
            let enemies = presence.around(at, 0).flat_map(|c| c.iter().enumerate()).any(|(s, c)| {
                c.up > c.broken && s < scenario.sides.len() && scenario.relations[side.at()][s] == Relation::Hostile
            });
            let rate = if enemies { p.rider_loss_per_s } else { 0.0 };
            let mut dice = draws.stream(Purpose::Rider, unit.key, tick);
            if dice.chance(number, 0, crate::kernel::draws::within(rate, dt_s)) {
                ledger.write(tick, at, lost("its rider was brought down"));
                continue;
            }
            d.rider = Some(at.into());
            if way.length() > 15.0 + unit.frontage_m * 0.25 {
                dispatches.under_way.push(d);
                continue;
            }
            d.rider = None;
        }
        d.left_s -= dt_s;
        if d.left_s > 0.0 {
            dispatches.under_way.push(d);
            continue;
        }
        let middle = tallies[u].middle;
        if tallies[u].steady == 0 {
            ledger.write(tick, middle, lost("nobody was left who would listen"));
            continue;
        }
        let mut dice = draws.stream(Purpose::Understand, unit.key, tick);
        if !dice.chance(number, 0, unit.troops.drill) {
            // It is given again until it is understood: ill-drilled troops obey late.
            ledger.write(tick, middle, lost("it was not understood, and must be given again"));
            d.left_s = p.repeat_s;
            dispatches.under_way.push(d);
            continue;
        }
        ledger.write(tick, middle, Event::OrderReceived { order: d.number, to: d.to });
        let loose = matches!(d.order, Order::March { pace: Pace::Run, .. });
        let standing = &mut standings[u];
        let orders = standing.orders + 1;
        *standing =
            Standing { order: d.order, since: tick, orders, loose, enemy_at: None, by_way_of: None, ..*standing };
        // The station is taken up from where the men are.
        super::drive::gather(&mut stations[u], &drills[u].0, middle);
        let mut obey = draws.stream(Purpose::Obey, unit.key, tick);
        let start = scenario.first_man(d.to);
        for i in start..start + unit.strength as usize {
            minds[i].obey_s = obey.uniform(men[i].number, 0) * p.obey_max_s;
        }
    }
}
