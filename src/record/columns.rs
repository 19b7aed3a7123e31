//! Columns of plain values in files: `#[serde(with = "crate::record::columns")]` on a `Vec` of numbers (or of any plain
//! struct) keeps its bytes as they lie in memory, little-endian, instead of one variable-length number after the other.

use bytemuck::{AnyBitPattern, NoUninit};
use serde::de::{self, Visitor};
use serde::{Deserializer, Serializer};

#[cfg(target_endian = "big")]
compile_error!("run files hold columns as they lie in memory, little-endian");

/// Writes the column's bytes.
///
/// # Errors
/// The serializer's.
pub fn serialize<T: NoUninit, S: Serializer>(column: &[T], out: S) -> Result<S::Ok, S::Error> {
    out.serialize_bytes(bytemuck::cast_slice(column))
}

/// Reads a column; takes no more memory than the bytes that are there.
///
/// # Errors
/// The deserializer's, or a length that is no whole number of values.
pub fn deserialize<'de, T, D>(input: D) -> Result<Vec<T>, D::Error>
where
    T: NoUninit + AnyBitPattern,
    D: Deserializer<'de>,
{
    struct Bytes<T>(std::marker::PhantomData<T>);

    impl<T: NoUninit + AnyBitPattern> Visitor<'_> for Bytes<T> {
        type Value = Vec<T>;

        fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
            write!(f, "values of {} bytes", size_of::<T>())
        }

        fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<Vec<T>, E> {
            if !bytes.len().is_multiple_of(size_of::<T>()) {
                return Err(E::invalid_length(bytes.len(), &self));
            }
            Ok(bytes.chunks_exact(size_of::<T>()).map(bytemuck::pod_read_unaligned).collect())
        }
    }

    input.deserialize_bytes(Bytes(std::marker::PhantomData))
}

#[cfg(test)]
mod tests {
    use serde::{Deserialize, Serialize};

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Columns {
        #[serde(with = "super")]
        a: Vec<u64>,
        #[serde(with = "super")]
        b: Vec<f32>,
    }

    #[test]
    fn columns_come_back_and_odd_lengths_are_refused() {
        let columns = Columns { a: vec![1, u64::MAX], b: vec![0.5, -0.0, f32::MIN_POSITIVE] };
        let bytes = postcard::to_stdvec(&columns).unwrap();
        assert_eq!(bytes.len(), 1 + 16 + 1 + 12);
        assert_eq!(postcard::from_bytes::<Columns>(&bytes).unwrap(), columns);
        let mut odd = bytes.clone();
        odd[0] = 15;
        assert!(postcard::from_bytes::<Columns>(&odd).is_err());
    }
}
