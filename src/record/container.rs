//! The container of run files and saved states: a header that is checked before memory is taken, then zstd-compressed
//! postcard. A file from a stranger, cut short, changed in one byte or of another version is an error that says so.
//!
//! ```text
//! bytes  0..8   magic
//!        8..12  format version, u32 (this and all numbers little-endian)
//!       12..20  length of the compressed payload, u64
//!       20..28  length of the payload, u64
//!       28..36  xxh3-64 of bytes 0..28 and the compressed payload
//!       36..    the compressed payload, to the end of the file
//! ```

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use serde::{Serialize, de::DeserializeOwned};
use xxhash_rust::xxh3::Xxh3;

use super::aside::write_aside;

/// What a container holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// The first eight bytes of its files.
    pub magic: [u8; 8],
    /// The version of what is inside.
    pub version: u32,
    /// What people call it.
    pub noun: &'static str,
}

/// A run file.
pub const RUN: Kind = Kind { magic: *b"FENGHUOr", version: 3, noun: "run file" };
/// A saved state.
pub const STATE: Kind = Kind { magic: *b"FENGHUOs", version: 3, noun: "saved state" };

/// Longest payload read or written, bytes: 1 GiB.
pub const LONGEST: u64 = 1 << 30;

const CHECKED: usize = 28;
const HEADER: usize = 36;
/// Compression: 9 costs a battle's file about a second and saves a fifth of its size over the default of 3.
const LEVEL: i32 = 9;

/// Why a file can't be read or written.
#[derive(Debug, thiserror::Error, miette::Diagnostic)]
pub enum FileError {
    /// The file system's error.
    #[error("{}: {source}", path.display())]
    #[diagnostic(code(fenghuo::file::io))]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The file is there and is no good.
    #[error("{}: {fault}", path.display())]
    #[diagnostic(code(fenghuo::file::fault), help("{}", fault.help()))]
    Fault {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        fault: Fault,
    },
}

impl FileError {
    /// The file.
    pub fn path(&self) -> &Path {
        match self {
            Self::Io { path, .. } | Self::Fault { path, .. } => path,
        }
    }
    /// What is wrong, without the name of the file.
    pub fn what(&self) -> String {
        match self {
            Self::Io { source, .. } => source.to_string(),
            Self::Fault { fault, .. } => fault.to_string(),
        }
    }
    /// What can be done about it.
    pub fn advice(&self) -> Option<&'static str> {
        match self {
            Self::Io { .. } => None,
            Self::Fault { fault, .. } => Some(fault.help()),
        }
    }
}

/// What is wrong with the bytes of a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The magic is not there.
    #[error("is not a {0}")]
    NotOne(&'static str),
    /// It is the other kind of file.
    #[error("is a {is}, not a {wanted}")]
    OtherKind {
        /// What it is.
        is: &'static str,
        /// What was asked for.
        wanted: &'static str,
    },
    /// Another version of the format.
    #[error("is a {noun} of format {found}; this build reads format {reads}")]
    Version {
        /// What it is.
        noun: &'static str,
        /// Its format.
        found: u32,
        /// The format this build reads.
        reads: u32,
    },
    /// It ends too early.
    #[error("is cut short: {has} bytes of {needs}")]
    Truncated {
        /// Bytes there are.
        has: u64,
        /// Bytes there should be.
        needs: u64,
    },
    /// Something follows where it should end.
    #[error("has {0} bytes after its end")]
    Trailing(u64),
    /// The declared length is beyond the limit.
    #[error("declares a content of {0} bytes; the most that is read is {LONGEST}")]
    TooLong(u64),
    /// The bytes are not those that were written.
    #[error("is damaged: its checksum does not match its content")]
    Checksum,
    /// The checksum is right but the content can't be understood.
    #[error("has a content that can't be understood: {0}")]
    Content(String),
}

