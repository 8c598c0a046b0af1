/** What the panels of the analysis and the review say. */
import { counted, scoreText } from '../ui/format.js';

/** @typedef {string | number | undefined} Value */

export { draw, losesIn, winsIn } from './boards.js';
export { furtherItems, nodes } from './play.js';
export * from './words.js';

/** @param {Value} label @param {Value} value @param {Value} now @param {Value} named */
export const withAtInstead = (label, value, now, named) =>
  `With “${label}” at ${value} instead of ${now}, it plays ${named}.`;
export const noneOfTheWeights = 'No tested change to a single weight changes this move.';
export const custom = 'custom';
/** @param {Value} source */
export const source = (source) => `Source: ${source}`;
export const weights = 'Weights';
export const thisBotHasNothing = 'This bot has no settings.';
/** @param {Value} name */
export const playAs = (name) => `Play as ${name}`;
export const reset = 'Reset';
export const addToATournament = 'Add to a tournament';
export const seeHowItDoesAgainst = 'See how it does against others';
/** @param {Value} botName @param {Value} name */
export const playsFromNowOn = (botName, name) => `${botName} plays ${name} from now on.`;
export const allSeatsAreBotsNow = 'All seats are bots now: press Watch to see them play.';
export const candidateMovesBestFirst = 'Candidate moves, best first';
export const showFewer = 'Show fewer';
export const howOftenTheBotWins =
  'The chances to win have not been measured for these weights or this board.';
export const scoresNotCalibrated = 'Scores, not calibrated';
export const showChancesToWin = 'Show chances to win';
export const showScores = 'Show scores';
/** @param {Value} of */
export const termsOfValueTimesWeight = (of) =>
  `Terms of ${of}: the contribution is the value times the weight`;
export const noneAnyMore = 'none';
export const legendColumns = ['Term', 'Weight', 'Weight', 'Value', 'Contribution'];
export const score = 'score';
export const onlyWhatHappenedBuilt = 'Events only: built, disbanded, lost';
export const turnsSoFar = 'Turns so far';
export const nothingOfThatHasHappened = 'No such events yet.';
export const showOnly = 'Show only';
/** @param {Value} move */
export const whatTheTermsMeasureAlong = (move) =>
  `Values of the terms along the line that starts with ${move}`;
export const now = 'Now';
export const afterIt = 'After it';
export const endOfLine = 'End of line';
export const whatWouldChangeItsMind = 'What would change its mind';
/** @param {Value} label @param {Value} without */
export const withoutItWouldPlay = (label, without) =>
  `Without “${label}”, it would play ${without}.`;
/** @param {Value} done @param {Value} of */
export const tryingOtherWeightsOf = (done, of) => `Trying other weights: ${done} of ${of}…`;
export const whatWouldChangeItsMindHeading = 'What would change its mind?';
/** @param {Value} label */
export const choiceByTheWeightOf = (label) => `Chosen move by the weight of ${label}`;
/** @param {Value} move @param {number} from @param {number} to */
export const fromTo = (move, from, to) =>
  `${move} from ${scoreText(from, 2)} to ${scoreText(to, 2)}`;
export const twoWeightsAtOnce = 'Two weights at once';
export const weightFromLeftToRight = 'Weight from left to right';
export const weightFromBottomToTop = 'Weight from bottom to top';
export const choiceByTwoWeights = 'Chosen move by two weights';
/** @param {Value} move */
export const setBothWeights = (move) =>
  `Set both weights to the nearest values at which it would play ${move}`;
export const anotherMoveHereBegins = 'Another move here starts a variation.';
export const letTheBotPlay = 'Let the bot continue from here';
export const bestLine = 'Best line';
export const noContinuation = 'No continuation';
/** @param {Value} moveName */
export const bestLineAfter = (moveName) => `The best line after ${moveName}`;
/** @param {Value} n @param {Value} moveName */
export const ply = (n, moveName) => `Ply ${n}: ${moveName}`;
/** The name of each mark, for one move and for several. */
export const marks = {
  '??': ['Blunder', 'Blunders'],
  '?': ['Mistake', 'Mistakes'],
  '?!': ['Inaccuracy', 'Inaccuracies'],
  '!': ['Forced move', 'Forced moves'],
};
export const thereIsNothingToLook = 'There is nothing to review yet.';
export const analysisEngine = 'Analysis engine';
export const secondOpinion = 'Compare with';
export const positionsAnalysed = 'Positions analysed';
export const continueTheReview = 'Continue the review';
export const reviewTheGame = 'Review the game';
export const player = 'Player';
export const shareOfTheChanceKept =
  'The share of the chance to win that the moves kept: 100% means the best move every time';
