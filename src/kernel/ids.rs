//! Ids. An *index* is a place in this battle's tables; a *key* is a stable hash of the id as written, the same in
//! every battle that has the unit, so that draws and orders never depend on who else is there.

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

macro_rules! index {
    ($(#[$doc:meta])* $name:ident($inner:ty)) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Default)]
        #[derive(bytemuck::Pod, bytemuck::Zeroable)]
        #[repr(transparent)]
        pub struct $name(pub $inner);

        impl $name {
            /// The position in the table, for slices.
            pub fn at(self) -> usize {
                self.0 as usize
            }
            /// The index of the `i`-th row.
            pub fn new(i: usize) -> Self {
                Self(i as $inner)
            }
        }
    };
}

index!(
    /// A man: his row in the table of men, in the order (unit key, number in his unit).
    ManIx(u32)
);
index!(
    /// A unit: its row among the units in the order of their keys.
    UnitIx(u16)
);
index!(
    /// A named person, in the order of the ids.
    PersonIx(u16)
);
index!(
    /// A side, in the order of the ids.
    SideIx(u8)
);
index!(
    /// A named place of the ground, in the order of the ids.
    PlaceIx(u16)
);

/// The stable 64-bit key of a unit: the hash of its id string.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Default)]
pub struct UnitKey(pub u64);

/// The stable key of an id as written in a scenario.
pub fn stable_key(id: &str) -> UnitKey {
    UnitKey(xxh3_64(id.as_bytes()))
}
