//! Runs the fuzz targets with the stable compiler, on the saved corpus and then on mutations of it for some seconds each
//! (`TOTORA_FUZZ_SECONDS`). The mutations depend on a seed, which differs in every run and is printed. `TOTORA_FUZZ_SEED`
//! sets it to repeat a run. An input that fails is printed, so that you can add it to the corpus.

#[path = "../../fuzz/targets.rs"]
mod targets;

use std::hash::{BuildHasher, RandomState};
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use totora::base::rng::{Rng, Stream};

fn corpus(name: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(name);
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.expect("listed").path())
        .collect();
    files.sort();
    assert!(files.len() > 2, "{name} has a corpus");
    files.iter().map(|file| std::fs::read(file).expect("readable")).collect()
}

/// Bytes with a meaning in some format.
const PIECES: [&[u8]; 36] = [
    b"0",
    b"1",
    b"-1",
    b"999999999",
    b"18446744073709551615",
    b"1e999",
    b"\xff\xff\xff\xff\x0f",
    b"\x80\x01",
    b"\0",
    b"\n",
    b" ",
    b"#1uros.",
    b"{\"totora\":1,",
    b"\"forfeit\"",
    b"\"forfeit=2\"",
    b"null",
    b"[[[[",
    b"<->",
    b"2\n0\n0 0\n",
    b"mcts",
    b"\"budget\":{\"nodes\":1000000000000}",
    b"\"do\":\"think\"",
    b"\xef\xbb\xbf",
    b" | ",
    b"own_moves",
    b"if(",
    b" and not ",
    b"^-",
    b"(;GM[2]",
    b"(;SZ[4];W[a1]",
    b"BO[8 ",
    b")(",
    b"f5d6",
    b"[2, 3]",
    b"to move: 1\n",
    b"%23",
];

/// A mutated input, or a combination of two.
fn mutated(inputs: &[Vec<u8>], rng: &mut Rng) -> Vec<u8> {
    const LONGEST: usize = 1 << 14;
    let mut bytes = inputs[rng.below(inputs.len())].clone();
    for _ in 0..1 + rng.below(4) {
        let at = rng.below(bytes.len() + 1);
        let until = (at + rng.below(24)).min(bytes.len());
        match rng.below(8) {
            0 if at < bytes.len() => bytes[at] = rng.next_u64() as u8,
            1 if at < bytes.len() => bytes[at] ^= 1 << rng.below(8),
            2 => bytes.insert(at, rng.next_u64() as u8),
            3 => drop(bytes.drain(at..until)),
            4 => {
                let part = bytes[at..until].to_vec();
                bytes.splice(at..at, part);
            }
            5 => {
                let piece = PIECES[rng.below(PIECES.len())];
                bytes.splice(at..until, piece.iter().copied());
            }
            6 => {
                let other = &inputs[rng.below(inputs.len())];
                let from = rng.below(other.len() + 1);
                bytes.truncate(at);
                bytes.extend(&other[from..]);
            }
            _ => bytes.truncate(at.max(bytes.len() / 2)),
        }
    }
    bytes.truncate(LONGEST);
    bytes
}

fn run_target(name: &str, target: fn(&[u8]), input: &[u8]) {
    if let Err(panic) = catch_unwind(AssertUnwindSafe(|| target(input))) {
        eprintln!("fuzz target {name} failed on this input: \"{}\"", input.escape_ascii());
        std::panic::resume_unwind(panic);
    }
}

/// The requested seed, or a random one.
fn seed(requested: Option<&str>) -> u64 {
    requested.map_or_else(|| RandomState::new().hash_one(12), |seed| seed.parse().expect("a seed"))
}

#[test]
fn every_run_uses_other_inputs_unless_a_seed_is_set() {
    let inputs = corpus("links");
    let inputs_of = |seed: u64| -> Vec<Vec<u8>> {
        let mut rng = Rng::new(seed, Stream::Other(12));
        (0..50).map(|_| mutated(&inputs, &mut rng)).collect()
    };
    assert_ne!(inputs_of(seed(None)), inputs_of(seed(None)));
    assert_eq!(inputs_of(seed(Some("7"))), inputs_of(7));
}

fn run(name: &str) {
    let seconds = std::env::var("TOTORA_FUZZ_SECONDS").map_or(6, |n| n.parse().expect("seconds"));
    let (_, target) = targets::TARGETS.into_iter().find(|one| one.0 == name).expect("known");
    let inputs = corpus(name);
    for input in &inputs {
        run_target(name, target, input);
    }
    let seed = seed(std::env::var("TOTORA_FUZZ_SEED").ok().as_deref());
    // Bypass the test harness, which would lose its captured output if the process is killed.
    writeln!(std::io::stderr(), "{name}: TOTORA_FUZZ_SEED={seed}").expect("written");
    let (begun, mut rng) = (Instant::now(), Rng::new(seed, Stream::Other(12)));
    let mut count = 0u64;
    while begun.elapsed() < Duration::from_secs(seconds) {
        run_target(name, target, &mutated(&inputs, &mut rng));
        count += 1;
    }
    println!("{name}: {} inputs of the corpus, {count} mutations", inputs.len());
}

#[test]
fn untrusted_links() {
    run("links");
}

#[test]
fn untrusted_records() {
    run("records");
}

#[test]
fn untrusted_maps_and_boards() {
    run("boards");
}

#[test]
fn untrusted_lines_of_the_protocol() {
    run("protocol");
}

#[test]
fn untrusted_texts_of_other_programs() {
    run("texts");
}

#[test]
fn untrusted_requests_to_an_arena() {
    run("arenas");
}

#[test]
fn untrusted_results_of_arenas() {
    run("results");
}

#[test]
fn untrusted_formulas() {
    run("formulas");
}
