//! A player that errs like a beginner: on some turns it plays the move of a weaker, fast bot.

use crate::base::options::{OptionKind, OptionSpec, Options};
use crate::base::rng::Rng;
use crate::contract::analysis::{Analysis, Branch, Candidate, Part, Scale, Score, Task, Views};
use crate::contract::bot::{Bot, BotSpec, Budget, Clock, Search};
use crate::contract::film::{Film, Variation};
use crate::contract::game::{Game, Seat};
use crate::search::explain::{
    adds_information, contrast, harmless_slip, overlooked, overlooking_slip, slip, ties,
};

/// The number of turns in 100 with a slip.
pub const fn blunders(default: i64) -> OptionSpec {
    OptionSpec {
        key: "slips",
        alias: None,
        label: "Slips",
        kind: OptionKind::Int { min: 0, max: 100, default },
        about: "percentage of its turns, or of its games, that the weaker of its two bots plays; the seed decides which",
    }
}

/// A stretch of a whole game: a slip applies to all its turns.
pub const A_GAME: usize = usize::MAX;

/// Two bots in one seat: the main bot, and a weaker one for the turns with a slip.
pub struct Blunders<G: Game> {
    thinks: Box<dyn Bot<G>>,
    glances: Box<dyn Bot<G>>,
    /// The displayed name of the weaker bot.
    name: &'static str,
    percent: i64,
    stretch: usize,
}

impl<G: Game> Blunders<G> {
    /// Two of `bots`, by their ids, with their declared options; `level` sets the frequency of slips. Each draw holds for
    /// `stretch` plies, so that slips come in groups.
    ///
    /// # Panics
    /// When `bots` has no such bot.
    pub fn boxed(
        bots: &[&BotSpec<G>],
        [thinks, glances]: [&str; 2],
        stretch: usize,
        level: &BotSpec<G>,
        options: &Options,
    ) -> Box<dyn Bot<G>> {
        let (thinks, glances) = (by_id(bots, thinks), by_id(bots, glances));
        Box::new(Blunders {
            thinks: thinks.build(&Options::default()),
            glances: glances.build(&Options::default()),
            name: glances.name,
            percent: level.settings.first().map_or(0, |blunders| options.int(blunders)),
            stretch,
        })
    }

    /// Whether the turn with this generator has a slip.
    fn slipped(&self, rng: &Rng) -> bool {
        (rng.of_stretch(self.stretch).below(100) as i64) < self.percent
    }
}

/// One of `bots`.
///
/// # Panics
/// When there is none.
pub const fn by_id<'a, G: Game>(bots: &[&'a BotSpec<G>], id: &str) -> &'a BotSpec<G> {
    let mut at = 0;
    while at < bots.len() {
        if same(bots[at].id.as_bytes(), id.as_bytes()) {
            return bots[at];
        }
        at += 1;
    }
    panic!("no bot has this id")
}

/// Whether two texts are equal, because `==` is not available in a `const fn`.
const fn same(a: &[u8], b: &[u8]) -> bool {
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}

/// The opponent of a level from 1 to 4; a declaration sets its two bots and the frequency of slips.
pub const fn level<G: Game>(
    number: usize,
    make: fn(&BotSpec<G>, &Options) -> Box<dyn Bot<G>>,
) -> BotSpec<G> {
    const IDS: [&str; 4] = ["level-1", "level-2", "level-3", "level-4"];
    const NAMES: [&str; 4] = ["Pip", "Mina", "Otis", "Vera"];
    BotSpec {
        id: IDS[number - 1],
        name: NAMES[number - 1],
        // Its two bots may have different scales.
        scale: Scale::Nothing,
        closed: "It combines two bots.",
        ..BotSpec::plain(make)
    }
}

impl<G: Game> Bot<G> for Blunders<G> {
    fn begin(&self, position: &G, seat: Seat, budget: Budget, rng: Rng) -> Box<dyn Search<G>> {
        if !self.slipped(&rng) {
            return self.thinks.begin(position, seat, budget, rng);
        }
        let thinks = self.thinks.begin(position, seat, budget, rng.clone());
        let thinking = self.glances.begin(position, seat, budget, rng);
        Box::new(Glance {
            thinking,
            thinks,
            position: position.clone(),
            name: self.name,
            glanced: false,
            done: false,
        })
    }

