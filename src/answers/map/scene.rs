//! What a map shows, as plain data.

use crate::ground::Ground;
use crate::record::keyframe::Figure;
use crate::record::ledger::{Heart, Wound};
use crate::scenario::raw::Name;

/// All that a map shows.
#[derive(Clone, Debug)]
pub struct MapScene {
    /// The battle.
    pub title: Name,
    /// Battle time, s; none for a map of the ground and the forces before it begins.
    pub t_s: Option<f64>,
    /// The ground.
    pub ground: Ground,
    /// The sides, in the order of their indices.
    pub sides: Vec<Name>,
    /// The men who are on the field.
    pub men: Vec<Mark>,
    /// What the fire has done.
    pub burn: Burns,
    /// The smoke.
    pub smoke: Smoke,
    /// Mean wind: where from in degrees, how fast in m/s.
    pub wind: (f32, f32),
    /// The names.
    pub labels: Vec<Label>,
}

/// A man on the map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark {
    /// Where, m.
    pub at: (f32, f32),
    /// Index of his side.
    pub side: u8,
    /// On horseback.
    pub mounted: bool,
    /// How he does.
    pub state: MarkState,
}

/// How a man on the map does, in the order in which they are drawn: the last lie on top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MarkState {
    /// Dead.
    Dead,
    /// Out, or fallen.
    Down,
    /// Runs.
    Broken,
    /// Wavers.
    Wavering,
    /// Does what he is told.
    Steady,
}

impl MarkState {
    /// Of a man in a keyframe.
    pub fn of(figure: Figure) -> Self {
        match (Wound::from_u8(figure.wound), Heart::from_u8(figure.heart)) {
            (Wound::Dead, _) => Self::Dead,
            (Wound::Out, _) => Self::Down,
            _ if figure.down => Self::Down,
            (_, Heart::Broken) => Self::Broken,
            (_, Heart::Wavering) => Self::Wavering,
            _ => Self::Steady,
        }
    }
}

/// What the fire has done, by cell.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Burns {
    /// Cells from west to east.
    pub nx: usize,
    /// Size of a cell, m.
    pub cell_m: f32,
    /// The cells, row by row from the south-west corner; none when nothing burnt.
    pub cells: Vec<Burn>,
}

/// A cell of burnt or unburnt ground.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Burn {
    /// Not reached.
    #[default]
    Unburnt,
    /// In flames.
    Flaming,
    /// Burnt out.
    Burnt,
}

/// The smoke, by cell.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Smoke {
    /// Cells from west to east.
    pub nx: usize,
    /// Size of a cell, m.
    pub cell_m: f32,
    /// Extinction along a level line, per m, row by row from the south-west corner; none for clear air.
    pub per_m: Vec<f32>,
}

/// A name on the map.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// The name.
    pub name: Name,
    /// Whose it is.
    pub kind: LabelKind,
    /// Where it may stand, the best place first, m.
    pub at: Vec<(f32, f32)>,
}

/// Whose name it is, in the order in which they find their places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LabelKind {
    /// A unit's, of the side with this index.
    Unit(u8),
    /// A place's.
    Place,
    /// A hill's.
    Hill,
    /// A river's.
    River,
}
