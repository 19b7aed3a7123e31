//! A small run made by hand, for the tests of what reads runs.

use super::hashes::HashTrack;
use super::keyframe::{Figure, Keyframe};
use super::ledger::{Cause, Entry, Event, FearParts, Heart, Ledger, Wound};
use super::runfile::{Arrivals, BuildStamp, Ended, Roster, RunFile};
use crate::kernel::{ManIx, PersonIx, PlaceIx, SideIx, Tick, UnitIx, stable_key};
use crate::params::ParamTable;
use crate::scenario::{checked, raw};

fn name(latin: &str, zh: &str) -> raw::Name {
    raw::Name { latin: latin.into(), zh: zh.into() }
}

fn figure(value: f32) -> raw::Figure {
    raw::Figure::Estimate { value, low: value, high: value, why: "a sample".into() }
}

/// A battle of two units, five men in all, on 400 m by 300 m with a river.
pub fn scenario() -> checked::Scenario {
    let ground = raw::Ground {
        size_m: (400.0, 300.0),
        relief: raw::Relief::default(),
        hills: vec![raw::Hill {
            id: "hill".into(),
            name: name("Hill", "山"),
            at: (300.0, 220.0),
            radius_m: (60.0, 50.0),
            height_m: figure(20.0),
        }],
        grass: raw::Grass { sward: raw::Sward::Natural, bare_share: 0.0, seed: 0 },
        patches: vec![],
        rivers: vec![raw::River {
            id: "river".into(),
            name: name("Xiaoling River", "小凌河"),
            line: vec![(0.0, 60.0), (400.0, 60.0)],
            width_m: figure(40.0),
            depth_m: figure(1.0),
            current_m_s: figure(0.5),
            fords: vec![],
        }],
        places: vec![raw::Place {
            id: "camp".into(),
            name: name("Camp", "营"),
            at: (50.0, 250.0),
            radius_m: 20.0,
            exit: false,
        }],
    };
    let raw = raw::Battle {
        format: 1,
        id: "sample".into(),
        name: name("Sample", "样"),
        about: "two units meet".into(),
        text: None,
        duration_s: 20.0,
        ground,
        weather: raw::Weather {
            wind_from_deg: 180.0,
            wind_m_s: figure(4.0),
            temperature_c: figure(20.0),
            humidity_pct: figure(40.0),
            curing_pct: figure(90.0),
            events: vec![],
        },
        fires: vec![],
        troops: vec![],
        sides: vec![],
        relations: vec![],
        units: vec![],
        persons: vec![],
        plans: vec![],
    };
    let troops = checked::Troops {
        id: "foot".into(),
        arm: raw::Arm::Foot,
        temper_fear: 0.1,
        break_fear: 0.8,
        break_spread: 0.1,
        drill: 0.9,
        blade_skill: 1.0,
        shot_skill: 1.0,
        share_bow: 0.5,
        share_matchlock: 0.0,
        share_armoured: 0.1,
        speed: 1.0,
        source: "a sample".into(),
    };
    let unit = |id: &str, latin: &str, zh: &str, side, strength, at| checked::Unit {
        id: id.into(),
        key: stable_key(id),
        name: name(latin, zh),
        side: SideIx(side),
        strength,
        troops: troops.clone(),
        at,
        facing_deg: 90.0,
        frontage_m: 10.0,
        commander: None,
    };
    let side = |id: &str, latin: &str, zh: &str| checked::Side {
        id: id.into(),
        name: name(latin, zh),
        refuge: PlaceIx(0),
        languages: 1,
    };
    checked::Scenario {
        raw,
        overlays: vec!["calm".into()],
        params: ParamTable::shipped().unwrap(),
        sides: vec![side("jin", "Later Jin", "后金"), side("ming", "Ming", "明")],
        relations: vec![
            vec![raw::Relation::Allied, raw::Relation::Hostile],
            vec![raw::Relation::Hostile, raw::Relation::Allied],
        ],
        units: vec![
            unit("song-wei", "Song Wei", "宋伟", 1, 3, (100.0, 150.0)),
            unit("yoto", "Yoto", "岳托", 0, 2, (130.0, 150.0)),
        ],
        persons: vec![checked::Person {
            id: "song-wei".into(),
            name: name("Song Wei", "宋伟"),
            unit: UnitIx(0),
            number: 0,
            commands: vec![UnitIx(0)],
            authority: 0.5,
        }],
        places: vec![checked::Place {
            id: "camp".into(),
            name: name("Camp", "营"),
            at: (50.0, 250.0),
            radius_m: 20.0,
            exit: false,
        }],
        plans: vec![checked::Plan {
            id: "stand".into(),
            by: PersonIx(0),
            when: checked::Condition::Not(Box::new(checked::Condition::FireWithin(0.1))),
            actions: vec![checked::Action::Order { to: vec![UnitIx(0)], order: checked::Order::Hold }],
        }],
    }
}

