//! The checks, room by room, each beside its published number.

use super::{Allowed, Sheet};
use crate::fire::FireParams;
use crate::fire::rothermel::Conditions;
use crate::lab::rate::Pasture;
use crate::lab::{LabError, column, duel, heat, panic, rate, spread, wade};
use crate::scenario::raw::{Arm, Sward};
use crate::scenario::shipped_params;

/// All of them.
pub fn all(sheet: &mut Sheet) -> Result<(), LabError> {
    let params = FireParams::read(&shipped_params()?)?;
    rothermel(sheet, &params)?;
    csiro(sheet, &params)?;
    ellipses(sheet)?;
    turn(sheet)?;
    flames(sheet)?;
    meadow(sheet)?;
    walking(sheet)?;
    wading(sheet)?;
    square_law(sheet)?;
    one_panicked(sheet)
}

/// Rothermel, flat unless a slope is given: rate m/min, intensity kW/m, flame length m, length to breadth (pyretechnics
/// 2026.10.20); and BehavePlus by the ELMFIRE verification case.
fn rothermel(sheet: &mut Sheet, p: &FireParams) -> Result<(), LabError> {
    for (model, m1, herb, mph, slope, published) in [
        ("FM1", 0.06, 0.0, 0.0, 0.0, [1.4036, 24.08, 0.335, 1.0]),
        ("FM1", 0.06, 0.0, 10.0, 0.0, [16.8202, 288.59, 1.049, 1.3798]),
        ("FM1", 0.10, 0.0, 10.0, 0.0, [9.6002, 107.25, 0.665, 1.3798]),
        ("FM3", 0.06, 0.0, 5.0, 0.0, [14.4408, 2029.45, 2.574, 1.2033]),
        ("FM3", 0.06, 0.0, 20.0, 0.0, [81.0810, 11394.79, 5.691, 2.4194]),
        ("FM3", 0.12, 0.0, 10.0, 0.0, [24.2089, 2970.36, 3.066, 1.4927]),
        ("GR2", 0.03, 0.3, 10.0, 0.0, [14.0661, 692.75, 1.570, 1.3798]),
        ("GR4", 0.06, 0.3, 10.0, 0.0, [25.9688, 2096.64, 2.612, 1.4600]),
        ("FM1", 0.06, 0.0, 0.0, 0.3, [6.6014, 113.26, 0.682, 1.1972]),
    ] {
        let Some((_, fuel)) = rate::MODELS.iter().find(|(name, _)| *name == model) else { continue };
        let air = Conditions { dead_moisture: m1, herb_moisture: herb, wind_20ft_mph: mph, slope };
        let r = rate::rothermel(p, fuel, &air)?;
        let ours = [r.ros_m_min, r.intensity_kw_m, r.flame_length_m, r.length_to_breadth];
        let what = [("rate", "m/min", 4), ("intensity", "kW/m", 2), ("flame-length", "m", 3), ("lb", "1", 4)];
        let air = format!("{model} m1={m1} {mph}mph tan={slope}");
        for (((what, unit, decimals), published), ours) in what.into_iter().zip(published).zip(ours) {
            let case = format!("fire/rothermel/{air}/{what}");
            sheet.add(&case, unit, published, ours, Allowed::Printed(decimals));
        }
        if (model, mph) == ("GR2", 10.0) {
            let ft_min = r.ros_m_min / 0.3048;
            sheet.add("fire/rothermel/GR2 behaveplus/rate", "ft/min", 46.15, ft_min, Allowed::Printed(2));
        }
    }
    for (model, published) in [("FM1", 6.6), ("FM3", 15.4)] {
        let Some((_, fuel)) = rate::MODELS.iter().find(|(name, _)| *name == model) else { continue };
        let air = Conditions { dead_moisture: 0.06, herb_moisture: 0.0, wind_20ft_mph: 5.0, slope: 0.0 };
        let case = format!("fire/rothermel/{model}/residence");
        sheet.add(&case, "s", published, rate::rothermel(p, fuel, &air)?.residence_s, Allowed::Printed(1));
    }
    Ok(())
}

