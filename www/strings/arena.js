/** What the Arena says. */
import { counted, whole } from '../ui/format.js';

/** @typedef {string | number | undefined} Value */

export * from './words.js';

export const tournamentRuns = 'The tournament runs.';
/** @param {Value} headline */
export const tournamentIsOver = (headline) => `The tournament is over. ${headline}`;
export const tournamentPausesTheGames = 'The tournament is paused. Its games are saved.';
export const tableIsNotOpenYet = 'The tournament is not loaded yet.';
export const thisLinkWasMade = 'this link was made';
/** @param {number} done */
export const openedGames = (done) => `Opened ${counted(done, 'game')}.`;
/** @param {number} done */
export const openedGamesThisBrowser = (done) =>
  `Opened ${counted(done, 'game')}. This browser cannot save them.`;
export const someSavedGames = 'Some saved games could not be read; they will be played again.';
export const theseGamesWerePlayed = 'these games were played';
/** @param {string} few @param {number} more */
export const andMore = (few, more) => `${few} and ${more} more`;
/** @param {Value} game @param {Value} preset @param {Value} games @param {Value} seed */
export const pairingSeed = (game, preset, games, seed) =>
  `${game}: ${preset}, ${games} per pairing, seed ${seed}`;
/** @param {Value} i @param {Value} many */
export const comparingGameOf = (i, many) => `Comparing game ${i} of ${many}`;
/** @param {Value} game */
export const playingGameAgain = (game) => `Playing game ${game} again`;
export const playedAgainThisGameWent =
  'The replay of this game went differently: a bot has a time budget, or has changed since.';
/** @param {Value} wins @param {Value} draws @param {Value} losses */
export const betterEqualWorseSeat = (wins, draws, losses) =>
  `Compared with each other seat: ${wins} better, ${draws} equal, ${losses} worse`;
export const rating95 = 'Rating, 95%';
/** @param {Value} model */
export const elo = (model) => `${model}, Elo`;
export const ratings = 'Ratings';
export const eloColumn = 'Elo';
export const meanRank = 'Mean rank';
export const aboveNext = 'Above next';
export const likelihoodThatItIsStronger =
  'The likelihood that this bot is stronger than the next one in the table';
/** @param {Value} bot @param {Value} than */
export const against = (bot, than) => `${bot} against ${than}`;
/** @param {Value} label */
export const over = (label) => `over ${label}`;
/** @param {Value} signed @param {Value} signed2 */
export const to = (signed, signed2) => `${signed} to ${signed2}`;
export const aheadOnTheSameOpenings = 'Ahead on the same openings';
export const movesFirst = 'moves first';
export const winsBySeat = 'Wins by seat';
export const tiesAreShared95 = 'ties are shared, 95%';
/** @param {Value} shortest @param {Value} longest @param {Value} median @param {Value} plies */
export const lengthsInPlies = (shortest, longest, median, plies) =>
  `${shortest} to ${longest} plies, median ${median}, mean ${plies}`;
export const lengthOfGames = 'Length of games';
/** @param {number} step @param {Value} from @param {Value} from2 @param {number} games */
export const toPlies = (step, from, from2, games) =>
  `${step > 1 ? `${from} to ${from2}` : from} plies: ${counted(games, 'game')}`;
/** @param {Value} median @param {Value} plies */
export const medianMeanPlies = (median, plies) => `median ${median}, mean ${plies} plies`;
export const averageGame = 'An average game';
export const winsByStart = 'Wins by start';
export const ofItsGamesThere = '% of the bot’s games';
export const byStart = 'By start';
/** @param {number} games */
export const of = (games) => `of ${counted(games, 'game')}`;
export const rounds = 'Rounds';
export const pointsOfTheGames = 'points per pairing';
/** @param {Value} n */
export const round = (n) => `Round ${n}`;
export const bye = 'a bye';
export const entrants = 'Entrants';
export const againstTitle = 'against';
export const addABot = 'Add a bot';
/** @param {Value} name */
export const variantOf = (name) => `Add a variant of ${name}`;
export const variantOfIt = 'Add a variant of it';
export const onlyAnOpponentThoseAbove = 'Opponent only: the entrants above play it, not each other';
export const allThatSearchThinkFor = 'All searching bots think for';
export const howLongAllThink = 'How long all think';
export const allPlayed = 'all played';
/** @param {number} done @param {number} of @param {string} left */
export const ofLeft = (done, of, left) =>
  `${whole(done)} of ${whole(of)}${left ? ` · ${left} left` : ''}`;
export const gamesASecond = 'games/s';
export const paused = 'paused';
export const endingTheGamesAtHand = 'finishing games in progress';
/** @param {Value} floor @param {Value} s */
export const minS = (floor, s) => `${floor} min ${s} s`;
/** @param {Value} min */
export const min = (min) => `${min} min`;
export const crossTable = 'Cross table';
export const shareOfThePoints =
  'Share of the points that the row’s bot won against the column’s bot, in percent, ± half of the 95% interval.';
