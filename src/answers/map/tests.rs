//! The drawing, on small scenes made by hand.

use super::scene::*;
use super::text::{Face, clean};
use super::*;
use crate::record::samples;
use crate::scenario::raw::Name;

fn small() -> View {
    View { width_px: 400, ..View::default() }
}

fn size(png: &[u8]) -> (u32, u32) {
    let word = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    (word(16), word(20))
}

#[test]
fn the_same_scene_gives_the_same_bytes_and_every_layer_shows() {
    let scene = scenes::at(&samples::run(), 12.0).unwrap();
    let drawn = draw(&scene, &small()).unwrap();
    assert_eq!(drawn, draw(&scene, &small()).unwrap());
    assert_eq!(size(&drawn).0, 400);
    let without: [fn(&mut MapScene); 6] = [
        |s| s.men.clear(),
        |s| s.burn = Burns::default(),
        |s| s.smoke = Smoke::default(),
        |s| s.labels.clear(),
        |s| s.wind.0 = 90.0,
        |s| s.t_s = Some(13.0),
    ];
    for (i, change) in without.into_iter().enumerate() {
        let mut other = scene.clone();
        change(&mut other);
        assert_ne!(draw(&other, &small()).unwrap(), drawn, "layer {i}");
    }
}

#[test]
fn a_run_is_drawn_as_it_was_at_the_moment() {
    let run = samples::run();
    let cells = |t_s: f64| {
        let burn = scenes::at(&run, t_s).unwrap().burn.cells;
        let count = |what| burn.iter().filter(|b| **b == what).count();
        (count(Burn::Flaming), count(Burn::Burnt))
    };
    // Cells begin to burn at 2, 4 and 15 s.
    assert_eq!(cells(0.0), (0, 0));
    assert_eq!(cells(1e6), cells(20.0));
    let (flaming, burnt) = cells(16.0);
    assert_eq!(flaming + burnt, 3);
    assert!(flaming >= 1);
    let states: Vec<MarkState> = scenes::at(&run, 12.0).unwrap().men.iter().map(|m| m.state).collect();
    assert_eq!(states[..3], [MarkState::Steady, MarkState::Dead, MarkState::Broken]);
}

#[test]
fn before_the_battle_the_men_stand_in_their_ranks() {
    let scenario = samples::scenario();
    let scene = scenes::before(&scenario).unwrap();
    assert_eq!(scene.men.len(), scenario.men());
    // Both face east: their files lie north and south of the middle of the front, evenly.
    let middle: f32 = scene.men[..3].iter().map(|m| m.at.1).sum::<f32>() / 3.0;
    assert!((middle - 150.0).abs() < 1e-3);
    assert!(draw(&scene, &small()).is_ok());
}

#[test]
fn chinese_names_are_drawn() {
    let face = Face::new().unwrap();
    let ink = |text: &str| face.letters(text, 16.0, 2).inked();
    assert!(ink("宋伟") > 50.0 && ink("Song Wei") > 50.0 && ink("ǚ") > 5.0);
    assert_eq!(ink(" "), 0.0);
    for c in "小凌河岳托墨尔根代青鳌拜摆牙喇里北风".chars() {
        assert!(face.has(c), "{c}");
    }
}

#[test]
fn the_font_has_every_letter_of_every_scenario() {
    let face = Face::new().unwrap();
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let files = std::fs::read_dir(folder).unwrap().map(|f| f.unwrap().path());
    for file in files.filter(|f| f.extension().is_some_and(|e| e == "ron")) {
        let scenario = crate::scenario::load(&file.to_string_lossy(), &[], &[]).unwrap().scenario;
        let scene = scenes::before(&scenario).unwrap();
        let names = scene.labels.iter().map(|l| &l.name).chain(&scene.sides).chain([&scene.title]);
        for c in names.flat_map(|n| n.zh.chars().chain(n.latin.chars())) {
            assert!(face.has(c), "{c} in {}: add it to EXTRA in assets/fonts/make_subset.py", file.display());
        }
    }
}

#[test]
fn hostile_names_are_cut_and_harmless() {
    assert_eq!(clean("a\u{202e}b\u{0}\n\t c\u{feff}", 10), "ab c");
    assert_eq!(clean(&"火".repeat(1_000_000), 5), "火火火火…");
    assert_eq!(clean("", 5), "");
    let mut scene = scenes::before(&samples::scenario()).unwrap();
    let bad = Name { latin: "\u{1b}[31m".repeat(5000), zh: "\u{10ffff}\u{e000}\u{301}".repeat(5000) };
    scene.title = bad.clone();
    scene.sides = vec![bad.clone(); 300];
    let at = vec![(f32::NAN, 1e30), (10.0, 10.0)];
    scene.labels = vec![Label { name: bad, kind: LabelKind::Unit(200), at }; 1000];
    assert!(draw(&scene, &small()).is_ok());
}

#[test]
fn a_view_that_shows_nothing_is_refused() {
    let scene = scenes::before(&samples::scenario()).unwrap();
    let view = |crop, width_px| View { crop_m: crop, width_px };
    for bad in [
        view(None, 0),
        view(None, 100_000),
        view(Some([300.0, 0.0, 100.0, 100.0]), 400),
        view(Some([5000.0, 0.0, 6000.0, 100.0]), 400),
        view(Some([0.0, f32::NAN, 100.0, f32::INFINITY]), 400),
        view(Some([0.0, 0.0, 10.0, 300.0]), 2000),
    ] {
        assert!(matches!(draw(&scene, &bad), Err(MapError::View(_))), "{bad:?}");
    }
    let part = draw(&scene, &view(Some([100.0, 100.0, 200.0, 200.0]), 400)).unwrap();
    assert!(size(&part).1 > 400, "a square part, and the strips");
}
