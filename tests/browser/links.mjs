/** Encodes links byte by byte as `docs/reference/links.md` specifies, without the page's own code. */
import { deflateRawSync } from 'node:zlib';

/** CRC-32 as used by zip and gzip. @param {Uint8Array} bytes */
function checksum(bytes) {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}

/** A 32-bit word, least significant byte first. @param {number} word */
const fourBytes = (word) => [0, 8, 16, 24].map((shift) => (word >>> shift) & 0xff);

/** A number of variable length, seven bits a byte. @param {number} n @returns {number[]} */
const number = (n) => (n < 0x80 ? [n] : [(n % 0x80) | 0x80, ...number(Math.floor(n / 0x80))]);

/** @param {string} words */
const text = (words) => [...number(words.length), ...Buffer.from(words)];

/** @param {string} game @param {number[]} bytes */
function link(game, bytes) {
  const whole = Buffer.from([...bytes, ...fourBytes(checksum(Uint8Array.from(bytes)))]);
  return `#1${game}.${deflateRawSync(whole, { level: 9 }).toString('base64url')}`;
}

/**
 * A game of Outpost of `count` turns, which four bots with a budget of one node play again.
 * @param {number} count
 */
export const longTurns = (count) =>
  link('outpost', [
    ...[0, 1, ...text('T'), 1, ...number(2 * count), 4],
    ...Array.from({ length: 4 }, () => [1, ...text('totora'), 0, 1, 1]).flat(),
    ...[...number(count), 15, 0, ...Array(7).fill(0)],
  ]);

/**
 * A game of Reversi XT on a map with an enormous number of override stones, in which every ply is
 * the first legal move.
 * @param {number} plies
 */
export function firstMoves(plies) {
  const map = `2\n999999999\n0 0\n8 8\n${`${Array(4).fill('1 2').join(' ')}\n`.repeat(8)}`;
  return link('reversi', [
    ...[0, 1, ...text('map'), 0, ...text(map), 2, 0, 0],
    ...[...number(plies), 0, ...Array(plies).fill(1), ...Array(7).fill(0)],
  ]);
}

/**
 * A game of Reversi that has not begun, against a bot whose options ask for too much memory and too
 * many nodes.
 * @param {string} hash   the hash of its position
 */
export const extremeBudget = (hash) =>
  link('reversi', [
    ...[0, 0, 2, 1, ...text('mcts'), 1, ...text('memory'), 1, ...number(2 * 1024)],
    ...[1, ...number(1e12), 0, 0, 0, 0, 0, 0],
    ...fourBytes(Number.parseInt(hash.slice(-8), 16)),
  ]);
