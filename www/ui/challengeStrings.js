/** What a challenge of the Lab says, as `strings.js` does for Home. Fetched with it. */
import { shown } from './strings.js';

/** A share in points of a hundred. @param {number} share */
const points = (share) => `${Math.round(100 * share)}`;

/** @typedef {{ share: number, low: number, high: number }} Share */

const STRINGS = {
  challenge: 'Challenge',
  challengeText:
    'This link lets others try to beat your heuristic: they set three weights and play 200 games. The page shows them the terms, but not your weights.',

  title: 'Beat',
  unnamed: 'Unnamed',
  by: 'by',
  /** @param {string} game */
  botOf: (game) => `${game} bot`,
  task: 'Set the three weights of your own bot and let it play this one. Both look one move ahead.',
  weights: 'Your weights',
  hint: 'Below 0, your bot avoids it.',
  /** @param {number} games */
  play: (games) => `Play ${games} games`,
  stop: 'Stop',
  progress: 'Games played',
  /** @param {number} done @param {number} games */
  played: (done, games) => `${done} of ${games} games`,

  result: 'Result',
  /** @param {Share} of */
  won: ({ share, low, high }) =>
    `You won ${points(share)} of 100 points (${points(low)} to ${points(high)}).`,
  /** @param {Share} of */
  pictured: ({ share, low, high }) =>
    `${points(share)} of 100 points (95% interval: ${points(low)} to ${points(high)})`,
  /** @param {number} games */
  drawn: (games) => `${games} games from drawn openings, each from both seats`,
  /** @param {Share} of */
  verdict: ({ low, high }) => {
    if (low > 0.5) return 'Your bot is better.';
    return high < 0.5 ? 'This bot is better than yours.' : 'Too close to call.';
  },
  /** @param {{ wins: number, draws: number, losses: number }} of */
  score: ({ wins, draws, losses }) =>
    `${wins} won, ${draws > 0 ? `${draws} drawn, ` : ''}${losses} lost.`,
  again: 'Try again',
  savePicture: 'Save picture',
  copyLink: 'Copy link',
  copied: 'Copied',
  notCopied: 'The browser did not copy the link. Copy the address of this page.',
  openInLab: 'Open my bot in the Lab',
  yourName: 'Your name on the picture',
  receiver: 'Challenger',
  interval: 'The line is the 95% interval.',

  /** @param {string} why */
  broken: (why) => `This challenge could not be opened. ${why}`,
  noChallenge: 'The link has no challenge: it may be cut, or of another version.',
  noGames: 'No games were counted.',
  toLab: 'Open the Lab',
  /** @param {string} why */
  noPicture: (why) => `The picture could not be made: ${why}`,
};

export const strings = shown(STRINGS);
