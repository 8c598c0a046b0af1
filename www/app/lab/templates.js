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

/** @type {(OwnBot & { about: string })[]} */
export const all = [
  {
    name: 'Greedy',
    source: greedy + figures,
    about: 'takes what gains most at once',
  },
  {
    name: 'One ply',
    source: onePly + figures,
    about: 'several terms, each explained',
  },
  {
    name: 'Alpha-beta',
    source: alphaBeta + figures,
    about: 'looks a few moves ahead',
  },
  {
    name: 'Monte Carlo',
    source: monteCarlo + figures,
    about: 'plays random games and compares their ends',
  },
  {
    name: 'One ply in Python',
    source: onePlyPython + figuresPython,
    about: 'several terms, each explained',
    language: 'python',
  },
  {
    name: 'Alpha-beta in Python',
    source: alphaBetaPython + figuresPython,
    about: 'looks a few moves ahead',
    language: 'python',
  },
];

/** @param {string} name @returns {OwnBot} */
export function of(name) {
  const { source, language } = all.find((one) => one.name === name) ?? all[0];
  return { name: 'My bot', source, ...(language && { language }) };
}

/** An author's first bot. */
export const fresh = (/** @type {OwnBot['language']} */ language = undefined) =>
  of(language ? 'One ply in Python' : 'One ply');