    fn choose(
        &self,
        position: &G,
        seat: Seat,
        budget: Budget,
        rng: Rng,
        watch: &dyn Clock,
    ) -> Option<G::Move> {
        let bot = if self.slipped(&rng) { &self.glances } else { &self.thinks };
        bot.choose(position, seat, budget, rng, watch)
    }

    fn prepare(&self, position: &G) -> Result<(), String> {
        self.thinks.prepare(position)?;
        self.glances.prepare(position)
    }
}

/// A search of the weaker bot: its explanation mentions the slip, and what the main bot finds.
struct Glance<G: Game> {
    thinking: Box<dyn Search<G>>,
    /// The main bot's search, which begins when the other has finished, and decides nothing.
    thinks: Box<dyn Search<G>>,
    position: G,
    name: &'static str,
    glanced: bool,
    done: bool,
}

impl<G: Game> Glance<G> {
    fn said(&self, mut analysis: Analysis<G::Move>) -> Analysis<G::Move> {
        if !self.done {
            analysis.remark(slip(self.name));
            return analysis;
        }
        let full = self.thinks.analysis();
        let (Some(better), Some(played)) = (&full.choice, &analysis.choice) else {
            analysis.remark(slip(self.name));
            return analysis;
        };
        let candidate = |mv: &G::Move| full.candidates.iter().find(|one| one.mv == *mv);
        let tied = || full.chosen().zip(candidate(played)).is_some_and(|(a, b)| ties(a, b));
        if better == played || tied() {
            analysis.remark(harmless_slip(self.name));
            return analysis;
        }
        let won = |score: Option<Score>| matches!(score, Some(Score::Win(_)));
        let wins =
            won(full.chosen().map(|one| one.score)) && !won(candidate(played).map(|one| one.score));
        // A move of which only a bound is known is not compared in words.
        let known = |one: &Candidate<G::Move>| one.is_known() && !full.is_rough(one);
        let at = full.candidates.iter().position(|one| one.mv == *played && known(one));
        let sampled = at.and_then(|at| contrast(&full, at, &self.position));
        let sampled = sampled.map(|reason| reason.headline).filter(|text| adds_information(text));
        let visible = at.and_then(|at| self.thinks.advantage(&full, full.candidates.get(at)?));
        // A chance to win has a quantity; a judgement has none.
        let reason = match sampled {
            _ if wins => Some(full.why.clone()),
            Some(chance) if chance.contains('%') => Some(chance),
            sampled => visible.or(sampled),
        };
        if let Some(reason) = reason {
            let own = std::mem::replace(&mut analysis.why, overlooked(&reason));
            analysis.remark(own);
        }
        analysis.remark(overlooking_slip(self.name, &self.position.move_name(better)));
        analysis
    }
}

impl<G: Game> Search<G> for Glance<G> {
    fn advance(&mut self, slice: u64, watch: &dyn Clock) -> bool {
        if !self.glanced {
            self.glanced = self.thinking.advance(slice, watch);
            return false;
        }
        self.done = self.done || self.thinks.advance(slice, watch);
        self.done
    }

    fn analysis(&self) -> Analysis<G::Move> {
        self.said(self.thinking.analysis())
    }

    fn choice_only(&self) -> Analysis<G::Move> {
        // Callers without time for a comparison play the move at once.
        let mut analysis = self.thinking.choice_only();
        analysis.remark(slip(self.name));
        analysis
    }

    fn views(&self) -> Option<Views> {
        self.thinking.views()
    }

    fn parts(&self, mv: &G::Move) -> Vec<Part> {
        self.thinking.parts(mv)
    }

    fn static_value(&self) -> Option<Score> {
        self.thinking.static_value()
    }

    fn tasks(&self) -> Vec<Task> {
        self.thinking.tasks()
    }

    fn set_multi_pv(&mut self, lines: usize) {
        self.thinking.set_multi_pv(lines);
    }

    fn multi_pv_nodes(&self) -> u64 {
        self.thinking.multi_pv_nodes()
    }

    fn branches(&self, path: &[String]) -> Result<Vec<Branch>, &'static str> {
        self.thinking.branches(path)
    }

    fn observe(&mut self, variation: Variation) {
        self.thinking.observe(variation);
    }

    fn film(&self) -> Option<&Film> {
        self.thinking.film()
    }
}
