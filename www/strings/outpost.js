/** What the map and the panels of Outpost say. */
import { counted } from '../ui/format.js';

/** @typedef {string | number | undefined} Value */

export * from './words.js';

/** @param {string} who @param {string} words @param {number} more */
export const sentWith = (who, words, more) =>
  more > 0 ? `${who}: ${words} (and ${more} more)` : `${who}: ${words}`;
/** @param {Value} who */
export const outpost = (who) => `Outpost ${who}`;
export const newOutposts = 'New outposts';
export const adviceWaitsForYourTurn = 'Suggested orders come on your turn.';
/** @param {Value} botName */
export const allAsSays = (botName) => `Orders set as ${botName} suggests.`;
export const selectOutpostsFirst = 'Select outposts first.';
/** @param {number} many @param {Value} verb */
export const to = (many, verb) => `${counted(many, 'outpost')}: ${verb}`;
export const thereIsNoOtherOutpost = 'You have no other outpost on this cell.';
/** @param {number} many @param {Value} here */
export const outpostOutpostsSelected = (many, here) =>
  `${many === 1 ? `Outpost ${here}` : counted(many, 'outpost')} selected`;
export const drawABoxAroundOutposts = 'Drag over the map to select an area.';
/** @param {Value} next @param {Value} muster */
export const outpostOn = (next, muster) => `Outpost ${next} on ${muster}`;
/** @param {number} many */
export const outpostsSelected = (many) => `${counted(many, 'outpost')} selected`;
export const whereToClickOrTap = 'Where to? Click or tap a cell; hold Shift for several.';
export const toAndFroBetweenHere = 'Patrol between here and which cell?';
export const besideWhichOutpost = 'Beside which outpost?';
export const whichSitePressHarvestAgain =
  'Which site? Press Harvest again to let the outposts choose.';
export const whereShallNewOutpostsGo = 'Where should new outposts go?';
export const whichCellIsTheRule = 'Which cell is the rule for?';
export const orders = 'Orders';
export const paths = 'Paths';
export const showWhereOutpostsAreGoing = 'Show where outposts are going';
export const numbers = 'Numbers';
export const showTheIndicesOfOutposts = 'Show the indices of outposts';
export const show = 'Show';
export const overlayNames = {
  off: 'Board',
  owners: 'Owners',
  supply: 'Supply',
  danger: 'Danger',
  value: 'Value',
  tasks: 'Tasks',
};
export const turn = 'Turn';
/** Shortcuts on the map. @type {[string, string][]} */
export const keys = [
  ['Shift with arrows', 'ten cells at a time'],
  ['A, N, Escape', 'select all, the next outpost, none'],
  ['B', 'select an area'],
  ['G, H, U, I', 'go to, hold, guard, escort'],
  ['T, V, R, O', 'patrol, harvest, raid, auto'],
  ['+ − 0', 'zoom in, zoom out, the whole board'],
  ['Space', 'the next turn'],
];
export const arrowKeysMoveOver =
  'Arrow keys move over the cells, with Shift ten at a time. Enter selects or sends. N goes to the next outpost. Plus and minus zoom.';
export const lostIfEveryEnemyCame = 'lost if every enemy came one step nearer';
export const twoSteps = 'two steps';
export const muchUnclaimedAreaAround = 'much unclaimed area nearby';
export const little = 'little';
export const supplyReachesIt = 'supply reaches it';
export const outpostsHang = 'number of outposts supplied only through it';
export const whereTheBotSends = 'where the bot sends an outpost';
export const unclaimedLand = 'unclaimed land';
export const land = 'land';
export const water = 'water';
export const disputed = 'disputed';
export const home = 'home';
export const lostThisTurn = 'lost this turn';
export const goTo = 'Go to';
export const goToACellShift = 'Go to a cell; Shift for waypoints';
export const hold = 'Hold';
export const stayWhereTheyAre = 'Stay where they are';
export const guard = 'Guard';
export const goToTheHomeCell = 'Go to the home cell and stay on it';
export const escort = 'Escort';
export const stayBesideAnotherOutpost = 'Stay beside another outpost';
export const patrol = 'Patrol';
export const goToAndFroBetween = 'Go back and forth between here and a cell';
export const harvest = 'Harvest';
export const goToACell = 'Go to a cell with much unclaimed water';
export const raid = 'Raid';
export const goForTheNearestEnemy = 'Go for the nearest enemy outpost';
export const auto = 'Auto';
export const useSuggestedOrders = 'Use suggestions';
/** Events at which fast-forward can stop. */
export const stops = {
  season: 'the harvest',
  near: 'an enemy near home',
  cut: 'an outpost in danger',
  arrival: 'an order completed',
};
/** Which outpost is disbanded. */
export const policies = {
  newest: 'the newest',
  farthest: 'the farthest',
  least: 'the least useful',
  ask: 'ask me',
};
/** @param {Value} nearest */
export const sendOutpostHome = (nearest) => `Send outpost ${nearest} home`;
export const ordersForTheNextTurn = 'Orders for the next turn';
/** @param {Value} text */
export const drop = (text) => `Remove: ${text}`;
export const whatTheLastTurnBrought = 'What happened last turn';
/** @param {Value} turn */
export const turnHeading = (turn) => `Turn ${turn}:`;
/** @param {Value} advice */
export const advice = (advice) => `Advice: ${advice}`;
export const accept = 'Accept';
export const moreOrders = 'More orders';
export const nextTurnTitle = 'Next turn';
export const giveTheOrdersAndPlay = 'Play one turn with these orders (Space on the board)';
export const fastForward = 'Fast-forward';
export const fastForwardStopsAt = 'Fast-forward stops at';
export const selectOutposts = 'Select outposts';
export const all = 'All';
export const next = 'Next';
export const selectArea = 'Select area';
export const dragToSelectAnArea = 'Drag to select an area (B)';
export const none = 'None';
export const ordersToTheSelected = 'Orders to the selected outposts';
export const wayPointsEachClickAdds = 'Waypoints: each click adds one';
export const oneMustBeDisbanded = 'You must disband an outpost next turn.';
/** @param {Value} selected */
export const disbandOutpost = (selected) => `Disband outpost ${selected}`;
export const selectTheOneToGo = 'Select an outpost';
export const adviser = 'Suggested by';
export const noneIdleOutpostsWait = 'None (idle outposts wait)';
export const onAuto = 'on auto';
/** @param {Value} rallyCell */
export const goToCell = (rallyCell) => `go to ${rallyCell}`;
export const goToWhere = 'go to …';
export const set = 'Set';
export const disband = 'Disband';
/** @param {Value} turn */
export const turnNumber = (turn) => `Turn ${turn}`;
/** @param {Value} name */
export const noneSelected = (name) => `${name}: none selected`;
/** @param {Value} selected @param {Value} cell */
export const outpostsOn = (selected, cell) => `Outpost ${selected}${cell ? ` on ${cell}` : ''}`;
/** @param {number} many */
export const outposts = (many) => counted(many, 'outpost');
/** @param {Value} note */
export const ordered = (note) => `${note} (ordered)`;
export const clickOrTapOutposts = 'Click or tap outposts, or drag one to its destination.';
export const noOrdersYet = 'no orders yet';
/** @param {Value} name */
export const outpostDoesWhatYouOrder = (name) =>
  `Outposts do only what you order. ${name} can order the others.`;
