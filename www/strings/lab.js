/** What the Lab says. */
/** @typedef {string | number | undefined} Value */

export { byBot } from './play.js';
export * from './words.js';
export { saveAsAFile as saveAsAFileButton } from './words.js';

/** @param {Value} ply */
export const move = (ply) => `Move ${ply}`;
export const itIsNotInThis = 'it is not in this browser';
export const myBot = 'My bot';
/** @param {Value} name */
export const isSavedInThisBrowser = (name) => `“${name}” is saved in this browser.`;
export const thisBrowserSavesNothing = 'This browser cannot save more. Save it as a file.';
/** @param {Value} free @param {Value} name */
export const isSavedBeside = (free, name) =>
  `Saved as “${free}”, because another “${name}” is saved in this browser.`;
/** @param {Value} name */
export const replaceIt = (name) => `Replace “${name}”`;
export const yourBotIsNotSaved =
  'This browser could not save your bot. Save it as a file, or undo to get it back.';
/** @param {Value} name */
export const yourBotIsSaved = (name) => `Your bot is saved as “${name}”. You find it under Open.`;
export const yourBotStaysThis =
  'Your bot was not replaced, as this browser cannot save it. Save it as a file first.';
/** @param {Value} name */
export const cameWithALink = (name) =>
  `“${name}” came with a link: open it in the Lab, read it, and press Run.`;
export const readItThenPressRun = 'This bot came with a link. Read it and press Run first.';
export const fromALink = 'came with a link';
/** @param {Value} name @param {Value} longest */
export const isLargerThanAnyBot = (name, longest) =>
  `“${name}” is too large for a bot: over ${longest} kB.`;
/** @param {Value} most */
export const botInThisLink = (most) => `The bot in this link is longer than ${most} characters.`;
export const thisLinkIsLonger = 'This link to a bot is too long.';
export const thisLinkToABot = 'This link to a bot is damaged: part of it may be missing.';
export const thisLinkHasNoBot = 'This link has no bot: it may be from another version.';
export const thisBotsLanguageIsUnknown =
  'The bot in this link is in a language that this version does not know.';
export const nothingIsOpen = 'Nothing is open.';
/** @param {Value} name */
export const openedTheHandIn = (name) =>
  `Opened ${name ? `the work of ${name}` : 'a hand-in'}. The class table plays its result again.`;
/** @param {Value} title @param {Value} author */
export const openedTheLesson = (title, author) =>
  `Opened the lesson “${title}”${author ? ` by ${author}` : ''}.`;
/** @param {Value} name */
export const needsPython = (name) =>
  `“${name}” needs Python: open it in the Lab, and press “Load Python”.`;
export const language = 'Language';
export const python = 'Python';
/** @param {Value} packed @param {Value} whole */
export const pythonIsADownload = (packed, whole) =>
  `Python is a one-time download of ${packed} MB from this site (${whole} MB if the server does not compress it).`;
export const loadPython = 'Load Python';
export const byAuthor0 = 'By {0}.';
export const closeThisLesson = 'Close this lesson';
export const theLab = 'The Lab';
export const thisLinkOpensTheLab =
  'This link opens the Lab with your heuristic, finished or not, at this position.';
export const linkToTheLab = 'Link to the Lab';
export const theLesson = 'The lesson';
export const linkToTheLesson = 'Link to the lesson';
/** @param {Value} i */
export const term = (i) => `term ${i}`;
export const myHeuristic = 'My heuristic';
export const yourHeuristicStaysThis =
  'Your heuristic was not replaced, as this browser cannot save it. Save it as a file first.';
export const saveAsAFile = 'Save as a file and open the other';
export const yourHeuristicIsNotSaved =
  'This browser could not save your heuristic. Save it as a file, or undo to get it back.';
/** @param {Value} name */
export const yourHeuristicIsSaved = (name) =>
  `Your heuristic is saved as “${name}”. You find it under Open.`;
/** @param {Value} game */
export const thatIsAHeuristic = (game) =>
  `That is a heuristic for ${game}. Open that game first, then the file.`;
export const openedUndoBringsBack = 'Opened. Undo restores what was here.';
/** @param {Value} message */
export const thatIsNoJson = (message) => `That is not JSON: ${message}`;
/** @param {Value} name */
export const isLargerThanAnyHeuristic = (name) =>
  `“${name}” is too large for a heuristic or a lesson: over 100 kB.`;
export const myLesson = 'My lesson';
export const botInCode = 'A bot in code';
export const thisBotCame =
  'This bot came with a link. Read it first: it does not run until you press Run. It has no network, no storage, and no access to this page.';
export const nameOfTheBot = 'Name of the bot';
export const save = 'Save';
export const run = 'Run';
export const runAgain = 'Run again';
export const ctrlEnter = 'Ctrl+Enter';
export const templates = 'Templates';
export const saveAsAFile0 = 'Save as a file{0}';
export const visitorsSeeTheCode = 'Visitors see the code before it runs.';
export const makeALink0 = 'Make a link{0}';
export const itIsTooLong = 'It is too long for a link: save it as a file.';
export const code = 'Code';
export const runItToSee = 'Run it to see its scores for this position.';
export const starting = 'Starting…';
export const loadingPython = 'Loading Python…';
export const itRunsStepThrough =
  'It is running. Step through the game to see its scores for other positions.';
