//! The command line: reads what is asked, calls the library, prints. Data on stdout, progress and warnings on stderr.

mod batch;
mod check;
mod diff;
mod export;
mod fight;
mod fork;
mod lab;
mod list;
mod map;
mod new;
pub mod out;
mod params;
mod progress;
mod report;
mod run;
mod sources;
mod stop;
mod validate;
mod verify;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::record::container::FileError;
use crate::scenario::{LoadError, Problem};

/// Fenghuo 风火 fights historical battles man by man, wind and fire included, and answers "what if".
#[derive(Debug, Parser)]
#[command(name = "fenghuo", version, max_term_width = 110)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Run(Box<run::Args>),
    Report(report::Args),
    Verify(verify::Args),
    Check(check::Args),
    List(list::Args),
    Params(params::Args),
    New(new::Args),
    Diff(diff::Args),
    Export(export::Args),
    Map(map::Args),
    Lab(lab::Args),
    Validate(validate::Args),
    Sources(sources::Args),
}

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Exit {
    /// Done, or the answer is yes.
    Done = 0,
    /// The answer is no.
    No = 1,
    /// Unreadable or refused input, wrong usage.
    Refused = 2,
    /// A batch finished with failed runs.
    SomeFailed = 3,
    /// Interrupted; what was done is kept.
    Interrupted = 130,
}

/// Why a command can't give an answer.
#[derive(Debug)]
pub enum Failure {
    /// A scenario or an overlay that can't be used.
    Load(LoadError),
    /// Anything else, in words.
    Refused(Problem),
    /// The reader of our output has gone; nothing is left to say.
    OutputClosed,
}

impl From<LoadError> for Failure {
    fn from(error: LoadError) -> Self {
        Self::Load(error)
    }
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Self {
        Self::Refused(problem)
    }
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Self {
        let help = error.advice().map(str::to_owned);
        Self::Refused(Problem::of_file(&error.path().to_string_lossy(), error.what(), help))
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        match error.kind() {
            std::io::ErrorKind::BrokenPipe => Self::OutputClosed,
            _ => Self::Refused(Problem::of_file("", error.to_string(), None)),
        }
    }
}

/// Runs the command that the program's arguments name.
pub fn run() -> ExitCode {
    let cli = Cli::parse();
    let (json, result) = match &cli.command {
        Command::Run(args) => (args.json, run::run(args)),
        Command::Report(args) => (args.json, report::run(args)),
        Command::Verify(args) => (args.json, verify::run(args)),
        Command::Check(args) => (args.json, check::run(args)),
        Command::List(args) => (args.json, list::run(args)),
        Command::Params(args) => (args.json, params::run(args)),
        Command::New(args) => (args.json, new::run(args)),
        Command::Diff(args) => (args.json, diff::run(args)),
        Command::Export(args) => (args.json, export::run(args)),
        Command::Map(args) => (args.json, map::run(args)),
        Command::Lab(args) => (args.json, lab::run(args)),
        Command::Validate(args) => (args.json, validate::run(args)),
        Command::Sources(args) => (args.json, sources::run(args)),
    };
    let exit = result.unwrap_or_else(|failure| {
        out::failure(&failure, json);
        Exit::Refused
    });
    ExitCode::from(exit as u8)
}
