//! The language of measures: what must be true of a run. Groups of men, moments, numbers and tests over the ledger, the
//! keyframes and the final state; read from a card's RON. It looks at a run and can't change one.
//!
//! A moment that never came, a share of nobody or a distance to nobody is *undefined*; what is built on it is undefined
//! too, and a test of it is not passed.

use serde::{Deserialize, Serialize};

use crate::record::ledger::{Cause, Wound};
use crate::scenario::raw::{Arm, Cry};

/// A set of men.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Group {
    /// Everybody.
    All,
    /// The men of a side.
    Side(String),
    /// The men of a unit.
    Unit(String),
    /// A named person alone.
    Person(String),
    /// A group the card has named.
    Named(String),
    /// Who started on foot, or on horseback.
    Arm(Arm),
    /// Who is in each of these.
    Both(Vec<Group>),
    /// Who is in any of these.
    Either(Vec<Group>),
    /// Who isn't in this.
    Except(Box<Group>),
    /// Whom one of these causes hurt.
    Harmed {
        /// The causes.
        by: Vec<Cause>,
        /// At least so badly.
        at_least: Wound,
        /// By the hand of one of these; left out, by anybody's or nobody's.
        #[serde(default)]
        hand: Option<Box<Group>>,
        /// When.
        during: Span,
    },
    /// Who was first put out of the fight by one of these causes.
    Felled {
        /// The causes.
        by: Vec<Cause>,
        /// When.
        during: Span,
    },
    /// Who was put out of the fight, and whose final cause (of his death, if he died) is one of these.
    Ended {
        /// The causes.
        by: Vec<Cause>,
        /// When that was.
        during: Span,
    },
    /// Who fell to the ground.
    Fell(Span),
    /// Who was taken up from the ground by another.
    PickedUp(Span),
    /// Whose heart broke.
    Broke(Span),
    /// How he was at a moment, by the last keyframe up to it.
    Is(State, Box<Moment>),
    /// Who was in a place in one of the keyframes, alive.
    Was(Zone, Span),
}

/// The state of a man in a keyframe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum State {
    /// Alive, hurt or not.
    Alive,
    /// Able (alive and not put out of the fight) and running in fear.
    Running,
    /// Able and not running.
    Steady,
}

/// A place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Zone {
    /// In a river.
    Water,
    /// On dry ground on the other bank of this river than where he stood at the start.
    Across(String),
    /// Within a named place of the battle.
    Place(String),
}

/// A time or a part of the battle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Span {
    /// All of it.
    Battle,
    /// Before a moment.
    Before(Box<Moment>),
    /// From a moment on.
    From(Box<Moment>),
    /// From one moment on to before another.
    Between(Box<Moment>, Box<Moment>),
}

/// A moment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Moment {
    /// The start.
    Start,
    /// The end.
    End,
    /// The moment looked at: within `Peak` and `Least`.
    Now,
    /// A moment the card has named.
    Named(String),
    /// When this first happens in the span.
    First(Box<Pattern>, Span),
    /// When this last happens in the span.
    Last(Box<Pattern>, Span),
    /// So many seconds after another moment (before it, if negative); undefined outside the battle.
    Later(Box<Moment>, f32),
    /// The earliest of these that came.
    Earliest(Vec<Moment>),
    /// The latest of these; undefined if one never came.
    Latest(Vec<Moment>),
    /// By when this share of a group had broken, each man counted the first time.
    Broken {
        /// The group.
        of: Box<Group>,
        /// The share, above 0, at most 1.
        share: f32,
        /// Breaks counted.
        during: Span,
    },
    /// The first keyframe in the span at which a number reaches a value.
    Reaches(Box<Number>, f64, Span),
}

/// What happens: a kind of line in the ledger. A unit belongs to a group if any of its men does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Pattern {
    /// The wind begins to turn.
    WindTurns,
    /// A fire breaks out.
    FireLit,
    /// The last flame goes out.
    FireOut,
    /// A leader calls on his men: this one, or `None` for any.
    Appealed(Option<String>),
    /// A plan is carried out.
    Planned(String),
    /// A unit receives an order whose text contains these words.
    Received {
        /// The unit.
        to: Group,
        /// The words.
        words: String,
    },
    /// First blows between two units.
    Contact {
        /// Who strikes.
        by: Group,
        /// Who is struck.
        with: Group,
    },
    /// More than half of a unit runs.
    UnitBroke(Group),
    /// A unit's first man enters the water.
    EnteredWater(Group),
    /// A man of the group cries this.
    Cried(Group, Cry),
}

/// A number.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Number {
    /// This one.
    Value(f64),
    /// Men in a group.
    Count(Group),
    /// The share of a group that is in another, 0 to 1.
    Share {
        /// The group.
        of: Group,
        /// The other.
        are: Group,
    },
    /// How often something happens.
    Events(Pattern, Span),
    /// The time of a moment, s.
    Time(Moment),
    /// Men of a group who carry matchlocks, by the share in their kinds of troops.
    Matchlocks(Group),
    /// Shots that the men of a group let off in the battle.
    Shots(Group),
    /// Of these, shots of powder with flames so near that some refuse (`arms.gun_shy_from_m`).
    ShotsNearFlames(Group),
    /// How often they refused to load for flames near by.
    ShotsRefused(Group),
    /// The distance between the middles of the able men of two groups, m.
    Gap(Group, Group, Moment),
    /// How far the able men of a group came toward the middle of another between two moments, in the mean, m.
    Progress {
        /// The group.
        of: Group,
        /// The other; where it is, is asked at the first moment.
        toward: Group,
        /// The first moment.
        from: Moment,
        /// The second.
        to: Moment,
    },
    /// The largest value over a series; within it `Now` is each moment of the series.
    Peak(Series, Box<Number>),
    /// The smallest.
    Least(Series, Box<Number>),
    /// The first less the second.
    Minus(Box<Number>, Box<Number>),
    /// The first over the second.
    Over(Box<Number>, Box<Number>),
}

/// Moments looked at one after the other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Series {
    /// The keyframes in a span.
    Keyframes(Span),
    /// Each time something happens.
    Each(Pattern, Span),
}

/// A statement that is true of a run or not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Test {
    /// The first is less than the second.
    Less(Number, Number),
    /// The first is more than the second.
    More(Number, Number),
    /// The first is at most the second.
    AtMost(Number, Number),
    /// The first is at least the second.
    AtLeast(Number, Number),
    /// The number lies between two others, both included.
    Within(Number, f64, f64),
    /// The moment comes.
    Comes(Moment),
    /// All of these.
    All(Vec<Test>),
    /// One of these at least.
    Any(Vec<Test>),
    /// Not this; of what is undefined, neither this nor its contrary is true.
    Not(Box<Test>),
}
