/** Shares the game (link, QR code, record, picture), and opens a shared one (paste, file). */

import { useEffect, useRef, useState } from 'preact/hooks';
import qrcode from 'qrcode-generator';
import { open, openFile } from '../app/openGame.js';
import { openScreen } from '../app/screens.js';
import { carriedBy, linkAtOnce, linkHere } from '../app/send.js';
import { ask, recordText, withEngine } from '../app/session.js';
import { info, state } from '../app/store.js';
import * as strings from '../strings/share.js';
import { CopyField, save } from '../ui/copyAndSave.jsx';
import { MAX_TEXT } from '../ui/limits.js';
import { Button } from '../ui/parts.jsx';
import { KeptBeside } from './aside.jsx';
import { lazyPart } from './lazyPart.jsx';
import { LinkField, useLink } from './link.jsx';
import { OpenText } from './openText.jsx';

const Pictures = lazyPart(() => import('./pictures.jsx'), 'Pictures', strings.thePictures);
const StudyEditor = lazyPart(
  () => withEngine(() => import('./studyEditor.jsx')),
  'StudyEditor',
  strings.theStudyEditor,
);
const FrameCode = lazyPart(() => import('./frameCode.jsx'), 'FrameCode', strings.codeForAFrame);

export function Share() {
  const [atOnce] = useState(linkAtOnce);
  const made = useLink(linkHere, atOnce);
  const { link } = made;
  const now = state.value;
  const name = `totora-${now?.game ?? 'game'}-${now?.ply ?? 0}`;
  return (
    <div class="share">
      <p>{strings.thisLinkOpensTheGame(now?.game_ply ?? 0)}</p>
      {link && !!now?.variations && <Carried link={link} of={now.variations} />}
      <LinkField {...made} making={strings.makingTheLink} />
      <div class="share-row row high g5">
        {link && <Code text={link} />}
        <div class="stack grow">
          <Button
            label={strings.recordAsJson}
            act={() => save(`${name}.json`, new Blob([recordText()], { type: 'application/json' }))}
          />
          <small hidden={!link}>{strings.characters(link?.length ?? 0)}</small>
        </div>
      </div>
      <Folded title={strings.pictures}>
        <Pictures name={name} />
      </Folded>
      {link && (
        <Folded title={strings.embed}>
          <FrameCode link={link} />
        </Folded>
      )}
      {info.value?.formats.map(({ id, what, ending, keeps }) => {
        const title = keeps === 'position' ? strings.positionAs(what) : strings.gameAs(what);
        return (
          <Folded key={id} title={title}>
            <InFormat {...{ id, what, title, ending }} />
          </Folded>
        );
      })}
      <Folded title={strings.aStudy}>
        <StudyEditor />
      </Folded>
      <KeptBeside />
      <OpenText
        label={strings.linkOrARecord}
        placeholder={strings.pasteALinkARecord}
        most={MAX_TEXT}
        accept=".json,.sgf,.ggf,.obf,.map,.txt,application/json,text/plain"
        open={(text) => openScreen(text) || open(text)}
        openFile={openFile}
      />
    </div>
  );
}

/** A part with a title. Its content is made, and loaded, when it is first opened: until then nothing moves. @param {{ title: string, children: import('preact').ComponentChildren }} props */
function Folded({ title, children }) {
  const [opened, setOpened] = useState(false);
  return (
    <details class="as-text" onToggle={() => setOpened(true)}>
      <summary class="row g3">{title}</summary>
      {opened && children}
    </details>
  );
}

/** The game or the shown position in a format of other programs, to copy or save. Rust writes it. @param {{ id: string, what: string, title: string, ending: string }} props */
function InFormat({ id, what, title, ending }) {
  const [found] = useState(() => ask((session) => session.in_format(id)));
  if (!found) return <p class="quiet">{strings.cannotBeWritten(what)}</p>;
  const { text, notes } = found;
  return (
    <>
      <CopyField label={title} text={text} rows={Math.min(12, text.trimEnd().split('\n').length)} />
      {notes.map((note) => (
        <p key={note} class="quiet">
          {note}
        </p>
      ))}
      <Button
        label={strings.saveAsAFile}
        act={() =>
          save(`totora-${state.value?.game}.${ending}`, new Blob([text], { type: 'text/plain' }))
        }
      />
    </>
  );
}

/** Which variations the link includes. @param {{ link: string, of: number }} props */
function Carried({ link, of }) {
  const carried = carriedBy(link);
  const all = of === 1 ? strings.variation : strings.allVariations(of);
  return (
    <p class="quiet">
      {carried === of ? strings.itCarries(all) : strings.itCarriesToStayShort(carried, all)}
    </p>
  );
}

/** The link as a QR code, if it is short enough. @param {{ text: string }} props */
function Code({ text }) {
  const place = useRef(/** @type {HTMLCanvasElement | null} */ (null));
  const [fits, setFits] = useState(true);
  useEffect(() => {
    const canvas = place.current;
    if (!canvas) return;
    try {
      const code = qrcode(0, 'L');
      code.addData(text);
      code.make();
      const n = code.getModuleCount();
      const quiet = 3;
      const dot = Math.max(2, Math.floor(400 / (n + 2 * quiet)));
      canvas.width = canvas.height = dot * (n + 2 * quiet);
      const ctx = canvas.getContext('2d');
      if (!ctx) return;
      ctx.fillStyle = '#fff';
      ctx.fillRect(0, 0, canvas.width, canvas.height);
      ctx.fillStyle = '#1d2a2f';
      for (let r = 0; r < n; r++) {
        for (let c = 0; c < n; c++) {
          if (code.isDark(r, c)) ctx.fillRect((c + quiet) * dot, (r + quiet) * dot, dot, dot);
        }
      }
    } catch {
      setFits(false);
    }
  }, [text]);
  if (!fits) return <p class="quiet">{strings.thisLinkIsTooLong}</p>;
  return (
    <canvas ref={place} class="qr box rigid" role="img" aria-label={strings.qrCodeOfTheLink} />
  );
}
