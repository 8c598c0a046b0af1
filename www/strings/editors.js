/** What the map editors say. */
import { counted } from '../ui/format.js';

/** @typedef {string | number | undefined} Value */

export * from './words.js';

export const thatIsLargerThanAny = 'That is too large for a map.';
export const thatCouldNotBeRead = 'That could not be read.';
export const quarterOfTheMap = 'Quarter of the map';
export const arrowKeysMoveWithShift =
  'Arrow keys move, with Shift they paint; Enter paints the cell.';
/** @param {boolean} wrong */
export const cellsOfWater = (wrong) =>
  wrong ? '{0} cells of water on the map' : '{0} cells of water';
export const textIsNoMapYet =
  'This text is not a valid map yet. The map does not change until it is.';
export const paint = 'Paint';
export const water = 'Water';
export const land = 'Land';
export const brush = 'Brush';
export const blank = 'Empty';
export const random = 'Random';
export const asPlayed = 'As in this game';
export const wholeBoardTheQuarterTurned = 'The whole board: the quarter, turned three times';
export const wholeBoardFollows =
  'The whole board is the quarter and its three turns about the centre.';
export const backToTheSheetsText = 'Back to the text of the map';
/** @param {number} many */
export const charactersTheLink = (many) =>
  `${counted(many, 'character')}: the link contains the map.`;
export const noSymmetry = 'No symmetry';
export const paintWhereYouPaint = 'Paint only where you click';
export const mirror = 'Mirror ↔';
export const leftHalfIsMirrored = 'The left half is mirrored on the right';
export const mirrorVertically = 'Mirror ↕';
export const upperHalfIsMirroredBelow = 'The upper half is mirrored below';
export const mirrorBothWays = 'Mirror ↔↕';
export const mirroredBothWaysFourImages = 'Mirrored both ways';
export const halfTurn = 'Half turn';
export const turnedBy180DegreesAround = 'Turned by 180 degrees about the centre';
export const quarterTurns = 'Quarter turns';
export const fourFoldSymmetry = 'Four-fold symmetry';
export const zoomOutShiftZ = 'Zoom out (Shift+Z)';
export const showTheWholeMapF = 'Show the whole map (F)';
export const zoomInZ = 'Zoom in (Z)';
/** @param {Value} name */
export const loaded = (name) => `Loaded “${name}”.`;
/** The names of up to eight players, by their colours; those of the engine, which a draft that is no map yet cannot ask. */
export const COLOURS = ['Red', 'Blue', 'Green', 'Orange', 'Purple', 'Sky', 'Olive', 'Grey'];
/** @param {Value} player */
export const stoneOf = (player) => `stone of ${player}`;
export const drawTransitionsFromBorder = 'Draw transitions from border to border (T)';
export const paintWith = 'Paint with';
export const symmetry = 'Symmetry';
export const playersInTurn = 'Players in turn';
export const stonesImageIsTheNext =
  'Each image of a stone belongs to the next player: fair for all';
export const undoCtrlZ = 'Undo (Ctrl+Z)';
export const redoCtrlY = 'Redo (Ctrl+Y)';
export const removeTheTransition = 'Remove the transition';
export const columns = 'Columns';
export const rows = 'Rows';
export const players = 'Players';
/** @param {number} n */
export const playersAreSet = (n) => `${counted(n, 'player')}.`;
export const overridesEach = 'Overrides each';
/** @param {number} n */
export const overrideStonesEach = (n) => `${counted(n, 'override stone')} each.`;
export const bombsEach = 'Bombs each';
/** @param {number} n */
export const bombsEachAreSet = (n) => `${counted(n, 'bomb')} each.`;
export const bombReach = 'Bomb reach';
/** @param {number} n */
export const bombsReachSteps = (n) => `Bombs reach ${counted(n, 'step')}.`;
export const map = 'The map';
export const beginWith = 'Start from';
export const loadedThisGamesMap = 'Loaded this game’s map.';
export const newEmptyMap = 'A new, empty map.';
/** @param {Value} name */
export const loadedMap = (name) => `Loaded ${name}.`;
export const choose = 'Choose…';
export const aNewEmptyMap = 'A new, empty map';
export const mapOfThisGame = 'The map of this game';
/** @param {Value} name @param {Value} columns @param {Value} rows @param {number} players */
export const mapSummary = (name, columns, rows, players) =>
  `${name} (${columns}×${rows}, ${counted(players, 'player')})`;
