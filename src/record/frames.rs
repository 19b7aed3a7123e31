//! Keyframes packed for files: each column as its differences from the keyframe before (from the man before, in the
//! first), low bytes apart from high ones. Men who stand cost next to nothing, and men who march together little.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::keyframe::Keyframe;
use crate::kernel::Tick;

#[derive(Serialize, Deserialize)]
struct Packed {
    tick: Tick,
    wind_from_deg: f32,
    wind_m_s: f32,
    smoke_nx: u32,
    smoke_cell_m: f32,
    #[serde(with = "super::columns")]
    x: Vec<u8>,
    #[serde(with = "super::columns")]
    y: Vec<u8>,
    #[serde(with = "super::columns")]
    state: Vec<u8>,
    #[serde(with = "super::columns")]
    smoke: Vec<u8>,
}

/// Writes keyframes packed: `#[serde(with = "super::frames")]`.
///
/// # Errors
/// The serializer's.
pub fn serialize<S: Serializer>(frames: &[Keyframe], out: S) -> Result<S::Ok, S::Error> {
    let none = Keyframe::default();
    let before = std::iter::once(&none).chain(frames);
    out.collect_seq(frames.iter().zip(before).map(|(f, b)| Packed {
        tick: f.tick,
        wind_from_deg: f.wind_from_deg,
        wind_m_s: f.wind_m_s,
        smoke_nx: f.smoke_nx,
        smoke_cell_m: f.smoke_cell_m,
        x: pack_wide(&f.x_q, &b.x_q),
        y: pack_wide(&f.y_q, &b.y_q),
        state: pack(&f.state, &b.state),
        smoke: pack(&f.smoke, &b.smoke),
    }))
}

/// Reads keyframes.
///
/// # Errors
/// The deserializer's.
pub fn deserialize<'de, D: Deserializer<'de>>(input: D) -> Result<Vec<Keyframe>, D::Error> {
    let packed = Vec::<Packed>::deserialize(input)?;
    let mut frames: Vec<Keyframe> = Vec::with_capacity(packed.len());
    let none = Keyframe::default();
    for p in packed {
        let b = frames.last().unwrap_or(&none);
        let frame = Keyframe {
            tick: p.tick,
            x_q: unpack_wide(&p.x, &b.x_q),
            y_q: unpack_wide(&p.y, &b.y_q),
            state: unpack(&p.state, &b.state),
            wind_from_deg: p.wind_from_deg,
            wind_m_s: p.wind_m_s,
            smoke_nx: p.smoke_nx,
            smoke_cell_m: p.smoke_cell_m,
            smoke: unpack(&p.smoke, &b.smoke),
        };
        frames.push(frame);
    }
    Ok(frames)
}

fn pack_wide(now: &[u16], before: &[u16]) -> Vec<u8> {
    let mut last = 0;
    let steps: Vec<u16> = now
        .iter()
        .enumerate()
        .map(|(i, &v)| {
            let d = v.wrapping_sub(before.get(i).copied().unwrap_or(last)) as i16;
            last = v;
            // Small steps of either sign into small numbers, so that the high bytes are zeros.
            (d << 1 ^ d >> 15) as u16
        })
        .collect();
    steps.iter().map(|s| *s as u8).chain(steps.iter().map(|s| (s >> 8) as u8)).collect()
}

fn unpack_wide(bytes: &[u8], before: &[u16]) -> Vec<u16> {
    let (low, high) = bytes.split_at(bytes.len() / 2);
    let mut last = 0;
    low.iter()
        .zip(high)
        .enumerate()
        .map(|(i, (&l, &h))| {
            let s = u16::from_le_bytes([l, h]);
            let d = s >> 1 ^ (s & 1).wrapping_neg();
            last = before.get(i).copied().unwrap_or(last).wrapping_add(d);
            last
        })
        .collect()
}

fn pack(now: &[u8], before: &[u8]) -> Vec<u8> {
    now.iter().enumerate().map(|(i, v)| v.wrapping_sub(before.get(i).copied().unwrap_or(0))).collect()
}

fn unpack(bytes: &[u8], before: &[u8]) -> Vec<u8> {
    bytes.iter().enumerate().map(|(i, v)| v.wrapping_add(before.get(i).copied().unwrap_or(0))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn columns_come_back(a in proptest::collection::vec(any::<u16>(), 0..40),
                             b in proptest::collection::vec(any::<u16>(), 0..40)) {
            prop_assert_eq!(unpack_wide(&pack_wide(&a, &b), &b), a.clone());
            let (a, b): (&[u8], &[u8]) = (bytemuck::cast_slice(&a), bytemuck::cast_slice(&b));
            prop_assert_eq!(unpack(&pack(a, b), b), a);
        }
    }
}
