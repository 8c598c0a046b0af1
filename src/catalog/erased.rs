//! Type erasure: a catalogue entry, which knows its game's types, and its wrappers of
//! positions and bots. Only the catalogue uses this module.

use super::any::{
    AnyBot, AnyGame, AnyPosition, AnySearch, BotInfo, CatalogError, MoveError, WrittenMove,
};
use crate::base::erased_value::ErasedValue;
use crate::base::fixed::{Fixed, shorten};
use crate::base::options::{OptionSpec, Options, OptionsError, RawOptions};
use crate::base::rng::{Rng, Stream};
use crate::contract::analysis::{
    Analysis, Branch, Candidate, Detail, Scale, Score, Stages, Task, Term, TermValue, Views,
};
use crate::contract::bot::{Bot, BotSpec, Budget, Clock, Search, film_of};
use crate::contract::concept::{Concept, FoundConcept, beside};
use crate::contract::declaration::{Declaration, GameData};
use crate::contract::features::Feature;
use crate::contract::film::{Film, Variation};
use crate::contract::game::{
    FORFEIT, IllegalMove, MoveList, NotationError, Outcome, PrintedMove, RESIGNATION,
    ResourceEstimate, Seat, Seats,
};
use crate::contract::judging::Decisions;
use crate::contract::presentation::{
    Footprint, Incident, Metric, Presentation, ReportTable, SeatStatus, SpecialMove, Tally,
    no_question,
};
use crate::contract::setup::SetupTable;
use crate::lab::heuristic::{FORMULA, LAB, LARGEST_WEIGHT, Lab, Written};
use crate::lab::program::Warnings;
use crate::search::explain::{contrast, sentence};
use crate::search::sensitivity::{FlipMap, Sensitivity, flip_map, sensitivity};
use serde::Deserialize;
use serde_json::Value;
use std::any::Any;
use std::cell::OnceCell;
use std::sync::Arc;

impl<G: Presentation> AnyGame for Declaration<G> {
    fn data(&self) -> &GameData {
        &self.data
    }

    fn options(&self) -> &'static [OptionSpec] {
        G::options()
    }

    fn simultaneous(&self) -> bool {
        G::simultaneous()
    }

    fn drafting(&self) -> &'static OptionSpec {
        self.drafting.option
    }

    fn set_up(
        &self,
        options: &RawOptions,
        seed: u64,
        text: &str,
        edit: &str,
    ) -> Result<SetupTable, String> {
        (self.drafting.table)(options, seed, text, edit)
    }

    fn bots(&self) -> Vec<BotInfo> {
        self.all_bots().map(info).collect()
    }

    fn bot_info(&self, id: &str) -> Result<BotInfo, CatalogError> {
        spec(self, id).map(info)
    }

    fn concepts(&self) -> Vec<(&'static str, &'static str)> {
        self.concepts.iter().map(|one| (one.id, one.name)).collect()
    }

    fn features(&self) -> &'static [Feature] {
        self.features.as_ref().map_or(&[], |features| (features.list)())
    }

    fn opened(
        &self,
        id: &str,
        options: &Options,
    ) -> Result<(RawOptions, Option<Budget>), CatalogError> {
        let spec = spec(self, id)?;
        let lab = self.bot_info(LAB)?.options;
        let opens = |(option, value): &(OptionSpec, &str)| options.text(option) == *value;
        if !spec.closed.is_empty() && !spec.opened_by.as_ref().is_some_and(opens) {
            return Err(CatalogError::Closed { bot: spec.id, why: spec.closed });
        }
        let written = Written {
            name: spec.name.to_owned(),
            author: spec.source.unwrap_or("Totora").to_owned(),
            note: spec.about.to_owned(),
            ..Written::of_terms(&spec.in_force(options))
        };
        let mut raw = RawOptions::new();
        raw.insert(FORMULA.to_owned(), written.to_json().to_string().into());
        raw.insert("search".to_owned(), spec.search.into());
        for option in &spec.options() {
            let ours = lab.iter().find(|ours| ours.key == option.key);
            let value = options.get(option);
            if ours.is_some_and(|ours| ours.default_value() != value) {
                raw.insert(option.key.to_owned(), value.to_json());
            }
        }
        Ok((raw, spec.budget))
    }

    fn start(
        &'static self,
        options: &Options,
        seed: u64,
    ) -> Result<Box<dyn AnyPosition>, OptionsError> {
        let position = G::new(options, &mut Rng::new(seed, Stream::Setup))?;
        Ok(Box::new(Erased { position, game: self }))
    }

    fn bot(&self, id: &str, options: &Options) -> Result<Box<dyn AnyBot>, CatalogError> {
        let spec = spec(self, id)?;
        Ok(Box::new(ErasedBot {
            bot: spec.build(options),
            concepts: self.concepts,
            limits: weight_limits(spec, options),
        }))
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn batch(
        &'static self,
        options: &Options,
        games: usize,
        seed: u64,
        observation: super::batch::Observation,
    ) -> Result<Box<dyn super::batch::AnyBatch>, super::batch::BatchError> {
        super::batch::begin(self, options, games, seed, observation)
    }

    fn levels(&self) -> Vec<&'static str> {
        self.levels.iter().map(|level| level.id).collect()
    }

    fn openings(&self) -> &'static str {
        self.openings.about
    }

    fn opening_nodes(&self) -> u64 {
        self.openings.nodes
    }

    fn opening_options(&self) -> &'static [(&'static str, &'static str)] {
        self.openings.options
    }

    fn uneven_opening(&self) -> Fixed {
        self.openings.uneven
    }

    fn calibration_table(&self) -> &'static str {
        self.calibration.table
    }

    fn margin_unit(&self) -> &'static str {
        self.calibration.unit
    }
}

