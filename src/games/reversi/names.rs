//! The names of tiles as printed on the board, a1 at the top left as Othello players write: `f5`.

/// The letters of a column: `a` to `z`, then `aa`.
pub(super) fn column_name(x: u8) -> String {
    let letter = |n: u8| char::from(b'a' + n % 26);
    match x / 26 {
        0 => letter(x).to_string(),
        more => format!("{}{}", letter(more - 1), letter(x)),
    }
}

/// The printed name of a tile: `f5` for 5,4.
pub(super) fn name(x: u8, y: u8) -> String {
    format!("{}{}", column_name(x), u32::from(y) + 1)
}

/// The column and row of such a name.
pub(super) fn cell(name: &str) -> Option<(u8, u8)> {
    let digits = name.find(|letter: char| letter.is_ascii_digit())?;
    let (letters, number) = name.split_at(digits);
    let value = |letter: u8| letter.to_ascii_lowercase().checked_sub(b'a').filter(|&n| n < 26);
    let x = match *letters.as_bytes() {
        [only] => value(only)?,
        [first, second] => (value(first)? + 1).checked_mul(26)?.checked_add(value(second)?)?,
        _ => return None,
    };
    let y: u8 = number.parse().ok().filter(|_| !number.starts_with(['0', '+']))?;
    Some((x, y.checked_sub(1)?))
}
