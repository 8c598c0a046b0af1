//! FenceMaster on small boards: who wins after each next stone with best play, without the swap.

use super::Solve;
use super::saved::{Answer, Saved, Winner};
use crate::cli::output::{Failure, check_signal, input, out};
use crate::cli::signals;
use serde_json::{Value, json};
use std::io::Write;
use std::time::{Duration, Instant};
use totora::base::options::Options;
use totora::base::rng::{Rng, Stream};
use totora::base::util::{counted, grouped};
use totora::contract::game::{Enumerable, Game};
use totora::games::fencemaster::FenceMaster;
use totora::games::fencemaster::solver::Solver;

/// The number of positions between two checks of the clock.
const STEP: u64 = 20_000;
/// The time between two lines of progress.
const PROGRESS: Duration = Duration::from_secs(10);
/// The time between two writes of the file.
const SAVE: Duration = Duration::from_secs(300);

/// A next stone to solve.
struct NextStone {
    /// The stone, and all moves that lead to it.
    mv: String,
    moves: String,
    after: FenceMaster,
}

/// The answers, the solver with its table, and the file in which both are saved.
struct Run<'a> {
    solve: &'a Solve,
    solver: Solver,
    saved: Saved,
    written: Instant,
    reported: Instant,
}

impl Solve {
    pub(super) fn fencemaster(&self, options: &Options) -> Result<(), Failure> {
        let start = FenceMaster::new(options, &mut Rng::new(0, Stream::Setup)).map_err(input)?;
        let played: Vec<&str> = self.moves.split_whitespace().collect();
        let position = start
            .after(played.iter().copied())
            .map_err(|error| input(format!("--moves: {error}")))?;
        let Some(solver) = Solver::new(&position, self.memory as usize) else {
            let side = position.geometry().side();
            return Err(input(format!(
                "side {side} is too large to solve; expected --option size=3, size=4 or size=5"
            )));
        };
        let distinct: Vec<String> =
            Solver::distinct_stones(&position).iter().map(ToString::to_string).collect();
        let only: Vec<String> = self.only.split_whitespace().map(str::to_owned).collect();
        let mut questions = Vec::new();
        for mv in if only.is_empty() { distinct } else { only } {
            let after = position.clone().after([mv.as_str()]);
            let after = after.map_err(|error| input(format!("--only: {error}")))?;
            let moves = played.iter().copied().chain([mv.as_str()]).collect::<Vec<_>>().join(" ");
            questions.push(NextStone { mv, moves, after });
        }
        if questions.is_empty() {
            return Err(input("the game is over; expected a position with a legal move"));
        }
        let saved = Saved::new(options.to_json());
        let now = Instant::now();
        let mut run = Run { solve: self, solver, saved, written: now, reported: now };
        if let Some(path) = &self.save {
            run.saved.load(path, &mut run.solver)?;
            // If the file cannot be written, fail now and not after hours.
            run.save()?;
        }
        signals::listen()?;
        run.all(&questions)
    }
}

