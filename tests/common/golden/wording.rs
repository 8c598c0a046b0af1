//! Sentences apart from their figures: a file a game holds each sentence once, with `#` for moves and
//! numbers. Other files refer to its number, so that a change of wording changes one line.

use crate::files::{read, updates};
use std::collections::BTreeMap;

/// The sentences of a game.
pub(crate) struct Wording {
    file: String,
    /// The sentences of the file by number.
    kept: BTreeMap<usize, String>,
    /// The sentences that were used, in the order of their first use.
    used: Vec<String>,
}

impl Wording {
    /// The sentences of a golden file.
    pub(crate) fn read(file: &str) -> Wording {
        let kept = read(file)
            .lines()
            .map(|line| {
                let (number, sentence) = line.split_once(' ').expect("a number and a sentence");
                (number.parse().expect("a number"), sentence.to_owned())
            })
            .collect();
        Wording { file: file.to_owned(), kept, used: Vec::new() }
    }

    /// The number of a sentence of this run among those used so far, and what it says at each `#`.
    pub(crate) fn split(&mut self, sentence: &str) -> (usize, String) {
        let mut values = Vec::new();
        let words: Vec<String> = sentence
            .split(' ')
            .map(|word| {
                if !word.contains(|c: char| c.is_ascii_digit()) {
                    return word.to_owned();
                }
                let begin = word.trim_start_matches(['(', '“']);
                let value = begin.trim_end_matches([',', '.', ':', ';', ')', '”']);
                values.push(value.to_owned());
                word.replacen(value, "#", 1)
            })
            .collect();
        let sentence = words.join(" ");
        let at = self.used.iter().position(|used| *used == sentence).unwrap_or_else(|| {
            self.used.push(sentence);
            self.used.len() - 1
        });
        (at, values.join(" "))
    }

    /// The number in the file of each used sentence. A sentence keeps its number; a new one takes that of a
    /// sentence that is gone.
    pub(crate) fn numbers(&self) -> Vec<usize> {
        let of = |sentence: &String| self.kept.iter().find(|(_, kept)| *kept == sentence);
        let gone = self.kept.iter().filter(|(_, kept)| !self.used.contains(kept));
        let mut free =
            gone.map(|(number, _)| *number).chain(self.kept.keys().max().unwrap_or(&0) + 1..);
        self.used
            .iter()
            .map(|sentence| match of(sentence) {
                Some((number, _)) => *number,
                None => free.next().expect("numbers do not end"),
            })
            .collect()
    }

    /// Writes the file, or says which sentences are new and which are gone.
    pub(crate) fn hold(&self) -> Vec<String> {
        let numbers = self.numbers();
        let now: BTreeMap<usize, &String> = numbers.into_iter().zip(&self.used).collect();
        if updates() {
            let text: String =
                now.iter().map(|(number, words)| format!("{number} {words}\n")).collect();
            std::fs::write(crate::files::path(&self.file), text).expect("written");
            return Vec::new();
        }
        let mut complaints = Vec::new();
        for (number, words) in &now {
            if self.kept.get(number) != Some(*words) {
                let was = self.kept.get(number).map_or("(no sentence)", String::as_str);
                complaints.push(format!(
                    "tests/golden/{}, {number}:\n    was {was}\n    is  {words}",
                    self.file
                ));
            }
        }
        for (number, words) in &self.kept {
            if !now.contains_key(number) {
                complaints.push(format!(
                    "tests/golden/{} has {number}, which no answer uses: {words}",
                    self.file
                ));
            }
        }
        complaints
    }
}

#[test]
fn a_sentence_is_its_words_and_its_figures() {
    let mut wording = Wording {
        file: String::new(),
        kept: BTreeMap::from([(4, "Gone.".to_owned())]),
        used: Vec::new(),
    };
    assert_eq!(wording.split("After d4, 7,5 you win 54%."), (0, "d4 7,5 54%".to_owned()));
    assert_eq!(wording.used, ["After #, # you win #."]);
    assert_eq!(wording.split("No figure."), (1, String::new()));
    assert_eq!(wording.numbers(), [4, 5]);
}
