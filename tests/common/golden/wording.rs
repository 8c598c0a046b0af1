//! The sentences of a game without their figures. The file of a game has each sentence once, with `#` for moves and numbers.
//! Other golden files refer to the number of a sentence, so that a change of wording changes one line.

use crate::files::{read, updates};
use std::collections::BTreeMap;

/// The sentences of a game.
pub(crate) struct Wording {
    file: String,
    /// The sentences of the file by number.
    stored: BTreeMap<usize, String>,
    /// The sentences of this run, in the order of their first use.
    used: Vec<String>,
}

impl Wording {
    /// The sentences of a golden file.
    pub(crate) fn read(file: &str) -> Wording {
        let stored = read(file)
            .lines()
            .map(|line| {
                let (number, sentence) = line.split_once(' ').expect("a number and a sentence");
                (number.parse().expect("a number"), sentence.to_owned())
            })
            .collect();
        Wording { file: file.to_owned(), stored, used: Vec::new() }
    }

    /// The index of a sentence among those used so far, and the values at each `#`.
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

    /// The number in the file of each used sentence. An existing sentence keeps its number. A new one takes the number of a
    /// removed sentence, if there is one.
    pub(crate) fn numbers(&self) -> Vec<usize> {
        let of = |sentence: &String| self.stored.iter().find(|(_, stored)| *stored == sentence);
        let removed = self.stored.iter().filter(|(_, stored)| !self.used.contains(stored));
        let mut free =
            removed.map(|(number, _)| *number).chain(self.stored.keys().max().unwrap_or(&0) + 1..);
        self.used
            .iter()
            .map(|sentence| match of(sentence) {
                Some((number, _)) => *number,
                None => free.next().expect("numbers do not end"),
            })
            .collect()
    }

    /// Writes the file, or returns the new and the removed sentences.
    pub(crate) fn check(&self) -> Vec<String> {
        let numbers = self.numbers();
        let now: BTreeMap<usize, &String> = numbers.into_iter().zip(&self.used).collect();
        if updates() {
            let text: String =
                now.iter().map(|(number, words)| format!("{number} {words}\n")).collect();
            std::fs::write(crate::files::path(&self.file), text).expect("written");
            return Vec::new();
        }
        let mut differences = Vec::new();
        for (number, words) in &now {
            if self.stored.get(number) != Some(*words) {
                let was = self.stored.get(number).map_or("(no sentence)", String::as_str);
                differences.push(format!(
                    "tests/golden/{}, {number}:\n    was {was}\n    is  {words}",
                    self.file
                ));
            }
        }
        for (number, words) in &self.stored {
            if !now.contains_key(number) {
                differences.push(format!(
                    "tests/golden/{} has {number}, which no answer uses: {words}",
                    self.file
                ));
            }
        }
        differences
    }
}

#[test]
fn a_sentence_is_split_into_words_and_figures() {
    let mut wording = Wording {
        file: String::new(),
        stored: BTreeMap::from([(4, "Gone.".to_owned())]),
        used: Vec::new(),
    };
    assert_eq!(wording.split("After d4, 7,5 you win 54%."), (0, "d4 7,5 54%".to_owned()));
    assert_eq!(wording.used, ["After #, # you win #."]);
    assert_eq!(wording.split("No figure."), (1, String::new()));
    assert_eq!(wording.numbers(), [4, 5]);
}
