//! Fire, heat and smoke as a battle steps them.

use bevy::ecs::schedule::{LogLevel, ScheduleBuildSettings};

use super::*;
use crate::kernel::Draws;
use crate::params::ParamTable;
use crate::record::ledger::Entry;
use crate::scenario::raw::{Figure, Grass, Patch, Relief, River, Shape, WeatherEvent, WindTurn};
use crate::weather::{WeatherInput, WeatherParams, WeatherPlugin};

fn figure(value: f32) -> Figure {
    Figure::Estimate { value, low: value, high: value, why: "test".into() }
}

/// A reduced battle: ground, weather and fire alone.
struct Field {
    ground: raw::Ground,
    weather: raw::Weather,
    fires: Vec<raw::Ignition>,
    params: ParamTable,
    seed: u64,
}

impl Field {
    /// Natural grass, 20 C, 30 %, cured; wind from a direction, m/s.
    fn new(size: f32, from_deg: f32, m_s: f32) -> Self {
        Self {
            ground: raw::Ground {
                size_m: (size, size),
                relief: Relief::default(),
                hills: vec![],
                grass: Grass { sward: Sward::Natural, bare_share: 0.0, seed: 1 },
                patches: vec![],
                rivers: vec![],
                places: vec![],
            },
            weather: raw::Weather {
                wind_from_deg: from_deg,
                wind_m_s: figure(m_s),
                temperature_c: figure(20.0),
                humidity_pct: figure(30.0),
                curing_pct: figure(100.0),
                events: vec![],
            },
            fires: vec![],
            params: ParamTable::shipped().unwrap(),
            seed: 1,
        }
    }
    fn lit(mut self, at_s: f32, line: &[(f32, f32)]) -> Self {
        let id = format!("fire-{}", self.fires.len());
        self.fires.push(raw::Ignition { id, at_s: figure(at_s), line: line.to_vec(), why: "test".into() });
        self
    }
    fn reversal(mut self, at_s: f32, to_from_deg: f32, over_s: f32, m_s: f32) -> Self {
        let turn = WindTurn::Reversal { to_from_deg, over_s, wind_m_s: figure(m_s) };
        self.weather.events.push(WeatherEvent { id: "turn".into(), at_s: figure(at_s), turn, why: "test".into() });
        self
    }

    fn app(&self) -> App {
        let params = FireParams::read(&self.params).unwrap();
        let ground = Ground::build(&self.ground).unwrap();
        let input = WeatherInput::build(&self.weather).unwrap();
        let mut app = App::empty();
        app.add_plugins((WeatherPlugin, FirePlugin));
        app.edit_schedule(Fight, |schedule| {
            schedule.configure_sets((Phase::Weather, Phase::Fire).chain());
            let strict = ScheduleBuildSettings { ambiguity_detection: LogLevel::Error, ..Default::default() };
            schedule.set_build_settings(strict);
        });
        app.insert_resource(Fire::new(&ground, &params))
            .insert_resource(Smoke::new(&ground, &params).unwrap())
            .insert_resource(FireInput::build(&self.fires).unwrap())
            .insert_resource(Weather::new(&input))
            .insert_resource(WeatherParams::read(&self.params).unwrap())
            .insert_resource(input)
            .insert_resource(params)
            .insert_resource(ground)
            .insert_resource(Clock { tick: Tick(0), dt_s: 0.5 })
            .insert_resource(Draws { seed: self.seed })
            .insert_resource(Ledger::default())
            .insert_resource(Workers::alone());
        app
    }
    fn run(&self, t_s: f32) -> App {
        let mut app = self.app();
        fight(&mut app, t_s);
        app
    }
}

fn fight(app: &mut App, t_s: f32) {
    for _ in 0..(t_s / 0.5) as u32 {
        app.world_mut().run_schedule(Fight);
        app.world_mut().resource_mut::<Clock>().tick.0 += 1;
    }
}

fn fire(app: &App) -> &Fire {
    app.world().resource()
}
fn smoke(app: &App) -> &Smoke {
    app.world().resource()
}
fn ledger(app: &App) -> &[Entry] {
    &app.world().resource::<Ledger>().entries
}
fn digests(app: &App) -> [u64; 3] {
    [app.world().resource::<Weather>().digest(), fire(app).digest(), smoke(app).digest()]
}