/** @param {Value} bot @param {Value} against @param {Value} points @param {number} games @param {Value} points2 @param {Value} points3 */
export const againstOfThePoints = (bot, against, points, games, points2, points3) =>
  `${bot} against ${against}: ${points}% of the points in ${counted(games, 'game')}, 95% interval: ${points2} to ${points3}`;
/** @param {Value} words */
export const listTheseGames = (words) => `${words}. List these games`;
/** @param {Value} words @param {Value} wins @param {Value} draws @param {Value} losses */
export const wonDrawnLost = (words, wins, draws, losses) =>
  `${words}; won ${wins}, drawn ${draws}, lost ${losses}`;
export const exportText = 'Export';
/** Files to export, and what they have, by their ending. */
export const files = {
  csv: ['CSV {0}', 'one row per bot, one row per pair'],
  json: ['JSON {0}', 'everything shown here'],
  png: ['PNG {0}', 'table and ratings'],
  jsonl: ['Games {0}', 'for totora arena merge'],
};
/** @param {Value} command */
export const totora = (command) => `Totora: ${command}`;
/** @param {Value} model @param {number} games */
export const ratingInElo95 = (model, games) =>
  `Rating in Elo, 95%: ${model}; ${counted(games, 'game')}`;
export const ofRowAgainstColumn = 'of row against column; small: yours';
export const ofColumnAgainstRow = 'of column against row; small: yours';
/** @param {Value} low @param {Value} high */
export const interval95 = (low, high) => `your 95% interval: ${low} to ${high}%`;
export const endsByBot = 'Ends of games by bot';
export const clickABot = '± half of the 95% interval; click a bot for its opponents';
/** @param {Value} bot */
export const byOpponent = (bot) => `${bot} by opponent`;
/** @param {Value} bot */
export const againstOne = (bot) => `against ${bot}`;
/** @param {Value} of @param {Value} about */
export const metric = (of, about) => `${of}: ${about}`;
/** @param {number} count */
export const tournaments = (count) => `${whole(count)} tournaments`;
export const shareInEach = '% of the points in each';
/** @param {Value} seed */
export const seedOf = (seed) => `seed ${seed}`;
export const mean = 'Mean';
export const lowestToHighest = 'Lowest to highest';
export const deviation = 'Deviation';
export const deviationOf = 'The standard deviation between tournaments, in percentage points';
export const firstIn = 'First in';
export const firstInOf = 'The number of tournaments that this bot wins';
/** @param {number} count */
export const playTournaments = (count) => `Play ${whole(count)} tournaments`;
export const playTournamentsAbout =
  'Plays as many tournaments as the source, each with another seed, and shows how the results vary';
export const tournamentsToPlay = 'tournaments';
export const winnerFromEachStart = 'Winner from each start';
export const starIsClear =
  '% of its games there; * the 95% interval over openings is above all others';
export const aboveAllOthers = 'its 95% interval is above all others';
export const startLabel = 'start';
export const winnerLabel = 'winner';
/** @param {Value} option @param {Value} value */
export const optionIs = (option, value) => `${option} ${value}`;
/** @param {Value} option @param {Value} values */
export const eachOf = (option, values) => `${option}: each of ${values}`;
/** @param {Value} option */
export const stopVarying = (option) => `Stop varying ${option}`;
export const varyAnOption = 'Start equally often from each value of another option';
export const optionToVary = 'Option to vary';
export const valuesToVary = 'Values, such as 5, 7';
export const vary = 'Vary';
export const findABot = 'Find a bot by name';
/** @param {Value} name @param {Value} alias */
export const alsoCalled = (name, alias) => `${name} (${alias})`;
export const noSuchBot = 'No bot has such a name.';
/** @param {Value} title */
export const besideYours = (title) => `${title}, next to yours`;
export const outsideOfThe95Interval = 'outside your 95% interval';
export const results = 'Results';
/** @param {number} games */
export const plannedPressStartAndThis = (games) =>
  `Planned: ${counted(games, 'game')}. Press Start to fill this table.`;
/** @param {Value} many @param {Value} since */
export const otherwiseThan = (many, since) =>
  `${many === 1 ? 'One bot plays' : 'Some bots play'} differently from when ${since}: {0}. Earlier results may no longer hold.`;
/** @param {Value} value */
export const allWhoCanHave = (value) => `All entrants that have this option: ${value}.`;
export const decidedBy = 'Decided by';
/** @param {Value} ends @param {Value} elo0 */
export const lowerBoundElo = (ends, elo0) => `${ends}: ${elo0} Elo`;
/** @param {Value} signed */
export const logLikelihoodRatio = (signed) => `log-likelihood ratio ${signed}`;
/** @param {Value} ends @param {Value} elo1 */
export const upperBoundElo = (ends, elo1) => `${ends}: ${elo1} Elo`;
export const gamesOfACell = 'Games behind a cell';
export const oneClickOpens = 'click one to open it on the board';
export const whyIsOneBetter = 'Why is one better?';
/** @param {Value} game @param {Value} ply @param {Value} label @param {Value} first @param {Value} label2 @param {Value} second */
export const gamePlyPlays = (game, ply, label, first, label2, second) =>
  `Game ${game}, ply ${ply}: ${label} plays ${first}, ${label2} ${second}`;
