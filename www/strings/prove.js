/** What sweeps, tuning and ablations say. */
import { counted } from '../ui/format.js';

/** @typedef {string | number | undefined} Value */

export * from './words.js';

export const allGamesArePlayed = 'All games are played.';
export const pausedWhatWasFound = 'Paused. The results so far are saved.';
/** @param {Value} kind */
export const whatWasSaved = (kind) => `A saved ${kind} does not fit this version`;
export const sweep = 'Sweep';
/** What each kind of study does, and what happens when it starts. */
export const studies = {
  sweep: {
    about: 'One parameter at several values, against a field of bots.',
    before: 'Press Start: the curve grows with each game.',
  },
  tune: {
    about: 'A search over several parameters (CMA-ES), verified on fresh seeds.',
    before: 'Press Start: the chart follows the search. At the end, it plays games on fresh seeds.',
  },
  ablate: {
    about: 'Leaves out each term in turn to measure its worth.',
    before: 'Press Start: the heuristic plays against itself without each of its terms.',
  },
};
export const ablate = 'Ablate';
export const whatToTest = 'What to test';
export const backToTheLab = '‹ Back to the Lab';
export const tournament = '‹ Tournament';
export const how = 'Method';
export const noWeightsToAdjust = 'No weights to adjust.';
export const number = 'Parameter';
export const from = 'from';
export const to = 'to';
export const values = 'values';
export const gamesEachAGeneration = 'games each per generation';
export const gamesATerm = 'games per term';
export const gamesEach = 'games each';
export const numbers0 = 'Parameters {0}';
export const numbersThatAreTuned = 'Parameters to tune';
export const generations = 'generations';
export const gamesEachVerified = 'games each, verified';
export const itselfWithoutTheTerm = 'itself, without the term';
export const noOpponentYet = 'no opponent yet';
export const field0 = 'Field {0}';
export const opponents = 'Opponents';
export const somethingElseIsBeingPlayed = 'Something else is running; pause it first.';
export const startAgain = 'Start again';
export const itselfWithoutEachTerm = 'itself, without each term';
/** @param {Value} name @param {Value} field */
export const ofAgainst = (name, field) => `{0} of ${name} against ${field}`;
export const useTheTunedSet = 'Use the tuned set';
export const addTheTunedSet = 'Add the tuned set to a tournament';
export const sameOnTheCommandLine = 'The same on the command line: {0}';
export const sourceWeightsSweepTunedSet = 'Source weights, sweep, tuned set';
export const sourcesWeights = 'The source’s weights.';
export const fiveStrategiesWeighTheSame =
  '{0} Its five strategies weigh the same five terms by feel. The best one scores 54% against all five.';
export const aSweep = 'A sweep.';
export const howMuchOfItHangs = '{0} How much depends on one weight?';
export const sweepTheOpponentsFreeLand = 'Sweep the opponent’s free land';
export const tunedSet = 'A tuned set.';
export const allFiveAtOnceVerified =
  '{0} All five weights at once, verified on games that the search did not use. One of ours (10, 0, 10, 0.664, 0) scores 67.0% (66.4 to 67.7) against all five strategies.';
export const tuneAllFive = 'Tune all five';
/** @param {Value} signed @param {Value} signed2 @param {Value} signed3 */
export const toWithValue = (signed, signed2, signed3) => `${signed} (${signed2} to ${signed3})`;
export const noOtherValueDidBetter = 'No other value did better than the current one, {0}.';
/** @param {Value} points */
export const bestSoFarWithWhere = (points) =>
  `Best so far: {0} with {1}. The current value has ${points}%.`;
/** @param {Value} name @param {Value} points @param {Value} best */
export const shareOfThePointsAgainst = (name, points, best) =>
  `Share of the points against ${name}: best ${points}% at ${best}`;
/** @param {Value} name */
export const ringIsTheCurrentValue = (name) =>
  `${name}. Ring: the current value. Bars: 95% intervals (Wilson).`;
export const sweepInFigures = 'The sweep in figures';
export const aheadOfTheCurrentValue = 'Ahead of the current value';
export const currentValue = 'current';
/** @param {Value} points */
export const makesItWeakerByPoints = (points) => `{0} makes it weaker, by ${points} points of 100.`;
/** @param {Value} ahead */
export const isWorthMostPoints = (ahead) => `{0} is worth most: ${ahead} points of 100.`;
/** @param {Value} idle @param {number} many */
export const theseGamesCannotTell = (idle, many) =>
  `These games cannot tell whether ${idle} ${many > 1 ? 'are' : 'is'} worth anything.`;
export const without = 'Without';
export const whatItIsWorth95 = 'What it is worth, 95%';
export const pointsOf100 = 'Points of 100';
export const shareAgainstIt = 'Share against it';
export const shareWithoutIt = 'Share without it';
/** @param {number} many @param {Value} points */
export const trainingAfterTheCandidates = (many, points) =>
  `Training: after ${counted(many, 'generation')} the candidates together had ${points}%`;
export const trainingByGeneration =
  'Training by generation. Line: all candidates together. Dots: the best of each generation, which was also lucky.';
export const numbersByGeneration = 'The parameters, by generation';
export const tunedSoFar = 'Tuned so far';
export const tuned = 'Tuned';
/** @param {Value} seed @param {number | null} verifySeed */
export const trainingSeedVerification = (seed, verifySeed) =>
  `Training: seed ${seed}. Verification: ${verifySeed === null ? 'a seed of its own, shown after training' : `seed ${verifySeed}`}. It plays no opening of the training.`;
/** @param {number} looks */
export const lookAtAVerification = (looks) =>
  `Verification ${looks} of this bot in this browser${looks > 1 ? ': the best of several looks better than it is' : ''}.`;
export const onlyWeightIsAScale =
  'The weight of a single term only scales the score. Add a constant to the formula, or another term, to have something to tune.';
export const verifiedOnFreshSeeds = 'Verified on fresh seeds';
/** @param {Value} points @param {Value} half @param {Value} ahead */
export const againstTheWholeFieldWhere = (points, half, ahead) =>
  `against the whole field; at the start, ${points}% ${half}.${ahead ? ` Ahead by ${ahead} points.` : ''}`;
export const against = 'Against';
export const whereItBegan = 'At the start';
export const atTheStart = 'at the start';
export const pointsOf1002 =
  'Points of 100 that your heuristic gains from this term, against itself without it';
export const pointsOf100AgainstTheBots =
  'Points of 100 that your heuristic gains from this term, against the bots below';
export const worth = 'Worth';
/** @param {Value} problem */
export const whatTheTermsAreWorth = (problem) => `The worth of the terms is not known: ${problem}.`;
/** @param {Value} max @param {Value} games */
export const gamesOneMoveAhead = (max, games) => `± ${max}, ${games} games, one move ahead`;
/** @param {Value} max @param {Value} games */
export const gamesWith = (max, games) => `± ${max}, ${games} games`;

/** @param {Value} ahead @param {Value} many */
export const aheadByPoints = (ahead, many) =>
  `Ahead by ${ahead} points on the same openings. The best of ${many} looks better than it is: test it again on another seed.`;
export const theseGamesCannotTellYet = 'These games cannot tell which is better.';