/// Mean place of all that burnt.
fn middle(fire: &Fire) -> Vec2 {
    let burnt = fire.front().burnt();
    burnt.iter().map(|&c| fire.front().grid().centre(c as usize)).sum::<Vec2>() / burnt.len() as f32
}

#[test]
fn fire_runs_with_the_wind_from_every_quarter() {
    for (from_deg, toward) in [(0.0, -Vec2::Y), (90.0, -Vec2::X), (180.0, Vec2::Y), (270.0, Vec2::X)] {
        let app = Field::new(600.0, from_deg, 6.0).lit(0.0, &[(300.0, 300.0)]).run(150.0);
        let shift = middle(fire(&app)) - 300.0;
        assert!(shift.dot(toward) > 30.0 && shift.perp_dot(toward).abs() < 3.0, "{from_deg}: {shift}");
        // And so does its smoke.
        let (down, up) = (Vec2::splat(300.0) + toward * 200.0, Vec2::splat(300.0) - toward * 200.0);
        assert!(smoke(&app).extinction_at(down) > 50.0 * smoke(&app).extinction_at(up));
    }
}

#[test]
fn a_line_fire_runs_at_the_published_rate() {
    // 20 C, 30 %, cured: 3.410 km/h at 20 km/h.
    let mut app = Field::new(1500.0, 270.0, 20.0 / 3.6).lit(0.0, &[(100.0, 50.0), (100.0, 1450.0)]).run(300.0);
    let head = |app: &App| {
        let row = (0..fire(app).front().grid().nx()).rev().map(|x| 150 * 300 + x);
        let front = fire(app).front();
        let cell = row.into_iter().find(|&c| front.is_burnt(c)).unwrap();
        front.grid().centre(cell).x - front.distance_m(cell).unwrap()
    };
    let before = head(&app);
    fight(&mut app, 600.0);
    let rate = (head(&app) - before) / 600.0;
    assert!((rate * 3.6 / 3.410 - 1.0).abs() < 0.01, "{} km/h", rate * 3.6);
}

#[test]
fn gusts_lean_flames_but_do_not_speed_the_fire() {
    let mut field = Field::new(500.0, 200.0, 6.0).lit(0.0, &[(250.0, 250.0)]);
    let gusty = field.run(100.0);
    field.params.set("fire.gust_intensity", 0.0).unwrap();
    let steady = field.run(100.0);
    assert_eq!(fire(&gusty).front().digest(), fire(&steady).front().digest());
    assert_ne!(fire(&gusty).digest(), fire(&steady).digest());
}

#[test]
fn what_cannot_burn_does_not() {
    let plain = || Field::new(400.0, 270.0, 2.0).lit(10.0, &[(200.0, 200.0)]);
    let (mut bare, mut green, mut wet, mut river) = (plain(), plain(), plain(), plain());
    bare.ground.grass.sward = Sward::Bare;
    green.weather.curing_pct = figure(15.0);
    (wet.weather.temperature_c, wet.weather.humidity_pct) = (figure(5.0), figure(100.0));
    river.ground.rivers.push(River {
        id: "river".into(),
        name: raw::Name { latin: "River".into(), zh: String::new() },
        line: vec![(200.0, 0.0), (200.0, 400.0)],
        width_m: figure(60.0),
        depth_m: figure(0.3),
        current_m_s: figure(0.5),
        fords: vec![],
    });
    for (name, field) in [("bare", bare), ("green", green), ("wet", wet), ("river", river)] {
        let app = field.run(60.0);
        assert!(fire(&app).front().burnt().is_empty() && ledger(&app).is_empty(), "{name}");
        assert!(!fire(&app).burns() && fire(&app).is_sound(), "{name}");
    }
    assert_eq!(ledger(&plain().run(60.0)).len(), 1);
}

