/** Pictures of the game: the board as PNG or SVG, and the game as an animated GIF. Loaded with that part of Share. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { makeGif, SIDES } from '../app/gif.js';
import { noteHere } from '../app/notes.js';
import { stillPicture } from '../app/picture.js';
import { errorText, inspect } from '../app/session.js';
import { shownBot, shownSeat } from '../app/shownBot.js';
import { info, notify, overlay, rows, say, simultaneous, state } from '../app/store.js';
import { Stopped } from '../app/task.js';
import { renderers } from '../boards/registry.js';
import { thoughtOverlays } from '../boards/thoughts.js';
import * as strings from '../strings/share.js';
import { save } from '../ui/copyAndSave.jsx';
import { Button, Check, LabelledChoice } from '../ui/parts.jsx';
import { shownModel } from './board.jsx';
import { saveMade } from './saveMade.js';

/** The board's side in a still picture, in CSS pixels, and the pixel ratio. */
const STILL = { side: 620, ratio: 2 };
/** How long a move is shown, in milliseconds. */
const PACES = [300, 700, 1_500];

/** Progress of a picture, and how to stop it. @typedef {{ share: number, bytes: number, stop: () => void }} Doing */

/** @param {{ name: string }} props   prefix of file names */
export function Pictures({ name }) {
  const now = state.value;
  const [caption, setCaption] = useState('');
  const [side, setSide] = useState(SIDES[1]);
  const [pace, setPace] = useState(PACES[1]);
  const [over, setOver] = useState(false);
  const [doing, setDoing] = useState(/** @type {Doing | null} */ (null));
  const making = useRef(/** @type {AbortController | null} */ (null));
  // Closing the dialog cancels the picture.
  useEffect(() => () => making.current?.abort(), []);
  if (!now) return null;
  const last = rows.value[now.ply - 1];
  const usual = now.ply > 0 && last ? last.description : strings.startOfTheGame;
  const word = renderers[now.game]?.turnWord ?? strings.move;
  /** @param {import('../app/types.js').State} at */
  const title = (at) => `${info.value?.name ?? ''}, ${word.toLowerCase()} ${at.ply}`;

  /** @param {'png' | 'svg'} kind */
  async function still(kind) {
    const model = shownModel();
    if (!model || !now) return;
    const { note } = noteHere.value;
    const captions = { title: title(now), caption: caption || usual, note };
    await saveMade(`${name}.${kind}`, () =>
      stillPicture(model, captions, { ...STILL, inspect }, kind),
    );
  }

  /** The model for all frames, and the bots that analyse for it. @param {import('../boards/contract.js').BoardModel} model */
  function overlaid(model) {
    if (!over || model.overlay === 'off')
      return { model: { ...model, overlay: 'off' }, thought: null, oracle: null };
    const seat = simultaneous.value ? { seat: shownSeat.value } : {};
    /** @param {import('../app/types.js').BotConfig | null} bot */
    const by = (bot) => bot && { bot, ...seat };
    const renderer = renderers[model.state.game];
    const own = renderer?.oracles?.[model.overlay];
    const shown = shownBot.value;
    return {
      model,
      thought: thoughtOverlays(renderer).includes(model.overlay) ? by(shown) : null,
      oracle: own ? by(shown?.bot === own ? shown : { bot: own, options: {} }) : null,
    };
  }

  async function moving() {
    const model = shownModel();
    if (!model || !now) return;
    const mine = new AbortController();
    making.current = mine;
    const stop = () => mine.abort();
    setDoing({ share: 0, bytes: 0, stop });
    try {
      const file = await makeGif({
        side,
        pace,
        caption,
        title,
        ...overlaid(model),
        from: 0,
        to: now.plies,
        signal: mine.signal,
        onProgress: (share, bytes) => setDoing({ share, bytes, stop }),
      });
      save(`${name}.gif`, file);
      say(strings.animatedPictureIsThere(sizeText(file.size)));
    } catch (error) {
      if (!(error instanceof Stopped))
        notify(strings.animatedPicture(errorText(error)), { error: true });
    } finally {
      making.current = null;
      setDoing(null);
    }
  }

  return (
    <>
      <label class="over strong">
        {strings.captionUnderTheBoard}
        <input
          type="text"
          maxLength={120}
          placeholder={usual}
          value={caption}
          onInput={(event) => setCaption(event.currentTarget.value.trim())}
        />
      </label>
      <div class="picture-row row wrap">
        <Button label={strings.pictureAsPng} act={() => still('png')} />
        <Button label={strings.pictureAsSvg} act={() => still('svg')} />
      </div>
      <div class="picture-row row wrap">
        <LabelledChoice
          label={strings.size}
          look="strong"
          among={SIDES.map((one) => [one, strings.pixels(one)])}
          value={side}
          choose={setSide}
        />
        <LabelledChoice
          label={strings.speed}
          look="strong"
          among={PACES.map((one, i) => [one, strings.paces[i]])}
          value={pace}
          choose={setPace}
        />
        <Check
          label={strings.withTheOverlayWhichTakes}
          look="strong"
          on={over && overlay.value !== 'off'}
          disabled={overlay.value === 'off'}
          set={setOver}
        />
        {doing ? (
          <Button label={strings.stop} act={doing.stop} />
        ) : (
          <Button label={strings.gameAsGif} disabled={now.plies === 0} act={moving} />
        )}
      </div>
      {doing && (
        <label class="stack grow g2">
          {doing.bytes > 0 ? strings.makingItSoFar(sizeText(doing.bytes)) : strings.makingIt}
          <progress max={1} value={doing.share} />
        </label>
      )}
    </>
  );
}

/** @param {number} bytes */
const sizeText = (bytes) =>
  bytes < 1e6 ? strings.kb(Math.ceil(bytes / 1e3)) : `${(bytes / 1e6).toFixed(1)} MB`;