/// The bot of that id, alias or, for an opponent, name. In every game `totora` and `level-5`, the number of levels, are the
/// strongest level.
fn spec<G: Presentation>(
    game: &Declaration<G>,
    id: &str,
) -> Result<&'static BotSpec<G>, CatalogError> {
    let named = |bot: &&'static BotSpec<G>| bot.id == id || bot.aliases.contains(&id);
    let last = || {
        let names = ["totora".to_owned(), format!("level-{}", game.levels.len())];
        game.levels.last().copied().filter(|_| names.iter().any(|name| name == id))
    };
    let by_name = || game.levels.iter().copied().find(|level| level.name.eq_ignore_ascii_case(id));
    game.all_bots().find(named).or_else(last).or_else(by_name).ok_or_else(|| CatalogError::Bot {
        id: shorten(id),
        game: game.data.id,
        known: game.all_bots().map(|bot| bot.id).collect(),
    })
}

fn info<G: Presentation>(bot: &BotSpec<G>) -> BotInfo {
    BotInfo {
        id: bot.id,
        name: bot.name,
        aliases: bot.aliases,
        about: bot.about,
        source: bot.source,
        options: bot.options(),
        terms: bot.terms(),
        budget: bot.budget,
        judges: bot.scale != Scale::Nothing,
        scale: bot.scale,
        rates: bot.rates,
        retired: bot.retired,
    }
}

/// A position with its game's declaration.
struct Erased<G: Presentation> {
    position: G,
    game: &'static Declaration<G>,
}

/// Methods that forward a call to a field.
macro_rules! forwarded {
    ($field:ident: $($name:ident($($argument:ident: $of:ty),*) -> $answer:ty;)*) => {
        $(fn $name(&self, $($argument: $of),*) -> $answer {
            self.$field.$name($($argument),*)
        })*
    };
}

impl<G: Presentation> Erased<G> {
    /// Reads a move in notation, or as people write it: a legal move with these words, or the only one on this place.
    fn read(&self, seat: Seat, text: &str) -> Result<G::Move, NotationError> {
        self.position.parse_move(seat, text).or_else(|error| {
            let Some(listing) = self.game.listing.as_ref() else { return Err(error) };
            let mut moves = MoveList::new();
            (listing.legal)(&self.position, &mut moves);
            let wanted = text.trim();
            // A move without a place has an empty one.
            if wanted.is_empty() {
                return Err(error);
            }
            let mut on_place = Vec::new();
            for mv in &moves {
                let printed = self.position.printed_move(mv);
                if wanted.eq_ignore_ascii_case(&printed.words) {
                    return Ok(mv.clone());
                }
                if wanted.eq_ignore_ascii_case(&printed.place) {
                    on_place.push(mv);
                }
            }
            if let [only] = on_place.as_slice() { Ok(G::Move::clone(only)) } else { Err(error) }
        })
    }
}

