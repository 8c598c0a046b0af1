//! A short code for a hand-in, to write on paper or to say aloud. A heuristic does not fit into a code that a person types, and no
//! server keeps the rest, so that the code is a fingerprint: it tells which link is meant, and that it is unchanged.
//!
//! It has nine digits of Crockford's base 32 (no I, L, O and U), 45 bits, and a check character, which shows every wrong character
//! and every two that were swapped.

use crc::{CRC_64_XZ, Crc, NoTable};

/// The digits, by their value.
const DIGITS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// Number of digits without the check character.
const LENGTH: usize = 9;
/// The number of characters between hyphens.
const GROUP: usize = 5;

static FINGERPRINT: Crc<u64, NoTable> = Crc::<u64, NoTable>::new(&CRC_64_XZ);

/// The code of these bytes: `K7QF2-M9XCT`.
pub(super) fn fingerprint(content: &[u8]) -> String {
    let print = FINGERPRINT.checksum(content) >> (64 - 5 * LENGTH);
    let digits = (0..LENGTH).rev().map(|at| (print >> (5 * at)) as u8 & 31);
    written(&digits.collect::<Vec<_>>())
}

fn written(digits: &[u8]) -> String {
    let mut code = String::new();
    for (at, digit) in digits.iter().chain([&check(digits)]).enumerate() {
        if at == GROUP {
            code.push('-');
        }
        code.push(char::from(DIGITS[usize::from(*digit)]));
    }
    code
}

/// The check character: digits are coefficients of a polynomial over the field of 32 elements, and with this one its value at a
/// generator is 0.
fn check(digits: &[u8]) -> u8 {
    digits.iter().fold(0, |sum, digit| times_generator(sum ^ digit))
}

fn times_generator(value: u8) -> u8 {
    // The field's polynomial is x^5 + x^2 + 1.
    let twice = value << 1;
    if twice & 32 == 0 { twice } else { twice ^ 0b10_0101 }
}

/// A code as people type it: in any case, with any spaces and hyphens, with O for 0, and I or L for 1.
///
/// # Errors
/// Which character is no digit, how many there are, or that one is wrong.
pub fn read(text: &str) -> Result<String, String> {
    let mut digits = Vec::new();
    for (at, letter) in text.chars().enumerate() {
        let plain = match letter.to_ascii_uppercase() {
            'O' => '0',
            'I' | 'L' => '1',
            '-' => continue,
            letter if letter.is_whitespace() => continue,
            letter => letter,
        };
        let digit = DIGITS.iter().position(|&digit| char::from(digit) == plain);
        let digit = digit.ok_or_else(|| {
            let at = at + 1;
            format!("character {at} of the code is `{letter}`; expected a digit or a letter but U")
        })?;
        digits.push(digit as u8);
        if digits.len() > LENGTH + 1 {
            return Err(format!("the code has more than {} characters", LENGTH + 1));
        }
    }
    match digits.split_at_checked(LENGTH) {
        Some((digits, [last])) if check(digits) == *last => Ok(written(digits)),
        Some((_, [_])) => Err("the code has a wrong character: compare it again".to_owned()),
        _ => Err(format!(
            "the code has {} characters; expected {}, such as {}",
            digits.len(),
            LENGTH + 1,
            written(&[19, 7, 23, 15, 2, 20, 9, 29, 12])
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_as_people_type_them() {
        let code = fingerprint(b"a hand-in");
        assert_eq!((code.len(), code.find('-')), (LENGTH + 2, Some(GROUP)));
        assert_ne!(code, fingerprint(b"another"));
        let typed = code.to_lowercase().replace('0', "o").replace('1', "l").replace('-', " ");
        for text in [code.as_str(), &typed, &code.replace('-', ""), &format!(" {code}\n")] {
            assert_eq!(read(text), Ok(code.clone()), "{text}");
        }
    }

    #[test]
    fn every_wrong_and_every_swapped_character_is_seen() {
        for content in [&b"one"[..], b"two", b"three"] {
            let code = fingerprint(content).replace('-', "");
            for at in 0..code.len() {
                for digit in DIGITS.iter().map(|digit| char::from(*digit)) {
                    let mut wrong: Vec<char> = code.chars().collect();
                    if wrong[at] != digit {
                        wrong[at] = digit;
                        assert!(read(&wrong.iter().collect::<String>()).is_err(), "{wrong:?}");
                    }
                }
                for other in 0..at {
                    let mut swapped: Vec<char> = code.chars().collect();
                    swapped.swap(at, other);
                    let same = swapped[at] == swapped[other];
                    assert_eq!(read(&swapped.iter().collect::<String>()).is_ok(), same);
                }
            }
        }
        let errors = [
            ("", "has 0 characters; expected 10"),
            ("K7QF2-M9XC", "has 9 characters"),
            ("K7QF2-M9XCT-K", "more than 10"),
            ("K7QU2-M9XCT", "character 4 of the code is `U`"),
        ];
        for (text, said) in errors {
            let error = read(text).expect_err("none");
            assert!(error.contains(said), "{text}: {error}");
        }
    }
}
