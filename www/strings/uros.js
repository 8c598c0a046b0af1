/** What the board of Uros says. */
/** @typedef {string | number | undefined} Value */

export { place } from './words.js';

export const tap = 'Tap';
export const click = 'Click';
export const buildHouses = 'Build houses';
export const tapOnASquare = 'A tap on a square in the Reedbed builds a house there';
export const moveIslands = 'Move islands';
export const tapOnAnIslandTakes =
  'A tap on an island picks it up, enlarged: turn it, place it or build on it';
export const putItOnTheLake = 'Put it on the Lake where it is shown (Enter)';
export const putBack = 'Put back';
export const backIntoTheReedbedEscape = 'Back to the Reedbed (Escape)';
export const whatATap = 'What a tap in the Reedbed does';
export const turnByAQuarterR = 'Turn by a quarter (R)';
/** @param {Value} tapWord */
export const lakeToLayItThere = (tapWord) =>
  `${tapWord} the Lake to place it there, or one of its squares here to build.`;
/** @param {Value} tapWord @param {Value} tapWord2 */
export const dragAnIsland = (tapWord, tapWord2) =>
  `Drag an island to the Lake, or ${tapWord} it to pick it up. R, the wheel or a second finger turns it. ${tapWord2} a square on the Lake to build.`;
export const fitsHere = 'fits here';
export const doesNotFitHere = 'does not fit here';
/** @param {Value} island */
export const islandTakenArrowKeysMove = (island) =>
  `Island ${island} taken. Arrow keys move it over the Lake, R turns it, Enter places it, Escape puts it back.`;
/** @param {Value} turn @param {Value} fit */
export const turnedToDegrees = (turn, fit) => `Turned to ${turn} degrees${fit}`;
/** @param {Value} island */
export const islandIsNotOver = (island) => `Island ${island} is not over the Lake.`;
/** @param {Value} island */
export const islandIsBack = (island) => `Island ${island} is back in the Reedbed.`;
export const reedbed = 'Reedbed';
export const villages = 'Villages';
export const outlineTheVillagesASolid =
  'Outline the villages; a solid line marks the one that counts';
export const fronts = 'Fronts';
export const markTheSquaresWhere = 'Mark the squares where the biggest villages can still grow';
/** Shortcuts on the board. @type {[string, string][]} */
export const keys = [
  ['R', 'turn the held island, or the one under the mouse'],
  ['Space', 'pick up the island in the Reedbed'],
  ['Escape', 'put it back'],
];
export const lake = 'Lake';
