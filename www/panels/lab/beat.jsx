/** A challenge: its bot, three weights to beat it with, and the result of 200 games. Loaded on demand. */
import './beat.css';
import { useEffect, useRef, useState } from 'preact/hooks';
import * as beat from '../../app/lab/beat.js';
import { route } from '../../app/route.js';
import { goToLab } from '../../app/screens.js';
import { notify } from '../../app/store.js';
import * as strings from '../../strings/challenge.js';
import { Estimate } from '../../ui/estimate.jsx';
import { Name } from '../../ui/name.jsx';
import { Button } from '../../ui/parts.jsx';
import { saveMade } from '../saveMade.js';

/** @typedef {import('../../app/lab/beat.js').Challenge} Challenge */
/** @typedef {import('../../app/lab/beat.js').Result} Result */

export function ChallengeScreen() {
  const { link } = route.value;
  useEffect(() => {
    beat.match.value = null;
    return beat.stopMatch;
  }, [link]);
  const found = beat.linkedChallenge.value;
  return (
    <main class="beat scroll">
      <section class="card beat-card stack g6" aria-label={strings.challenge}>
        {found?.problem && (
          <>
            <p role="alert">{strings.broken(found.problem)}</p>
            <Button label={strings.toLab} act={() => goToLab()} />
          </>
        )}
        {found?.challenge && <Open of={found.challenge} />}
      </section>
    </main>
  );
}

/** @param {{ of: Challenge }} props */
function Open({ of }) {
  const { entry, name, author, terms } = of;
  const now = beat.match.value;
  const running = !!now && !now.result;
  const first = useRef(/** @type {HTMLInputElement | null} */ (null));
  const again = () => {
    beat.match.value = null;
    first.current?.focus();
  };
  return (
    <>
      <header class="stack g3">
        <h2 class="title">
          {strings.title} “<Name>{name || strings.unnamed}</Name>”
        </h2>
        <p class="dim">
          {strings.botOf(entry.name)} {author && strings.by} <Name>{author}</Name>
        </p>
        <p>{strings.task}</p>
      </header>
      <fieldset class="stack g5" disabled={running}>
        <legend class="hidden">{strings.weights}</legend>
        {terms.map((term, i) => (
          <Weight
            key={term.name}
            term={term}
            about={aboutOf(term.formula, entry)}
            at={i}
            field={i === 0 ? first : undefined}
          />
        ))}
        <p class="note">{strings.hint}</p>
      </fieldset>
      <div class="stack">
        <Button
          label={running ? strings.stop : now ? strings.again : strings.play(beat.GAMES)}
          class={running ? '' : 'primary'}
          act={running ? beat.stopMatch : now ? again : () => beat.playMatch(of)}
        />
        {running && (
          <div class="row">
            <progress aria-label={strings.gamesPlayed} max={beat.GAMES} value={now.done} />
            <span class="rigid">{strings.played(now.done, beat.GAMES)}</span>
          </div>
        )}
      </div>
      {now?.result && <Outcome of={of} result={now.result} />}
    </>
  );
}

/** Description of a formula that is a single feature. @param {string} formula @param {Challenge['entry']} entry */
const aboutOf = (formula, { features }) =>
  features.find(({ key }) => key === formula.replace(/^\s*-\s*/, '').trim())?.about;

/** @param {{ term: Challenge['terms'][0], about: string | undefined, at: number, field?: import('preact').RefObject<HTMLInputElement | null> }} props */
function Weight({ term, about, at, field }) {
  const id = `weight-${at}`;
  return (
    <div class="beat-weight stack">
      <label class="strong" for={id}>
        <Name>{term.label ?? term.name}</Name>
      </label>
      <output class="mono" translate={false} for={id}>
        {beat.weights.value[at].toFixed(1).replace('-', '−')}
      </output>
      <input
        ref={field}
        id={id}
        class="across"
        type="range"
        min={-beat.REACH}
        max={beat.REACH}
        step={0.1}
        value={beat.weights.value[at]}
        aria-describedby={`${id}-is`}
        onInput={(event) => beat.weigh(at, event.currentTarget.valueAsNumber)}
      />
      <p id={`${id}-is`} class="note across">
        <code>
          <Name>{term.formula}</Name>
        </code>
        {about && `: ${about}`}
      </p>
    </div>
  );
}

/** @param {{ of: Challenge, result: Result }} props */
function Outcome({ of, result }) {
  const [name, setName] = useState('');
  const here = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => here.current?.scrollIntoView({ block: 'nearest' }), []);
  const draw = () =>
    saveMade(`totora-${of.entry.id}-challenge.png`, async () => {
      const { resultPicture } = await import('./beatPicture.js');
      return resultPicture(of, result, name.trim());
    });
  return (
    <section ref={here} class="tint stack g5" aria-label={strings.result}>
      <div class="stack g3">
        <p class="title strong">{strings.won(result)}</p>
        <p>
          {strings.verdict(result)} {strings.score(result)}
        </p>
      </div>
      <Estimate of={{ ...result, middle: result.share }} scale={[0, 1]} from={0} mark={0.5} />
      <p class="note">
        {strings.interval} {result.openings}
      </p>
      <label class="over">
        {strings.yourName}
        <input
          value={name}
          maxLength={40}
          autocomplete="nickname"
          placeholder={strings.receiver}
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      <div class="row wrap even">
        <Button label={strings.savePicture} act={draw} />
        <CopyLink />
        <Button label={strings.openInLab} act={() => beat.openMine(of)} />
      </div>
    </section>
  );
}

/** Shares the challenge, which is also the page's address. */
function CopyLink() {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      setCopied(true);
    } catch {
      notify(strings.notCopied, { error: true });
    }
  };
  return <Button label={copied ? strings.copied : strings.copyLink} act={copy} />;
}
