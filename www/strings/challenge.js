/** What a challenge of the Lab says. */
import { counted, whole } from '../ui/format.js';

/** A share in points of a hundred. @param {number} share */
const points = (share) => `${Math.round(100 * share)}`;

/** @typedef {{ share: number, low: number, high: number }} Share */

export * from './words.js';

export const challengeText =
  'This link lets others try to beat your heuristic: they set three weights and play 200 games. The page shows them the terms, but not your weights.';
export const title = 'Beat';
export const unnamed = 'Unnamed';
export const by = 'by';
/** @param {string} game */
export const botOf = (game) => `${game} bot`;
export const task =
  'Set the three weights of your own bot and let it play this one. Both look one move ahead.';
export const weights = 'Your weights';
export const hint = 'With a weight below 0, your bot avoids the term.';
/** @param {number} games */
export const play = (games) => `Play ${counted(games, 'game')}`;
/** @param {number} done @param {number} games */
export const played = (done, games) => `${whole(done)} of ${counted(games, 'game')}`;
/** @param {Share} of */
export const won = ({ share, low, high }) =>
  `You won ${points(share)} of 100 points (${points(low)} to ${points(high)}).`;
/** @param {Share} of */
export const pictured = ({ share, low, high }) =>
  `${points(share)} of 100 points (95% interval: ${points(low)} to ${points(high)})`;
/** @param {number} games */
export const drawn = (games) =>
  `${counted(games, 'game')} from drawn openings, each from both seats`;
/** @param {Share} of */
export const verdict = ({ low, high }) => {
  if (low > 0.5) return 'Your bot is better.';
  return high < 0.5 ? 'This bot is better than yours.' : 'Too close to call.';
};
/** @param {{ wins: number, draws: number, losses: number }} of */
export const score = ({ wins, draws, losses }) =>
  `${wins} won, ${draws > 0 ? `${draws} drawn, ` : ''}${losses} lost.`;
export const savePicture = 'Save picture';
export const copyLink = 'Copy link';
export const notCopied = 'The browser did not copy the link. Copy the address of this page.';
export const openInLab = 'Open my bot in the Lab';
export const yourName = 'Your name on the picture';
export const receiver = 'Challenger';
export const interval = 'The line is the 95% interval.';
/** @param {string} why */
export const broken = (why) => `This challenge could not be opened. ${why}`;
export const noChallenge =
  'The link has no challenge: it may have been cut, or be from another version.';
export const noGames = 'No games were counted.';
export const toLab = 'Open the Lab';
