//! Exact numbers for scores and weights: integers in thousandths.
//!
//! Two equally good moves must compare equal on every machine, so no score is a float.
//! Only the interfaces convert a [`Fixed`] to a float, for display.

use crate::base::util::is_control;
use serde::{Serialize, Serializer};
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg, Sub};
use std::str::FromStr;

/// A number in whole thousandths, from about -9.2e15 to 9.2e15. Arithmetic saturates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fixed(i64);

impl Fixed {
    /// Number of parts of one.
    pub const SCALE: i64 = 1000;
    /// Zero.
    pub const ZERO: Fixed = Fixed(0);
    /// One.
    pub const ONE: Fixed = Fixed(Self::SCALE);

    /// The number `thousandths / 1000`.
    pub const fn from_thousandths(thousandths: i64) -> Self {
        Fixed(thousandths)
    }

    /// A whole number, at most what thousandths can hold.
    #[inline]
    pub const fn from_int(whole: i64) -> Self {
        const MOST: i64 = i64::MAX / Fixed::SCALE;
        // A checked product of 64 bits is a call on wasm.
        if whole > MOST {
            return Fixed(i64::MAX);
        }
        if whole < -MOST {
            return Fixed(i64::MIN);
        }
        Fixed(whole * Self::SCALE)
    }

    /// The nearest thousandth to `number`.
    ///
    /// # Errors
    /// `None` when `number` is not finite or out of range.
    pub fn from_f64(number: f64) -> Option<Self> {
        let scaled = (number * Self::SCALE as f64).round();
        (scaled.is_finite() && scaled.abs() < 9.0e18).then_some(Fixed(scaled as i64))
    }

    /// The number itself, if it has at most three decimals.
    ///
    /// # Errors
    /// `None` when it has more, and as [`Fixed::from_f64`].
    pub fn exactly(number: f64) -> Option<Self> {
        Self::from_f64(number).filter(|near| (near.to_f64() - number).abs() < 1e-9)
    }

    /// The number times 1000, exactly.
    pub const fn thousandths(self) -> i64 {
        self.0
    }

    /// The nearest float; for display only.
    pub fn to_f64(self) -> f64 {
        self.0 as f64 / Self::SCALE as f64
    }

    /// The product, rounded to the nearest thousandth (halves away from zero). Exact when either
    /// factor is whole.
    #[inline]
    pub fn times(self, other: Fixed) -> Fixed {
        // Most factors are small or zero; on wasm wide products and divisions are slow calls.
        if self.0 == 0 || other.0 == 0 {
            return Fixed::ZERO;
        }
        if let (Ok(a), Ok(b)) = (i32::try_from(self.0), i32::try_from(other.0))
            && let Some(product) = a.checked_mul(b)
        {
            const SCALE: i32 = Fixed::SCALE as i32;
            let (whole, rest) = (product / SCALE, product % SCALE);
            return Fixed(i64::from(
                whole + i32::from(rest >= SCALE / 2) - i32::from(rest <= -SCALE / 2),
            ));
        }
        self.times_wide(other)
    }

    /// The product for factors of any size.
    #[cold]
    #[inline(never)]
    fn times_wide(self, other: Fixed) -> Fixed {
        let product = i128::from(self.0) * i128::from(other.0);
        let half = i128::from(Self::SCALE / 2) * product.signum();
        let rounded = (product + half) / i128::from(Self::SCALE);
        Fixed(i64::try_from(rounded).unwrap_or(if rounded < 0 { i64::MIN } else { i64::MAX }))
    }

    /// The absolute value; that of the smallest number saturates.
    pub const fn abs(self) -> Fixed {
        Fixed(self.0.saturating_abs())
    }
}