export const isItAMap = 'Validity';
export const goodMap = 'Valid map';
export const notAMapYet = 'Not a map yet';
export const fixTheMarkedErrors = 'Fix the marked errors.';
/** @param {Value} placeName */
export const show = (placeName) => `Show ${placeName}`;
export const removeItsTransitions = 'Remove its transitions';
export const playThisMap = 'Play this map';
export const linkToIt = 'Link to it';
export const linkToAGame = 'Link to a game on this map';
export const theMapAsText = 'The map as text';
/** @param {Value} line @param {Value} column @param {Value} message */
export const lineColumn = (line, column, message) => `Line ${line}, column ${column}: ${message}.`;
export const showProblem = 'Show';
export const mouseTouchAndKeys = 'Mouse, touch and keys';
export const dragToPaintTwoFingers =
  'Drag to paint; two fingers, the wheel or the middle button move and zoom.';
export const withTheTransitionToolDrag =
  'With the transition tool, drag from the dot of one border to another, or tap one and then the other. Tap the same dot twice for a mirror. Tap a transition to select it.';
export const keysOnTheSheetArrows =
  'Keys on the map: arrows move; 0 to 8, -, c, i, b, x set the tile; Enter paints. T starts a transition: arrows choose the border, Enter confirms it; then do the same on the other tile. Delete removes. Z and Shift+Z zoom, F shows all.';
export const yourLastDraft = 'Your last draft.';
export const mapOfThisGameChanges = 'The map of this game. Changes here do not affect the game.';
export const undone = 'Undone.';
export const redone = 'Redone.';
/** @param {Value} borderName */
export const hasATransitionAlready = (borderName) => `${borderName} already has a transition.`;
/** @param {Value} borderName */
export const nowSendsWalksStraightBack = (borderName) =>
  `${borderName} now sends lines straight back.`;
/** @param {Value} borderName @param {Value} borderName2 */
export const andAreJoined = (borderName, borderName2) =>
  `${borderName} and ${borderName2} are joined.`;
/** @param {Value} borderName @param {Value} borderName2 */
export const transitionOfAndIsGone = (borderName, borderName2) =>
  `Removed the transition between ${borderName} and ${borderName2}.`;
/** @param {Value} placeName */
export const hasNoTransitionsAnyMore = (placeName) => `${placeName} has no transitions left.`;
/** @param {Value} columns @param {Value} rows */
export const byTiles = (columns, rows) => `${columns} by ${rows} tiles.`;
export const read = 'Text loaded.';
/** @param {Value} line @param {Value} column @param {string} message @param {number} more */
export const notAMapYetLine = (line, column, message, more) =>
  `Not a map yet: line ${line}, column ${column}: ${message}${more > 0 ? ` and ${more} more` : ''}`;
export const notAMapYetSentence = 'Not a map yet.';
/** @param {Value} borderName @param {Value} borderName2 */
export const selectedToDeleteRemovesIt = (borderName, borderName2) =>
  `Selected: ${borderName} to ${borderName2}. Delete removes it.`;
/** @param {Value} borderName */
export const fromNowTheOtherBorder = (borderName) =>
  `From ${borderName}. Now choose the other border, or the same one again for a mirror.`;
/** @param {Value} tileName */
export const painted = (tileName) => `Painted: ${tileName}.`;
export const mapLabel = 'Map';
/** @param {Value} placeName @param {Value} tileName */
export const isNow = (placeName, tileName) => `${placeName} is ${tileName} now.`;
/** @param {Value} placeName */
export const hasNoBorder = (placeName) => `${placeName} has no border for a transition.`;
/** @param {string} border @param {boolean} taken */
export const arrowsChooseAnotherBorder = (border, taken) =>
  taken
    ? `${border}, has a transition. Arrows choose another border, Enter confirms.`
    : `${border}. Arrows choose another border, Enter confirms.`;
export const givenUp = 'Cancelled.';
/** @param {Value} directions @param {Value} borderName */
export const to = (directions, borderName) => `${directions} to ${borderName}`;
/** @param {string} place @param {string} tile @param {string} links @param {string} problem */
export const tileWords = (place, tile, links, problem) =>
  `${place}, ${tile}${links ? `, transition ${links}` : ''}${problem ? `, wrong: ${problem}` : ''}`;
/** @param {Value} name @param {Value} size */
export const isTooLarge = (name, size) => `“${name}” is too large for a map: ${size} MB.`;
/** @param {Value} name */
export const couldNotBeRead = (name) => `“${name}” could not be read.`;
export const download = 'Download';
export const openAFile = 'Open a file';
/** @param {number} size */
export const brushOf = (size) => `Brush of ${size} by ${size}`;
