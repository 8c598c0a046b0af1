/** The editor of a bot in code: the code, its errors with their place, its console, and its actions. */
import './code.css';
import { useEffect, useRef, useState } from 'preact/hooks';
import * as code from '../../app/lab/code.js';
import { pack } from '../../app/lab/codeLink.js';
import { codeBot } from '../../app/lab/state.js';
import { route } from '../../app/route.js';
import { ownBots } from '../../app/store.js';
import * as strings from '../../strings/lab.js';
import { CopyField, FileButton, save as saveFile } from '../../ui/copyAndSave.jsx';
import { formatElements } from '../../ui/formatElements.js';
import { keyOf } from '../../ui/keys.js';
import { Button, Sign, Toggles } from '../../ui/parts.jsx';
import { Menu } from '../menu.jsx';
import { Saved } from './saved.jsx';

/** A pause in typing that begins a new step to undo, in milliseconds. */
const PAUSE = 1_000;

/** Undo or redo by a key, on every keyboard. @param {KeyboardEvent} event @returns {(() => void) | null} */
function stepOf(event) {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return null;
  const letter = keyOf(event).toLowerCase();
  if (letter === 'z') return event.shiftKey ? code.redo : code.undo;
  return letter === 'y' ? code.redo : null;
}

export function Code() {
  const { code: link } = route.value;
  useEffect(code.open, [link]);
  const at = code.shownBot();
  useEffect(() => {
    codeBot.value = at;
  }, [at?.bot, at?.options.run]);
  const bot = code.draft.value;
  if (!bot) return <p class="quiet">{strings.loading}</p>;
  return (
    <section class="code stack" aria-label={strings.botInCode}>
      <Head bot={bot} />
      {code.sent.value && (
        <p class="note" role="status">
          {strings.thisBotCame}
        </p>
      )}
      <Editor bot={bot} />
      {bot.language === 'python' && !code.pythonAllowed.value && <LoadPython />}
      <State />
      <Console />
    </section>
  );
}

/** @param {{ bot: import('../../app/lab/bots.js').OwnBot }} props */
function Head({ bot }) {
  const old = code.shown.value?.bot;
  const changed = old?.source !== bot.source;
  return (
    <header class="code-head row wrap g3">
      <input
        aria-label={strings.nameOfTheBot}
        value={bot.name}
        maxLength={40}
        spellcheck={false}
        onChange={(event) => {
          const name = event.currentTarget.value.trim();
          code.edit(() => ({ name }));
        }}
      />
      <Toggles
        label={strings.language}
        value={bot.language ?? 'javascript'}
        choose={(value) => code.begin(value === 'python' ? value : undefined)}
        among={[
          [/** @type {const} */ ('javascript'), 'JavaScript'],
          [/** @type {const} */ ('python'), strings.python],
        ]}
      />
      <Sign sign="↶" label={strings.undoTheChange} disabled={!code.canUndo.value} act={code.undo} />
      <Sign sign="↷" label={strings.redoTheChange} disabled={!code.canRedo.value} act={code.redo} />
      <Open />
      <Button label={strings.save} act={code.save} />
      <Share bot={bot} />
      <Button label={strings.arena} act={code.enterArena} />
      <Button label={strings.playAgainstIt} act={code.playAgainst} />
      <Button
        label={changed ? strings.run : strings.runAgain}
        class="primary"
        title={strings.ctrlEnter}
        act={code.run}
      />
    </header>
  );
}

/** Shows the download size of Python before it is loaded. */
function LoadPython() {
  const [packed, whole] = code.PYTHON_MB;
  return (
    <p class="note row wrap middle g3">
      {strings.pythonIsADownload(packed, whole)}
      <Button
        label={strings.loadPython}
        act={() => {
          code.allowPython();
          if (!code.sent.value) code.run();
        }}
      />
    </p>
  );
}

/** Bots to open in the editor. */
function Open() {
  ownBots.value;
  const all = code.shelf();
  return (
    <Menu label={strings.open} class="lab-menu">
      <Saved
        all={all}
        note={({ draft }) => (draft.sent ? strings.fromALink : '')}
        open={({ draft }) => code.replace(draft)}
        remove={code.remove}
      />
      <h3 class="fine">{strings.templates}</h3>
      {code.templates.all.map((one) => (
        <Button key={one.name} act={() => code.replace(code.templates.of(one.name))}>
          {one.name}
          <small>{one.about}</small>
        </Button>
      ))}
      <FileButton
        label={strings.chooseAFile}
        accept=".js,.mjs,.py,text/javascript,text/x-python"
        take={code.openFile}
      />
    </Menu>
  );
}

