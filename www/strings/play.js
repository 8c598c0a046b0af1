/** What a game says while it is played or watched: coach, seats, controls, dialogs, notices, errors. */
import { counted, percentText, scoreText, whole } from '../ui/format.js';

export const coach = 'Coach';
export const goal = 'Goal:';
export const gotIt = 'Got it';

/** @typedef {string | number | undefined} Value */

export { thisPageHasNoBoard } from './common.js';
export * from './words.js';
export {
  bot as botLabel,
  move as moveLabel,
  newGame as newGameTitle,
  thinksFor as thinksForLabel,
} from './words.js';

/** @param {Value} words */
export const threatIfThisTurnWere = (words) => `Threat, if this turn were passed: ${words}.`;
/** @param {Value} words @param {Value} why */
export const threat = (words, why) => `Threat: ${words}. ${why}`;
export const playIt = 'Play this move';
/** @param {Value} name @param {Value} words */
export const advises = (name, words) => `${name} advises: ${words}.`;
/** @param {Value} name @param {Value} words @param {Value} why */
export const hintOf = (name, words, why) => `Hint from ${name}: ${words}. ${why}`;
/** @param {Value} turnText */
export const newGame = (turnText) => `New game. ${turnText}`;
export const thisGameBegins = 'This game does not start from a map or a position.';
export const thisBoardLooksTheSame = 'This board looks the same from all sides.';
/** @param {Value} quarters */
export const boardIsTurnedBy = (quarters) =>
  `The board is turned by ${quarters === 1 ? 'a quarter' : 'a half'}.`;
export const variationBegins = 'A variation starts.';
/** @param {Value} to @param {Value} description */
export const move = (to, description) => `Move ${to}: ${description}`;
/** @param {Value} turnText */
export const undone = (turnText) => `Undone. ${turnText}`;
/** @param {Value} turnText */
export const redone = (turnText) => `Redone. ${turnText}`;
export const oneRecordAtATime = 'Totora opens one record at a time. Only the first file is used.';
/** @param {number} plies */
export const openingAGameOf = (plies) => `Opening a game of ${counted(plies, 'turn')}`;
/** @param {Value} done @param {Value} of */
export const readingTheLinkTurnOf = (done, of) => `Reading the link: turn ${done} of ${of}`;
export const engineStoppedWorking =
  'The engine stopped working. Your game is saved: reload the page to continue.';
export const somethingWentWrongYourGame = 'Something went wrong. Your game was restored.';
export const itIsNoGame = 'the saved data is not a game';
export const openingItWasStopped = 'Opening was stopped.';
/** @param {Value} why */
export const itDoesNotOpen = (why) => `It does not open in this version: ${why}`;
/** @param {Value} name @param {Value} why */
export const yourGameOfWasPut = (name, why) =>
  `Your game of ${name} was put aside and a new one started. ${why} You can find it under Share.`;
/** @param {Value} limit */
export const thatIsLargerThanAny = (limit) => `That is too large for a record: over ${limit}.`;
/** @param {Value} turnText */
export const opened = (turnText) => `Opened. ${turnText}`;
export const stoppedTheGame = 'Stopped. Your game has not changed.';
export const openTheFirstTurn = 'Open the first turn';
/** @param {number} plies */
export const openTheFirstTurns = (plies) => `Open the first ${counted(plies, 'turn')}`;
export const openedYourOwnGame = 'Opened. Your own game is saved.';
export const backToMyGame = 'Back to my game';
export const youWentBackToAnother = 'You went back to another of your games.';
/** @param {Value} name @param {Value} size @param {Value} limit */
export const isNotARecord = (name, size, limit) =>
  `“${name}” is too large for a record: it has ${size} MB, the limit is ${limit}.`;
/** @param {Value} name */
export const isNoTextTotoraOpens = (name) =>
  `“${name}” is not text. Totora opens links, records, maps and boards.`;
export const botsWaitForAnAnswer = 'The bots wait for an answer: see the notice.';
export const thisBrowserSavesNothing =
  'This browser cannot save: its storage is full or blocked. Save your game as a file.';
export const somethingThatWasSaved =
  'Some data saved in this browser does not fit this version. It was put aside: you can find it under Share.';
export const anotherGameWasOpened = 'Another game was opened in its place.';
export const itWasStopped = 'It was stopped.';
export const retry = 'Retry';
export const thinkingStopped = 'The bot stopped unexpectedly. Your game is safe.';
export const thinkingDoesNotStart =
  'The bot could not start: part of the page may be missing. Your game is saved.';