export const console = 'Console';
export const featuresHere = 'Features here';
/** @param {string} names @param {Value} who */
export const ofTheTask = (names, who) => `${names}; for the task of ${who}`;
/** @param {Value} about @param {Value} unit @param {Value} least @param {Value} most */
export const to = (about, unit, least, most) => `${about}. ${unit}, ${least} to ${most}`;
export const clickIntoAFormulaFirst = 'Click into a formula first. The name is inserted there.';
export const names = 'Names';
/** @param {Value} start */
export const column = (start) => `Column ${start}:`;
/** @param {Value} found @param {Value} expected */
export const expected = (found, expected) => `${found}; expected ${expected}.`;
export const lesson = 'Lesson';
/** @param {Value} at @param {Value} many */
export const lessonStepOf = (at, many) => `Lesson, step ${at} of ${many}`;
export const leave = 'Leave';
export const done = 'done';
export const notYet = 'not yet';
export const fixTheFormulaFirst = 'Fix the formula first.';
export const showASolution = 'Show a solution';
export const nextStep = 'Next step';
export const finish = 'Finish';
export const theHandIn = 'the hand-in';
/** Possible predictions, by their names in Rust. */
export const predictions = { stronger: 'Stronger', equal: 'About equal', weaker: 'Weaker' };
export const gamesArePlayed = 'Games in progress';
export const playAgain = 'Play again';
export const play = 'Play';
export const useIt = 'Use it';
export const notEnoughYet = 'Not enough yet.';
/** @param {Value} before */
export const resumeAtStep = (before) => `Resume at step ${before}`;
export const startTutorial = 'Start tutorial';
export const whereDoesThisEditMatter = 'Where does this edit matter?';
/** @param {Value} before */
export const comparedWith = (before) => `Compared with ${before}`;
export const playingTheVersionBefore = 'Playing against the version before the edit…';
export const inNoGameDid = 'It played the same moves in every game.';
export const whereThisEditMatters = 'Where this edit matters';
export const lookingOneMoveAhead =
  'Looking one move ahead, it now plays a different move in these positions. In brackets: the analysis engine’s scores of the new move and the old one.';
export const showItOnTheBoard = 'Show it on the board';
/** @param {Value} ply */
export const ply = (ply) => `Ply ${ply}`;
/** @param {Value} moveName */
export const not = (moveName) => `{0}, not ${moveName}`;
export const challenge = 'the challenge';
export const whatIsShownUnder = 'What is shown under the board';
export const heuristic = 'Heuristic';
export const candidates = 'Candidates';
export const howTheBotIsWritten = 'How the bot is written';
export const formulas = 'Formulas';
/** @param {Value} name */
export const hasNoLabItsBots = (name) =>
  `${name} has no Lab: its bots are not sums of formulas over a position. Choose another game:`;
export const gameOfTheLab = 'Game of the Lab';
export const heuristicWithoutAName = 'Unnamed heuristic';
export const undoTheChange = 'Undo the change';
export const redoTheChange = 'Redo the change';
export const learn = 'Learn';
export const learning = 'learning';
export const learnTheWeights = 'Learn the weights from games of the heuristic against itself';
export const sweepANumberTuneAll = 'Sweep a weight, tune all weights, leave out each term';
export const howLongItThinks = 'How long it thinks';
export const more = 'More';
export const botsAsFormulas = 'Bots as formulas';
export const gameIsOverHereStep = 'The game is over here. Step back to see its scores.';
/** @param {Value} ply @param {Value} plies */
export const moveOf = (ply, plies) => (ply === plies ? `Move ${ply}` : `Move ${ply} of ${plies}`);
export const savedHere = 'Saved here';
/** @param {Value} name */
export const deleteText = (name) => `Delete ${name}`;
export const thisLinkOpensAGame =
  'This link opens a game against your heuristic. Visitors first see who wrote it, and can open it in their own Lab.';
export const thereIsSomethingWrong =
  'Fix the formulas first: a link needs formulas without errors.';
export const aHeuristic = 'A heuristic';
export const pasteAHeuristicHere =
  'Paste a heuristic (the text of a file, a list of terms, one formula), a lesson or a link';
export const ofConditions = 'for conditions';
export const terms = 'Terms';
export const addATerm = '+ Add a term';
/** @param {Value} words @param {string} seats */
export const inThisPositionFor = (words, seats) =>
  `In this position: ${words}${seats ? `, for ${seats}` : ''}.`;
/** @param {Value} name */
export const showAloneOnTheBoard = (name) => `Show ${name} alone on the board`;
export const showThisTermAlone = 'Show this term alone on the board';
export const allTermsAreShown = 'All terms are shown.';
/** @param {Value} name */
export const aloneIsShown = (name) => `${name} alone is shown on the board.`;
/** @param {Value} i */
export const nameOfTerm = (i) => `Name of term ${i}`;
/** @param {Value} name */
export const formulaOf = (name) => `Formula of ${name}`;
/** @param {Value} name */
export const moveUp = (name) => `Move ${name} up`;
/** @param {Value} name */
export const moveDown = (name) => `Move ${name} down`;
export const down = 'Down';
/** @param {Value} name */
export const weightOf = (name) => `Weight of ${name}`;
/** @param {Value} name */
export const weightOfAsANumber = (name) => `Weight of ${name}, as a number`;
export const by = 'By';
export const yourName = 'Your name';
export const whatItIsAbout = 'what it is about';