#[test]
fn a_narrow_road_across_the_map_stops_it() {
    let mut field = Field::new(500.0, 225.0, 8.0).lit(0.0, &[(100.0, 100.0)]);
    let shape = Shape::Strip(vec![(0.0, 410.0), (390.0, 0.0)], 3.0);
    field.ground.patches.push(Patch { id: "road".into(), shape, sward: Sward::Bare, why: "test".into() });
    let app = field.run(400.0);
    let beyond = |p: Vec2| p.x / 390.0 + p.y / 410.0 > 1.02;
    let front = fire(&app).front();
    assert!(front.burnt().len() > 300, "{}", front.burnt().len());
    assert!(front.burnt().iter().all(|&c| !beyond(front.grid().centre(c as usize))));
}

#[test]
fn a_patch_burns_out_and_the_ledger_says_so_once() {
    let mut field = Field::new(300.0, 270.0, 6.0).lit(2.0, &[(102.0, 100.0), (102.0, 160.0)]).lit(80.0, &[(5.0, 5.0)]);
    field.ground.grass.sward = Sward::Bare;
    let shape = Shape::Rect((100.0, 100.0), (180.0, 160.0));
    field.ground.patches.push(Patch { id: "hay".into(), shape, sward: Sward::Natural, why: "test".into() });
    let app = field.run(300.0);
    assert_eq!(fire(&app).front().burnt().len(), 16 * 12);
    assert!(!fire(&app).burns() && fire(&app).front().active_cells() == 0);
    let events: Vec<&Event> = ledger(&app).iter().map(|e| &e.event).collect();
    assert_eq!(events, [&Event::FireLit { id: "fire-0".into() }, &Event::FireOut]);
    assert_eq!(fire(&app).heat_at(Vec2::new(140.0, 130.0)), Heat::NONE);
}

#[test]
fn a_hill_speeds_it_up() {
    let mut field = Field::new(1200.0, 270.0, 0.0).lit(0.0, &[(600.0, 600.0)]);
    field.ground.hills.push(raw::Hill {
        id: "hill".into(),
        name: raw::Name { latin: "Hill".into(), zh: String::new() },
        at: (1000.0, 600.0),
        radius_m: (900.0, 900.0),
        height_m: figure(100.0),
    });
    let app = field.run(2400.0);
    assert!(middle(fire(&app)).x > 602.0, "{}", middle(fire(&app)));
    assert!((middle(fire(&app)).y - 600.0).abs() < 0.5);
}

#[test]
fn flames_last_their_time_and_slow_edges_burn_until_they_have_moved_on() {
    // Calm: 0.054 km/h x 0.49 fades over each cell in minutes, but the edge flames all the while.
    let app = Field::new(200.0, 0.0, 0.0).lit(0.0, &[(102.5, 102.5)]).run(400.0);
    let (fire, grid) = (fire(&app), fire(&app).front().grid());
    assert!(fire.burns());
    for &c in fire.front().burnt() {
        let p = grid.centre(c as usize);
        let fresh = fire.burnt_age_s(p).unwrap() < 15.0;
        assert_eq!(fire.is_flaming(p), fresh || fire.front().is_edge(c as usize));
    }
    assert!(!fire.is_flaming(Vec2::splat(102.5)) && fire.burnt_age_s(Vec2::splat(102.5)).unwrap() > 300.0);
    assert_eq!(fire.burnt_age_s(Vec2::splat(20.0)), None);
    assert!(!fire.is_flaming(Vec2::new(-5.0, 1e9)) && fire.burnt_age_s(Vec2::new(f32::NAN, 0.0)).is_none());
}