export const goOn = 'Continue';
export const variation = 'Variation';
export const variationWasPromoted = 'The variation was promoted.';
export const deleted = 'Deleted.';
/** @param {Value} ply */
export const moveAndWhatFollows = (ply) => `Move ${ply} and all that follows`;
export const theVariation = 'The variation';
/** @param {Value} what */
export const wasDeleted = (what) => `${what} was deleted.`;
export const itIsBack = 'Restored.';
/** @param {Value} who @param {Value} at @param {Value} many */
export const lineOfOf = (who, at, many) => `Line of ${who}: ${at} of ${many}.`;
export const backInTheGame = 'Back in the game.';
export const savedAsAVariation = 'Saved as a variation.';
export const evaluation = 'the evaluation';
/** @type {Record<string, string>} */
export const overlayNames = { off: 'Off', hints: 'Hints', all: 'All' };
/** @param {Value} name */
export const scoresNothing = (name) => `${name} gives no scores`;
/** @param {Value} overlayLead */
export const onTheBoard = (overlayLead) => `${overlayLead ?? 'Scores'} on the board`;
/** @param {string} name @param {boolean} chances */
export const badges = (name, chances) =>
  chances
    ? `On the board: ${name}’s chance to win after each move, in percent.`
    : `On the board: ${name}’s score for each move. The highest is played.`;
export const low = 'low';
export const high = 'high';
export const outlinesOnTheBoard = 'Outlines on the board';
export const turn = 'Turn';
export const bot = 'the bot';
export const analysis = 'Analysis';
/** @param {Value} who */
export const whatIsThinkingP = (who) => `What is ${who} thinking? (P)`;
export const menu = 'Menu';
export const watchBots = 'Watch bots';
export const setUp = 'Set up';
export const turnTheBoard = 'Turn the board';
export const sound = 'Sound';
export const keys = 'Keys';
export const hideTheCoach = 'Hide the coach';
export const options = 'the options';
export const whatCanBeShared = 'the share options';
export const theBoard = 'the board';
/** @param {Value} name */
export const newGameOf = (name) => `New game of ${name}`;
export const setUpAPosition = 'Set up a position';
export const shareTheTournament = 'Share the tournament';
export const shareTheHeuristic = 'Share the heuristic';
export const editorTitle = 'Editor';
/** @param {string} name @param {number | null} plies @param {string} by */
export const winsByForce = (name, plies, by) =>
  plies ? `${name} wins by force in ${plies} (${by})` : `${name} wins by force (${by})`;
/** @param {Value} name */
export const hasWon = (name) => `${name} has won`;
export const draw = 'A draw';
/** @param {number | null} first @param {string} name @param {string} by */
export const scoreForNotCalibrated = (first, name, by) =>
  `Score ${scoreText(first)} for ${name}, not calibrated (${by})`;
/** @param {number} win @param {string} name @param {string} lead @param {string} by */
export const forToWin = (win, name, lead, by) =>
  `${percentText(win)} for ${name} to win${lead ? `, ${lead}` : ''} (${by})`;
export const notEvaluated = 'Not evaluated';
export const evaluationTitle = 'Evaluation';
export const close = 'Close';
/** Shortcuts of the page, anywhere but in a field. @type {[string, string][]} */
export const pageKeys = [
  ['← →', 'one move back, one forward'],
  ['↑ ↓', 'to the first position, to the last'],
  [', .', 'back and forward, on the board too'],
  ['W', 'watch, or pause'],
  ['P', 'open the analysis, or close it'],
  ['T', 'the threat: what the next player would do if this turn were passed'],
  ['F', 'flip the board, if it can be turned'],
  ['S', 'sound on or off'],
  ['Ctrl Z, Ctrl Y', 'undo, redo'],
  ['?', 'these keys'],
];
/** Shortcuts on every board. @type {[string, string][]} */
export const boardKeys = [
  ['Tab', 'to the board, and on to the panels'],
  ['arrows', 'from cell to cell, if the board has the focus'],
  ['Enter', 'play there'],
  ['M', 'mark the place; with Shift, begin or end an arrow'],
];
export const soundForEachMoveS = 'A sound for each move (S)';
export const allKeys = 'All keys (?)';
export const onThePage = 'On the page';
export const onTheBoardTitle = 'On the board';
export const lineThatIsNoPart = 'A line outside the game';
/** @param {Value} at @param {Value} of */
export const lineStepOf = (at, of) => `Line of {0}: ${at} of ${of}`;
export const saveAsVariation = 'Save as variation';
export const aVariation = 'A variation';
/** @param {Value} word @param {Value} after */
export const variationFrom = (word, after) => `Variation from ${word} ${after}`;
export const promote = 'Promote';
/** @param {Value} maxSafeInteger */
export const seedIsAWholeNumber = (maxSafeInteger) =>
  `A seed is a whole number from 0 to ${maxSafeInteger}.`;
