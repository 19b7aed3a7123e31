//! One walk through the ledger: what each side did and suffered, and when. Everything the account says of the course of
//! a battle is read off here.

use crate::kernel::{ManIx, PersonIx, Tick, UnitIx};
use crate::record::ledger::{Event, FearParts, Heart, Wound};
use crate::record::muster::Muster;
use crate::record::runfile::RunFile;
use crate::scenario::checked::{Action, Order};
use crate::scenario::raw::Cry;

/// What happened, by side and in all.
#[derive(Clone, Debug, Default)]
pub struct Chronicle {
    /// The sides, in the order of their indices.
    pub sides: Vec<SideChronicle>,
    /// Fires that broke out.
    pub fires_lit: Vec<(Tick, String)>,
    /// Turns of the wind.
    pub wind_turns: Vec<(Tick, String)>,
    /// The last flame went out.
    pub fire_out: Option<Tick>,
    /// The first blows.
    pub first_contact: Option<(Tick, UnitIx, UnitIx)>,
    /// The orders sent, in the order of their numbers.
    pub orders: Vec<OrderTale>,
    /// Appeals: when, by whom, the words, how many heard.
    pub appeals: Vec<(Tick, PersonIx, String, u32)>,
    /// Plans carried out: when, by whom, which.
    pub plans: Vec<(Tick, PersonIx, usize)>,
    /// The first time each man was hurt and stayed able: the cause, as a number; 0 for none.
    pub hurt_by: Vec<u8>,
}

/// What one side did and suffered.
#[derive(Clone, Debug, Default)]
pub struct SideChronicle {
    /// Its first unit in the water.
    pub first_water: Option<(Tick, UnitIx)>,
    /// Units whose officers led them away from flames, in order.
    pub gave_way: Vec<(Tick, UnitIx)>,
    /// Units as they broke, in order; one may break twice.
    pub broke: Vec<(Tick, UnitIx)>,
    /// Units as they rallied, in order.
    pub rallied: Vec<(Tick, UnitIx)>,
    /// For each [`Cry`]: how often it was cried, and first when.
    pub cries: [(u32, Option<Tick>); 3],
    /// Men who began to run, one as often as he did.
    pub breakings: u32,
    /// The parts of their fear at that moment, added up.
    pub fear: [f64; 8],
    /// Largest share of its able men who ran, and when.
    pub peak_broken: (f64, Tick),
    /// Since when half of its able men ran, the first time.
    pub half_broken: Option<Tick>,
    /// The first man who left the field, and how many did.
    pub left: Option<(Tick, ManIx, u32)>,
    /// Its men whom an enemy's weapon struck as they ran.
    pub struck_running: u32,
}

/// An order and what became of it.
#[derive(Clone, Debug)]
pub struct OrderTale {
    /// When it was sent.
    pub sent: Tick,
    /// The plan it came from.
    pub plan: usize,
    /// To whom.
    pub to: UnitIx,
    /// What.
    pub order: Order,
    /// When it was understood.
    pub received: Option<Tick>,
}

/// The parts of fear, in the order of [`SideChronicle::fear`], in words that follow "from".
pub const FEARS: [&str; 8] = [
    "the fear of the men around them",
    "comrades seen running",
    "heat and flames",
    "smoke",
    "enemies close by",
    "comrades falling around them",
    "cries",
    "leaders and calm",
];

fn parts(p: &FearParts) -> [f32; 8] {
    [p.contagion, p.runners, p.fire, p.smoke, p.enemy, p.losses, p.cries, p.heart]
}

/// How each man stands as the ledger is walked through.
struct Men {
    wound: Vec<Wound>,
    runs: Vec<bool>,
    side: Vec<u8>,
    /// By side: able, and of these running.
    able: Vec<u32>,
    broken: Vec<u32>,
}

impl Men {
    fn new(run: &RunFile, muster: &Muster) -> Self {
        let n = run.scenario.men();
        let mut side = vec![0; n];
        let mut able = vec![0; run.scenario.sides.len()];
        for (u, unit) in run.scenario.units.iter().enumerate() {
            side[muster.men(UnitIx::new(u))].fill(unit.side.0);
            able[unit.side.at()] += unit.strength;
        }
        let broken = vec![0; able.len()];
        Self { wound: vec![Wound::None; n], runs: vec![false; n], side, able, broken }
    }

    fn is_able(&self, m: usize) -> bool {
        self.wound[m] < Wound::Out
    }

    fn hurt(&mut self, m: usize, wound: Wound) {
        let s = usize::from(self.side[m]);
        if self.is_able(m) && wound >= Wound::Out {
            self.able[s] -= 1;
            self.broken[s] -= u32::from(self.runs[m]);
        }
        self.wound[m] = self.wound[m].max(wound);
    }

    fn heart(&mut self, m: usize, runs: bool) {
        let s = usize::from(self.side[m]);
        if self.is_able(m) && runs != self.runs[m] {
            self.broken[s] = if runs { self.broken[s] + 1 } else { self.broken[s] - 1 };
        }
        self.runs[m] = runs;
    }
}

/// Walks through the ledger of a run.
pub fn chronicle(run: &RunFile) -> Chronicle {
    let muster = Muster::new(&run.scenario);
    let mut men = Men::new(run, &muster);
    let sides = vec![SideChronicle::default(); run.scenario.sides.len()];
    let mut c = Chronicle { sides, hurt_by: vec![0; run.scenario.men()], ..Chronicle::default() };
    let mut tick = Tick(0);
    for entry in &run.ledger.entries {
        if entry.tick != tick {
            c.weigh(&men, tick);
            tick = entry.tick;
        }
        c.take(run, &mut men, tick, &entry.event);
    }
    c.weigh(&men, tick);
    c
}

