/** Bots to begin from. Each is a whole program for every game. */
import alphaBeta from '../../sandbox/templates/alpha-beta.js?raw';
import figures from '../../sandbox/templates/figures.js?raw';
import greedy from '../../sandbox/templates/greedy.js?raw';
import monteCarlo from '../../sandbox/templates/monte-carlo.js?raw';
import onePly from '../../sandbox/templates/one-ply.js?raw';

/** @typedef {import('./bots.js').OwnBot} OwnBot */

/** @type {(OwnBot & { about: string })[]} */
export const all = [
  {
    name: 'Greedy',
    source: greedy + figures,
    about: 'the best figure after one move',
  },
  {
    name: 'One ply',
    source: onePly + figures,
    about: 'several terms, each explained',
  },
  {
    name: 'Alpha-beta',
    source: alphaBeta + figures,
    about: 'looks some moves ahead',
  },
  {
    name: 'Monte Carlo',
    source: monteCarlo + figures,
    about: 'plays games to their end',
  },
];

/** @param {string} name @returns {OwnBot} */
export function of(name) {
  const { source } = all.find((one) => one.name === name) ?? all[0];
  return { name: 'My bot', source };
}

/** The first bot of somebody. */
export const fresh = () => of('One ply');
