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
        if self.toward == Vec2::ZERO {
            return normal * self.a;
        }
        let side = self.toward.perp();
        let (cos, sin) = (normal.dot(self.toward), normal.dot(side));
        let s = (self.b * self.b * cos * cos + self.a * self.a * sin * sin).sqrt();
        if s <= 0.0 {
            return Vec2::ZERO;
        }
        self.toward * (self.c + self.b * self.b * cos / s) + side * (self.a * self.a * sin / s)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::bearing;

    #[test]
    fn a_grass_fire_has_the_published_shape() {
        // 20 C, 30 %, 20 km/h: head 3.410 km/h, LB 4.42, back 0.0125 m/s, flank 0.109 m/s; 30 km/h: LB 5.3.
        let lb = grass_length_to_breadth(20.0 / 3.6);
        let ellipse = Ellipse::new(3.410 / 3.6, lb, Vec2::X);
        assert!((lb - 4.42).abs() < 0.005 && (grass_length_to_breadth(30.0 / 3.6) - 5.3).abs() < 0.05);
        assert!((ellipse.back_m_s() - 0.0125).abs() < 1e-4 && (ellipse.flank_m_s() - 0.109).abs() < 5e-4);
        assert_eq!(grass_length_to_breadth(0.0), 1.0);
        // Anderson at 30 km/h at 10 m: 1/1.15 of it at 20 ft, 0.362 of that at the flames. A third of the other law's.
        assert!((anderson_length_to_breadth(18.64 / 1.15 * 0.3621) - 1.75).abs() < 0.005);
    }

    #[test]
    fn a_fire_of_six_km_h_burns_the_published_area() {
        // Cruz 2022: 6 km/h and LB 5.3 for an hour: 530 ha and a perimeter of 13 km.
        let e = Ellipse::new(6.0 / 3.6, 5.3, Vec2::X);
        let (a, b) = (e.a * 3600.0, e.b * 3600.0);
        let area_ha = core::f32::consts::PI * a * b / 1e4;
        let h = (a - b) * (a - b) / ((a + b) * (a + b));
        let perimeter = core::f32::consts::PI * (a + b) * (1.0 + 3.0 * h / (10.0 + (4.0 - 3.0 * h).sqrt()));
        assert!(
            (area_ha / 530.0 - 1.0).abs() < 0.03 && (perimeter / 13_000.0 - 1.0).abs() < 0.05,
            "{area_ha} {perimeter}"
        );
    }

    #[test]
    fn the_normal_speed_is_that_of_the_point_with_this_normal() {
        for e in
            [Ellipse::new(1.3, 3.0, bearing(70.0)), Ellipse::new(0.4, 1.0, Vec2::Y), Ellipse::new(0.4, 9.0, Vec2::ZERO)]
        {
            for i in 0..36 {
                let n = bearing(10.0 * i as f32);
                assert!((e.velocity(n).dot(n) - e.speed_m_s(n)).abs() < 1e-5, "{e:?} {n}");
                assert!(e.speed_m_s(n) > 0.0);
            }
        }
        let none = Ellipse::new(0.0, 3.0, Vec2::X);
        assert_eq!((none.speed_m_s(Vec2::X), none.velocity(Vec2::Y)), (0.0, Vec2::ZERO));
    }
}