impl Run<'_> {
    fn all(&mut self, questions: &[NextStone]) -> Result<(), Failure> {
        for question in questions {
            if !self.saved.answers.contains_key(&question.moves) {
                let before = self.solver.nodes();
                let Some(winner) = self.winner(question)? else { break };
                let nodes = self.solver.nodes() - before;
                self.saved.answers.insert(question.moves.clone(), Answer { winner, nodes });
            }
        }
        self.save()?;
        let solved = |question: &&NextStone| self.saved.answers.contains_key(&question.moves);
        let finished = questions.iter().filter(solved).count() == questions.len();
        let mut out = out();
        if self.solve.json {
            let moves: Vec<Value> = questions.iter().map(|question| self.json(question)).collect();
            let nodes = self.solver.nodes();
            writeln!(out, "{}", json!({ "moves": moves, "nodes": nodes, "finished": finished }))?;
        } else {
            for question in questions {
                writeln!(out, "{:<6}{}", question.mv, self.text(question))?;
            }
            writeln!(out, "{} nodes.", grouped(self.solver.nodes()))?;
            if !finished {
                writeln!(out, "Unfinished: moves that are not solved yet may win, draw or lose.")?;
            }
        }
        out.flush()?;
        if finished { Ok(()) } else { check_signal() }
    }

    /// Finds the winner after a stone; `None` if a signal arrived first.
    fn winner(&mut self, question: &NextStone) -> Result<Option<Winner>, Failure> {
        if question.after.outcome().is_some() {
            let won = question.after.winner().map(|seat| [Winner::White, Winner::Black][seat & 1]);
            return Ok(Some(won.unwrap_or(Winner::Draw)));
        }
        // Try the likely winner first: if it wins, the other need not be tried.
        let mut order = [(0, Winner::White), (1, Winner::Black)];
        self.solver.begin(&question.after, 0, None);
        if self.solver.advance(STEP).is_none() {
            let [proof, disproof] = self.solver.numbers();
            order.rotate_left(usize::from(proof > disproof));
        }
        for (seat, winner) in order {
            self.solver.begin(&question.after, seat, None);
            let answer = loop {
                if let Some(answer) = self.solver.advance(STEP) {
                    break answer;
                }
                if signals::received().is_some() {
                    return Ok(None);
                }
                self.progress(question, winner)?;
            };
            if answer {
                return Ok(Some(winner));
            }
        }
        Ok(Some(Winner::Draw))
    }

    /// From time to time, prints the progress and saves the results.
    fn progress(&mut self, question: &NextStone, winner: Winner) -> Result<(), Failure> {
        if self.reported.elapsed() >= PROGRESS {
            self.reported = Instant::now();
            let [proof, disproof] = self.solver.numbers().map(|n| grouped(n.into()));
            eprintln!(
                "{}: {}? Proof number {proof}, disproof number {disproof}; {} so far",
                question.moves,
                winner.text(),
                counted(self.solver.nodes(), "node"),
            );
        }
        if self.written.elapsed() >= SAVE { self.save() } else { Ok(()) }
    }

    fn save(&mut self) -> Result<(), Failure> {
        self.written = Instant::now();
        self.solve.save.as_ref().map_or(Ok(()), |path| self.saved.write(path, &self.solver))
    }

    /// The replies to a stone, with the winner after each if it is known.
    fn replies(&self, question: &NextStone) -> Vec<(String, Option<Winner>)> {
        let replies = Solver::distinct_stones(&question.after).into_iter();
        replies
            .map(|mv| {
                let text = mv.to_string();
                let next = question.after.clone().after([text.as_str()]).ok();
                let wins = |seat| next.as_ref().and_then(|next| self.solver.known(next, seat));
                let winner = match (wins(0), wins(1)) {
                    (Some(true), _) => Some(Winner::White),
                    (_, Some(true)) => Some(Winner::Black),
                    (Some(false), Some(false)) => Some(Winner::Draw),
                    _ => None,
                };
                (text, winner)
            })
            .collect()
    }

    fn text(&self, question: &NextStone) -> String {
        match self.saved.answers.get(&question.moves) {
            Some(answer) => {
                format!("{} ({})", answer.winner.text(), counted(answer.nodes, "node"))
            }
            None => {
                let replies = self.replies(question);
                let known = replies.iter().filter(|(_, winner)| winner.is_some()).count();
                format!("not solved ({known} of {} replies are)", replies.len())
            }
        }
    }

    fn json(&self, question: &NextStone) -> Value {
        let answer = self.saved.answers.get(&question.moves);
        let mut json = json!({
            "move": question.mv,
            "winner": answer.map(|answer| answer.winner),
            "nodes": answer.map(|answer| answer.nodes),
        });
        if answer.is_none() {
            let known = self.replies(question).into_iter();
            let known = known.filter_map(|(mv, winner)| Some((mv, json!(winner?))));
            json["replies"] = Value::Object(known.collect());
        }
        json
    }
}
