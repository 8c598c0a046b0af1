/** What the board of Reversi says. */
import { counted } from '../ui/format.js';

/** @typedef {string | number | undefined} Value */

export * from './words.js';

export const choiceWhichStonesDoYou = 'Choice: which stones do you want?';
export const bonusWhatDoYouTake = 'Bonus: what do you take?';
/** @param {Value} name */
export const moveOn = (name) => `The move on ${name}.`;
/** @param {number} stones */
export const stones = (stones) => counted(stones, 'stone');
/** @param {Value} directions @param {Value} names */
export const to = (directions, names) => `${directions} to ${names}`;
/** @param {Value} links */
export const transition = (links) => `, transition ${links}`;
export const pressOverride = 'Press Override to place there.';
export const tapItAgainToPlay = 'Tap it again to play.';
export const pointAtATile = 'Point at a tile to see what a bomb would destroy.';
export const onlyAnOverrideStone = 'Only an override stone can be placed now: press Override.';
export const chooseAnOccupiedTile = 'Choose an occupied tile.';
export const chooseAnOccupiedTileOrPress = 'Choose an occupied tile, or press Override again.';
export const swapAllStones = 'swap all stones with a player you choose';
export const everyPlayersStonesGo = 'every player’s stones go to the next player';
export const takeABomb = 'take a bomb or an override stone';
export const stonesLabel = 'Stones';
export const noOverrideIsLegalHere = 'No override is legal here.';
export const overridesAreOnChoose = 'Overrides are on: choose an occupied tile.';
export const overridesAreOff = 'Overrides are off.';
/** @param {Value} of */
export const noMoveGoesThere = (of) => `${of}: no legal move there.`;
/** @param {Value} labels */
export const isOccupiedPressOverrideO = (labels) =>
  `${labels} is occupied. Press Override (O) first to use an override stone there.`;
export const noMoveGoesAnywhereNow = 'There is no legal move now.';
export const override = 'Override';
export const placeOnAnOccupiedTile = 'Place on an occupied tile (O)';
export const zoomOut = 'Zoom out (−)';
export const showTheWholeMap0 = 'Show the whole map (0)';
export const zoomIn = 'Zoom in (+)';
export const onThisMap = 'On this map';
export const overrideOn = 'Override: on';
/** @param {Value} left */
export const overridesLeft = (left) => `Override (${left})`;
export const stoneOfNoPlayer = 'stone of no player; an override stone can always capture it';
export const transitionLabel = 'transition';
export const walkGoes = 'a line goes in at one end and comes out at the other';
/** @param {number} strength */
export const steps = (strength) => counted(strength, 'step');
/** @param {Value} steps */
export const bombsReach = (steps) => `bombs reach ${steps}`;
export const thrownWhenNoStoneCanBePlaced = 'thrown when no player can place a stone';
export const upRight = 'up right';
export const downRight = 'down right';
export const downLeft = 'down left';
export const upLeft = 'up left';
