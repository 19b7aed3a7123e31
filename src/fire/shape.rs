//! The shape of a wind-driven fire: an ellipse, and how fast each part of its front runs.

use crate::kernel::Vec2;

/// Length-to-breadth ratio of a grass fire by the wind at 10 m: 1.1 U^0.464 with U in km/h (FBP system, eq. 80; Forestry
/// Canada 1992). Goes with the CSIRO rate of spread.
pub fn grass_length_to_breadth(u10_m_s: f32) -> f32 {
    let u = u10_m_s * 3.6;
    if u >= 1.0 { 1.1 * libm::powf(u, 0.464) } else { 1.0 }
}

/// Length-to-breadth ratio by the effective wind at mid-flame height in miles an hour, at most 8 (Anderson 1983, as in
/// BEHAVE). Goes with Rothermel's rate of spread.
pub fn anderson_length_to_breadth(midflame_mph: f64) -> f64 {
    let u = midflame_mph;
    (0.936 * libm::exp(0.1147 * u) + 0.461 * libm::exp(-0.0692 * u) - 0.397).clamp(1.0, 8.0)
}

/// The velocities of a fire's front: an ellipse of half-axes `b` along and `a` across the wind whose centre runs before the
/// wind at `c`, all in m/s. The fire burns from a focus.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ellipse {
    a: f32,
    b: f32,
    c: f32,
    toward: Vec2,
}

impl Ellipse {
    /// A fire whose head runs at `head_m_s` in the direction `toward` (any length; none for no wind).
    pub fn new(head_m_s: f32, length_to_breadth: f32, toward: Vec2) -> Self {
        let head = head_m_s.max(0.0);
        let toward = toward.normalize_or_zero();
        let lb = if toward == Vec2::ZERO { 1.0 } else { length_to_breadth.max(1.0) };
        let e = (lb * lb - 1.0).sqrt() / lb;
        let back = head * (1.0 - e) / (1.0 + e);
        let b = (head + back) / 2.0;
        Self { a: b / lb, b, c: head - b, toward }
    }
    /// Rate of spread of the head, m/s.
    pub fn head_m_s(&self) -> f32 {
        self.b + self.c
    }
    /// Rate of spread of the back, m/s.
    pub fn back_m_s(&self) -> f32 {
        self.b - self.c
    }
    /// Rate of spread of the flanks, m/s.
    pub fn flank_m_s(&self) -> f32 {
        self.a
    }
    /// Speed at which a front with this unit normal moves along it, m/s.
    pub fn speed_m_s(&self, normal: Vec2) -> f32 {
        let cos = normal.dot(self.toward);
        let across = (1.0 - cos * cos).max(0.0);
        self.c * cos + (self.b * self.b * cos * cos + self.a * self.a * across).sqrt()
    }
    /// Velocity at which a point of such a front moves: the point of the ellipse whose normal it is, m/s.
    pub fn velocity(&self, normal: Vec2) -> Vec2 {
        let cos = normal.dot(self.toward);
        let side = self.toward.perp();
        let sin = normal.dot(side);
        let s = (self.b * self.b * cos * cos + self.a * self.a * sin * sin).sqrt();
        if s <= 0.0 {
            return normal * 0.0;
        }
        if self.toward == Vec2::ZERO {
            return normal * self.a;
        }
        self.toward * (self.c + self.b * self.b * cos / s) + side * (self.a * self.a * sin / s)
    }
}