/** @param {{ bot: import('../../app/lab/bots.js').OwnBot }} props */
function Share({ bot }) {
  const [link, setLink] = useState('');
  const file = code.fileOf(bot);
  return (
    <Menu label={strings.share} class="lab-menu">
      <Button act={() => saveFile(file.name, new Blob([file.text], { type: 'text/plain' }))}>
        {formatElements(
          strings.saveAsAFile0,
          <small>
            <code>{file.command}</code>
          </small>,
        )}
      </Button>
      <Button
        data-stays
        act={async () => {
          const packed = await pack(bot);
          setLink(packed ? location.origin + location.pathname + packed : '–');
        }}
      >
        {formatElements(strings.makeALink0, <small>{strings.visitorsSeeTheCode}</small>)}
      </Button>
      {link === '–' && <p class="quiet">{strings.itIsTooLong}</p>}
      {link.length > 1 && <CopyField label={strings.link} text={link} />}
    </Menu>
  );
}

/** @param {{ bot: import('../../app/lab/bots.js').OwnBot }} props */
function Editor({ bot }) {
  const gutter = useRef(/** @type {HTMLPreElement | null} */ (null));
  const typed = useRef(0);
  const wrong = code.fault.value?.line;
  /** Without a pause, typing is one step to undo. @param {string} source */
  const type = (source) => {
    const now = performance.now();
    code.edit(() => ({ source }), { more: now - typed.current < PAUSE });
    typed.current = now;
  };
  /** @param {KeyboardEvent} event */
  const key = (event) => {
    const step = stepOf(event);
    if (step) {
      // The browser cannot undo a replacement.
      event.preventDefault();
      typed.current = 0;
      step();
      return;
    }
    if (keyOf(event) !== 'Enter') return;
    const field = /** @type {HTMLTextAreaElement} */ (event.currentTarget);
    event.preventDefault();
    if (event.ctrlKey || event.metaKey) {
      code.run();
      return;
    }
    // The next line keeps the indentation.
    const before = field.value.slice(0, field.selectionStart);
    const indent = /^[ \t]*/.exec(before.slice(before.lastIndexOf('\n') + 1))?.[0] ?? '';
    field.setRangeText(`\n${indent}`, field.selectionStart, field.selectionEnd, 'end');
    type(field.value);
  };
  return (
    <div class="code-editor">
      <pre class="code-lines" ref={gutter} aria-hidden="true">
        {bot.source.split('\n').map((_, i) => (
          <span key={i} data-wrong={i + 1 === wrong}>
            {i + 1}
            {'\n'}
          </span>
        ))}
      </pre>
      <textarea
        aria-label={strings.code}
        aria-invalid={!!wrong}
        aria-describedby="code-state"
        value={bot.source}
        rows={22}
        maxLength={code.LONGEST}
        wrap="off"
        spellcheck={false}
        autocapitalize="off"
        autocomplete="off"
        onInput={(event) => type(event.currentTarget.value)}
        onKeyDown={key}
        onScroll={(event) => {
          if (gutter.current) gutter.current.scrollTop = event.currentTarget.scrollTop;
        }}
      />
    </div>
  );
}

/** Its status or error. */
function State() {
  const wrong = code.fault.value;
  if (wrong)
    return (
      <p class="wrong" id="code-state" role="alert">
        {wrong.message}
      </p>
    );
  const words = {
    idle: strings.runItToSee,
    starting: code.draft.value?.language ? strings.loadingPython : strings.starting,
    ready: strings.itRunsStepThrough,
  };
  return (
    <p class="quiet" id="code-state" role="status">
      {words[code.status.value]}
    </p>
  );
}

/** Its output by move. */
function Console() {
  const all = code.log.value;
  if (all.length === 0) return null;
  return (
    <section class="code-log" aria-label={strings.console}>
      <h3>{strings.console}</h3>
      <pre>
        {all.map(({ at, lines }, i) => (
          <span key={`${i}-${at}`}>
            <b>{at}</b>
            {'\n'}
            {lines.join('\n')}
            {'\n'}
          </span>
        ))}
      </pre>
    </section>
  );
}
