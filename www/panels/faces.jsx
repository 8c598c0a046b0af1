/** Faces of the opponents by level: a head in the colour of the level, eyes, and a distinctive feature. */
import { info } from '../app/store.js';

/** Distinctive features, on a square of 32. */
const FACES = [
  // A duckling: a small beak.
  <path key="1" d="M12 19h8l-4 4z" fill="#d9822b" />,
  // A frog: a wide mouth, and eyes that stand out.
  <path key="2" d="M8 19q8 7 16 0" fill="none" stroke="#1d2a2f" stroke-width="2" />,
  // An otter: a muzzle with whiskers.
  <path
    key="3"
    d="M13 18h6l-3 3zM4 19l6 1M4 23l6-1M28 19l-6 1M28 23l-6-1"
    fill="#1d2a2f"
    stroke="#1d2a2f"
  />,
  // A heron: a long beak and a crest.
  <path key="4" d="M14 16h4l-2 14zM16 4l8-3-5 5z" fill="#33454b" />,
  // A puma: ears and a nose.
  <path key="5" d="M5 10V2l7 4zM27 10V2l-7 4zM13 18h6l-3 4z" fill="#5b3a1e" />,
];
const HEADS = ['#f2cf5b', '#8fc46a', '#b98a5e', '#9db8c9', '#d9a05b'];

/** The level of a bot in the current game, from 0; -1 for none. @param {string | undefined} bot */
const levelOf = (bot) => info.value?.levels.indexOf(bot ?? '') ?? -1;

/** @param {{ bot: string | undefined, size: number }} props */
export function Face({ bot, size }) {
  const level = levelOf(bot);
  if (level < 0) return null;
  return (
    <svg class="face" width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <circle cx="16" cy="17" r="13" fill={HEADS[level]} />
      {FACES[level]}
      <circle cx="11.5" cy="13.5" r="2" fill="#1d2a2f" />
      <circle cx="20.5" cy="13.5" r="2" fill="#1d2a2f" />
    </svg>
  );
}
