/** Assertions about a simulated page: each waits until it holds, as Playwright's do. */
import { expect as plainExpect } from 'vitest';
import { Page, pause } from './browser.js';
import { descriptionOf, isDisabled, isShown, isText, Locator, PATIENCE, plain } from './locator.js';

/** @typedef {{ timeout?: number }} How */

/** What holds for a locator. @type {Record<string, (all: any[], ...wanted: any[]) => [boolean, unknown]>} */
const HOLDS = {
  toBeVisible: (all) => [all.length === 1 && isShown(all[0]), all.length],
  toBeAttached: (all) => [all.length === 1, all.length],
  toBeHidden: (all) => [!all.some(isShown), all.length],
  toBeEnabled: (all) => [all.length === 1 && !isDisabled(all[0]), all.length],
  toBeDisabled: (all) => [all.length === 1 && isDisabled(all[0]), all.length],
  toBeChecked: (all) => [all.length === 1 && all[0].checked, all.length],
  toBeFocused: (all) => [
    all.length === 1 && all[0].ownerDocument.activeElement === all[0],
    all[0]?.ownerDocument.activeElement?.outerHTML.slice(0, 80),
  ],
  toHaveCount: (all, wanted) => [all.length === wanted, all.length],
  toHaveText: (all, wanted) => hasTexts(all, wanted, true),
  toContainText: (all, wanted) => hasTexts(all, wanted, false),
  toHaveValue: (all, wanted) => [
    all.length === 1 &&
      (wanted instanceof RegExp ? wanted.test(all[0].value) : all[0].value === wanted),
    all.map((one) => one.value),
  ],
  toHaveAttribute: (all, name, wanted) => {
    const found = all[0]?.getAttribute(name);
    return [
      all.length === 1 &&
        typeof found === 'string' &&
        (wanted === undefined || isText(found, wanted, true)),
      all.length === 1 ? found : all.map((one) => one.outerHTML.slice(0, 90)),
    ];
  },
  toHaveAccessibleDescription: (all, wanted) => {
    const found = all.map(descriptionOf);
    return [all.length === 1 && isText(found[0], wanted, true), found];
  },
};

/** @param {any[]} all @param {string | RegExp | (string | RegExp)[]} wanted @param {boolean} exact @returns {[boolean, unknown]} */
function hasTexts(all, wanted, exact) {
  const texts = all.map((one) => plain(one.textContent));
  const holds = (/** @type {string} */ text, /** @type {string | RegExp} */ one) =>
    one instanceof RegExp
      ? one.test(text)
      : exact
        ? text === plain(one)
        : text.includes(plain(one));
  if (Array.isArray(wanted))
    return [
      texts.length === wanted.length && wanted.every((one, i) => holds(texts[i], one)),
      texts,
    ];
  return [texts.length === 1 && holds(texts[0], wanted), texts];
}

/** What holds for a page. @type {Record<string, (page: Page, ...wanted: any[]) => [boolean, unknown]>} */
const OF_PAGE = {
  toHaveURL: (page, wanted) => [isText(page.url(), wanted, true), page.url()],
  toHaveTitle: (page, wanted) => [isText(page.title(), wanted, true), page.title()],
};

/** @param {() => [boolean, unknown]} look @param {string} words @param {boolean} not @param {unknown} wanted @param {How} how */
async function wait(look, words, not, wanted, { timeout = PATIENCE } = {}) {
  const end = performance.now() + timeout;
  for (;;) {
    const [holds, found] = look();
    if (holds !== not) return;
    if (performance.now() > end)
      throw new Error(
        `${words}${wanted === undefined ? '' : ` ${wanted instanceof RegExp ? wanted : JSON.stringify(wanted)}`}, but it was ${JSON.stringify(found)}`,
      );
    await pause();
  }
}

/** @param {Locator | Page} subject @param {boolean} not */
function assertions(subject, not) {
  const all = subject instanceof Locator ? HOLDS : OF_PAGE;
  return Object.fromEntries(
    Object.entries(all).map(([name, holds]) => [
      name,
      (/** @type {any[]} */ ...given) => {
        const most = holds.length - 1;
        const wanted = given.slice(0, most);
        const how = given[most] ?? {};
        const found = () => (subject instanceof Locator ? subject.find() : subject);
        const words = subject instanceof Locator ? subject.words : 'the page';
        return wait(
          () => holds(/** @type {any} */ (found()), ...wanted),
          `${words} should ${not ? 'not ' : ''}${name}`,
          not,
          wanted.at(-1),
          how,
        );
      },
    ]),
  );
}

/**
 * Vitest's `expect`, which also waits for locators and pages.
 * @type {any}
 */
export const expect = Object.assign(
  (/** @type {any} */ subject, /** @type {string | undefined} */ message) =>
    subject instanceof Locator || subject instanceof Page
      ? { ...assertions(subject, false), not: assertions(subject, true) }
      : plainExpect(subject, message),
  plainExpect,
  {
    /** @param {() => unknown} look @param {How & { message?: string, intervals?: number[] }} [how] */
    poll: (look, { timeout = PATIENCE, message } = {}) =>
      plainExpect.poll(look, { timeout, interval: 5, message }),
  },
);