impl Chronicle {
    /// The shares that ran at the end of a tick.
    fn weigh(&mut self, men: &Men, tick: Tick) {
        for (side, (able, broken)) in self.sides.iter_mut().zip(men.able.iter().zip(&men.broken)) {
            let share = f64::from(*broken) / f64::from((*able).max(1));
            if share > side.peak_broken.0 {
                side.peak_broken = (share, tick);
            }
            if share >= 0.5 {
                side.half_broken.get_or_insert(tick);
            }
        }
    }

    fn take(&mut self, run: &RunFile, men: &mut Men, tick: Tick, event: &Event) {
        let scenario = &run.scenario;
        let side_of = |unit: &UnitIx| scenario.units[unit.at()].side.at();
        match event {
            Event::WindTurns { id } => self.wind_turns.push((tick, id.clone())),
            Event::FireLit { id } => self.fires_lit.push((tick, id.clone())),
            Event::FireOut => self.fire_out = Some(tick),
            Event::Hurt { man, wound, cause, by, .. } => {
                let (m, s) = (man.at(), usize::from(men.side[man.at()]));
                let by_enemy = by.is_some_and(|b| usize::from(men.side[b.at()]) != s);
                if cause.is_weapon() && by_enemy && men.runs[m] {
                    self.sides[s].struck_running += 1;
                }
                if self.hurt_by[m] == 0 && *wound == Wound::Hurt {
                    self.hurt_by[m] = *cause as u8;
                }
                men.hurt(m, *wound);
            }
            Event::Heart { man, to, parts: p, .. } => {
                let runs = *to == Heart::Broken;
                if runs {
                    let side = &mut self.sides[usize::from(men.side[man.at()])];
                    side.breakings += 1;
                    side.fear.iter_mut().zip(parts(p)).for_each(|(sum, v)| *sum += f64::from(v));
                }
                men.heart(man.at(), runs);
            }
            Event::Cried { man, cry } => {
                let cries = &mut self.sides[usize::from(men.side[man.at()])].cries[*cry as usize];
                cries.0 += 1;
                cries.1.get_or_insert(tick);
            }
            Event::UnitBroke { unit } => self.sides[side_of(unit)].broke.push((tick, *unit)),
            Event::UnitRallied { unit } => self.sides[side_of(unit)].rallied.push((tick, *unit)),
            Event::GaveWay { unit } => self.sides[side_of(unit)].gave_way.push((tick, *unit)),
            Event::EnteredWater { unit } => {
                self.sides[side_of(unit)].first_water.get_or_insert((tick, *unit));
            }
            Event::Planned { by, plan } => {
                let Some(k) = scenario.plans.iter().position(|p| p.id == *plan) else { return };
                self.plans.push((tick, *by, k));
            }
            Event::Appealed { by, words, heard } => self.appeals.push((tick, *by, words.clone(), *heard)),
            Event::OrderSent { order, to, .. } => self.sent(run, tick, *order, *to),
            Event::OrderReceived { order, .. } => {
                if let Some(tale) = self.orders.get_mut(*order as usize) {
                    tale.received = Some(tick);
                }
            }
            Event::Contact { unit, with } => {
                self.first_contact.get_or_insert((tick, *unit, *with));
            }
            Event::Left { man } => {
                // One who was carried off counts with those who ran.
                men.heart(man.at(), true);
                let left = &mut self.sides[usize::from(men.side[man.at()])].left;
                left.get_or_insert((tick, *man, 0)).2 += 1;
            }
            Event::Fell { .. } | Event::Rose { .. } | Event::OrderLost { .. } => {}
        }
    }

    /// The orders of a plan are sent right after it is decided, in the order in which it names them.
    fn sent(&mut self, run: &RunFile, tick: Tick, number: u32, to: UnitIx) {
        let Some(&(_, _, plan)) = self.plans.last() else { return };
        let before = self.orders.iter().rev().take_while(|o| o.plan == plan && o.sent == tick).count();
        let orders = run.scenario.plans[plan].actions.iter().filter_map(|a| match a {
            Action::Order { to, order } => Some(to.iter().map(move |u| (*u, *order))),
            Action::Appeal { .. } => None,
        });
        let Some((_, order)) = orders.flatten().nth(before).filter(|(u, _)| *u == to) else { return };
        if self.orders.len() == number as usize {
            self.orders.push(OrderTale { sent: tick, plan, to, order, received: None });
        }
    }

    /// The order a unit last understood.
    pub fn last_order(&self, unit: UnitIx) -> Option<Order> {
        let of_unit = self.orders.iter().filter(|o| o.to == unit);
        of_unit.filter_map(|o| Some((o.received?, o.order))).max_by_key(|(t, _)| *t).map(|(_, o)| o)
    }

    /// When a side's leaders first ordered an attack, or a thrust between two units if `between`.
    pub fn first_attack(&self, run: &RunFile, side: usize, between: bool) -> Option<Tick> {
        let is = |o: &&OrderTale| match o.order {
            Order::Attack => !between,
            Order::Between(..) => between,
            _ => false,
        };
        let of_side = |o: &&OrderTale| run.scenario.units[o.to.at()].side.at() == side;
        self.orders.iter().filter(is).find(of_side).map(|o| o.sent)
    }

    /// How often a side cried in fear, and first when.
    pub fn alarms(&self, side: usize) -> (u32, Option<Tick>) {
        let [fire, beaten] = [Cry::FireTurned, Cry::Beaten].map(|c| self.sides[side].cries[c as usize]);
        (fire.0 + beaten.0, fire.1.into_iter().chain(beaten.1).min())
    }
}