export const accuracy = 'Accuracy';
export const lastMistake = '◀ Last mistake';
export const nextMistake = 'Next mistake ▶';
export const proven = 'Proven.';
/** @param {Value} why */
export const better = (why) => `Better: {0}.${why && ` ${why}`}`;
export const you = 'you';
export const summary = 'Summary';
export const walkTheBetterLine = 'Walk the better line';
export const walkTheAnswer = 'Walk the answer to your move';
/** Whose line it is: of no bot. */
export const simulation = 'Simulation';
export const walkTheBetterOrder = 'Walk the better order';
export const walkTheTurnsAsPlayed = 'Walk the turns as played';
export const stepThroughTheGame = 'Step through the game, or from mistake to mistake.';
export const tryAgainFindABetter = 'Try again: find a better move';
/** @param {Value} name */
export const findABetterMoveFor = (name) => `Find a better move for ${name}`;
export const playItOnTheBoard = 'Play it on the board. Your game does not change.';
/** @param {string} move */
export const isAsGood = (move) => `${move} is as good as the best move.`;
/** @param {string} move */
export const isNotTheBest = (move) => `${move} is not the best move.`;
/** @param {Value} percentPoints */
export const itLoses = (percentPoints) => `It loses ${percentPoints}.`;
export const showTheBest = 'Show the best';
export const nextPosition = 'Next position';
export const learnFromYourMistakes = 'Learn from your mistakes';
/** @param {number} back */
export const learnFromYourMistakesIn = (back) =>
  `Learn from your mistakes: ${back > 0 ? counted(back, 'position') : 'none due'}`;
/** @param {Value} it */
export const next = (it) => `· next ${it}`;
export const noMistakeWasFound = 'No mistakes found.';
export const notEnoughToJudge = 'Not enough to judge.';
/** @param {Value} length */
export const andMore = (length) => `and ${length} more`;
export const whereTheTwoDiffer = 'Where the two differ';
/** @param {Value} names @param {Value} names2 */
export const and = (names, names2) => `${names} and ${names2}`;
export const theyAgreeAsFar = 'They agree so far.';
/** @param {Value} ply @param {Value} says @param {Value} says2 */
export const afterAgainst = (ply, says, says2) =>
  `${ply === 0 ? 'Start' : `After ${ply}`}: ${says} against ${says2}`;
/** @param {number} points */
export const percentagePoints = (points) => counted(points, 'percentage point');
/** @param {Value} from @param {Value} from2 @param {Value} from3 @param {boolean} oracle */
export const lostChanceToWin = (from, from2, from3, oracle) =>
  `Marks by lost chance to win: {0} from ${from}, {1} from ${from2}, {2} from ${from3} percentage points; {3} if every other move is a mistake.${oracle ? ' If the result of every move is proven, only the results count.' : ''}`;
export const turnMarks =
  'Marks: {0} if an order cost an outpost, {1} if it cost one at a harvest. Each outpost is sent in every other direction, or stays, until the next harvest, while all other orders are as played.';
/** @param {Value} name @param {number} many */
export const tasksOf = (name, many) => `${name}: ${counted(many, 'task')}`;
export const tasks = 'Tasks';
/** @param {Value} who @param {Value} words @param {Value} before */
export const taskNot = (who, words, before) => `${who} ${words}, not ${before}`;
/** @param {Value} who @param {Value} words @param {string} score */
export const taskScore = (who, words, score) => `${who} ${words}, score ${score}.`;
export const itsBestTasks = 'Its best tasks';
export const howLongThisBotThinks = 'How long this bot thinks';
export const gameIsOverStepBack =
  'The game is over. Step back to see the analysis of an earlier position.';
export const pauseToSee = 'Pause to see the analysis.';
export const pausedTheseBotsNeed = 'Paused: these bots need a lot of computing time.';
export const lastLinesOfItsStandard = 'The last lines of its standard error:';
export const playTheseOrders = 'Play these orders';
export const soManyOfTheBest =
  'How many of the best moves get an exact score and a line. The others are only known to be no better.';
