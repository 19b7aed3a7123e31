//! `fenghuo map SCENARIO|RUN --png F`: a drawn map.

use std::io::Write;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::{Exit, Failure, out};
use crate::answers::map::{MapScene, View, draw, scenes};
use crate::kernel::time::{hms, parse_time};
use crate::record::aside::write_aside;
use crate::record::container;
use crate::record::runfile::RunFile;
use crate::scenario::{Problem, load};

/// Draw a map: the ground and the forces of a scenario, or a run at a moment.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A run file, or a scenario as a path or a name.
    #[arg(value_name = "SCENARIO|RUN")]
    of: String,
    /// The moment of the run, as `2460`, `41min` or `0:41:00`; without it the end.
    #[arg(long, value_name = "T", value_parser = parse_time)]
    at: Option<f64>,
    /// The picture.
    #[arg(long, value_name = "F.png")]
    png: PathBuf,
    /// The part of the map to draw, in metres: its south-west and north-east corner.
    #[arg(long, value_name = "X0,Y0,X1,Y1", value_parser = corners, allow_hyphen_values = true)]
    crop: Option<Corners>,
    /// Width of the picture, pixels.
    #[arg(long, value_name = "PX", default_value_t = 1600)]
    width: u32,
    /// Overlays to lay over the scenario.
    #[arg(long, value_name = "OVERLAY")]
    with: Vec<String>,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
}

#[derive(Clone, Copy, Debug)]
struct Corners([f32; 4]);

fn corners(text: &str) -> Result<Corners, String> {
    let numbers: Option<Vec<f32>> = text.split(',').map(|n| n.trim().parse().ok()).collect();
    let four = numbers.and_then(|n| <[f32; 4]>::try_from(n).ok());
    four.map(Corners).ok_or_else(|| "write four numbers in metres: x0,y0,x1,y1".into())
}

#[derive(Serialize)]
struct MapJson<'a> {
    schema: &'static str,
    png: &'a Path,
    t_s: Option<f64>,
    men: usize,
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    let scene = scene(args)?;
    let view = View { crop_m: args.crop.map(|c| c.0), width_px: args.width };
    let png = draw(&scene, &view).map_err(|e| Problem::of_file(&args.of, e.to_string(), None))?;
    let failed = |e: std::io::Error| Problem::of_file(&args.png.to_string_lossy(), e.to_string(), None);
    write_aside(&args.png, |file| file.write_all(&png)).map_err(failed)?;
    if args.json {
        out::json(&MapJson { schema: "fenghuo.map/1", png: &args.png, t_s: scene.t_s, men: scene.men.len() })?;
    } else {
        let when = scene.t_s.map_or("before the battle".into(), |t| format!("at {}", hms(t)));
        out::line(format_args!("{} men {when} in {}", scene.men.len(), args.png.display()))?;
    }
    Ok(Exit::Done)
}

fn scene(args: &Args) -> Result<MapScene, Failure> {
    let refuse = |what: String, help: &str| Problem::of_file(&args.of, what, Some(help.to_owned()));
    let path = Path::new(&args.of);
    if container::kind_of(path).is_none() {
        if args.at.is_some() {
            let help = "fight it with `fenghuo run -o RUN` and draw the run";
            return Err(refuse("a scenario has no moments, only its beginning".into(), help).into());
        }
        let loaded = load(&args.of, &args.with, &[])?;
        out::warnings(&loaded.warnings);
        return Ok(scenes::before(&loaded.scenario).map_err(|e| refuse(e.to_string(), "see `fenghuo check`"))?);
    }
    if !args.with.is_empty() {
        return Err(refuse("a run was fought with its overlays".into(), "leave --with away").into());
    }
    let run = RunFile::read(path)?;
    let end_s = run.clock().t_s();
    let at_s = args.at.unwrap_or(end_s);
    if at_s > end_s {
        return Err(refuse(format!("the run ends at {}", hms(end_s)), "ask for an earlier moment").into());
    }
    Ok(scenes::at(&run, at_s).map_err(|e| refuse(e.to_string(), "fight it again"))?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::samples;

    fn args(of: &Path, png: &Path) -> Args {
        let (of, png) = (of.to_string_lossy().into(), png.into());
        Args { of, at: None, png, crop: None, width: 300, with: vec![], json: true }
    }

    #[test]
    fn a_run_is_drawn_and_what_has_no_answer_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        let (file, png) = (dir.path().join("a.fhr"), dir.path().join("a.png"));
        samples::run().write(&file).unwrap();
        assert_eq!(run(&args(&file, &png)).ok(), Some(Exit::Done));
        assert!(std::fs::read(&png).unwrap().starts_with(b"\x89PNG"));
        std::fs::remove_file(&png).unwrap();
        let later = Args { at: Some(1e6), ..args(&file, &png) };
        let with = Args { with: vec!["calm".into()], ..args(&file, &png) };
        let wide = Args { width: 1 << 30, ..args(&file, &png) };
        for bad in [later, with, wide, args(&dir.path().join("none.ron"), &png)] {
            assert!(run(&bad).is_err(), "{bad:?}");
            assert!(!png.exists(), "nothing half written is left behind");
        }
    }

    #[test]
    fn a_crop_is_four_numbers() {
        assert_eq!(corners("0, 0,100,50.5").map(|c| c.0), Ok([0.0, 0.0, 100.0, 50.5]));
        assert!(corners("1,2,3").is_err() && corners("a,b,c,d").is_err());
    }
}
