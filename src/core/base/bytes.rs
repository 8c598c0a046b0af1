//! A compact encoding of numbers and texts, for links.

/// Writes a number in groups of seven bits, the lowest first; a byte from 128 on is followed by another one.
pub fn put_number(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Reads a number of [`put_number`] from the front of `bytes`; `None` if it has more than `most` bytes, or ten.
pub fn take_number(bytes: &mut &[u8], most: u32) -> Option<u64> {
    let mut number = 0u64;
    for group in 0..most.min(10) {
        let byte = take_byte(bytes)?;
        number |= u64::from(byte & 0x7f) << (7 * group);
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

/// Writes the length of a text, then the text.
pub fn put_text(out: &mut Vec<u8>, text: &str) {
    put_number(out, text.len() as u64);
    out.extend_from_slice(text.as_bytes());
}

/// Reads a byte from the front.
pub fn take_byte(bytes: &mut &[u8]) -> Option<u8> {
    let (&first, rest) = bytes.split_first()?;
    *bytes = rest;
    Some(first)
}

/// Reads this many bytes from the front.
pub fn take<'a>(bytes: &mut &'a [u8], count: u64) -> Option<&'a [u8]> {
    let (taken, rest) = bytes.split_at_checked(usize::try_from(count).ok()?)?;
    *bytes = rest;
    Some(taken)
}
