//! Runs made by hand for the tests: the battle of X1 with one man for a hundred, its men moved and its ledger written
//! by the test.

use crate::kernel::{ManIx, PersonIx, Tick, UnitIx, Vec2};
use crate::record::keyframe::{Figure, Keyframe};
use crate::record::ledger::{Cause, Event, FearParts, Heart, Wound};
use crate::record::muster::Muster;
use crate::record::runfile::RunFile;
use crate::record::samples;
use crate::scenario::Scenario;
use crate::sources::scale::Scale;

/// Ticks a second, seconds between keyframes.
const PER_S: f32 = 2.0;
const FRAME_S: u32 = 20;

/// A run in the making. Times in s.
#[derive(Clone)]
pub struct Story {
    pub run: RunFile,
    muster: Muster,
}

/// The battle with a hundredth of its men.
pub fn small_battle() -> Scenario {
    let loaded = crate::scenario::load("scenarios/xiaoling-wind-turns.ron", &[], &[]).unwrap();
    Scale { strengths: vec![(None, 0.01)], times: None }.apply(&loaded.scenario).unwrap()
}

impl Story {
    /// All men stand at their units' places, whole and steady, for an hour.
    pub fn new() -> Self {
        let scenario = small_battle();
        let muster = Muster::new(&scenario);
        let men = scenario.men();
        let whole = Keyframe { x_q: vec![0; men], y_q: vec![0; men], state: vec![0; men], ..Keyframe::default() };
        let tick = |n: u32| Tick(n * FRAME_S * PER_S as u32);
        let keyframes = (0..3600 / FRAME_S).map(|n| Keyframe { tick: tick(n), ..whole.clone() }).collect();
        let mut run = RunFile { scenario, dt_s: 1.0 / PER_S, ticks: 7200, keyframes, ..samples::run() };
        run.ledger.entries.clear();
        run.men.state = vec![0; men];
        (run.men.x_m, run.men.y_m) = (vec![0.0; men], vec![0.0; men]);
        let mut story = Self { run, muster };
        let places: Vec<_> = story.run.scenario.units.iter().map(|u| (u.id.clone(), u.at)).collect();
        for (id, at) in &places {
            story.path(&[id], &[(0.0, *at)]);
        }
        story
    }

    pub fn unit(&self, id: &str) -> UnitIx {
        UnitIx::new(self.run.scenario.units.iter().position(|u| u.id == id).unwrap())
    }

    pub fn man(&self, unit: &str, number: usize) -> ManIx {
        let men = self.muster.men(self.unit(unit));
        assert!(number < men.len(), "{unit} has {} men", men.len());
        ManIx::new(men.start + number)
    }

    pub fn person(&self, id: &str) -> PersonIx {
        PersonIx::new(self.run.scenario.persons.iter().position(|p| p.id == id).unwrap())
    }

    /// The ids of a side's units.
    pub fn units(&self, side: &str) -> Vec<String> {
        let s = &self.run.scenario;
        s.units.iter().filter(|u| s.sides[u.side.at()].id == side).map(|u| u.id.clone()).collect()
    }

    fn each_frame(&mut self, mut change: impl FnMut(f32, &mut [u16], &mut [u16], &mut [u8])) {
        for k in &mut self.run.keyframes {
            change(k.tick.0 as f32 / PER_S, &mut k.x_q, &mut k.y_q, &mut k.state);
        }
        if let Some(last) = self.run.keyframes.last() {
            self.run.men.state.clone_from(&last.state);
            self.run.men.x_m = last.x_q.iter().map(|q| f32::from(*q) / 4.0).collect();
            self.run.men.y_m = last.y_q.iter().map(|q| f32::from(*q) / 4.0).collect();
        }
    }

    /// All men of the units go along these places at these times, in straight lines, and stand before and after.
    pub fn path(&mut self, units: &[impl AsRef<str>], points: &[(f32, (f32, f32))]) {
        let men: Vec<usize> = units.iter().flat_map(|u| self.muster.men(self.unit(u.as_ref()))).collect();
        self.each_frame(|t, x, y, _| {
            let after = points.partition_point(|p| p.0 <= t).clamp(1, points.len());
            let (a, b) = (points[after - 1], points[after.min(points.len() - 1)]);
            let part = if b.0 > a.0 { ((t - a.0) / (b.0 - a.0)).clamp(0.0, 1.0) } else { 0.0 };
            let at = Vec2::from(a.1).lerp(Vec2::from(b.1), part);
            for &man in &men {
                (x[man], y[man]) = ((at.x * 4.0) as u16, (at.y * 4.0) as u16);
            }
        });
    }

    /// From a time on the men of a unit have this heart; the ledger has it when it breaks.
    pub fn heart(&mut self, unit: &str, from_s: f32, heart: Heart) {
        let men = self.muster.men(self.unit(unit));
        for man in men.clone().filter(|_| heart == Heart::Broken) {
            let event = Event::Heart {
                man: ManIx::new(man),
                from: Heart::Steady,
                to: heart,
                fear: 1.0,
                parts: FearParts::default(),
            };
            self.happens(from_s, event);
        }
        self.each_frame(|t, _, _, state| {
            for man in men.clone().filter(|_| t >= from_s) {
                state[man] = Figure { heart: heart as u8, ..Figure::unpack(state[man]) }.pack();
            }
        });
    }

