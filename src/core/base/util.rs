//! Small tools for several modules: mixing of hashes, iterating over the bits of a word,
//! nouns with their numbers. This module depends on no game, bot or interface.

use std::collections::BinaryHeap;

/// The finaliser of splitmix64 (Steele, Lea and Flood, 2014): every bit of the result depends on every
/// bit of `word`.
#[inline]
pub const fn mix64(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

/// The indices of the set bits, lowest first.
#[inline]
pub fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros() as usize;
            word &= word - 1;
            bit
        })
    })
}

/// A number with its noun: `1 stone`, `2 stones`, `1,352 stones`.
pub fn counted(count: u64, noun: &str) -> String {
    format!("{} {}", grouped(count), plural(count, noun))
}

/// A number with thousands separators: `16,842`.
pub fn grouped(number: u64) -> String {
    group_digits(&number.to_string())
}

/// Decimal digits with thousands separators.
pub fn group_digits(digits: &str) -> String {
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// The form of a noun for this number: `stone` for 1, else `stones`; `ply`, else `plies`.
pub fn plural(count: u64, noun: &str) -> String {
    let consonant = |stem: &&str| !stem.ends_with(['a', 'e', 'i', 'o', 'u']);
    match noun.strip_suffix('y').filter(consonant) {
        _ if count == 1 => noun.to_owned(),
        Some(stem) => format!("{stem}ies"),
        None => format!("{noun}s"),
    }
}

/// Whether a character could change the display of the text around it: a control character, or a character
/// that sets the writing direction (Unicode's `Bidi_Control`), which can mirror the line around a name.
pub fn is_control(character: char) -> bool {
    let direction = matches!(
        character,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    );
    character.is_control() || direction
}

/// Sorts `items` by a key of two numbers, smallest first; the sort is stable.
///
/// Every sort outside inner loops uses this function: the standard library's sort takes ten kilobytes of wasm for
/// each type, a twelfth of the module in total.
pub fn sort_by_key<T>(items: &mut Vec<T>, key: impl FnMut(&T) -> (i64, i64)) {
    let order = places(items.iter().map(key).collect());
    let mut taken: Vec<Option<T>> = std::mem::take(items).into_iter().map(Some).collect();
    *items = order.into_iter().filter_map(|place| taken[place].take()).collect();
}

/// An integer for a float in the order of [`f64::total_cmp`], as a sort key.
pub fn order_key(value: f64) -> i64 {
    let bits = value.to_bits() as i64;
    bits ^ ((bits >> 63) as u64 >> 1) as i64
}

/// Adds items to a map or a set one by one: `collect` sorts them first, with kilobytes of wasm for each type.
pub fn gathered<C: Default + Extend<T>, T>(items: impl IntoIterator<Item = T>) -> C {
    let mut gathered = C::default();
    gathered.extend(items);
    gathered
}

/// The indices of the keys in sorted order.
#[inline(never)]
fn places(keys: Vec<(i64, i64)>) -> Vec<usize> {
    let heap: BinaryHeap<(i64, i64, usize)> =
        keys.into_iter().enumerate().map(|(place, (a, b))| (a, b, place)).collect();
    heap.into_sorted_vec().into_iter().map(|(_, _, place)| place).collect()
}

/// The parts of `text` between separators outside brackets: `lab:formula=max(a, b)` is not split at the comma,
/// and JSON not at colons. Text in single or double quotes is not split either (see `quotation`). An unclosed bracket
/// is an ordinary character, and so are all brackets after it; an unclosed quote is an ordinary character too.
pub fn split_outside(text: &str, separator: u8) -> Vec<&str> {
    let bytes = text.as_bytes();
    let (mut parts, mut begin, mut at, mut plain) = (Vec::new(), 0, 0, false);
    while let Some(&byte) = bytes.get(at) {
        if byte == separator {
            parts.push(&text[begin..at]);
            begin = at + 1;
        } else if b"([{".contains(&byte) && !plain {
            match closing(&bytes[at..]) {
                Some(length) => at += length,
                None => plain = true,
            }
        } else if b"'\"".contains(&byte) {
            at += quotation(&bytes[at..]).unwrap_or(0);
        }
        at += 1;
    }
    parts.push(&text[begin..]);
    parts
}

/// The end of the quotation at the start of the text: the next equal quote. In double quotes a backslash escapes the next
/// character.
fn quotation(bytes: &[u8]) -> Option<usize> {
    let (&quote, mut escaped) = (bytes.first()?, false);
    bytes.iter().enumerate().skip(1).find_map(|(at, &byte)| {
        let ends = byte == quote && !escaped;
        escaped = byte == b'\\' && quote == b'"' && !escaped;
        ends.then_some(at)
    })
}

/// The words of a command, separated by white space. Quotes group words as in a shell, and have no other effect.
///
/// # Errors
/// The unclosed quote, and its place, in characters from 1.
pub fn quoted_words(text: &str) -> Result<Vec<String>, String> {
    let (mut words, mut word, mut rest) = (Vec::new(), None::<String>, text);
    while let Some(next) = rest.chars().next() {
        let mut length = next.len_utf8();
        if next.is_whitespace() {
            words.extend(word.take());
        } else if "'\"".contains(next) {
            length = quotation(rest.as_bytes()).ok_or_else(|| {
                let at = text[..text.len() - rest.len()].chars().count() + 1;
                format!("the quote {next} at character {at} is never closed")
            })?;
            let mut inside = rest[1..length].chars();
            let word = word.get_or_insert_default();
            while let Some(character) = inside.next() {
                let escaped = next == '"' && character == '\\' && {
                    // Elsewhere a backslash is an ordinary character, as in the path of a file.
                    inside.clone().next().is_some_and(|after| "\"\\".contains(after))
                };
                word.extend(if escaped { inside.next() } else { Some(character) });
            }
            length += 1;
        } else {
            word.get_or_insert_default().push(next);
        }
        rest = &rest[length..];
    }
    words.extend(word);
    Ok(words)
}

/// The index of the bracket that closes the bracket at the start of the text.
fn closing(bytes: &[u8]) -> Option<usize> {
    let (mut depth, mut quoted, mut escaped) = (0, false, false);
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counted_nouns_are_singular_or_plural() {
        assert_eq!(counted(1, "stone"), "1 stone");
        assert_eq!(counted(0, "stone"), "0 stones");
        assert_eq!(counted(1, "ply") + ", " + &counted(2, "ply"), "1 ply, 2 plies");
        assert_eq!(plural(2, "day"), "days");
    }

    #[test]
    fn split_ignores_separators_in_brackets_and_quotes() {
        for (text, parts) in [
            ("a,b", vec!["a", "b"]),
            ("lab:formula=max(a, b),random", vec!["lab:formula=max(a, b)", "random"]),
            (r#"x=[{"n":"a]\",("}],y"#, vec![r#"x=[{"n":"a]\",("}]"#, "y"]),
            ("exec:./a (b,c,(d,e)", vec!["exec:./a (b", "c", "(d", "e)"]),
            ("a),b", vec!["a)", "b"]),
            (r#"exec:./a "b,\",(" c,d"#, vec![r#"exec:./a "b,\",(" c"#, "d"]),
            ("exec:'my bot' a(',b", vec!["exec:'my bot' a('", "b"]),
            ("", vec![""]),
        ] {
            assert_eq!(split_outside(text, b','), parts, "{text}");
        }
    }

    #[test]
    fn words_may_be_quoted() {
        for (text, words) in [
            ("  ./a  b\tc ", vec!["./a", "b", "c"]),
            (
                r#"'my bot' --list="a, b" '' "c\"d\\" C:\x"#,
                vec!["my bot", "--list=a, b", "", "c\"d\\", r"C:\x"],
            ),
            (r#"'a"b\' "c'd\e""#, vec!["a\"b\\", r"c'd\e"]),
            ("", vec![]),
        ] {
            assert_eq!(quoted_words(text).expect("closed"), words, "{text}");
        }
        let error = quoted_words("é it's").expect_err("never closed");
        assert_eq!(error, "the quote ' at character 5 is never closed");
    }

    #[test]
    fn characters_that_change_text_direction_are_controls() {
        for character in ['\n', '\u{7f}', '\u{202e}', '\u{2066}', '\u{2069}', '\u{200f}', '\u{61c}']
        {
            assert!(is_control(character), "{character:?}");
        }
        // Right-to-left letters are letters, and joiners belong to words.
        for character in ['a', 'é', 'א', 'م', '\u{200d}', '🦆', ' '] {
            assert!(!is_control(character), "{character:?}");
        }
    }

    #[test]
    fn bits_are_listed_lowest_first() {
        assert_eq!(bits(0b1010_0001 | 1 << 63).collect::<Vec<_>>(), [0, 5, 7, 63]);
        assert_eq!(bits(0).count(), 0);
    }

    #[test]
    fn sorting_is_stable() {
        let mut items = vec![(3, 'a'), (1, 'b'), (3, 'c'), (-5, 'd'), (1, 'e')];
        sort_by_key(&mut items, |&(key, _)| (key, 0));
        assert_eq!(items, [(-5, 'd'), (1, 'b'), (1, 'e'), (3, 'a'), (3, 'c')]);
    }
}
