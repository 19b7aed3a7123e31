//! Stamps the build: the commit the engine was built from goes into every run file.
use std::process::Command;

fn git(args: &[&str]) -> Option<String> {
    let out = Command::new("git").args(args).output().ok()?;
    out.status.success().then(|| String::from_utf8_lossy(&out.stdout).trim().to_owned())
}

fn main() {
    let commit = git(&["rev-parse", "--short=12", "HEAD"]).unwrap_or_else(|| "unknown".into());
    let dirty =
        git(&["status", "--porcelain", "--untracked-files=no", "--", "src", "assets", "Cargo.toml", "Cargo.lock"])
            .is_some_and(|s| !s.is_empty());
    println!("cargo:rustc-env=FENGHUO_COMMIT={commit}{}", if dirty { "-modified" } else { "" });
    if let Some(dir) = git(&["rev-parse", "--git-dir"]) {
        println!("cargo:rerun-if-changed={dir}/HEAD");
        println!("cargo:rerun-if-changed={dir}/logs/HEAD");
    }
    println!("cargo:rerun-if-changed=src");
    println!("cargo:rerun-if-changed=assets");
}
