//! One battle a seed, each on one thread, judged as soon as it is fought; the runs themselves are not kept.

use rayon::prelude::*;

use super::card::Card;
use super::verdict::{Verdict, judge};
use crate::battle::{Battle, BattleError, Options};
use crate::record::runfile::Ended;
use crate::scenario::Scenario;

/// What to fight.
#[derive(Clone, Copy, Debug)]
pub struct Plan<'a> {
    /// The card.
    pub card: &'a Card,
    /// The battle.
    pub scenario: &'a Scenario,
    /// The first seed.
    pub first_seed: u64,
    /// How many seeds.
    pub runs: usize,
    /// Battles fought at a time; 0 for one a core.
    pub threads: usize,
}

/// The verdicts of one seed.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The seed.
    pub seed: u64,
    /// A verdict for each claim, in the order of the card.
    pub verdicts: Vec<Verdict>,
}

/// Who is told how far the battles are. Called from several threads.
pub trait Watch: Sync {
    /// So much more of a battle has been fought, s of its time.
    fn fought(&self, step_s: f64);
    /// A battle is over and judged.
    fn judged(&self, judged: &Judged);
}

/// Battle time fought between two words to the watcher, s.
const TOLD_EVERY_S: f64 = 20.0;

/// Fights the seeds; the verdicts in the order of the seeds, whatever the number of threads.
///
/// # Errors
/// A battle that can't be built, a fault in one, or threads that can't be started.
pub fn fight(plan: Plan, watch: &dyn Watch) -> Result<Vec<Judged>, BattleError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(plan.threads).build()?;
    let seeds: Vec<u64> = (0..plan.runs as u64).map(|n| plan.first_seed.wrapping_add(n)).collect();
    pool.install(|| seeds.into_par_iter().map(|seed| one(plan, seed, watch)).collect())
}

fn one(plan: Plan, seed: u64, watch: &dyn Watch) -> Result<Judged, BattleError> {
    let mut battle = Battle::new(plan.scenario.clone(), Options { seed, threads: 1, ..Options::default() })?;
    while !battle.is_over() {
        let before_s = battle.clock().t_s();
        battle.run_until(before_s + TOLD_EVERY_S)?;
        watch.fought(battle.clock().t_s() - before_s);
    }
    let judged = Judged { seed, verdicts: judge(plan.card, &battle.run_file(Ended::Full)) };
    watch.judged(&judged);
    Ok(judged)
}
