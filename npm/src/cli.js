#!/usr/bin/env node
/** The command of the package: what the native command does without other programs and threads. `HELP` describes it. */
import {
  cpSync,
  createReadStream,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { Conversation } from './api.js';
import { games, init } from './node.js';

const HELP = `Board games, their bots, and explanations of their moves.

Usage:
  totora games [--json]   list the games and their bots
  totora play GAME --seats BOT,BOT [--seed N] [--budget 10000n] [--option KEY=VALUE] [--record FILE] [--json]
                          play a game between bots, and print the moves and the result
  totora serve [--port N] serve the page to this machine only
  totora page FOLDER      copy the page to a folder of your site, for <totora-game base="…">
  totora protocol         speak the protocol on standard input and output, one JSON object per line; also without
                          arguments
  totora --version

Example: npx totora play uros --seats balanced,exploit --seed 1

This command runs in Node. The native command plays the same games, and has more: think, replay, arena, tune, solve, and
external programs on the seats of play and serve. Install it with pip install totora, or build it with make cli.`;
/** Commands of the native command that need it. */
const NATIVE = [
  ...[
    'think',
    'replay',
    'perft',
    'arena',
    'sweep',
    'tune',
    'ablate',
    'calibrate',
    'solve',
    'check',
  ],
  ...['link', 'convert', 'open', 'reversi-client', 'reversi-record'],
];
const HTML = 'index.html';
const PAGE = join(import.meta.dirname, 'page');
const PORT = 5173;
const TYPES = {
  ...{ '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css' },
  ...{ '.json': 'application/json', '.wasm': 'application/wasm', '.svg': 'image/svg+xml' },
  ...{ '.webp': 'image/webp', '.png': 'image/png', '.txt': 'text/plain; charset=utf-8' },
  '.webmanifest': 'application/manifest+json',
};

/** @param {string} text */
const say = (text) => process.stdout.write(`${text}\n`);

/** @param {string} message @returns {never} */
function refuse(message) {
  console.error(`totora: ${message}`);
  process.exit(2);
}

/** Bad input ends the command with status 2. @template T @param {() => T} read @returns {T} */
function reading(read) {
  try {
    return read();
  } catch (error) {
    refuse(/** @type {Error} */ (error).message);
  }
}

/**
 * The arguments of a command.
 * @template {import('node:util').ParseArgsOptionsConfig} T
 * @param {string[]} args
 * @param {T} options
 * @param {number} most   positional arguments that the command takes
 */
function readArgs(args, options, most) {
  const read = reading(() => parseArgs({ args, options, allowPositionals: most > 0 }));
  if (read.positionals.length > most) refuse(`unknown argument: ${read.positionals[most]}`);
  return read;
}

/** A whole number from 0 on. @param {string} option @param {string | undefined} text */
function readNumber(option, text) {
  if (text === undefined) return undefined;
  if (!/^\d{1,16}$/.test(text)) refuse(`${option} is \`${text}\`; expected a whole number`);
  return Number(text);
}

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

/** @param {string[]} args */
function list(args) {
  const { json } = readArgs(args, { json: { type: 'boolean' } }, 0).values;
  if (json) return say(JSON.stringify(games()));
  for (const { id, about, bots } of games())
    say(`${id.padEnd(12)}${about}\n${' '.repeat(12)}${bots.map((bot) => bot.id).join(', ')}`);
}

/** @param {string[]} args */
async function play(args) {
  const text = /** @type {const} */ ({ type: 'string' });
  const { positionals, values } = readArgs(
    args,
    {
      ...{ seats: text, seed: text, budget: text, record: text },
      ...{ option: { type: 'string', multiple: true }, json: { type: 'boolean' } },
    },
    1,
  );
  const [game] = positionals;
  const { seats, option = [], budget, record, json } = values;
  if (!game || !seats)
    refuse('play needs a game and its bots: totora play uros --seats balanced,exploit');
  if (/(^|,)(exec:|human\b)/.test(seats))
    refuse('programs and people on a seat need the native command: pip install totora');
  const seed = readNumber('--seed', values.seed);
  const conversation = new Conversation();
  const { protocol } = conversation;
  const drawn = reading(() => protocol.begin_match(game, option, seed, seats, budget));
  if (!json) say(`${games().find(({ id }) => id === game)?.name ?? game} with seed ${drawn}`);
  let shown = 0;
  while (await conversation.withFiles(() => protocol.play_bot())) {
    const { ply } = /** @type {{ ply: number }} */ (/** @type {unknown} */ (protocol.state()));
    if (json || ply === shown) continue;
    shown = ply;
    say(/** @type {string} */ (protocol.ply_line()));
  }
  const whole = JSON.stringify(JSON.parse(conversation.answer('{"do":"record"}')).record);
  if (record) reading(() => writeFileSync(record, `${whole}\n`));
  say(json ? whole : (protocol.ending() ?? ''));
}

/** The file of the page at an address; undefined if there is none. @param {string} url */
function fileAt(url) {
  try {
    const path = normalize(decodeURIComponent(new URL(url, 'http://localhost').pathname));
    const file = join(PAGE, path.endsWith('/') ? join(path, HTML) : path);
    return file.startsWith(PAGE) && statSync(file).isFile() ? file : undefined;
  } catch {
    return undefined;
  }
}

/** @param {string[]} args */
function serve(args) {
  const { values } = readArgs(args, { port: { type: 'string' } }, 0);
  const port = readNumber('--port', values.port) ?? PORT;
  const server = createServer(({ url = '/', method }, response) => {
    const file = fileAt(url);
    if (!file || (method !== 'GET' && method !== 'HEAD')) return response.writeHead(404).end();
    const type = TYPES[/** @type {keyof typeof TYPES} */ (extname(file))];
    response.writeHead(200, { 'content-type': type ?? 'application/octet-stream' });
    if (method === 'HEAD') response.end();
    else createReadStream(file).pipe(response);
  });
  server.on('error', ({ message }) => {
    console.error(`totora: port ${port}: ${message}`);
    process.exit(1);
  });
  if (port > 65_535) refuse(`--port is ${port}; expected a port from 0 to 65535`);
  server.listen(port, '127.0.0.1', () => {
    const { port: own } = /** @type {import('node:net').AddressInfo} */ (server.address());
    say(`Totora is at http://127.0.0.1:${own}/ (press Ctrl-C to stop)`);
  });
}

/** Copies the page; an older copy is replaced. @param {string | undefined} folder */
function copyPage(folder) {
  if (!folder) refuse('page needs a folder, for example `totora page public/totora`');
  const title = (/** @type {string} */ file) =>
    /<title>[^<]*/.exec(readFileSync(file, 'utf8'))?.[0];
  try {
    const older = join(folder, HTML);
    const own = existsSync(older) && title(older) === title(join(PAGE, HTML));
    if (existsSync(folder) && readdirSync(folder).length > 0 && !own)
      refuse(
        `${folder} has other files: expected an empty or new folder, or an older copy of the page`,
      );
    cpSync(PAGE, folder, { recursive: true });
  } catch (error) {
    refuse(`the page cannot be copied to ${folder}: ${/** @type {Error} */ (error).message}`);
  }
  say(`The page is in ${folder}. Set base to its address, for example base="/totora/".`);
}

const [command = 'protocol', ...rest] = process.argv.slice(2);
const helps = ['--help', '-h', 'help'];
if (helps.includes(command) || rest.some((arg) => helps.slice(0, 2).includes(arg))) say(HELP);
else if (command === '--version' || command === '-V') {
  const about = readFileSync(join(import.meta.dirname, 'package.json'), 'utf8');
  say(`totora ${JSON.parse(about).version}`);
} else if (command === 'page') copyPage(readArgs(rest, {}, 1).positionals[0]);
else if (command === 'serve') serve(rest);
else if (['protocol', 'games', 'play'].includes(command)) {
  await init();
  if (command === 'games') list(rest);
  else if (command === 'play') await play(rest);
  else await converse();
} else if (NATIVE.includes(command))
  refuse(`\`${command}\` needs the native command: pip install totora, or make cli\n${HELP}`);
else refuse(`unknown arguments: ${[command, ...rest].join(' ')}\n${HELP}`);