#[test]
fn a_wind_that_reverses_burns_men_on_burnt_ground() {
    let field = Field::new(600.0, 270.0, 8.0).lit(0.0, &[(60.0, 50.0), (60.0, 550.0)]);
    let mut app = field.reversal(150.0, 90.0, 4.0, 8.0).run(150.0);
    // A man on burnt ground some way behind the west rim of the running strip of flames, in the middle row.
    let seen = |app: &App, behind: f32| {
        let fire = fire(app);
        let flames = fire.flames().all().iter().map(|f| fire.front().grid().centre(f.cell as usize));
        let row = flames.filter(|p| (p.y - 302.5).abs() < 1.0 && p.x > 100.0);
        let man = Vec2::new(row.map(|p| p.x).fold(f32::INFINITY, f32::min) - 2.5 - behind, 302.5);
        (fire.heat_at(man), fire.burnt_age_s(man), fire.flames_toward(man))
    };
    fight(&mut app, 1.0);
    let (before, age, toward) = seen(&app, 3.0);
    assert!(!before.contact && before.flux_kw_m2 > 5.0 && age.unwrap() >= 15.0 && toward < -0.5, "{before:?} {age:?}");
    fight(&mut app, 4.0);
    let (after, age, toward) = seen(&app, 3.0);
    assert!(after.contact && after.flux_kw_m2 == 75.0 && age.unwrap() >= 15.0 && toward > 0.5, "{after:?} {age:?}");
    assert!(!seen(&app, 12.0).0.contact);
}

#[test]
fn heat_is_that_of_the_worst_flame_found_by_looking_at_all() {
    let app = Field::new(600.0, 250.0, 5.0).lit(0.0, &[(200.0, 200.0), (260.0, 330.0)]).run(90.0);
    let fire = fire(&app);
    let (mut hot, mut cold) = (0, 0);
    for i in 0..60 {
        for j in 0..60 {
            let p = Vec2::new(i as f32 * 9.7, j as f32 * 9.9);
            let (heat, all) = (fire.heat_at(p), fire.flames().heat_by_all(p));
            assert_eq!(heat.contact, all.contact, "{p}");
            assert_eq!(heat.flux_kw_m2, all.flux_kw_m2, "{p}");
            hot += u32::from(heat.flux_kw_m2 > 0.0);
            cold += u32::from(heat == Heat::NONE);
            let nearest = fire.nearest_flame(p).map_or(f32::INFINITY, |seen| seen.distance_m);
            assert!(nearest == all.nearest_m || (all.nearest_m > 200.0 && nearest.is_infinite()), "{p}");
        }
    }
    assert!(hot > 50 && cold > 500, "{hot} {cold}");
}

#[test]
fn smoke_is_neither_made_nor_lost() {
    let app = Field::new(700.0, 200.0, 7.0).lit(0.0, &[(350.0, 300.0)]).run(400.0);
    let (smoke, fire) = (smoke(&app), fire(&app));
    let made = smoke.emitted_kg();
    assert!(made > 100.0 && smoke.left_kg() > 1.0 && smoke.aloft_kg() > 1.0, "{made} {}", smoke.left_kg());
    let whole = smoke.aloft_kg() + smoke.left_kg() + smoke.thinned_kg();
    assert!((whole / made - 1.0).abs() < 1e-6, "{whole} of {made}");
    // 8.5 g for each kg of 0.6 kg/m2 on 25 m2; the cells of the last tick are still to rise.
    let of_fuel = fire.front().burnt().len() as f64 * 25.0 * 0.6 * 0.0085;
    assert!(made <= of_fuel * 1.000_001 && made > 0.99 * of_fuel, "{made} {of_fuel}");
    assert!(smoke.thinned_kg() < 0.01 * made);
}

#[test]
fn short_cuts_through_clear_and_thin_air_give_the_answer_of_the_whole_sum() {
    let app = Field::new(800.0, 270.0, 4.0).lit(0.0, &[(200.0, 200.0), (200.0, 600.0)]).run(200.0);
    let smoke = smoke(&app);
    // Ends strewn over the map by a low-discrepancy sequence.
    let strewn = |i: u32, step: f64| (f64::from(i) * step).fract() as f32 * 800.0;
    // Every sample of the line, from its western end, half a cell apart.
    let summed = |a: Vec2, b: Vec2| {
        let (a, b) = if a.x <= b.x { (a, b) } else { (b, a) };
        let length = (b - a).length();
        let n = (length / 12.5).ceil().max(1.0);
        let sample = |i: u32| smoke.extinction_at(a + (b - a) * ((i as f32 + 0.5) / n));
        (0..n as u32).fold(0.0, |sum, i| sum + sample(i)) * length / n
    };
    let (mut seen, mut hidden) = (0, 0);
    for i in 0..2000 {
        let a = Vec2::new(strewn(i, 0.754_877_666), strewn(i, 0.569_840_291));
        let b = Vec2::new(strewn(i, 0.819_172_513), strewn(i, 0.671_043_606));
        let sees = smoke.sees(a, b);
        assert_eq!(smoke.optical_depth(a, b), summed(a, b), "{a} {b}");
        assert_eq!(sees, summed(a, b) < 3.912, "{a} {b}");
        *(if sees { &mut seen } else { &mut hidden }) += 1;
    }
    assert!(seen > 100 && hidden > 100, "{seen} {hidden}");
}

