//! What fire and smoke cost per tick: a line of fire 2.5 km long on a map of 6 by 8 km, its wind reversed after ten
//! minutes, and 20,000 people asking for heat and smoke.

use std::time::Instant;

use fenghuo::fire::{Fire, FireInput, FireParams, Smoke};
use fenghuo::ground::Ground;
use fenghuo::kernel::{Clock, Draws, Tick, Vec2};
use fenghuo::params::ParamTable;
use fenghuo::record::ledger::Ledger;
use fenghuo::scenario::raw;
use fenghuo::weather::{Weather, WeatherInput, WeatherParams};

const GROUND: &str = "(size_m: (6000, 8000), relief: (swell_m: 6, wavelength_m: 900, seed: 3),
    grass: (sward: Natural, bare_share: 0.03, seed: 5))";
const WEATHER: &str = r#"(wind_from_deg: 180, wind_m_s: Estimate(value: 8, low: 8, high: 8, why: "bench"),
    temperature_c: Estimate(value: 18, low: 18, high: 18, why: "bench"),
    humidity_pct: Estimate(value: 35, low: 35, high: 35, why: "bench"),
    curing_pct: Estimate(value: 95, low: 95, high: 95, why: "bench"),
    events: [(id: "turn", at_s: Estimate(value: 600, low: 600, high: 600, why: "bench"), why: "bench",
        turn: Reversal(to_from_deg: 0, over_s: 60, wind_m_s: Estimate(value: 8, low: 8, high: 8, why: "bench")))])"#;
const FIRES: &str = r#"[(id: "line", at_s: Estimate(value: 0, low: 0, high: 0, why: "bench"),
    line: [(1750, 3000), (4250, 3000)], why: "bench")]"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let table = ParamTable::shipped()?;
    let (params, gusts) = (FireParams::read(&table)?, WeatherParams::read(&table)?);
    let begun = Instant::now();
    let ground = Ground::build(&ron::from_str::<raw::Ground>(GROUND)?)?;
    println!("ground {:.0} ms", begun.elapsed().as_secs_f64() * 1e3);
    let turns = WeatherInput::build(&ron::from_str(WEATHER)?)?;
    let fires = FireInput::build(&ron::from_str::<Vec<raw::Ignition>>(FIRES)?)?;
    let begun = Instant::now();
    let (mut weather, mut fire) = (Weather::new(&turns), Fire::new(&ground, &params));
    let (mut smoke, mut ledger) = (Smoke::new(&ground, &params)?, Ledger::default());
    println!("fire and smoke made in {:.0} ms", begun.elapsed().as_secs_f64() * 1e3);
    let place = |i: usize| Vec2::new(2000.0 + (i % 200) as f32 * 10.0, 3000.0 + (i / 200) as f32 * 10.0);
    let mut ms = [0.0f64; 5];
    println!(
        "   t_s  front cells  flames  burnt ha | ms a tick: fire  smoke  digests  heat of 20,000  flames and smoke of 20,000"
    );
    for tick in 0..2400u32 {
        let clock = Clock { tick: Tick(tick), dt_s: 0.5 };
        weather.step(&turns, &clock, &Draws { seed: 1 }, &gusts, &mut ledger);
        let mut timed = |i: usize, work: &mut dyn FnMut()| {
            let begun = Instant::now();
            work();
            ms[i] += begun.elapsed().as_secs_f64() * 1e3;
        };
        timed(0, &mut || {
            fire.step(&fires, &ground, &weather, &params, &clock, &mut ledger, &fenghuo::kernel::Workers::alone())
        });
        if clock.every(1.0) {
            timed(1, &mut || smoke.step(&ground, fire.front().burnt(), weather.toward(), &params, 1.0));
        }
        timed(2, &mut || {
            std::hint::black_box(fire.digest() ^ smoke.digest());
        });
        timed(3, &mut || {
            std::hint::black_box((0..20_000).map(|i| fire.heat_at(place(i)).flux_kw_m2).sum::<f32>());
        });
        timed(4, &mut || {
            let near =
                |i: usize| fire.nearest_flame(place(i)).map_or(0.0, |n| n.distance_m) + smoke.extinction_at(place(i));
            std::hint::black_box((0..20_000).map(near).sum::<f32>());
        });
        if tick % 300 == 299 {
            let [f, s, d, h, n] = ms.map(|m| m / 300.0);
            println!(
                "{:6.0} {:12} {:7} {:9.1} | {f:15.3} {s:6.3} {d:8.3} {h:15.3} {n:27.3}",
                clock.t_s(),
                fire.front().active_cells(),
                fire.flames().all().len(),
                fire.front().area_m2() / 1e4
            );
            ms = [0.0; 5];
        }
    }
    println!("saved fire {} kB", postcard::to_allocvec(&(&fire, &smoke))?.len() / 1000);
    Ok(())
}
