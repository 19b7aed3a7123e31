//! Fields kept as RON text inside binary files: `#[serde(with = "crate::record::as_ron")]`.
//!
//! For what is written by people and may nest (a scenario with its conditions within conditions): RON's reader has a
//! limit of nesting, so that no file can exhaust the stack, and the text can be shown to people as it is.

use serde::de::{DeserializeOwned, Error as _};
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Writes the value as RON.
///
/// # Errors
/// The serializer's.
pub fn serialize<T: Serialize, S: Serializer>(value: &T, out: S) -> Result<S::Ok, S::Error> {
    ron::to_string(value).map_err(S::Error::custom)?.serialize(out)
}

/// Reads the value from RON.
///
/// # Errors
/// The deserializer's, or text that is not the RON of such a value.
pub fn deserialize<'de, T: DeserializeOwned, D: Deserializer<'de>>(input: D) -> Result<T, D::Error> {
    ron::from_str(&String::deserialize(input)?).map_err(D::Error::custom)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::raw::Condition;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Held(#[serde(with = "super")] Condition);

    #[test]
    fn values_come_back_bit_for_bit() {
        for v in [0.1f32, -0.0, 1.0 / 3.0, f32::MAX, f32::MIN_POSITIVE, 16_777_217.0] {
            let held = Held(Condition::Not(Box::new(Condition::FireWithin(v))));
            let back: Held = postcard::from_bytes(&postcard::to_stdvec(&held).unwrap()).unwrap();
            let Held(Condition::Not(inner)) = back else { panic!("another condition") };
            let Condition::FireWithin(w) = *inner else { panic!("another condition") };
            assert_eq!(w.to_bits(), v.to_bits(), "{v}");
        }
    }

    #[test]
    fn nesting_without_end_is_an_error_and_not_the_end_of_the_stack() {
        let text = format!("{}FireWithin(1.0){}", "Not(".repeat(100_000), ")".repeat(100_000));
        assert!(postcard::from_bytes::<Held>(&postcard::to_stdvec(&text).unwrap()).is_err());
    }
}