#[test]
fn smoke_cuts_sight_and_both_see_the_same() {
    let app = Field::new(800.0, 270.0, 4.0).lit(0.0, &[(200.0, 200.0), (200.0, 600.0)]).run(200.0);
    let smoke = smoke(&app);
    let (west, east) = (Vec2::new(20.0, 400.0), Vec2::new(780.0, 390.0));
    let depth = smoke.optical_depth(west, east);
    assert!(depth > 3.912 && !smoke.sees(west, east), "{depth}");
    assert_eq!(depth, smoke.optical_depth(east, west));
    assert!(smoke.sees(west, Vec2::new(20.0, 700.0)));
    // From above the layer one looks over it, from within it one does not.
    let ground = app.world().resource::<Ground>();
    assert!(!smoke.sees_over(ground, west, east, 2.0) && smoke.sees_over(ground, west, east, 31.0));
    // In steps along the line.
    let n = 4000;
    let along: f32 = (0..n).map(|i| smoke.extinction_at(west + (east - west) * ((i as f32 + 0.5) / n as f32))).sum();
    assert!((depth / (along * (east - west).length() / n as f32) - 1.0).abs() < 0.05);
}

#[test]
fn the_same_seed_gives_the_same_fire_and_a_saved_one_burns_on() {
    let field = Field::new(500.0, 250.0, 6.0).lit(5.0, &[(200.0, 200.0)]).reversal(100.0, 80.0, 30.0, 7.0);
    let (mut app, mut twin) = (field.run(90.0), field.run(90.0));
    assert_eq!(digests(&app), digests(&twin));
    let world = app.world();
    let saved = (world.resource::<Weather>(), world.resource::<Fire>(), world.resource::<Smoke>());
    let bytes = postcard::to_allocvec(&saved).unwrap();
    let (weather, fire_read, smoke_read): (Weather, Fire, Smoke) = postcard::from_bytes(&bytes).unwrap();
    let p = Vec2::new(230.0, 205.0);
    assert_eq!(fire_read.heat_at(p), fire(&app).heat_at(p));
    twin.insert_resource(weather).insert_resource(fire_read).insert_resource(smoke_read);
    for _ in 0..60 {
        assert_eq!(digests(&app), digests(&twin));
        fight(&mut app, 1.5);
        fight(&mut twin, 1.5);
    }
    assert!(ledger(&app).iter().any(|e| matches!(&e.event, Event::WindTurns { .. })));
}

#[test]
fn a_fire_to_come_leaves_no_trace_in_the_state() {
    let one = Field::new(400.0, 250.0, 6.0).lit(5.0, &[(200.0, 200.0)]);
    let two = Field::new(400.0, 250.0, 6.0).lit(5.0, &[(200.0, 200.0)]).lit(60.0, &[(300.0, 300.0)]);
    let (mut a, mut b) = (one.run(60.0), two.run(60.0));
    assert_eq!(digests(&a), digests(&b));
    fight(&mut a, 0.5);
    fight(&mut b, 0.5);
    assert_ne!(digests(&a), digests(&b));
}

#[test]
fn fires_that_cannot_be_are_refused() {
    for (at_s, line) in
        [(f32::NAN, vec![(1.0, 1.0)]), (-1.0, vec![(1.0, 1.0)]), (1.0, vec![]), (1.0, vec![(f32::NAN, 1.0)])]
    {
        let fire = raw::Ignition { id: "f".into(), at_s: figure(at_s), line, why: "test".into() };
        assert!(FireInput::build(&[fire]).is_err());
    }
}
