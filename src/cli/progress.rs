//! The progress of a battle on stderr: a line that is drawn over on a terminal, else a line every ten battle minutes.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::battle::Battle;
use crate::kernel::time::hms;
use crate::kernel::{Clock, Tick};
use crate::men::table::{Body, Man, Mind};

/// Time between two drawings on a terminal.
const REDRAW: Duration = Duration::from_millis(250);
/// Battle time between two lines elsewhere, s.
const LINE_S: f32 = 600.0;

/// Shows how far a battle is.
pub struct Progress {
    bar: Option<ProgressBar>,
    first: Tick,
    start: Instant,
    drawn: Instant,
    end_s: f64,
}

impl Progress {
    /// Of a battle that is to be fought until `end`; `verb` says what for.
    pub fn new(battle: &Battle, end: Tick, verb: &'static str) -> Self {
        let clock = battle.clock();
        let bar = std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(u64::from(end.0));
            bar.set_position(u64::from(clock.tick.0));
            if let Ok(style) = ProgressStyle::with_template("{prefix} {bar:24} {msg}, {eta} left") {
                bar.set_style(style);
            }
            bar.set_prefix(verb);
            bar
        });
        let now = Instant::now();
        Self { bar, first: clock.tick, start: now, drawn: now, end_s: clock.at_s(end) }
    }

    /// After each tick.
    pub fn tick(&mut self, battle: &Battle) {
        let clock = battle.clock();
        match &self.bar {
            Some(bar) if self.drawn.elapsed() >= REDRAW => {
                bar.set_position(u64::from(clock.tick.0));
                bar.set_message(self.line(battle, clock));
                self.drawn = Instant::now();
            }
            None if clock.every(LINE_S) => {
                // Where stderr is closed there is nobody to tell.
                let _ = writeln!(std::io::stderr().lock(), "{}", self.line(battle, clock));
            }
            _ => {}
        }
    }

    /// At the end: the terminal's line is cleared. The wall time it took, s, and battle time fought in it.
    pub fn finish(self, clock: Clock) -> (f64, f64) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        (self.start.elapsed().as_secs_f64(), clock.t_s() - clock.at_s(self.first))
    }

    fn line(&self, battle: &Battle, clock: Clock) -> String {
        let fought = clock.t_s() - clock.at_s(self.first);
        let speed = fought / self.start.elapsed().as_secs_f64().max(1e-3);
        let standing: Vec<_> = standing(battle).into_iter().map(|(name, n)| format!("{name} {n}")).collect();
        let standing = standing.join(", ");
        format!("{} of {}: standing {standing}; {speed:.1} times real time", hms(clock.t_s()), hms(self.end_s))
    }
}

/// The men of each side who are able and do not run.
fn standing(battle: &Battle) -> Vec<(String, u32)> {
    let (men, bodies, minds) = (battle.column::<Man>(), battle.column::<Body>(), battle.column::<Mind>());
    let sides = &battle.scenario().sides;
    let mut counts = vec![0u32; sides.len()];
    for ((man, body), mind) in men.iter().zip(&bodies).zip(&minds) {
        if let Some(count) = counts.get_mut(man.side.at()) {
            *count += u32::from(body.able() && mind.heart < crate::record::ledger::Heart::Broken as u8);
        }
    }
    sides.iter().map(|s| s.name.latin.clone()).zip(counts).collect()
}