impl Add for Fixed {
    type Output = Fixed;
    #[inline]
    fn add(self, other: Fixed) -> Fixed {
        Fixed(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Fixed {
    #[inline]
    fn add_assign(&mut self, other: Fixed) {
        *self = *self + other;
    }
}

impl Sub for Fixed {
    type Output = Fixed;
    #[inline]
    fn sub(self, other: Fixed) -> Fixed {
        Fixed(self.0.saturating_sub(other.0))
    }
}

impl Neg for Fixed {
    type Output = Fixed;
    #[inline]
    fn neg(self) -> Fixed {
        Fixed(self.0.saturating_neg())
    }
}

impl Sum for Fixed {
    #[inline]
    fn sum<I: Iterator<Item = Fixed>>(numbers: I) -> Fixed {
        numbers.fold(Fixed::ZERO, Add::add)
    }
}

/// Decimal, without trailing zeros: `5`, `-0.25`. A `+` flag writes the sign of positive numbers.
impl fmt::Display for Fixed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.0.unsigned_abs();
        let (whole, part) = (size / Self::SCALE as u64, size % Self::SCALE as u64);
        let mut text = whole.to_string();
        if part != 0 {
            text.push_str(format!(".{part:03}").trim_end_matches('0'));
        }
        f.pad_integral(self.0 >= 0, "", &text)
    }
}

impl FromStr for Fixed {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let expected =
            || format!("`{}` is not a number with at most three decimals", shorten(text));
        let (negative, digits) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
        let part_digits = part.trim_end_matches('0');
        let all_digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
        if (whole.is_empty() && part.is_empty())
            || !all_digits(whole)
            || !all_digits(part)
            || part_digits.len() > 3
        {
            return Err(expected());
        }
        let whole: i64 =
            if whole.is_empty() { 0 } else { whole.parse().map_err(|_| expected())? };
        let part: i64 = format!("{part_digits:0<3}").parse().map_err(|_| expected())?;
        let size = whole
            .checked_mul(Self::SCALE)
            .and_then(|n| n.checked_add(part))
            .ok_or_else(expected)?;
        Ok(Fixed(if negative { -size } else { size }))
    }
}

/// As the nearest float; whole numbers that fit are floats too (`5.0`), the most readable form of scores.
impl Serialize for Fixed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.to_f64())
    }
}

/// At most the first 40 characters of a text from outside, for use in an error message.
pub fn shorten(text: &str) -> String {
    const LONGEST: usize = 40;
    let clean: String =
        text.chars().take(LONGEST).map(|c| if is_control(c) { '\u{fffd}' } else { c }).collect();
    if text.chars().nth(LONGEST).is_some() { format!("{clean}…") } else { clean }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_and_writes_decimals() {
        for (text, thousandths, shown) in [
            ("5", 5000, "5"),
            ("-0.25", -250, "-0.25"),
            ("+3.5", 3500, "3.5"),
            (".1", 100, "0.1"),
            ("7.", 7000, "7"),
            ("0.2000", 200, "0.2"),
        ] {
            let number: Fixed = text.parse().expect(text);
            assert_eq!(number.thousandths(), thousandths);
            assert_eq!(number.to_string(), shown);
        }
        for bad in ["", ".", "-", "1e3", "0.1234", "99999999999999999999", "٣", "1.-2"] {
            assert!(bad.parse::<Fixed>().is_err(), "{bad}");
        }
        assert_eq!(format!("{:+}", Fixed::from_int(2)), "+2");
    }

    #[test]
    fn whole_numbers_saturate() {
        let most = i64::MAX / Fixed::SCALE;
        for (whole, thousandths) in [
            (most, most * 1000),
            (most + 1, i64::MAX),
            (-most, -most * 1000),
            (-most - 1, i64::MIN),
        ] {
            assert_eq!(Fixed::from_int(whole).thousandths(), thousandths);
        }
    }

    #[test]
    fn products_are_exact_for_whole_factors_and_rounded_otherwise() {
        let tenth = Fixed::from_thousandths(100);
        assert_eq!(tenth.times(Fixed::from_int(-3)).thousandths(), -300);
        assert_eq!(Fixed(1).times(Fixed(500)).thousandths(), 1);
        assert_eq!(Fixed(-1).times(Fixed(500)).thousandths(), -1);
        // The fast and the wide product must round equally.
        for (a, b) in [(1499, 1001), (-1499, 1001), (1500, 1), (-1500, 1), (499, -1), (7, 71_500)] {
            let exact = f64::from(a) * f64::from(b) / 1000.0;
            let expected = exact.abs().add(0.5).floor().copysign(exact) as i64;
            assert_eq!(Fixed(a.into()).times(Fixed(b.into())).thousandths(), expected);
            let wide = Fixed(i64::from(a) << 32).times(Fixed(i64::from(b)));
            assert!((wide.to_f64() / 2f64.powi(32) - exact / 1000.0).abs() < 1e-3);
        }
        assert_eq!(Fixed(i64::MAX).times(Fixed(i64::MAX)), Fixed(i64::MAX));
    }

    #[test]
    fn shorten_truncates_text_and_replaces_control_characters() {
        assert_eq!(shorten("short"), "short");
        assert_eq!(shorten(&"x".repeat(50)).chars().count(), 41);
        assert_eq!(shorten("a\nb"), "a\u{fffd}b");
    }
}