impl Fault {
    fn help(&self) -> &'static str {
        match self {
            Self::NotOne(_) | Self::OtherKind { .. } => {
                "`fenghuo run -o RUN` writes run files, `--save-at` saved states"
            }
            Self::Version { .. } => "read it with the build that wrote it, or fight the battle again",
            Self::Truncated { .. } | Self::Trailing(_) | Self::Checksum => "copy it again from where it came",
            Self::TooLong(_) | Self::Content(_) => "it was not written by a build like this one",
        }
    }
}

/// The bytes of a file that holds `value`.
///
/// # Errors
/// A value that can't be encoded, or is longer than [`LONGEST`].
pub fn encode<T: Serialize>(kind: Kind, value: &T) -> Result<Vec<u8>, Fault> {
    let content = |e: &dyn std::fmt::Display| Fault::Content(e.to_string());
    let payload = postcard::to_stdvec(value).map_err(|e| content(&e))?;
    if payload.len() as u64 > LONGEST {
        return Err(Fault::TooLong(payload.len() as u64));
    }
    let packed = zstd::bulk::compress(&payload, LEVEL).map_err(|e| content(&e))?;
    let mut bytes = Vec::with_capacity(HEADER + packed.len());
    bytes.extend_from_slice(&kind.magic);
    bytes.extend_from_slice(&kind.version.to_le_bytes());
    bytes.extend_from_slice(&(packed.len() as u64).to_le_bytes());
    bytes.extend_from_slice(&(payload.len() as u64).to_le_bytes());
    let sum = checksum(&bytes, &packed);
    bytes.extend_from_slice(&sum.to_le_bytes());
    bytes.extend_from_slice(&packed);
    Ok(bytes)
}

/// Reads what a file holds from `source`, which should give `length` bytes.
///
/// Nothing larger than the file itself and the declared, capped length of its payload is kept in memory.
///
/// # Errors
/// See [`Fault`].
pub fn decode<T: DeserializeOwned>(kind: Kind, source: impl Read, length: u64) -> Result<T, Fault> {
    let payload = unpack(kind, source, length)?;
    let (value, rest) = postcard::take_from_bytes::<T>(&payload).map_err(|e| Fault::Content(e.to_string()))?;
    if rest.is_empty() { Ok(value) } else { Err(Fault::Trailing(rest.len() as u64)) }
}

/// Writes a file that holds `value`, aside and renamed.
///
/// # Errors
/// The file system's, or a value that can't be encoded.
pub fn write<T: Serialize>(path: &Path, kind: Kind, value: &T) -> Result<(), FileError> {
    let bytes = encode(kind, value).map_err(|fault| FileError::Fault { path: path.into(), fault })?;
    write_aside(path, |out| out.write_all(&bytes)).map_err(|source| FileError::Io { path: path.into(), source })
}

/// Reads a file.
///
/// # Errors
/// The file system's, or see [`Fault`].
pub fn read<T: DeserializeOwned>(path: &Path, kind: Kind) -> Result<T, FileError> {
    let io = |source| FileError::Io { path: path.into(), source };
    let about = std::fs::metadata(path).map_err(io)?;
    if !about.is_file() {
        return Err(FileError::Fault { path: path.into(), fault: Fault::NotOne(kind.noun) });
    }
    let file = File::open(path).map_err(io)?;
    decode(kind, file, about.len()).map_err(|fault| FileError::Fault { path: path.into(), fault })
}

/// What a file begins like, if it begins like one of ours.
pub fn kind_of(path: &Path) -> Option<Kind> {
    let mut magic = [0; 8];
    let is_file = std::fs::metadata(path).is_ok_and(|about| about.is_file());
    is_file.then(|| File::open(path).ok()?.read_exact(&mut magic).ok()).flatten()?;
    [RUN, STATE].into_iter().find(|k| k.magic == magic)
}

fn checksum(head: &[u8], packed: &[u8]) -> u64 {
    let mut sum = Xxh3::new();
    sum.update(head);
    sum.update(packed);
    sum.digest()
}