export const whyOneIsBetter = 'Why one is better';
/** @param {number} looked @param {number} alike @param {Value} label */
export const ofHaveNoPosition = (looked, alike, label) =>
  `${whole(alike)} of ${counted(looked, 'game')} have no position in which the two play differently. Each group is named after the term that favours ${label}’s move most.`;
export const partedBy = 'Decisive term';
export const clearestGames = 'clearest games';
export const chooseACell = 'Choose a cell of the table to list its games here.';
export const against1 = '{0} against {1}';
/** @param {Value} game */
export const openGameOnTheBoard = (game) => `Open game ${game} on the board`;
export const earlier = 'Earlier';
/** @param {number} after @param {number} after2 @param {number} total */
export const toOf = (after, after2, total) =>
  `${whole(after)} to ${whole(after2)} of ${whole(total)}`;
export const later = 'Later';
export const tournament = 'Tournament';
export const whatToPlay = 'What to play';
export const sweepTuneAblate = 'Sweep, tune, ablate…';
/** @param {Value} name */
export const yourOwn = (name) => `Your own: ${name}`;
export const examples = 'Examples';
export const yourOwnPreset = 'Your own';
/** @param {Value} name */
export const tournamentOfYourOwn = (name) => `${name}: a tournament of your own`;
export const savedInThisBrowser = 'Saved in this browser';
/** @param {Value} name @param {number} done @param {number} planned */
export const ofGames = (name, done, planned) =>
  `${name} (${done < planned ? `${whole(done)} of ` : ''}${counted(planned, 'game')})`;
export const roundRobinNote = 'Round robin: every pairing plays the same openings from all seats.';
export const options = 'Options';
export const asUsual = 'as usual';
export const beginAsOftenFromEach = 'Start equally often from each of';
/** @param {Value} format */
export const swissRounds = (format) => `Swiss, ${counted(Number(format), 'round')}`;
export const roundRobin = 'round robin';
/** @type {Record<string, string>} */
export const openingNames = {
  drawn: 'drawn',
  none: 'none',
  earlier: 'none, as before',
  book: 'a book',
};
export const choiceOfEntrants = 'per choice of entrants';
export const pairing = 'per pairing';
export const shuffleTheSeed = 'Shuffle the seed';
export const openings = 'openings';
export const format = 'format';
export const stop = 'stop';
/** @param {Value} one */
export const whenDecided = (one) => `when decided: ${one}`;
export const afterAllGames = 'at the end';
/** @param {number} games @param {number} starts */
export const seatsBalanced = (games, starts) =>
  `${counted(games, 'game')}, seats balanced${starts > 1 ? `, ${counted(starts, 'start')}` : ''}`;
export const now = 'Now';
export const on = 'on';
/** @param {Value} name */
export const programIsNotHere = (name) =>
  `${name} is not available here. A saved bot plays only in its own browser, and only as it was entered. A program plays only where “totora serve” runs it. They cannot play each other.`;
export const programNote =
  'A saved bot plays in this browser; a program plays where totora serve runs it.';
/** @param {Value} name */
export const program = (name) => `${name} (program)`;
export const pasteLinks = 'Paste links';
export const linksOneALine = 'Links to heuristics, one per line';
export const linksOfTheLab = 'Links to heuristics of the Lab, one per line';
export const enterTheseHeuristics = 'Enter these heuristics';
export const nativelyOn = 'natively on';
/** @param {number} n */
export const cores = (n) => counted(n, 'core');
/** @param {number} n */
export const workers = (n) => counted(n, 'worker');
export const gamesAtTheSameTime = 'Games at the same time';
export const thisBrowserSavesNothing =
  'This browser cannot save: a reload loses the games. Export them.';
export const deleteTheGames = 'Delete the games?';
/** @param {number} played */
export const deletingStartsAgain = (played) =>
  `This browser has ${counted(played, 'game')} of this tournament. If you delete them, it starts again; each game would be the same.`;
export const deleteThem = 'Delete them';
export const thisLinkSetsUp =
  'This link sets up the same tournament: its entrants with their weights and budgets, its openings and its seed. Anyone who presses Start gets the same table; if a bot has changed by then, the page says which.';
export const askingEachBot = 'Checking what each bot plays…';
export const onTheCommandLine = 'On the command line';
export const sameGamesOnAllCores =
  'The same games on all cores, split into parts, or with your own programs:';
export const command = 'Command';
/** @param {number} openings */
export const overOpenings = (openings) => `over ${counted(openings, 'opening')}`;
export const decided = 'decided';