/// CSIRO grassland: rates in km/h; shape, back and flank at 20 km/h.
fn csiro(sheet: &mut Sheet, p: &FireParams) -> Result<(), LabError> {
    let pasture = |sward, temp_c, rh_pct, wind_km_h, curing_pct| Pasture {
        sward,
        wind_km_h,
        temp_c,
        rh_pct,
        curing_pct,
        slope_deg: 0.0,
        load_kg_m2: None,
    };
    for (sward, temp, rh, wind, curing, published) in [
        (Sward::Natural, 20.0, 30.0, 10.0, 100.0, 1.649),
        (Sward::Natural, 20.0, 30.0, 20.0, 100.0, 3.410),
        (Sward::Natural, 20.0, 30.0, 30.0, 100.0, 4.982),
        (Sward::Grazed, 20.0, 30.0, 30.0, 100.0, 4.217),
        (Sward::Natural, 20.0, 30.0, 20.0, 80.0, 2.795),
        (Sward::Natural, 15.0, 50.0, 20.0, 100.0, 2.326),
        (Sward::Natural, 35.0, 10.0, 50.0, 100.0, 12.951),
    ] {
        let r = rate::csiro(p, &pasture(sward, temp, rh, wind, curing))?;
        let case = format!("fire/csiro/{sward:?} {temp}C {rh}% {wind}km/h curing={curing}/rate");
        sheet.add(&case, "km/h", published, r.ros_m_min * 0.06, Allowed::Printed(3));
    }
    let r = rate::csiro(p, &pasture(Sward::Natural, 20.0, 30.0, 20.0, 100.0))?;
    sheet.add("fire/csiro/Natural 20km/h/lb", "1", 4.42, r.length_to_breadth, Allowed::Printed(2));
    sheet.add("fire/csiro/Natural 20km/h/back", "m/s", 0.0125, r.ros_back_m_min / 60.0, Allowed::Printed(4));
    sheet.add("fire/csiro/Natural 20km/h/flank", "m/s", 0.109, r.ros_flank_m_min / 60.0, Allowed::Printed(3));
    let r = rate::csiro(p, &pasture(Sward::Natural, 20.0, 30.0, 30.0, 100.0))?;
    sheet.add("fire/csiro/Natural 30km/h/lb", "1", 5.3, r.length_to_breadth, Allowed::Printed(1));
    Ok(())
}

/// Point fires in winds from sixteen directions: the worst of each.
fn ellipses(sheet: &mut Sheet) -> Result<(), LabError> {
    for lb in [1.0f32, 2.0, 3.0, 5.0] {
        let case = |what: &str| format!("fire/spread/LB {lb}/{what}");
        let cases = [case("worst area"), case("area over directions"), case("front")];
        if !sheet.wants_any(&cases.each_ref().map(String::as_str)) {
            continue;
        }
        let (mut least, mut most, mut front, mut exact) = (f64::MAX, 0.0f64, 0.0f64, 0.0);
        for i in 0..16 {
            let asked = spread::Asked {
                ros_m_s: 1.0,
                lb,
                seconds: 600.0,
                turn: None,
                wind_from_deg: 22.5 * i as f32,
                cell_m: 5.0,
                dt_s: 2.0,
            };
            let s = spread::spread(&asked)?;
            (least, most) = (least.min(s.ours.area_ha), most.max(s.ours.area_ha));
            (front, exact) = (front.max(s.error_front_cells), s.exact.area_ha);
        }
        let worst = if (most - exact).abs() > (least - exact).abs() { most } else { least };
        sheet.add(&cases[0], "ha", exact, worst, Allowed::Share(0.02));
        sheet.add(&cases[1], "ha", least, most, Allowed::Share(0.01));
        sheet.add(&cases[2], "cells", 0.0, front, Allowed::Within(1.5));
    }
    Ok(())
}

/// R = 1 m/s, LB 3, 1800 s toward the east, then 600 s toward the east or the north.
fn turn(sheet: &mut Sheet) -> Result<(), LabError> {
    let asked = |turn| spread::Asked {
        ros_m_s: 1.0,
        lb: 3.0,
        seconds: 1800.0,
        turn,
        wind_from_deg: 270.0,
        cell_m: 5.0,
        dt_s: 2.0,
    };
    for (name, turn, area, reach) in [
        ("1800 s", None, 89.89, [308.8, 1800.0, 308.8, 53.0]),
        ("1800 s, turned, 600 s", Some((-90.0, 600.0)), 216.52, [908.8, 1902.9, 326.5, 155.9]),
    ] {
        let case = |what: &str| format!("fire/spread/{name}/{what}");
        let cases = ["area", "north", "east", "south", "west"].map(case);
        if !sheet.wants_any(&cases.each_ref().map(String::as_str)) {
            continue;
        }
        let s = spread::spread(&asked(turn))?.ours;
        sheet.add(&cases[0], "ha", area, s.area_ha, Allowed::Share(0.01));
        let ours = [s.reach_n_m, s.reach_e_m, s.reach_s_m, s.reach_w_m];
        for ((case, published), ours) in cases[1..].iter().zip(reach).zip(ours) {
            sheet.add(case, "m", published, ours, Allowed::Within(10.0));
        }
    }
    Ok(())
}

