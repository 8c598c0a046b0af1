/** Template bots. Each is a complete program for every game. */

import alphaBetaPython from '../../sandbox/templates/alpha_beta.py?raw';
import alphaBeta from '../../sandbox/templates/alpha-beta.js?raw';
import figures from '../../sandbox/templates/figures.js?raw';
import figuresPython from '../../sandbox/templates/figures.py?raw';
import greedy from '../../sandbox/templates/greedy.js?raw';
import monteCarlo from '../../sandbox/templates/monte-carlo.js?raw';
import onePlyPython from '../../sandbox/templates/one_ply.py?raw';
import onePly from '../../sandbox/templates/one-ply.js?raw';

/** @typedef {import('./bots.js').OwnBot} OwnBot */

/** Each with what it does, and its code. @type {[name: string, about: string, source: string][]} */
const BOTS = [
  ['Greedy', 'takes what gains most at once', greedy],
  ['One ply', 'several terms, each explained', onePly],
  ['Alpha-beta', 'looks a few moves ahead', alphaBeta],
  ['Monte Carlo', 'plays random games and compares their ends', monteCarlo],
];
/** Those that there are in Python too. @type {Record<string, string>} */
const PYTHON = { 'One ply': onePlyPython, 'Alpha-beta': alphaBetaPython };

/** @type {(OwnBot & { about: string })[]} */
export const all = [
  ...BOTS.map(([name, about, source]) => ({ name, source: source + figures, about })),
  ...BOTS.filter(([name]) => name in PYTHON).map(([name, about]) => ({
    name: `${name} in Python`,
    source: PYTHON[name] + figuresPython,
    about,
    language: /** @type {const} */ ('python'),
  })),
];

/** @param {string} name @returns {OwnBot} */
export function of(name) {
  const { source, language } = all.find((one) => one.name === name) ?? all[0];
  return { name: 'My bot', source, ...(language && { language }) };
}

/** An author's first bot. */
export const fresh = (/** @type {OwnBot['language']} */ language = undefined) =>
  of(language ? 'One ply in Python' : 'One ply');