impl<G: Presentation> AnyPosition for Erased<G> {
    forwarded! {
        position:
        seats() -> usize;
        seat_name(seat: Seat) -> String;
        seat_place(seat: Seat) -> Option<String>;
        to_act() -> Seats;
        resource_estimate() -> ResourceEstimate;
        turn_report() -> String;
        outcome() -> Option<Outcome>;
        won_how() -> String;
        hash() -> u64;
        seat_status(seat: Seat) -> SeatStatus;
        metrics() -> Vec<Metric>;
        report() -> Vec<(&'static str, String)>;
        report_table() -> Option<ReportTable>;
        outcome_text() -> Option<String>;
        tallies() -> Vec<Tally>;
        turn_text() -> String;
        your_turn_text() -> String;
        extras() -> Vec<SpecialMove>;
        cell_names() -> Vec<String>;
        printed_cells() -> Vec<String>;
    }

    fn boxed(&self) -> Box<dyn AnyPosition> {
        let position = self.position.clone();
        Box::new(Erased { position, game: self.game })
    }

    fn passed(&self) -> Option<Box<dyn AnyPosition>> {
        let position = self.position.passed()?;
        Some(Box::new(Erased { position, game: self.game }))
    }

    fn play(&mut self, seat: Seat, text: &str) -> Result<WrittenMove, MoveError> {
        if text == FORFEIT {
            self.position.forfeit(seat)?;
            return Ok(WrittenMove {
                text: FORFEIT.to_owned(),
                description: RESIGNATION.to_owned(),
                printed: PrintedMove::only_words(RESIGNATION),
            });
        }
        let mv = self.read(seat, text)?;
        // Only a legal move is described: the text for an illegal one may make no sense.
        let before = self.position.clone();
        self.position.play(seat, &mv)?;
        Ok(described(&before, &mv))
    }

    fn completed(&self, turn: &[Option<&str>]) -> Vec<Option<String>> {
        let texts = turn.iter().map(|text| text.map(str::to_owned));
        let Some(complete) = self.game.complete else { return texts.collect() };
        let read = |(seat, text): (Seat, &Option<&str>)| {
            text.and_then(|text| self.position.parse_move(seat, text).ok())
        };
        let mut moves: Vec<_> = turn.iter().enumerate().map(read).collect();
        complete(&self.position, &mut moves);
        texts.zip(moves).map(|(text, mv)| mv.map(|mv| mv.to_string()).or(text)).collect()
    }

    fn decision_turns(&self) -> usize {
        self.game.deciding.as_ref().map_or(0, |deciding| (deciding.turns)(&self.position))
    }

    fn decisions(&self, turns: &[String], seat: Seat) -> Option<Box<dyn Decisions>> {
        let deciding = self.game.deciding.as_ref()?;
        let mut next = Erased { position: self.position.clone(), game: self.game };
        let mut positions = vec![self.position.clone()];
        for text in turns.iter().take(self.decision_turns()) {
            if next.play_ply(text).is_err() {
                break;
            }
            positions.push(next.position.clone());
        }
        (deciding.begin)(&positions, seat)
    }

    fn disqualify(&mut self, seat: Seat) -> Result<(), IllegalMove> {
        self.position.disqualify(seat)
    }

    fn simultaneous(&self) -> bool {
        G::simultaneous()
    }

    fn incidents(&self) -> Vec<Incident<ErasedValue>> {
        let hide = |Incident { seat, kind, text, location }| Incident {
            seat,
            kind,
            text,
            location: ErasedValue::new(location),
        };
        self.position.incidents().into_iter().map(hide).collect()
    }

    fn legal(&self) -> Option<Vec<String>> {
        let listing = self.game.listing.as_ref()?;
        let mut moves = MoveList::new();
        (listing.legal)(&self.position, &mut moves);
        Some(moves.iter().map(G::Move::to_string).collect())
    }

    fn legal_count(&self) -> Option<usize> {
        self.game.listing.as_ref().map(|listing| (listing.count)(&self.position))
    }

    fn perft(&self, depth: u32) -> Option<u64> {
        self.game.listing.as_ref().map(|listing| (listing.perft)(&self.position, depth))
    }

    fn progress(&self) -> f64 {
        (self.game.calibration.progress)(&self.position)
    }

    fn board(&self) -> String {
        (self.game.calibration.board)(&self.position)
    }

    fn opening_plies(&self) -> [usize; 2] {
        (self.game.openings.plies)(&self.position)
    }

    fn opening_key(&self) -> u64 {
        (self.game.openings.key)(&self.position)
    }

    fn play_opening_move(&mut self, rng: &mut Rng) -> Option<String> {
        let listing = self.game.listing.as_ref()?;
        let seat = self.position.to_act().first()?;
        let mut moves = MoveList::new();
        (listing.legal)(&self.position, &mut moves);
        let allowed: Vec<&G::Move> =
            moves.iter().filter(|mv| (self.game.openings.allows)(&self.position, mv)).collect();
        let mv = *allowed.get(rng.below(allowed.len()))?;
        self.position.play(seat, mv).ok()?;
        Some(mv.to_string())
    }

    fn encode_move(&self, text: &str, out: &mut Vec<u8>) -> Result<(), NotationError> {
        let seat = self.position.to_act().first().unwrap_or(0);
        let mv = self.position.parse_move(seat, text)?;
        self.position.encode_move(&mv, out);
        Ok(())
    }

    fn move_description(
        &self,
        seat: Seat,
        text: &str,
    ) -> Result<(String, ErasedValue), NotationError> {
        let mv = self.read(seat, text)?;
        Ok((self.position.describe_move(&mv), ErasedValue::new(self.position.location(&mv))))
    }

    fn printed_move(&self, seat: Seat, text: &str) -> Result<PrintedMove, NotationError> {
        self.read(seat, text).map(|mv| self.position.printed_move(&mv))
    }

    fn footprint(&self, seat: Seat, text: &str) -> Result<Footprint, NotationError> {
        self.read(seat, text).map(|mv| self.position.footprint(&mv))
    }

    fn decode_move(&self, bytes: &mut &[u8]) -> Option<String> {
        self.position.decode_move(bytes).map(|mv| mv.to_string())
    }

    fn summary(&self) -> Value {
        serde_json::to_value(self.position.summary()).unwrap_or(Value::Null)
    }

    fn position_text(&self) -> String {
        (self.game.drafting.write)(&self.position)
    }

    fn layout(&self) -> ErasedValue {
        ErasedValue::new(self.position.layout())
    }

    fn view(&self) -> ErasedValue {
        ErasedValue::new(self.position.view())
    }

    fn view_for(&self, named: &dyn Fn(&str) -> String) -> ErasedValue {
        let mut view = self.position.view();
        G::name_players(&mut view, named);
        ErasedValue::new(view)
    }

    fn concepts(&self) -> Vec<FoundConcept> {
        let seats = 0..self.position.seats();
        let all =
            self.game.concepts.iter().flat_map(|one| seats.clone().map(move |seat| (one, seat)));
        let shown = |(one, seat): (&Concept<G>, Seat)| {
            let places = (one.places)(&self.position, seat);
            let (id, name) = (one.id, one.name);
            (!places.is_empty()).then_some(FoundConcept { id, name, seat: Some(seat), places })
        };
        all.filter_map(shown).collect()
    }

    fn features(&self, seat: Seat) -> Vec<f64> {
        let features = self.game.features.as_ref();
        features.map(|of| (of.all)(&self.position, seat)).unwrap_or_default()
    }

    fn measured(&self, heuristic: &Lab, seat: Seat) -> (Vec<Fixed>, Warnings) {
        let features = self.game.features.as_ref();
        features.map(|of| (of.values)(heuristic, &self.position, seat)).unwrap_or_default()
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn board_text(&self) -> String {
        self.position.board_text().unwrap_or_else(|| self.position_text())
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn plane_layout(&self) -> Option<super::batch::PlaneLayout> {
        let planes = self.game.planes.as_ref()?;
        Some(super::batch::layout(planes, &self.position))
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn planes(&self, seat: Seat) -> Vec<f32> {
        let Some(planes) = &self.game.planes else { return Vec::new() };
        let [rows, columns] = (planes.shape)(&self.position);
        let mut values = vec![0.0; (planes.channels)(&self.position).len() * rows * columns];
        (planes.write)(&self.position, seat, &mut values);
        values
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn legal_actions(&self) -> Vec<usize> {
        let (Some(planes), Some(listing)) = (&self.game.planes, &self.game.listing) else {
            return Vec::new();
        };
        let slot = |mv: &G::Move| (planes.slot)(&self.position, mv);
        let numbers =
            crate::contract::planes::Numbers::new(&(planes.actions)(&self.position), slot);
        let mut moves = MoveList::new();
        (listing.legal)(&self.position, &mut moves);
        moves.iter().filter_map(|mv| numbers.at(slot(mv))).collect()
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn symmetries(&self) -> Vec<crate::contract::planes::Symmetry> {
        self.game
            .planes
            .as_ref()
            .map_or_else(Vec::new, |planes| (planes.symmetries)(&self.position))
    }

    fn inspect_for(
        &self,
        question: &Value,
        named: &dyn Fn(&str) -> String,
    ) -> Result<ErasedValue, String> {
        let parsed = G::Question::deserialize(question).map_err(|e| no_question(question, &e))?;
        let mut answer = self.position.inspect(parsed)?;
        G::name_players_in_answer(&mut answer, named);
        Ok(ErasedValue::new(answer))
    }

    fn as_any(&self) -> &dyn Any {
        &self.position
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        &mut self.position
    }
}

struct ErasedBot<G: Presentation> {
    bot: Box<dyn Bot<G>>,
    concepts: &'static [Concept<G>],
    limits: Limits,
}

/// The least and the largest value of each weight that can be set, by the key of its term.
type Limits = Arc<[(&'static str, Fixed, Fixed)]>;

/// The limits of a bot's weights: those of its options, and of its formula's terms.
fn weight_limits<G: Presentation>(spec: &BotSpec<G>, options: &Options) -> Limits {
    let own = spec.weights.iter().map(|weight| (weight.term.key, weight.min, weight.max));
    let formula = spec.settings.iter().find(|setting| setting.key == FORMULA);
    let lab = formula.and_then(|formula| options.parsed::<Lab>(formula).ok());
    let written = lab.iter().flat_map(|lab| lab.terms()).map(|term| term.key);
    own.chain(written.map(|key| (key, -LARGEST_WEIGHT, LARGEST_WEIGHT))).collect()
}

impl<G: Presentation> AnyBot for ErasedBot<G> {
    fn prepare(&self, position: &dyn AnyPosition) -> Result<(), String> {
        position.as_any().downcast_ref().map_or(Ok(()), |position| self.bot.prepare(position))
    }

    fn begin(
        &self,
        position: &dyn AnyPosition,
        seat: Seat,
        budget: Budget,
        rng: Rng,
    ) -> Option<Box<dyn AnySearch>> {
        let here = position.boxed();
        let position: &G = position.as_any().downcast_ref()?;
        let thinking = self.bot.begin(position, seat, budget, rng);
        let (position, limits, concepts) = (position.clone(), self.limits.clone(), self.concepts);
        let (latest, texts, candidates) = Default::default();
        Some(Box::new(ErasedThinking {
            position,
            concepts,
            here,
            thinking,
            limits,
            latest,
            texts,
            candidates,
        }))
    }

    fn choose(
        &self,
        position: &dyn AnyPosition,
        seat: Seat,
        budget: Budget,
        rng: Rng,
        watch: &dyn Clock,
    ) -> Option<String> {
        let position: &G = position.as_any().downcast_ref()?;
        self.bot.choose(position, seat, budget, rng, watch).map(|mv| mv.to_string())
    }

    fn play(
        &self,
        position: &mut dyn AnyPosition,
        seat: Seat,
        budget: Budget,
        rng: Rng,
        watch: &dyn Clock,
        want_text: bool,
    ) -> Option<WrittenMove> {
        let position: &mut G = position.as_any_mut().downcast_mut()?;
        let mv = self.bot.choose(position, seat, budget, rng, watch)?;
        let played = if want_text { described(position, &mv) } else { WrittenMove::default() };
        position.play(seat, &mv).ok()?;
        Some(played)
    }
}

/// A move that is played in `position`.
fn described<G: Presentation>(position: &G, mv: &G::Move) -> WrittenMove {
    WrittenMove {
        text: mv.to_string(),
        description: position.describe_move(mv),
        printed: position.printed_move(mv),
    }
}

struct ErasedThinking<G: Presentation> {
    position: G,
    concepts: &'static [Concept<G>],
    /// The same position.
    here: Box<dyn AnyPosition>,
    thinking: Box<dyn Search<G>>,
    limits: Limits,
    /// The analysis since the last slice, cached because it can be expensive to compute: names and places share it.
    latest: OnceCell<Analysis<G::Move>>,
    /// The same with moves as texts.
    texts: OnceCell<Analysis<String>>,
    /// The film of a bot without one of its own.
    candidates: OnceCell<Film>,
}

impl<G: Presentation> ErasedThinking<G> {
    fn latest(&self) -> &Analysis<G::Move> {
        self.latest.get_or_init(|| self.thinking.analysis())
    }

    /// The name of a candidate's move, by the candidate's index.
    fn name(&self, at: usize) -> String {
        self.position.move_name(&self.latest().candidates[at].mv)
    }

    fn limits_of(&self, term: &Term) -> Option<(Fixed, Fixed)> {
        let known = self.limits.iter().find(|(key, ..)| *key == term.key);
        known.map(|&(_, min, max)| (min, max))
    }
}

impl<G: Presentation> AnySearch for ErasedThinking<G> {
    forwarded! {
        thinking:
        views() -> Option<Views>;
        static_value() -> Option<Score>;
        tasks() -> Vec<Task>;
        multi_pv_nodes() -> u64;
        branches(path: &[String]) -> Result<Vec<Branch>, &'static str>;
    }

    fn observe(&mut self, variation: Variation) {
        self.thinking.observe(variation);
    }

    fn film(&self) -> &Film {
        let candidates = || film_of(self.latest(), &[]);
        self.thinking.film().unwrap_or_else(|| self.candidates.get_or_init(candidates))
    }

    fn position(&self) -> &dyn AnyPosition {
        self.here.as_ref()
    }

    fn advance(&mut self, slice: u64, watch: &dyn Clock) -> bool {
        self.latest.take();
        self.texts.take();
        self.candidates.take();
        self.thinking.advance(slice, watch)
    }

    fn current(&self) -> &Analysis<String> {
        self.texts.get_or_init(|| {
            let mut analysis = self.latest().clone().map(|mv| mv.to_string());
            for text in std::iter::once(&mut analysis.why).chain(&mut analysis.differences) {
                *text = sentence(text);
            }
            analysis
        })
    }

    fn choice_only(&self) -> Analysis<String> {
        self.thinking.choice_only().map(|mv| mv.to_string())
    }

    fn descriptions(&self) -> Vec<String> {
        self.latest().candidates.iter().map(|c| self.position.describe_move(&c.mv)).collect()
    }

    fn printed(&self) -> Vec<PrintedMove> {
        self.latest().candidates.iter().map(|c| self.position.printed_move(&c.mv)).collect()
    }

    fn concepts(&self) -> Vec<FoundConcept> {
        let analysis = self.latest();
        let sentences = format!("{} {}", analysis.why, analysis.differences.join(" "));
        let after = analysis.choice.as_ref().and_then(|choice| {
            let mut next = self.position.clone();
            next.play(next.to_act().only()?, choice).ok()?;
            Some(next)
        });
        beside(self.concepts, (&self.position, after.as_ref()), &sentences)
    }

    fn locations(&self) -> Vec<ErasedValue> {
        let place = |mv| ErasedValue::new(self.position.location(mv));
        self.latest().candidates.iter().map(|c| place(&c.mv)).collect()
    }

    fn set_multi_pv(&mut self, lines: usize) {
        self.thinking.set_multi_pv(lines);
    }

    fn sensitivity(&self) -> Option<Sensitivity> {
        sensitivity(self.current(), &|term| self.limits_of(term), &|at| self.name(at))
    }

    fn flip_map(&self, terms: [usize; 2]) -> Option<FlipMap> {
        flip_map(self.current(), terms, &|term| self.limits_of(term), &|at| self.name(at))
    }

    fn detail(&self, mv: &str) -> Option<Detail> {
        let analysis = self.latest();
        let at = analysis.candidates.iter().position(|c| c.mv.to_string() == mv)?;
        let reason = contrast(analysis, at, &self.position)?;
        let candidate = &analysis.candidates[at];
        let values = |terms: &[TermValue]| terms.iter().map(|term| term.value).collect();
        let of_choice = |stage: fn(&Candidate<G::Move>) -> &[TermValue]| {
            analysis.chosen().map_or_else(Vec::new, |chosen| values(stage(chosen)))
        };
        Some(Detail {
            contrast: sentence(&reason.headline),
            differences: reason.differences.iter().map(|text| sentence(text)).collect(),
            stages: Stages {
                now: values(&analysis.now),
                after: values(&candidate.after),
                end: values(&candidate.terms),
                choice_after: of_choice(|one| &one.after),
                choice_end: of_choice(|one| &one.terms),
            },
            parts: self.thinking.parts(&candidate.mv),
        })
    }
}
