/**
 * The model of the Lab's editors, for formulas and for code: the draft, undo over changes and replacements, and the shelf
 * of saved drafts. What the user wrote is saved before anything replaces it, also if another tab wrote it; a saved draft
 * is only replaced by its own later version, or at the user's request.
 */
import * as strings from '../../strings/lab.js';
import { save as saveFile } from '../../ui/copyAndSave.jsx';
import { makeSteps } from '../../ui/steps.js';
import { canSave, recall, saveValue } from '../storage.js';
import { notify } from '../store.js';

/**
 * @typedef {object} Editable
 * @property {string} name
 * @property {string} [opened]   name and content when opened or saved: while unchanged, there is nothing to save
 */
/** @template T @typedef {{ name: string, at?: string, draft: T }} Shelved   A draft saved in the browser. */
/**
 * @template T
 * @typedef {object} Kind   What differs between the editors.
 * @property {import('@preact/signals').Signal<T | null>} draft
 * @property {(of: T) => string} place   storage key of the draft
 * @property {(of: T) => Shelved<T>[]} shelf   newest first
 * @property {(of: T, all: Shelved<T>[]) => Promise<boolean>} setShelf   whether it is saved
 * @property {(of: T) => string} contentOf   what is saved, without the name
 * @property {(next: T, more: boolean) => T} [changed]   called with each change, before it is shown
 * @property {(of: T) => { name: string, text: string, type: string }} fileOf
 * @property {{ unnamed: string, isSavedAs: (name: string) => string, stays: string, notSaved: string }} words
 */

/**
 * @template {Editable} T
 * @param {Kind<T>} kind
 */
export function makeDrafts(kind) {
  const { draft, contentOf, words } = kind;
  /** Earlier drafts. @type {ReturnType<typeof makeSteps<T>>} */
  const steps = makeSteps();
  /** Drafts as last read or written by this tab, by place. @type {Record<string, string>} */
  const written = {};

  /** @param {T} of */
  const printOf = (of) => of.name + contentOf(of);
  /** A draft without changes, which may be replaced without saving. @param {T} of @returns {T} */
  const asOpened = (of) => ({ ...of, opened: printOf(of) });
  /** Whether a draft can be restored after it is replaced. @param {T} of */
  const isSaved = (of) =>
    of.opened === printOf(of) ||
    kind.shelf(of).some((one) => contentOf(one.draft) === contentOf(of));
  /** @param {T} of */
  const nameOf = (of) => of.name.trim() || words.unnamed;

  /** An unused name. @param {T} of */
  function freeName(of) {
    const taken = new Set(kind.shelf(of).map((one) => one.name));
    const base = nameOf(of);
    let free = base;
    for (let n = 2; taken.has(free); n++) free = `${base} ${n}`;
    return free;
  }

  /** @param {string} name @param {T} of @param {string[]} [without]   names to remove @returns {Promise<boolean>} whether it is saved */
  function saveAs(name, of, without = [name]) {
    const others = kind.shelf(of).filter((one) => !without.includes(one.name));
    const saved = asOpened({ ...of, name });
    return kind.setShelf(of, [{ name, at: new Date().toISOString(), draft: saved }, ...others]);
  }

  /** Shows and saves a draft. @param {T} next */
  function put(next) {
    const place = kind.place(next);
    const there = recall(place);
    const foreign = there && JSON.stringify(there) !== written[place] && !isSaved(there);
    draft.value = next;
    // Another tab has changed it; if that cannot be saved elsewhere, it stays where it is.
    if (foreign && !canSave()) return;
    if (foreign) saveAs(freeName(there), there);
    written[place] = JSON.stringify(next);
    saveValue(place, next);
  }

  /**
   * Opens the draft that is saved at a place, or a new one.
   * @param {string} place
   * @param {() => T} fresh
   * @param {(saved: T) => T} [read]
   */
  function resume(place, fresh, read = (saved) => saved) {
    steps.clear();
    const saved = recall(place);
    written[place] = JSON.stringify(saved);
    put(saved ? read(saved) : asOpened(fresh()));
  }

  /** @param {T} next @param {boolean} [more] */
  function change(next, more = false) {
    if (!more && draft.value) steps.add(draft.value);
    put(kind.changed ? kind.changed(next, more) : next);
  }

  /**
   * Changes the draft, with undo.
   * @param {(old: T) => Partial<T>} make
   * @param {{ more?: boolean }} [how] `more`: one undo step with the previous change, as letters of a word are
   */
  function edit(make, { more } = {}) {
    const old = draft.value;
    if (old) change({ ...old, ...make(old) }, more);
  }

  /** @param {'undo' | 'redo'} way */
  function step(way) {
    const next = draft.value && steps[way](draft.value);
    if (next) put(next);
  }

  /**
   * Replaces the draft, after saving it if the user has changed it. If the browser saves nothing, the draft stays until
   * it is saved to a file.
   * @param {T} next
   * @returns {boolean} whether it is open
   */
  function replace(next) {
    const old = draft.value;
    const there = () => change(asOpened(next));
    if (old && kind.place(old) === kind.place(next) && !isSaved(old)) {
      const name = freeName(old);
      const download = () => {
        const file = kind.fileOf(old);
        saveFile(file.name, new Blob([file.text], { type: file.type }));
      };
      if (!canSave()) {
        warn(words.stays, strings.saveAsAFile, () => {
          download();
          there();
        });
        return false;
      }
      saveAs(name, old).then((saved) => {
        if (saved) notify(words.isSavedAs(name));
        else warn(words.notSaved, strings.saveItAsAFile, download);
      });
    }
    there();
    return true;
  }

  /** @param {string} text @param {string} label @param {() => void} act */
  const warn = (text, label, act) =>
    notify(text, { error: true, stays: true, action: { label, act } });

  /** The draft is now saved under a name. @param {string} name @param {T} of */
  function noteSaved(name, of) {
    const now = draft.value;
    if (now) put({ ...now, name, opened: name + contentOf(of) });
  }

  /**
   * Saves the draft under its name; under a free one if another draft has that name.
   * @returns {Promise<boolean>} whether it is saved
   */
  async function save() {
    const now = draft.value;
    if (!now) return false;
    const name = nameOf(now);
    const there = kind.shelf(now).find((one) => one.name === name);
    const mine =
      !there ||
      printOf({ ...there.draft, name }) === now.opened ||
      contentOf(there.draft) === contentOf(now);
    const free = mine ? name : freeName(now);
    if (!(await saveAs(free, now))) {
      notify(strings.thisBrowserSavesNothing, { error: true });
      return false;
    }
    noteSaved(free, now);
    const act = async () => {
      if (!(await saveAs(name, now, [name, free]))) return;
      if (draft.value?.name === free) noteSaved(name, now);
      notify(strings.isSavedInThisBrowser(name));
    };
    if (mine) notify(strings.isSavedInThisBrowser(name));
    else
      notify(strings.isSavedBeside(free, name), {
        action: { label: strings.replaceIt(name), act },
      });
    return true;
  }

  /** Deletes a saved draft. @param {Shelved<T>} one */
  function remove({ name, draft: of }) {
    kind.setShelf(
      of,
      kind.shelf(of).filter((other) => other.name !== name),
    );
    const now = draft.value;
    // If it is open, it is not saved any more.
    if (now && now.opened === printOf({ ...of, name })) put({ ...now, opened: undefined });
  }

  return {
    canUndo: steps.canUndo,
    canRedo: steps.canRedo,
    asOpened,
    freeName,
    put,
    resume,
    edit,
    replace,
    save,
    remove,
    undo: () => step('undo'),
    redo: () => step('redo'),
  };
}