export const lines = 'Lines';
export const think = 'Think';
/** @param {Value} botName */
export const hasNoHeuristicItScores = (botName) =>
  `${botName} has no heuristic, so it gives no scores and the board shows none.`;
/** @param {Value} moveName */
export const play = (moveName) => `Play ${moveName}`;
export const nowChooses0Not1 = 'Now chooses {0}, not {1}';
/** @param {Value} moveName */
export const choiceStays = (moveName) => `Still chooses ${moveName}`;
/** @param {string} name */
export const scoresAreTheViewOf = (name) => `Scores are from the point of view of {0} ${name}.`;
export const native = 'native';
export const exact = 'exact';
export const stopped = 'stopped';
export const stillThinking = 'still thinking';
/** @param {Value} moves */
export const isWorthToEachPlayer = (moves) => `The value of ${moves} to each player:`;
/** @param {Value} depths */
export const depth = (depths) => `depth ${depths}`;
export const stepThrough = 'Step through';
export const theFilm = 'the film of the search';
export const searchTree = 'Search tree';
export const whatSimulationsThrough =
  'For each move: how often its simulations won for the player with the mark shown, and how many there were.';
export const whatPositions =
  'For each move: its value for the player with the mark shown, and the number of positions searched. “Worse”: no better than another move. “Refutes”: so good that the move before it is not played. The search needs no exact value for these. Missing moves were not examined.';
export const searching = 'Searching…';
/** @param {Value} depth */
export const atDepth = (depth) => `· depth ${depth}`;
export const searchWentNoFurtherHere = 'The search stops here.';
/** @param {Value} first */
export const variationFromMove = (first) => `Variation from move ${first}`;
export const makeItTheMainLine = 'Make it the main line';
export const putItBeforeTheLine = 'Put it before the line that it branches off';
/** @param {Value} first */
export const promoteTheVariation = (first) => `Promote the variation from move ${first}`;
export const deleteThisVariation = 'Delete this variation';
/** @param {Value} first */
export const deleteTheVariationFromMove = (first) => `Delete the variation from move ${first}`;
export const line = 'Line';
/** @param {Value} n @param {Value} word @param {Value} after */
export const variationFrom = (n, word, after) => `Variation ${n}, from ${word} ${after}`;
export const theNote = 'the note';
export const undoTheLastChange = 'Undo the last change';
/** @param {'win' | 'draw' | 'loss'} result @param {number | null} plies */
export const byForce = (result, plies) => {
  const verb = { win: 'wins', draw: 'draws', loss: 'loses' }[result];
  return plies === null ? `${verb} by force` : `${verb} by force in ${plies}`;
};
/** @param {Value} move @param {Value} verdictWords */
export const provenMove = (move, verdictWords) => `Proven: ${move} ${verdictWords}`;
/** @param {Value} label */
export const asANumber = (label) => `${label}, as a number`;
export const why = 'Why';
/** @param {string} name @param {string[]} places */
export const aboutIdea = (name, places) =>
  places.length > 0 ? `${name}: ${places.join(', ')}. Read about it` : `Read about ${name}`;
export const engine = 'Engine';
export const changeItsMind = 'Change its mind';
export const differences = 'Differences';
export const comparedWith = 'compared with';
/** @param {string} choice @param {string} rival */
export const filledAndDashed = (choice, rival) =>
  `On the board, ${choice} is filled and ${rival} is dashed.`;
/** @param {string} choice */
export const greenDots = (choice) => `What only ${choice} gains has green dots.`;
/** @param {string} rival */
export const redDots = (rival) => `What only ${rival} gains has red dots.`;
/** @param {Value} name */
export const changeTheMindOf = (name) => `Change the mind of ${name}, which weighs the terms`;
/** @param {Value} name */
export const weightSlider = (name) => `Weight of ${name}`;
/** @param {Value} text */
export const wasBefore = (text) => `was ${text}`;
/** A change of rank, by a number of places unless it is unknown. @param {boolean} up @param {number} places */
export const changeOfRank = (up, places) => {
  const by = Number.isFinite(places) ? ` ${places} ${places === 1 ? 'place' : 'places'}` : '';
  return `${up ? 'rose' : 'fell'}${by}`;
};