fn unpack(kind: Kind, source: impl Read, length: u64) -> Result<Vec<u8>, Fault> {
    let unreadable = |e: io::Error| Fault::Content(e.to_string());
    let mut source = source.take(length);
    let mut head = Vec::with_capacity(HEADER);
    (&mut source).take(HEADER as u64).read_to_end(&mut head).map_err(unreadable)?;
    let word = |at: usize| head.get(at..at + 8).and_then(|b| b.try_into().ok()).map(u64::from_le_bytes);
    let magic = head.get(..8).unwrap_or_default();
    if magic != kind.magic {
        let other = [RUN, STATE].into_iter().find(|k| k.magic == magic);
        return Err(match other {
            Some(k) => Fault::OtherKind { is: k.noun, wanted: kind.noun },
            None => Fault::NotOne(kind.noun),
        });
    }
    let short = Fault::Truncated { has: head.len() as u64, needs: HEADER as u64 };
    let version = head.get(8..12).and_then(|b| b.try_into().ok()).map(u32::from_le_bytes).ok_or(short.clone())?;
    if version != kind.version {
        return Err(Fault::Version { noun: kind.noun, found: version, reads: kind.version });
    }
    let (Some(packed_len), Some(payload_len), Some(sum)) = (word(12), word(20), word(CHECKED)) else {
        return Err(short);
    };
    let needs = packed_len.saturating_add(HEADER as u64);
    if length < needs {
        return Err(Fault::Truncated { has: length, needs });
    }
    if length > needs {
        return Err(Fault::Trailing(length - needs));
    }
    if payload_len > LONGEST || packed_len > LONGEST {
        return Err(Fault::TooLong(payload_len.max(packed_len)));
    }
    let mut packed = Vec::new();
    source.read_to_end(&mut packed).map_err(unreadable)?;
    if (packed.len() as u64) < packed_len {
        return Err(Fault::Truncated { has: HEADER as u64 + packed.len() as u64, needs });
    }
    if checksum(head.get(..CHECKED).unwrap_or_default(), &packed) != sum {
        return Err(Fault::Checksum);
    }
    // One byte more than declared is asked for, so that a longer payload is noticed without being unpacked.
    let mut payload = Vec::new();
    let inside = zstd::stream::read::Decoder::new(packed.as_slice()).map_err(unreadable)?;
    inside.take(payload_len + 1).read_to_end(&mut payload).map_err(unreadable)?;
    match payload.len() as u64 {
        n if n == payload_len => Ok(payload),
        n if n > payload_len => Err(Fault::Content("it is longer than declared".into())),
        _ => Err(Fault::Content("it is shorter than declared".into())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    type Content = (String, Vec<u32>);

    fn file() -> Vec<u8> {
        encode(STATE, &("wind and fire".to_owned(), vec![7u32; 40])).unwrap()
    }

    fn open(bytes: &[u8]) -> Result<Content, Fault> {
        decode(STATE, bytes, bytes.len() as u64)
    }

    /// Puts the right checksum on changed bytes, as somebody would who means harm.
    fn seal(bytes: &mut [u8]) {
        let sum = checksum(&bytes[..CHECKED], &bytes[HEADER..]);
        bytes[CHECKED..HEADER].copy_from_slice(&sum.to_le_bytes());
    }

    #[test]
    fn what_is_written_is_read() {
        assert_eq!(open(&file()).unwrap(), ("wind and fire".to_owned(), vec![7; 40]));
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("s.fhs");
        write(&path, STATE, &5u32).unwrap();
        assert_eq!(read::<u32>(&path, STATE).unwrap(), 5);
        let Err(FileError::Fault { fault, .. }) = read::<u32>(&path, RUN) else { panic!("another kind is refused") };
        assert_eq!(fault, Fault::OtherKind { is: "saved state", wanted: "run file" });
        assert_eq!([kind_of(&path), kind_of(dir.path())], [Some(STATE), None]);
        assert!(matches!(read::<u32>(dir.path(), RUN), Err(FileError::Fault { .. })), "a directory");
        assert!(matches!(read::<u32>(&dir.path().join("none"), RUN), Err(FileError::Io { .. })));
    }

    #[test]
    fn every_changed_bit_is_noticed() {
        let good = file();
        for at in 0..good.len() {
            for bit in 0..8 {
                let mut bad = good.clone();
                bad[at] ^= 1 << bit;
                assert!(open(&bad).is_err(), "byte {at} bit {bit}");
            }
        }
    }

    #[test]
    fn every_shortened_and_lengthened_file_is_refused() {
        let good = file();
        for n in 0..good.len() {
            let fault = open(&good[..n]).unwrap_err();
            assert!(matches!(fault, Fault::NotOne(_) | Fault::Truncated { .. }), "{n}: {fault}");
        }
        let mut long = good.clone();
        long.push(0);
        assert_eq!(open(&long), Err(Fault::Trailing(1)));
        // A file that shrank after its length was taken.
        assert!(matches!(
            decode::<Content>(STATE, &good[..good.len() - 3], good.len() as u64),
            Err(Fault::Truncated { .. })
        ));
    }

    #[test]
    fn another_version_is_named() {
        let next = Kind { version: STATE.version + 1, ..STATE };
        let bytes = encode(next, &1u8).unwrap();
        assert_eq!(
            decode::<u8>(STATE, bytes.as_slice(), bytes.len() as u64),
            Err(Fault::Version { noun: "saved state", found: next.version, reads: STATE.version })
        );
    }

    #[test]
    fn lengths_that_lie_are_refused_before_memory_is_taken() {
        let mut huge = file();
        huge[20..28].copy_from_slice(&(u64::MAX - 1).to_le_bytes());
        seal(&mut huge);
        assert_eq!(open(&huge), Err(Fault::TooLong(u64::MAX - 1)));

        // A gibibyte of zeros behind a header that declares ten bytes is not unpacked.
        let mut bomb = file();
        bomb.truncate(HEADER);
        bomb.extend(zstd::bulk::compress(&vec![0u8; 64 << 20], 1).unwrap());
        let packed = (bomb.len() - HEADER) as u64;
        bomb[12..20].copy_from_slice(&packed.to_le_bytes());
        bomb[20..28].copy_from_slice(&10u64.to_le_bytes());
        seal(&mut bomb);
        assert!(matches!(open(&bomb), Err(Fault::Content(_))));

        // A list inside that claims 2^60 entries ends the reading where the bytes end.
        let mut lying = postcard::to_stdvec(&String::from("x")).unwrap();
        lying.extend(postcard::to_stdvec(&(1u64 << 60)).unwrap());
        assert!(postcard::take_from_bytes::<Content>(&lying).is_err());
    }

    #[test]
    fn rest_inside_the_payload_is_refused() {
        let bytes = encode(STATE, &(1u32, 2u32)).unwrap();
        assert_eq!(decode::<u32>(STATE, bytes.as_slice(), bytes.len() as u64), Err(Fault::Trailing(1)));
    }

    proptest! {
        #[test]
        fn random_bytes_never_panic(mut tail in proptest::collection::vec(any::<u8>(), 0..300), sealed: bool) {
            prop_assert!(open(&tail).is_err());
            let mut bytes = STATE.magic.to_vec();
            bytes.extend(STATE.version.to_le_bytes());
            bytes.extend((tail.len() as u64).to_le_bytes());
            bytes.extend(64u64.to_le_bytes());
            bytes.extend([0; 8]);
            bytes.append(&mut tail);
            if sealed { seal(&mut bytes) }
            prop_assert!(open(&bytes).is_err());
        }

        #[test]
        fn a_random_payload_never_panics(payload in proptest::collection::vec(any::<u8>(), 0..200)) {
            // The content may happen to be well formed; it must only come to an end.
            let _ = postcard::take_from_bytes::<crate::record::runfile::RunFile>(&payload);
        }
    }
}
