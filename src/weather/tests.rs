//! The wind: from and to, turns, gusts, and what its state may know.

use super::*;
use crate::kernel::Tick;
use crate::params::ParamTable;
use crate::scenario::raw::{self, Figure, WeatherEvent, WindTurn};

fn figure(value: f32) -> Figure {
    Figure::Estimate { value, low: value, high: value, why: "test".into() }
}

fn raw_weather(from_deg: f32, m_s: f32, events: Vec<(f32, WindTurn)>) -> raw::Weather {
    let event = |(i, (at, turn)): (usize, (f32, WindTurn))| WeatherEvent {
        id: format!("turn-{i}"),
        at_s: figure(at),
        turn,
        why: "test".into(),
    };
    raw::Weather {
        wind_from_deg: from_deg,
        wind_m_s: figure(m_s),
        temperature_c: figure(20.0),
        humidity_pct: figure(30.0),
        curing_pct: figure(100.0),
        events: events.into_iter().enumerate().map(event).collect(),
    }
}

fn reversal(to_from_deg: f32, over_s: f32, m_s: f32) -> WindTurn {
    WindTurn::Reversal { to_from_deg, over_s, wind_m_s: figure(m_s) }
}
fn veer(to_from_deg: f32, over_s: f32, m_s: f32) -> WindTurn {
    WindTurn::Veer { to_from_deg, over_s, wind_m_s: figure(m_s) }
}

fn clock(tick: u32) -> Clock {
    Clock { tick: Tick(tick), dt_s: 0.5 }
}

/// The weather tick by tick, and the ledger.
fn run(raw: &raw::Weather, ticks: u32) -> (Vec<Weather>, Ledger) {
    let input = WeatherInput::build(raw).unwrap();
    let params = WeatherParams::read(&ParamTable::shipped().unwrap()).unwrap();
    let (mut weather, mut ledger) = (Weather::new(&input), Ledger::default());
    let step = |tick| {
        weather.step(&input, &clock(tick), &Draws { seed: 3 }, &params, &mut ledger);
        weather
    };
    ((0..ticks).map(step).collect(), ledger)
}

#[test]
fn a_wind_from_the_south_pushes_north() {
    let (weather, _) = run(&raw_weather(180.0, 8.0, vec![]), 1);
    assert!((weather[0].mean_toward() - Vec2::new(0.0, 8.0)).length() < 1e-5);
}

#[test]
fn a_reversal_falls_calm_and_never_blows_across() {
    let (weather, ledger) = run(&raw_weather(270.0, 8.0, vec![(100.0, reversal(90.0, 60.0, 10.0))]), 400);
    let mean: Vec<Vec2> = weather.iter().map(Weather::mean_toward).collect();
    assert!(mean.iter().all(|w| w.y.abs() < 1e-5));
    assert!((mean[200].x - 8.0).abs() < 1e-5 && mean[260].x.abs() < 0.01 && (mean[320].x + 10.0).abs() < 1e-5);
    assert!((mean[290].x + 5.0).abs() < 1e-3, "half way up after three quarters of the time");
    assert!(mean.windows(2).all(|w| w[1].x <= w[0].x + 1e-6));
    assert_eq!(ledger.entries.len(), 1);
    assert_eq!(ledger.entries[0].tick, Tick(200));
    assert_eq!(ledger.entries[0].event, Event::WindTurns { id: "turn-0".into() });
}

#[test]
fn a_veer_goes_the_shorter_way_round() {
    let (weather, _) = run(&raw_weather(350.0, 6.0, vec![(10.0, veer(30.0, 100.0, 9.0))]), 300);
    assert!((weather[20 + 100].from_deg() - 10.0).abs() < 1e-3 && (weather[120].speed_m_s() - 7.5).abs() < 1e-4);
    assert!(weather.iter().all(|w| w.from_deg() >= 349.9 || w.from_deg() <= 30.1));
    assert!((weather[299].from_deg() - 30.0).abs() < 1e-4 && (weather[299].speed_m_s() - 9.0).abs() < 1e-5);
}

#[test]
fn a_turn_may_cut_another_short() {
    let (weather, _) =
        run(&raw_weather(0.0, 8.0, vec![(10.0, veer(90.0, 100.0, 8.0)), (60.0, veer(0.0, 50.0, 8.0))]), 300);
    assert!((weather[120].from_deg() - 45.0).abs() < 1e-3);
    assert!(weather[299].from_deg() < 1e-3);
}

#[test]
fn nothing_of_a_turn_shows_before_it_starts() {
    let (calm, _) = run(&raw_weather(270.0, 8.0, vec![]), 300);
    let (turned, _) = run(&raw_weather(270.0, 8.0, vec![(100.0, reversal(90.0, 60.0, 10.0))]), 300);
    let digests = |w: &[Weather]| w.iter().map(Weather::digest).collect::<Vec<_>>();
    let (calm, turned) = (digests(&calm), digests(&turned));
    assert_eq!(calm[..=200], turned[..=200], "a smooth start moves nothing in its first tick");
    assert_ne!(calm[201], turned[201]);
}

#[test]
fn gusts_have_their_strength_and_their_memory() {
    let n = 60_000;
    let (weather, _) = run(&raw_weather(270.0, 10.0, vec![]), n);
    let gusts: Vec<Vec2> = weather.iter().map(|w| w.toward() - w.mean_toward()).collect();
    let mean =
        |f: &dyn Fn(usize) -> f32| (0..n as usize - 20).map(|i| f64::from(f(i))).sum::<f64>() / f64::from(n - 20);
    // 30,000 s hold 1,500 independent gusts: a standard error of some 3 % of a mean, 4 % of a variance.
    assert!(mean(&|i| gusts[i].x).abs() < 0.25);
    assert!((mean(&|i| gusts[i].x * gusts[i].x).sqrt() / 1.7 - 1.0).abs() < 0.08);
    assert!((mean(&|i| gusts[i].y * gusts[i].y).sqrt() / 1.36 - 1.0).abs() < 0.08);
    // 20 ticks are 10 s: correlation 1/e.
    let kept = mean(&|i| gusts[i].x * gusts[i + 20].x) / mean(&|i| gusts[i].x * gusts[i].x);
    assert!((kept - 0.368).abs() < 0.1, "{kept}");
}

#[test]
fn weather_that_cannot_be_is_refused() {
    assert!(WeatherInput::build(&raw_weather(f32::NAN, 8.0, vec![])).is_err());
    assert!(WeatherInput::build(&raw_weather(0.0, -1.0, vec![])).is_err());
    assert!(WeatherInput::build(&raw_weather(0.0, 8.0, vec![(f32::INFINITY, veer(0.0, 1.0, 1.0))])).is_err());
}
