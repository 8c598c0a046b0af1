//! Small tools that several rooms need and none is the owner of: mixing of hashes, walking the bits of a
//! word, words with their number. Nothing of a game, a bot or a face may enter here.

/// The finaliser of splitmix64 (Steele, Lea and Flood, 2014): every bit of the answer depends on every
/// bit of `word`.
#[inline]
pub const fn mix64(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

/// The places of the bits that are set, lowest first.
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

/// A number with its noun: `1 stone`, `2 stones`.
pub fn counted(count: u64, noun: &str) -> String {
    format!("{count} {}", plural(count, noun))
}

/// A noun for so many: `stone` for 1, else `stones`.
pub fn plural(count: u64, noun: &str) -> String {
    if count == 1 { noun.to_owned() } else { format!("{noun}s") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nouns_take_their_number() {
        assert_eq!(counted(1, "stone"), "1 stone");
        assert_eq!(counted(0, "stone"), "0 stones");
    }

    #[test]
    fn bits_come_lowest_first() {
        assert_eq!(bits(0b1010_0001 | 1 << 63).collect::<Vec<_>>(), [0, 5, 7, 63]);
        assert_eq!(bits(0).count(), 0);
    }
}
