//! Files written aside and renamed: what stands under the name is the old file or the whole new one, never half of it.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Writes `path` through `fill`, in a temporary file of the same directory that is renamed when all is written.
///
/// # Errors
/// Those of the file system and of `fill`; then `path` is as it was and the temporary file is gone.
pub fn write_aside(path: &Path, fill: impl FnOnce(&mut BufWriter<&mut File>) -> io::Result<()>) -> io::Result<()> {
    if path.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "is a directory"));
    }
    let dir = path.parent().filter(|d| !d.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !dir.is_dir() {
        return Err(io::Error::new(io::ErrorKind::NotFound, format!("there is no directory {}", dir.display())));
    }
    let mut builder = tempfile::Builder::new();
    builder.prefix(".fenghuo-").suffix(".part");
    #[cfg(unix)]
    {
        // As any other new file: what the umask leaves of this.
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(dir)?;
    let mut out = BufWriter::new(file.as_file_mut());
    fill(&mut out)?;
    out.flush()?;
    drop(out);
    file.as_file().sync_all()?;
    file.persist(path).map_err(|e| e.error)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_write_leaves_the_old_file_and_nothing_else() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.bin");
        write_aside(&path, |w| w.write_all(b"old")).unwrap();
        let failed = write_aside(&path, |w| {
            w.write_all(b"half")?;
            Err(io::Error::other("disk full"))
        });
        assert!(failed.is_err());
        assert_eq!(std::fs::read(&path).unwrap(), b"old");
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 1);
        assert!(write_aside(dir.path(), |w| w.write_all(b"x")).is_err(), "a directory is refused");
        let lost = write_aside(&dir.path().join("none/a.bin"), |w| w.write_all(b"x")).unwrap_err();
        assert!(lost.to_string().starts_with("there is no directory"), "{lost}");
    }
}