/// A run of it: man 1 is shot at 5 s and dies at 8 s, man 2 breaks, a fire burns three cells; the ledger
/// has an entry of every kind.
pub fn run() -> RunFile {
    let frame = |tick, states: [u8; 5]| Keyframe {
        tick: Tick(tick),
        x_q: vec![400, 404, 408, 520, 524],
        y_q: vec![600, 600, 600, 600, 604 + tick as u16],
        state: states.to_vec(),
        wind_from_deg: 180.0,
        wind_m_s: 4.0,
        smoke_nx: 4,
        smoke_cell_m: 100.0,
        smoke: vec![0, 10, 200, 0, 0, 0, 30, 0, 0, 0, 0, 0],
    };
    let state = |heart, wound| Figure { heart, wound, mounted: false, down: wound > 1, gone: false }.pack();
    let last = [0, state(0, 3), state(3, 0), 0, 0];
    let entry = |tick, event| Entry { tick: Tick(tick), x_m: 101.0, y_m: 150.0, event };
    let hurt = |wound, by| Event::Hurt { man: ManIx(1), wound, cause: Cause::Arrow, by, distance_m: 29.0 };
    let mut hashes = HashTrack::new(2);
    for tick in 0..40u64 {
        let h = |d: u64| crate::kernel::digest::mix(tick, d);
        hashes.push([h(0), h(1), h(2), h(3), h(4), h(5)], [[h(6) as u32; 3], [h(7) as u32; 3]]);
    }
    RunFile {
        stamp: BuildStamp::this(),
        scenario: scenario(),
        seed: 7,
        dt_s: 0.5,
        ticks: 40,
        ended: Ended::Full,
        hashes,
        keyframes: vec![frame(0, [0; 5]), frame(20, last)],
        arrivals: Arrivals { nx: 80, ny: 60, cell_m: 5.0, cells: vec![1640, 1641, 1720], ticks: vec![4, 8, 30] },
        men: Roster {
            x_m: vec![100.0, 101.0, 90.0, 130.0, 131.0],
            y_m: vec![150.0, 150.0, 152.5, 150.0, 156.0],
            state: last.to_vec(),
            fear: vec![0.2, 0.3, 0.9, 0.1, 0.1],
            felled_by: vec![0, Cause::Arrow as u8, 0, 0, 0],
            killed_by: vec![0, Cause::Arrow as u8, 0, 0, 0],
            fired: vec![2, 0, 0, 7, 1],
            fired_near: vec![0, 0, 0, 0, 1],
            refused: vec![0, 0, 0, 0, 3],
        },
        ledger: Ledger {
            entries: vec![
                entry(4, Event::FireLit { id: "grass".into() }),
                entry(10, hurt(Wound::Out, Some(ManIx(3)))),
                entry(16, hurt(Wound::Dead, None)),
                entry(
                    18,
                    Event::Heart {
                        man: ManIx(2),
                        from: Heart::Steady,
                        to: Heart::Broken,
                        fear: 0.9,
                        parts: FearParts { losses: 0.5, fire: 0.3, ..FearParts::default() },
                    },
                ),
                entry(
                    20,
                    Event::OrderSent { order: 0, by: PersonIx(0), to: UnitIx(0), text: "Hold".into(), rider: false },
                ),
                entry(21, Event::WindTurns { id: "reversal".into() }),
                entry(22, Event::FireOut),
                entry(23, Event::Fell { man: ManIx(0), over: Some(ManIx(1)), speed_m_s: 3.0, density_per_m2: 2.0 }),
                entry(24, Event::Rose { man: ManIx(0), by: Some(ManIx(2)) }),
                entry(25, Event::Cried { man: ManIx(2), cry: raw::Cry::FireTurned }),
                entry(26, Event::UnitBroke { unit: UnitIx(0) }),
                entry(27, Event::UnitRallied { unit: UnitIx(0) }),
                entry(28, Event::EnteredWater { unit: UnitIx(1) }),
                entry(29, Event::Planned { by: PersonIx(0), plan: "stand".into() }),
                entry(30, Event::Appealed { by: PersonIx(0), words: "stand".into(), heard: 2 }),
                entry(31, Event::OrderReceived { order: 0, to: UnitIx(0) }),
                entry(32, Event::OrderLost { order: 0, to: UnitIx(0), why: "its rider fell".into() }),
                entry(33, Event::Contact { unit: UnitIx(1), with: UnitIx(0) }),
            ],
        },
    }
}