/** @param {Value} land @param {Value} water @param {Value} taken @param {Value} supplied */
export const landWaterTaken = (land, water, taken, supplied) =>
  `+${land} land  +${water} water${taken ? `  ${taken} taken` : ''}${supplied ? '' : '  no supply'}`;
/** @param {Value} length */
export const rules = (length) => `Rules${length}`;
export const rulesOfSeveralThatHold = 'Rules: the first one whose condition is true applies';
/** @param {Value} words */
export const beforeTheOthers = (words) => `Move up: ${words}`;
/** @param {Value} words */
export const dropTheRule = (words) => `Remove the rule: ${words}`;
export const newRule = 'A new rule';
export const whomItIsFor = 'Which outposts';
export const whenItHolds = 'Condition';
export const is = '… is';
export const numberOfTheCondition = 'Number of the condition';
export const whatTheyDo = 'Action';
export const whichCell = 'Which cell?';
export const cellIfYouLike = 'Cell (optional)';
export const addTheRule = 'Add the rule';
export const end = 'The end';
export const harvestNextTurn = 'Harvest next turn';
/** @param {number} now */
export const harvestInTurns = (now) => `Harvest in ${counted(now, 'turn')}`;
/** @param {Value} turn @param {Value} turns */
export const turnOf = (turn, turns) => `Turn ${turn} of ${turns}`;
export const seenAs = 'Seen as';
/** @param {Value} name @param {number} many @param {Value} land @param {Value} landNeeded @param {Value} water @param {Value} waterNeeded @param {Value} words @param {Value} seen */
export const ofLandOfWater = (name, many, land, landNeeded, water, waterNeeded, words, seen) =>
  `${name}: ${counted(many, 'outpost')}, ${land} of ${landNeeded} land, ${water} of ${waterNeeded} water${words}. ${seen}`;
/** @param {Value} name @param {Value} players @param {number} many @param {Value} afford @param {Value} landNeeded @param {Value} waterNeeded @param {Value} words */
export const affordableAnotherOneNeeds = (
  name,
  players,
  many,
  afford,
  landNeeded,
  waterNeeded,
  words,
) =>
  `${name}, ${players}: ${counted(many, 'outpost')}, can afford ${afford}. One more needs ${landNeeded} land and ${waterNeeded} water.${words}`;
export const moreThanItCanAfford =
  'Has more outposts than it can afford: must disband one next turn';
export const enoughForAnotherOutpost = 'Enough for another outpost';
export const whatTheSigns = 'What the signs on the map mean';
export const legend = 'Legend';
/** @param {Value} kind @param {Value} has @param {Value} needs */
export const of = (kind, has, needs) => `${kind}: ${has} of ${needs}`;
/** @param {Value} turns */
export const gameIsOverAfterTurn = (turns) => `The game is over after turn ${turns}`;
/** @param {Value} turn @param {Value} turns */
export const nextTurnIsAHarvest = (turn, turns) =>
  `The next turn is a harvest; turn ${turn} of ${turns}`;
/** @param {number} seasonIn @param {Value} turn @param {Value} turns */
export const turnsToTheHarvestTurn = (seasonIn, turn, turns) =>
  `${counted(seasonIn, 'turn')} to the harvest; turn ${turn} of ${turns}`;