    /// A man is hurt, in the ledger and in the keyframes.
    pub fn hurt(&mut self, at_s: f32, man: ManIx, wound: Wound, cause: Cause, by: Option<ManIx>) {
        self.happens(at_s, Event::Hurt { man, wound, cause, by, distance_m: 1.0 });
        self.each_frame(|t, _, _, state| {
            if t >= at_s {
                let figure = Figure::unpack(state[man.at()]);
                state[man.at()] = Figure { wound: wound as u8, down: true, ..figure }.pack();
            }
        });
    }

    /// Something happens; the ledger stays in the order of time.
    pub fn happens(&mut self, at_s: f32, event: Event) {
        let tick = Tick((at_s * PER_S) as u32);
        let entries = &mut self.run.ledger.entries;
        let at = entries.partition_point(|e| e.tick <= tick);
        entries.insert(at, crate::record::ledger::Entry { tick, x_m: 0.0, y_m: 0.0, event });
    }

    /// Forgets events.
    pub fn forget(&mut self, which: impl Fn(&Event) -> bool) {
        self.run.ledger.entries.retain(|e| !which(&e.event));
    }
}

/// A run that goes as X1 tells.
pub fn as_told() -> Story {
    let mut s = Story::new();
    let (ming, jin) = (s.units("ming"), s.units("jin"));
    let ridge = ["bordered-red", "khans-guard"];
    let chased: Vec<&String> = jin.iter().filter(|u| !ridge.contains(&u.as_str())).collect();
    s.path(
        &chased,
        &[
            (120.0, (3000.0, 3200.0)),
            (600.0, (3000.0, 5190.0)),
            (700.0, (3000.0, 5400.0)),
            (1000.0, (3000.0, 5300.0)),
            (1200.0, (3000.0, 4400.0)),
            (1500.0, (3000.0, 3600.0)),
        ],
    );
    s.path(
        &ming,
        &[(120.0, (3000.0, 2700.0)), (660.0, (3000.0, 4200.0)), (1200.0, (3000.0, 4100.0)), (2400.0, (3000.0, 2000.0))],
    );
    s.path(&["zuo-horse"], &[(1200.0, (3300.0, 4100.0)), (2400.0, (3300.0, 2000.0))]);

    s.happens(120.0, Event::FireLit { id: "grass-fire".into() });
    s.happens(660.0, Event::WindTurns { id: "wind-reverses".into() });
    s.happens(1400.0, Event::FireOut);

    // The flight: ten fall, five are taken up; crushed, burnt, a few by arrows.
    for n in 0..10 {
        let man = s.man("dodo-horse", n);
        s.happens(400.0, Event::Fell { man, over: None, speed_m_s: 6.0, density_per_m2: 1.0 });
        if n < 5 {
            s.happens(410.0, Event::Rose { man, by: Some(s.man("bordered-blue", n)) });
        } else {
            s.hurt(420.0, man, Wound::Dead, Cause::Trample, None);
        }
    }
    for n in 0..3 {
        s.hurt(450.0, s.man("plain-blue", n), Wound::Dead, Cause::Fire, None);
    }
    s.hurt(460.0, s.man("plain-red", 0), Wound::Out, Cause::Arrow, Some(s.man("zuo-horse", 2)));

    // The rout.
    for n in 0..3 {
        s.hurt(680.0, s.man("foot-1", n), Wound::Hurt, Cause::Fire, None);
    }
    for unit in ming.iter().filter(|u| !["song-old", "zuo-horse"].contains(&u.as_str())) {
        s.heart(unit, 700.0, Heart::Broken);
    }
    for (t, who) in [(720.0, "zhang-chun"), (740.0, "song-wei")] {
        s.happens(t, Event::Appealed { by: s.person(who), words: "stand".into(), heard: 10 });
    }
    s.happens(1200.0, Event::Contact { unit: s.unit("dorgon-horse"), with: s.unit("foot-2") });
    for n in 0..4 {
        s.hurt(1250.0, s.man("foot-2", n), Wound::Dead, Cause::Blade, Some(s.man("dorgon-horse", n)));
    }

    // The thrust.
    let (by, to) = (s.person("hong-taiji"), s.unit("bordered-red"));
    let text = "drive between song-old and zuo-horse".into();
    s.happens(1500.0, Event::OrderSent { order: 7, by, to, text, rider: false });
    s.happens(1510.0, Event::OrderReceived { order: 7, to });
    for (unit, t) in [("song-old", 1560.0), ("zuo-horse", 1600.0)] {
        s.heart(unit, t, Heart::Broken);
        s.happens(t, Event::UnitBroke { unit: s.unit(unit) });
    }
    s
}