export const youPlay = 'You play';
/** @param {string} name */
export const firstMoves = (name) => `${name} moves first.`;
/** @param {boolean} shares */
export const whatStrengthIs = (shares) =>
  shares
    ? 'Strongest first. In brackets: the share of games won against the others.'
    : 'Strongest first. In brackets: the Elo rating.';
export const position = 'Position';
export const fromThePosition = 'From the position that was set up.';
export const fromTheStart = 'From the start of the game.';
export const advanced = 'Advanced';
/** @param {Value} names */
export const thinksFor = (names) => `${names} thinks for`;
export const seed = 'Seed';
export const shuffle = 'Shuffle';
export const sameSeedWithTheSame = 'The same seed with the same bots gives the same game.';
export const opponent = 'Opponent';
export const strongest = 'The strongest.';
/** @param {Value[]} names */
export const withOthers = (names) =>
  `with ${[names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' and ')}`;
export const human = 'A person';
export const youOrAFriend = 'You, or a friend on this device.';
/** What a bot asks for, by kind. @type {Record<string, (n: string) => string>} */
export const demandTexts = {
  nodes: (n) => `${n} nodes a move`,
  ms: (n) => `${n} milliseconds a move`,
  depth: (n) => `${counted(Number(n), 'ply')} deep`,
  memory: (n) => `${n} MB of memory`,
  playouts: (n) => `${n} playouts`,
};
export const repair = 'Repair';
export const loadAllFiles = 'Load all files of the page again. Your games stay saved.';
export const heuristicThatCameWithThis = 'A heuristic that came with this game';
export const openInTheLab = 'Open in the Lab';
export const letItPlay = 'Let it play';
export const withoutAName = 'unnamed';
/** @param {Value} name @param {unknown} search */
export const playsByAHeuristic = (name, search) =>
  search
    ? `${name} plays a heuristic that came with this game: {0} by {1}. Search: ${search}.`
    : `${name} plays a heuristic that came with this game: {0} by {1}.`;
export const unnamedAuthor = 'an unnamed author';
export const whatTheBotsNeed = 'What the bots need';
export const asUsual = 'Use usual limits';
export const runAnyway = 'Run anyway';
export const pausedTheseBotsNeed = 'Paused: these bots need a lot of computing time. Run anyway?';
/** @param {Value} name @param {Value} words @param {number} usual */
export const usually = (name, words, usual) => `${name}: ${words}, usually ${whole(usual)}`;
export const saveACopy = 'Save a copy';
export const thisGameIsOpen =
  'This game is open in another tab, which saves it. Changes here are not saved.';
export const engineTexts = {
  failed: 'The engine could not be loaded. Bots and analysis do not work without it.',
  slow: 'The engine is still loading: the server has not sent all of it yet.',
};
export const partOfThePage = 'Part of the page could not be loaded. Your game is saved.';
export const newVersionIsAvailable = 'A new version is available: reload the page to use it.';
export const dismiss = 'Dismiss';
export const arena = 'the arena';
export const theClassTable = 'the class table';
export const lab = 'the Lab';
export const theAnalysis = 'the analysis';
export const theTimeline = 'the timeline';
export const seatsAndReserve = 'Seats and reserve';
export const panels = 'Panels';
export const closeTheAnalysis = 'Close the analysis';
export const closeTheAnalysisP = 'Close the analysis (P)';
export const game = 'the game';
/** @param {Value} label */
export const amount = (label) => `${label}: amount`;
/** @param {Value} label */
export const unit = (label) => `${label}: unit`;
/** @param {Value} label */
export const ownText = (label) => `${label}: custom text`;
export const customText = 'Custom text';
/** @param {Value} name */
export const howLongItThinks = (name) => `How long ${name} thinks`;
export const rank = 'Rank';
export const turningPoints = 'Turning points';
export const endOfTheGame = 'End of the game';
export const closeTheReport = 'Close the report';
export const matchScore = 'Match score';
export const next = 'Next';
export const easier = 'Easier';
export const rematch = 'Rematch';
export const otherSideStarts = 'The other player starts';
export const playersChangeSeats = 'The players change seats';
export const theRules = 'the rules';
export const tryThisPosition = 'Try this position';
export const noRulesAvailable = 'No rules available.';
export const coachMyGame = 'Coach my game';
export const keysEverywhere = 'Keys everywhere:';
export const commaAndFullStopStep =
  '{0} comma and full stop step through the game, W starts and pauses, Ctrl+Z and Ctrl+Y undo and redo.';
