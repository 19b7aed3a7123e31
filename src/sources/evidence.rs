//! A run laid out for measuring: the harms and falls of each man, the events of units and leaders, and how every man was
//! at any moment.

use std::ops::Range;

use crate::kernel::{ManIx, Tick, UnitIx, Vec2};
use crate::record::keyframe::{Figure, Keyframe};
use crate::record::ledger::{Cause, Entry, Event, Heart, Wound};
use crate::record::muster::Muster;
use crate::record::runfile::RunFile;

/// A man hurt.
#[derive(Clone, Copy, Debug)]
pub struct Harm {
    /// When.
    pub tick: Tick,
    /// Whom.
    pub man: ManIx,
    /// His state after it.
    pub wound: Wound,
    /// By what.
    pub cause: Cause,
    /// By whose hand.
    pub by: Option<ManIx>,
}

/// A run, laid out.
pub struct Evidence<'a> {
    /// The run.
    pub run: &'a RunFile,
    /// Whose man is who.
    pub muster: Muster,
    /// Every harm, by time.
    pub harms: Vec<Harm>,
    /// Every fall, by time.
    pub falls: Vec<(Tick, ManIx)>,
    /// Every man taken up by another, by time.
    pub lifts: Vec<(Tick, ManIx)>,
    /// Every heart that broke, by time.
    pub breaks: Vec<(Tick, ManIx)>,
    /// All else in the ledger, by time.
    pub events: Vec<&'a Entry>,
    end: Keyframe,
}

impl<'a> Evidence<'a> {
    /// Of a run.
    pub fn new(run: &'a RunFile) -> Self {
        let quarters = |m: &f32| (m * 4.0) as u16;
        let end = Keyframe {
            tick: Tick(run.ticks),
            x_q: run.men.x_m.iter().map(quarters).collect(),
            y_q: run.men.y_m.iter().map(quarters).collect(),
            state: run.men.state.clone(),
            ..Keyframe::default()
        };
        let mut laid = Self {
            run,
            muster: Muster::new(&run.scenario),
            harms: Vec::new(),
            falls: Vec::new(),
            lifts: Vec::new(),
            breaks: Vec::new(),
            events: Vec::new(),
            end,
        };
        for entry in &run.ledger.entries {
            let tick = entry.tick;
            match entry.event {
                Event::Hurt { man, wound, cause, by, .. } => laid.harms.push(Harm { tick, man, wound, cause, by }),
                Event::Fell { man, .. } => laid.falls.push((tick, man)),
                Event::Rose { man, by: Some(_) } => laid.lifts.push((tick, man)),
                Event::Rose { .. } => {}
                Event::Heart { man, to: Heart::Broken, .. } => laid.breaks.push((tick, man)),
                Event::Heart { .. } => {}
                _ => laid.events.push(entry),
            }
        }
        laid
    }

    /// How many men there are.
    pub fn men(&self) -> usize {
        self.run.men.state.len()
    }

    /// How many keyframes there are, the state at the end counted as the last.
    pub fn frames(&self) -> usize {
        self.run.keyframes.len() + 1
    }

    /// A keyframe.
    pub fn frame(&self, n: usize) -> &Keyframe {
        self.run.keyframes.get(n).unwrap_or(&self.end)
    }

    /// The last keyframe up to a tick; the first for what is before it.
    pub fn frame_at(&self, tick: Tick) -> &Keyframe {
        if tick >= self.end.tick {
            return &self.end;
        }
        let after = self.run.keyframes.partition_point(|k| k.tick <= tick);
        self.frame(after.saturating_sub(1))
    }

    /// The keyframes in a range of ticks.
    pub fn frames_in(&self, span: &Range<u32>) -> impl Iterator<Item = &Keyframe> {
        (0..self.frames()).map(|n| self.frame(n)).filter(|f| span.contains(&f.tick.0))
    }

    /// The ticks of the whole battle, its end included.
    pub fn whole(&self) -> Range<u32> {
        0..self.run.ticks.saturating_add(1)
    }

    /// Is any man of this unit in the group?
    pub fn unit_in(&self, unit: UnitIx, group: &[bool]) -> bool {
        group.get(self.muster.men(unit)).is_some_and(|men| men.contains(&true))
    }
}

/// Where a man is in a keyframe, m.
pub fn place(frame: &Keyframe, man: usize) -> Vec2 {
    Vec2::new(f32::from(frame.x_q[man]), f32::from(frame.y_q[man])) / 4.0
}

/// Alive in a keyframe.
pub fn alive(frame: &Keyframe, man: usize) -> bool {
    Figure::unpack(frame.state[man]).wound < Wound::Dead as u8
}

/// Alive and not put out of the fight, in a keyframe.
pub fn able(frame: &Keyframe, man: usize) -> bool {
    Figure::unpack(frame.state[man]).wound < Wound::Out as u8
}

/// He runs, or has left the field, in a keyframe.
pub fn broken(frame: &Keyframe, man: usize) -> bool {
    let figure = Figure::unpack(frame.state[man]);
    figure.gone || figure.heart == Heart::Broken as u8
}
