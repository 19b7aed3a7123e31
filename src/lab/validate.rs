//! Every check against a published number, in one table: `fenghuo validate`.

mod checks;

use serde::Serialize;

use super::LabError;

/// How far ours may be from what is published.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Allowed {
    /// Relative to it.
    Share(f64),
    /// In its own unit.
    Within(f64),
    /// A tenth of a percent, and half of the last of so many decimals in which it is printed.
    Printed(i32),
    /// Not above it.
    AtMost,
}

/// One check.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// What is checked, by room and case.
    pub case: String,
    /// Unit of the values.
    pub unit: &'static str,
    /// The published value.
    pub published: f64,
    /// Ours.
    pub ours: f64,
    /// How far off: as a share of the published value, or in its unit where `error_is` says so.
    pub error: f64,
    /// The most allowed, likewise.
    pub allowed: f64,
    /// `share` or `absolute`.
    pub error_is: &'static str,
    /// Is it near enough?
    pub pass: bool,
}

/// The checks asked for.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    filter: String,
    rows: Vec<Row>,
}

impl Sheet {
    /// Is a case asked for?
    fn wants(&self, case: &str) -> bool {
        case.contains(&self.filter)
    }

    /// Is any of the cases asked for?
    fn wants_any(&self, cases: &[&str]) -> bool {
        cases.iter().any(|c| self.wants(c))
    }

    /// Adds a check, if it is asked for.
    fn add(&mut self, case: &str, unit: &'static str, published: f64, ours: f64, allowed: Allowed) {
        if !self.wants(case) {
            return;
        }
        let off = (ours - published).abs();
        let share = off / published.abs();
        let (error, allowed, error_is) = match allowed {
            Allowed::Share(share_allowed) => (share, share_allowed, "share"),
            Allowed::Within(most) => (off, most, "absolute"),
            Allowed::Printed(decimals) => {
                (share, 1e-3 + 0.5 * libm::pow(10.0, -f64::from(decimals)) / published.abs(), "share")
            }
            Allowed::AtMost => ((ours - published).max(0.0), 0.0, "absolute"),
        };
        // A value that is no number passes nothing.
        let pass = error <= allowed && ours.is_finite();
        self.rows.push(Row { case: case.into(), unit, published, ours, error, allowed, error_is, pass });
    }
}

/// Runs the checks whose case contains `filter` (all for an empty one).
///
/// # Errors
/// A bench that can't be set up.
pub fn validate(filter: &str) -> Result<Vec<Row>, LabError> {
    let mut sheet = Sheet { filter: filter.into(), rows: Vec::new() };
    checks::all(&mut sheet)?;
    Ok(sheet.rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_check_fails_when_it_is_off_or_no_number() {
        let mut sheet = Sheet::default();
        sheet.add("a", "1", 100.0, 101.0, Allowed::Share(0.02));
        sheet.add("b", "1", 100.0, 103.0, Allowed::Share(0.02));
        sheet.add("c", "1", 100.0, f64::NAN, Allowed::Within(1e9));
        sheet.add("d", "1", 3.0, 1.0, Allowed::AtMost);
        sheet.add("e", "1", 3.0, 4.0, Allowed::AtMost);
        sheet.add("f", "1", 0.335, 0.3354, Allowed::Printed(3));
        assert_eq!(sheet.rows.iter().map(|r| r.pass).collect::<Vec<_>>(), [true, false, false, true, false, true]);
    }

    #[test]
    fn a_filter_leaves_the_others_out() {
        let rows = validate("fire/rothermel/FM1").unwrap();
        assert!(!rows.is_empty() && rows.iter().all(|r| r.case.contains("FM1") && r.pass), "{rows:?}");
    }
}