/// h = 3 m, 1100 K, emissivity 0.6.
fn flames(sheet: &mut Sheet) -> Result<(), LabError> {
    for (distance, published) in [(5.0, 12.8), (10.0, 7.2), (20.0, 3.7)] {
        let case = format!("fire/heat/{distance} m from flames of 3 m");
        if sheet.wants(&case) {
            let flux = heat::wall(3.0, distance)?.flux_kw_m2;
            sheet.add(&case, "kW/m2", published, f64::from(flux), Allowed::Printed(1));
        }
    }
    Ok(())
}

/// A fire fought by the battle: its head, its smoke and what is seen through it.
fn meadow(sheet: &mut Sheet) -> Result<(), LabError> {
    let cases = ["fire/battle/head at 20 km/h", "fire/smoke/mass kept", "fire/smoke/visibility"];
    if sheet.wants_any(&cases) {
        let m = heat::meadow(20.0, 600.0)?;
        sheet.add(cases[0], "km/h", 3.410, m.head_km_h, Allowed::Share(0.02));
        sheet.add(cases[1], "1", 1.0, m.share_kept, Allowed::Share(1e-6));
        sheet.add(cases[2], "m", m.koschmieder_m, m.visibility_m, Allowed::Share(0.03));
    }
    Ok(())
}

/// One man (RiMEA 1), a column on the march, and calm walkers at two densities (Weidmann 1993).
fn walking(sheet: &mut Sheet) -> Result<(), LabError> {
    let asked =
        |men, lane_m, distance_m, walk_m_s| column::Asked { men, lane_m, distance_m, walk_m_s, dt_s: 0.5, seed: 1 };
    if sheet.wants("men/walk/RiMEA 1") {
        let s = column::march(&asked(1, 2.0, 40.0, 1.33))?.duration_s;
        sheet.add("men/walk/RiMEA 1", "s", 30.0, s, Allowed::Within(4.0));
    }
    if sheet.wants("men/walk/column of 200") {
        let march = column::march(&asked(200, 5.0, 300.0, 1.34))?;
        sheet.add("men/walk/column of 200", "m/s", 1.34, march.mean_m_s, Allowed::Share(0.05));
    }
    for density in [1.0f32, 2.0] {
        let case = format!("men/walk/{density} per m2");
        if sheet.wants(&case) {
            let crowd = column::crowd(density, 0.5, 1)?;
            sheet.add(&case, "m/s", crowd.weidmann_m_s, crowd.speed_m_s, Allowed::Share(0.15));
        }
    }
    Ok(())
}

/// Shares of the dry speed left by the depth of water.
fn wading(sheet: &mut Sheet) -> Result<(), LabError> {
    /// Depth of water, m, and the share of speed left in it.
    type Table = &'static [(f32, f64)];
    let tables: [(&str, Arm, Table); 2] = [
        ("foot", Arm::Foot, &[(0.35, 0.62), (0.6, 0.5), (0.9, 0.42), (1.1, 0.3)]),
        ("horse", Arm::Horse, &[(1.0, 0.45)]),
    ];
    for (name, arm, table) in tables {
        let case = |depth: f32| format!("men/wade/{name} in {depth} m");
        if !table.iter().any(|(depth, _)| sheet.wants(&case(*depth))) {
            continue;
        }
        let depths: Vec<f32> = table.iter().map(|(d, _)| *d).collect();
        let crossing = wade::wade(arm, &depths, 0.5)?;
        for ((depth, published), point) in table.iter().zip(&crossing.points) {
            sheet.add(&case(*depth), "share", *published, f64::from(point.share), Allowed::Share(0.01));
        }
    }
    Ok(())
}

/// 1,000 against 800 at 0.01 per second: 600 left after 109.86 s.
fn square_law(sheet: &mut Sheet) -> Result<(), LabError> {
    let cases = ["arms/square-law/left", "arms/square-law/end"];
    if sheet.wants_any(&cases) {
        let asked = duel::Asked { red: 1000, blue: 800, a_per_s: 0.01, b_per_s: 0.01, runs: 10, seed: 1, dt_s: 0.1 };
        let d = duel::square(&asked)?;
        sheet.add(cases[0], "men", 600.0, d.red_left_mean, Allowed::Share(0.05));
        sheet.add(cases[1], "s", 109.86, d.end_s_mean, Allowed::Share(0.05));
    }
    Ok(())
}

/// One panicked man among 100 calm, unthreatened men breaks at most 3 in ten minutes.
fn one_panicked(sheet: &mut Sheet) -> Result<(), LabError> {
    for dt_s in [0.5f32, 0.25] {
        let case = format!("mind/panic/one among 100, tick {dt_s} s");
        if sheet.wants(&case) {
            let mut worst = 0;
            for seed in 1..=5 {
                worst = worst.max(panic::panic(100, 1, 600.0, dt_s, seed)?.broke);
            }
            sheet.add(&case, "men", 3.0, f64::from(worst), Allowed::AtMost);
        }
    }
    Ok(())
}
