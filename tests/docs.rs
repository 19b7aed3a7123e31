//! The examples of the documentation are checked as a reader would use them.

use std::sync::Arc;

use fenghuo::scenario::{checked, load_text, raw, source};
use fenghuo::sources::CardFile;
use serde::de::DeserializeOwned;

const FORMAT: &str = include_str!("../docs/scenario-format.md");
const CARDS: &str = include_str!("../docs/sources-cards.md");

/// The ```ron blocks of a page.
fn blocks(page: &str) -> Vec<&str> {
    page.split("```ron\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect()
}

fn parse<T: DeserializeOwned>(text: &str) {
    let named = Arc::new(miette::NamedSource::new("example", text.to_owned()));
    let _: T = source::parse(&named).unwrap_or_else(|e| panic!("{e} in\n{text}"));
}

#[test]
fn every_example_of_the_scenario_format_is_sound() {
    let blocks = blocks(FORMAT);
    let whole = |mark: &str| *blocks.iter().find(|b| b.starts_with('(') && b.contains(mark)).unwrap();
    let (battle, overlay) = (whole("units: ["), whole("changes: ["));
    let loaded = load_text("battle", battle, &[("overlay", overlay)], &[]).unwrap_or_else(|e| panic!("{e}"));
    assert!(loaded.warnings.is_empty(), "{:?}", loaded.warnings);
    let mut parts = 0;
    for block in blocks {
        let Some((kind, text)) = block.strip_prefix("// ").and_then(|b| b.split_once('\n')) else { continue };
        parts += 1;
        match kind {
            "Figure" => parse::<raw::Figure>(text),
            "Hill" => parse::<raw::Hill>(text),
            "Patch" => parse::<raw::Patch>(text),
            "WeatherEvent" => parse::<raw::WeatherEvent>(text),
            "Ignition" => parse::<raw::Ignition>(text),
            "Troops" => parse::<checked::Troops>(text),
            "Plan" => {
                let changes = format!("[AddPlan({text})]");
                load_text("battle", battle, &[("plan", &overlay_of(&changes))], &[]).unwrap_or_else(|e| panic!("{e}"));
            }
            "[Change]" => {
                load_text("battle", battle, &[("changes", &overlay_of(text))], &[]).unwrap_or_else(|e| panic!("{e}"));
            }
            other => panic!("an example of `{other}`"),
        }
    }
    assert!(parts >= 8);
}

fn overlay_of(changes: &str) -> String {
    format!("(format: 1, id: \"o\", of: \"bridge-of-grass\", about: \"\", changes: {changes})")
}

/// The names of an enum's variants, from its source.
fn variants(source: &str, kind: &str) -> Vec<String> {
    let body = source.split_once(&format!("pub enum {kind} {{")).unwrap().1.split("\n}").next().unwrap();
    let lines = body.lines().filter_map(|l| l.strip_prefix("    ")).filter(|l| l.starts_with(char::is_uppercase));
    lines.map(|l| l.chars().take_while(char::is_ascii_alphanumeric).collect()).collect()
}

#[test]
fn the_page_names_every_change_condition_and_order() {
    let schema = include_str!("../src/scenario/raw.rs");
    for kind in ["Change", "Condition", "Order", "Action", "WindTurn", "Shape", "Sward"] {
        for name in variants(schema, kind) {
            assert!(FORMAT.contains(&name), "docs/scenario-format.md does not speak of {kind}::{name}");
        }
    }
}

#[test]
fn the_example_of_a_card_is_sound_and_fits_the_example_of_a_battle() {
    let battle = *blocks(FORMAT).iter().find(|b| b.starts_with('(') && b.contains("units: [")).unwrap();
    let loaded = load_text("battle", battle, &[], &[]).unwrap_or_else(|e| panic!("{e}"));
    let named = Arc::new(miette::NamedSource::new("card", blocks(CARDS)[0].to_owned()));
    let card = CardFile::parse(named).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(card.card.scenario, loaded.scenario.raw.id);
    card.fits(&loaded.scenario).unwrap_or_else(|e| panic!("{e}"));
}

#[test]
fn the_page_of_cards_names_every_part_of_the_language() {
    let language = include_str!("../src/sources/measure.rs");
    for kind in ["Group", "State", "Zone", "Span", "Moment", "Pattern", "Number", "Series", "Test"] {
        for name in variants(language, kind) {
            assert!(CARDS.contains(&name), "docs/sources-cards.md does not speak of {kind}::{name}");
        }
    }
}
