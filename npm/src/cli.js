#!/usr/bin/env node
/**
 * `npx totora` speaks the protocol on standard input and output, one JSON object per line. `npx totora games` lists the
 * games and their bots.
 */
import { createInterface } from 'node:readline';
import { Conversation } from './api.js';
import { games, init } from './node.js';

/** @param {string} text */
const say = (text) => process.stdout.write(`${text}\n`);

/** @param {string} line */
function ends(line) {
  try {
    return JSON.parse(line)?.do === 'quit';
  } catch {
    return false;
  }
}

async function converse() {
  const conversation = new Conversation();
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() === '') continue;
    say(await conversation.answerWithFiles(line));
    if (ends(line)) break;
  }
}

const asked = process.argv.slice(2);
await init();
if (asked.length === 0) await converse();
else if (asked.join() === 'games')
  for (const { id, about, bots } of games())
    say(`${id.padEnd(12)}${about}\n${' '.repeat(12)}${bots.map((bot) => bot.id).join(', ')}`);
else {
  console.error(
    `totora: unknown arguments: ${asked.join(' ')}; expected \`games\`, or no arguments for the protocol on standard input`,
  );
  process.exitCode = 2;
}
