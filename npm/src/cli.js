#!/usr/bin/env node
/** The command of the package: the protocol, the list of games, and a copy of the page. `HELP` describes it. */
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Conversation } from './api.js';
import { games, init } from './node.js';

const HELP = `Usage:
  totora              speak the protocol on standard input and output, one JSON object per line
  totora games        list the games and their bots
  totora page FOLDER  copy the page to a folder of your site, for <totora-game base="…">

The native command has more: play, think, arena, serve (pip install totora).`;
const HTML = 'index.html';

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

/** @param {string} message @returns {never} */
function refuse(message) {
  console.error(`totora: ${message}`);
  process.exit(2);
}

/** Copies the page; an older copy is replaced. @param {string | undefined} folder */
function copyPage(folder) {
  if (!folder) refuse('page needs a folder, for example `totora page public/totora`');
  const page = join(import.meta.dirname, 'page');
  const title = (/** @type {string} */ file) =>
    /<title>[^<]*/.exec(readFileSync(file, 'utf8'))?.[0];
  try {
    const older = join(folder, HTML);
    const own = existsSync(older) && title(older) === title(join(page, HTML));
    if (existsSync(folder) && readdirSync(folder).length > 0 && !own)
      refuse(
        `${folder} has other files: expected an empty or new folder, or an older copy of the page`,
      );
    cpSync(page, folder, { recursive: true });
  } catch (error) {
    refuse(`the page cannot be copied to ${folder}: ${/** @type {Error} */ (error).message}`);
  }
  say(`The page is in ${folder}. Set base to its address, for example base="/totora/".`);
}

const [command, ...rest] = process.argv.slice(2);
if (command === '--help' || command === '-h') say(HELP);
else if (command === 'page' && rest.length < 2) copyPage(rest[0]);
else if (command === undefined || (command === 'games' && rest.length === 0)) {
  await init();
  if (command === undefined) await converse();
  else
    for (const { id, about, bots } of games())
      say(`${id.padEnd(12)}${about}\n${' '.repeat(12)}${bots.map((bot) => bot.id).join(', ')}`);
} else refuse(`unknown arguments: ${[command, ...rest].join(' ')}\n${HELP}`);
