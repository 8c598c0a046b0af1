/** Words that stand in several rooms, each once; the texts of a room give them on. */
/** @typedef {string | number | undefined} Value */

export const thinking = 'Thinking';
export const moves = 'Moves';
export const review = 'Review';
export const bot = 'Bot';
export const game = 'Game';
export const nothingHasHappenedYet = 'Nothing has happened yet.';
export const start = 'Start';
export const stop = 'Stop';
export const again = 'Try again';
export const checking = 'Checking…';
export const backToTheGame = 'Back to the game';
export const thinkingNow = 'Thinking…';
export const loadingTheEngine = 'Loading the engine…';
export const back = 'Back';
/** @param {number | null} plies */
export const winsIn = (plies) => (plies === null ? 'wins' : `wins in ${plies}`);
/** @param {number | null} plies */
export const losesIn = (plies) => (plies === null ? 'loses' : `loses in ${plies}`);
export const mainLine = 'Main line';
export const nothingIsSetUp = 'Nothing is set up.';
/** @param {Value} name */
export const remove = (name) => `Remove ${name}`;
export const removeIt = 'Remove';
export const gamesPlayed = 'Games played';
export const pictureCouldNotBeMade = 'The picture could not be made.';
export const share = 'Share';
export const loading = 'Loading…';
export const seed = 'seed';
export const pause = 'Pause';
export const resume = 'Resume';
export const cancel = 'Cancel';
export const link = 'Link';
/** @param {Value} failed */
export const thereIsNoLink = (failed) => `No link: ${failed}`;
export const copied = 'Copied';
/** @param {string} why */
export const noPicture = (why) => `The picture could not be made: ${why}`;
export const engineIsNotThereYet = 'The engine is not loaded yet.';
export const totora = 'Totora';
/** @param {Value} game */
export const thisPageHasNoBoard = (game) => `This page has no board for “${game}” yet.`;
export const totoraIsOpening = 'Totora is opening…';
export const arena = 'Arena';
export const lab = 'Lab';
export const reload = 'Reload';
export const openASharedGame = 'Open a shared game';
export const chooseAFile = 'Choose a file';
export const open = 'Open';
export const rules = 'Rules';
export const undo = 'Undo';
export const redo = 'Redo';
export const asText = 'As text';
export const zoom = 'Zoom';
export const fit = 'Fit';
export const expansionStone = 'expansion stone';
export const solving = 'Solving…';
export const watch = 'Watch';
export const newGame = 'New game';
export const turnTheBoard = 'Turn the board by a quarter';
export const theEditor = 'the editor';
export const tune = 'Tune';
export const thinksFor = 'Thinks for';
export const firstPosition = 'First position';
export const forward = 'Forward';
export const lastPosition = 'Last position';
export const saveAsAFile = 'Save as a file';
export const deleteIt = 'Delete';
export const mapEditor = 'Map editor';
export const mapEditorDraw = 'Map editor: draw one of your own';
export const zoomIn = 'Zoom in';
export const zoomOut = 'Zoom out';
export const startOfTheGame = 'The start of the game';
export const thePictures = 'the pictures';
export const leaveItOut = 'Leave it out';
export const speed = 'Speed';