export const bots = 'Bots';
export const whatItDoes = 'What it does';
export const from = 'From';
/** @param {Value} ms */
export const ms = (ms) => `${ms} ms`;
export const asLongAsNeeded = 'as long as needed';
/** @param {number} nodes */
export const nodes = (nodes) => `${whole(nodes)} nodes`;
export const seats = 'Seats';
export const placePiecesWhereYouLike = 'Place pieces where you like, then play or analyse';
/** @param {Value} name */
export const whoPlays = (name) => `Who plays ${name}`;
export const programs = 'Programs';
export const score = 'Score';
export const pointsOverTheRematches = 'Points in all rematches';
/** @param {Value} total */
export const pt = (total) => `${total} pt`;
export const ctrlZ = 'Ctrl+Z';
export const ctrlY = 'Ctrl+Y';
/** @param {Value} adviserName */
export const showTheMoveThatAdvises = (adviserName) => `Show the move that ${adviserName} advises`;
export const resignThisGame = 'Resign this game?';
export const yourSideStandsStill = 'Your outposts stop moving; the others play to the end.';
export const youAreOutOfThis = 'You leave this game; the others play on.';
export const otherSideWinsAtOnce = 'Your opponent wins at once.';
export const resign = 'Resign';
/** What the handle of the panels does, by how high they are. */
export const gripTexts = {
  low: 'Show the panels',
  half: 'Expand the panels over the board',
  full: 'Show the board',
};
/** @param {Value} seats */
export const seatsAre = (seats) => `Seats: ${seats}`;
export const showWhatTheNextPlayer =
  'Show what the next player would do if this turn were passed (T)';
export const threatTitle = 'Threat';
/** @param {Value} label */
export const asPictures = (label) => `${label}, as pictures`;
export const graph = 'the graph';
export const fastest = 'Fastest';
export const replay = 'Replay';
export const timeline = 'Timeline';
export const moveShown = 'Move shown';
/** @param {Value} ply @param {Value} plies */
export const moveOf = (ply, plies) => `Move ${ply} of ${plies}`;
/** @param {Value} ply */
export const afterTheTwoBotsDiffer = (ply) => `The two bots differ most after ${ply}`;
export const chart = 'Chart';
export const playATurn = 'Play a turn';
export const graphTitle = 'Graph';
export const showTheGraphOver = 'Show the graph over the game';
export const hideTheGraph = 'Hide the graph';
/** @param {string} word @param {number} at @param {number} all */
export const turnOf = (word, at, all) => (at === all ? `${word} ${at}` : `${word} ${at} of ${all}`);
export const anotherGameWasBegun = 'A new game was started in its place.';
export const yourGameWasPutAside = 'Your game was put aside. You can find it under Share.';
export const backToIt = 'Back to it';
/** @param {Value} why */
export const totoraCouldNotBeOpened = (why) => `Totora could not be opened. ${why}`;
export const itsEngine = 'Its engine could not be started.';
export const fileOfTheFrame = 'The file of the frame is empty.';
export const findABetterMove = 'Find a better move.';
export const analysisBy = 'Analysis by';
/** @param {Value} name */
export const botThatPlays = (name) => `${name} (playing)`;
/** @param {Value} name */
export const botForHints = (name) => `${name} (hints)`;
/** @param {Value} name */
export const customBot = (name) => `${name} (custom)`;
export const layers = 'the layers';
export const drawnByTheBot = 'Drawn by the bot';
export const savedHeuristics = 'Saved heuristics';
export const fromTheSource = 'source';
/** @param {Value} names */
export const inTheSource = (names) => `in the source: ${names}`;
export const ours = 'ours';
/** @param {number} n */
export const furtherItems = (n) => `… ${n} more`;
/** @param {string} line @param {number} ply @param {string} text */
export const moveOfLine = (line, ply, text) => `${line}, move ${ply}: ${text}`;
/** @param {Value} bot */
export const byBot = (bot) => `by ${bot}`;

export const yourOpponent = 'Your opponent';
export const yourOpponents = 'Your opponents';
/** @param {Value} level */
export const level = (level) => `Level ${level}`;
/** @param {number} level @param {number} of */
export const strengthOf = (level, of) => `strength ${level} of ${of}`;
export const lastMoves = 'Last moves';
export const saysHello = 'Good luck!';
export const saysPlayed = 'I played';
/** @param {Value} own @param {Value} yours */
export const saysStands = (own, yours) => `I have ${own}, you have ${yours}.`;
export const saysWon = 'I won. Another game?';
export const saysLost = 'You won. Well played!';
export const saysBefore = 'I finished ahead of you. Another game?';
export const saysBehind = 'You finished ahead of me. Well played!';
export const saysDraw = 'A draw. Another game?';
