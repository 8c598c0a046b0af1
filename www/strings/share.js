/** What Share, pictures and files say. */
import { counted } from '../ui/format.js';

/** @typedef {string | number | undefined} Value */

export * from './words.js';

export const thisGameHasNoBoard = 'This game has no board to draw.';
/** @param {Value} done @param {Value} of */
export const makingTheLinkTurnOf = (done, of) => `Making the link: turn ${done} of ${of}`;
export const noGame = 'No game';
export const gamesPutAside = 'Games put aside';
/** @param {Value} name */
export const openTheGameOf = (name) => `Open the game of ${name}`;
export const themes = { light: 'Light', dark: 'Dark', system: 'Match visitor’s theme' };
/** @param {Value} name */
export const gameOfOnTotora = (name) => `A game of ${name} on Totora`;
export const embed = 'Embed';
export const panel = 'Panel';
export const none = 'None';
export const colours = 'Colours';
/** @param {Value} turnWord */
export const startsAt = (turnWord) => `Starts at ${turnWord ?? 'move'}`;
export const resizeAutomatically = 'Resize automatically';
export const codeForAPage = 'Code for a page';
export const paces = ['Fast', 'Normal', 'Slow'];
/** @param {Value} size */
export const animatedPictureIsThere = (size) => `Saved the animated picture: ${size}.`;
/** @param {Value} why */
export const animatedPicture = (why) => `The animated picture could not be made: ${why}`;
export const encoderStopped = 'the worker that writes the file stopped';
export const pictures = 'Pictures';
export const captionUnderTheBoard = 'Caption under the board';
export const pictureAsPng = 'Picture as PNG';
export const pictureAsSvg = 'Picture as SVG';
export const size = 'Size';
/** @param {Value} side */
export const pixels = (side) => `${side} px`;
export const withTheOverlayWhichTakes = 'With the overlay (takes longer)';
export const gameAsGif = 'The game as GIF';
/** @param {Value} size */
export const makingItSoFar = (size) => `Making it: ${size} so far`;
export const makingIt = 'Making it…';
/** @param {Value} ceil */
export const kb = (ceil) => `${ceil} kB`;
export const aStudy = 'A study of several positions';
export const theStudyEditor = 'the editor of studies';
export const codeForAFrame = 'the embed code';
export const itWasStopped = 'it was stopped.';
/** @param {Value} gamePly */
export const thisLinkOpensTheGame = (gamePly) =>
  `This link opens the game at move ${gamePly}, with its seats, their weights and the scores on the board. The game is in the link itself, not on a server.`;
export const makingTheLink = 'Making the link…';
export const recordAsJson = 'Record as JSON';
/** @param {number} length */
export const characters = (length) => `${counted(length, 'character')}.`;
export const variation = 'the variation';
/** @param {number} of */
export const allVariations = (of) => `all ${counted(of, 'variation')}`;
/** @param {Value} all */
export const itCarries = (all) => `It includes ${all}.`;
/** @param {Value} carried @param {Value} all */
export const itCarriesToStayShort = (carried, all) =>
  `To stay short, it includes only ${carried === 0 ? 'the main line' : 'the line that is shown'}. The record has ${all}.`;
export const linkOrARecord = 'A link or a record';
export const pasteALinkARecord =
  'Paste a link, a record, SGF, GGF, moves such as f5d6, a position, a map or a board here, or drop a file anywhere on the page';
export const thisLinkIsTooLong = 'This link is too long for a QR code.';
export const qrCodeOfTheLink = 'QR code of the link';
/** @param {Value} what */
export const gameAs = (what) => `The game as ${what}`;
/** @param {Value} what */
export const positionAs = (what) => `The position as ${what}`;
/** @param {Value} what */
export const cannotBeWritten = (what) => `This cannot be written as ${what}.`;
export const copyTheCode = 'Copy the code';
