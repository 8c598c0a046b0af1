/** What the page must be for everybody: nothing that axe-core finds, and nothing to press that a finger misses. */
import AxeBuilder from '@axe-core/playwright';
import { expect, settled } from './fixtures.js';

/** @typedef {import('@playwright/test').Page} Page */

const SERIOUS = ['serious', 'critical'];
const SCHEMES = /** @type {const} */ (['light', 'dark']);

/**
 * Axe-core for a page, in a fifth of the time that it takes otherwise: it goes into a document once, tells violations alone,
 * and runs where it is. What has frames in it is gone through frame by frame, and put together on a page of its own.
 * @param {Page} page
 */
async function axe(page) {
  /** @type {import('axe-core').RunOptions} */
  const options = { resultTypes: ['violations'] };
  if (page.frames().length > 1) return new AxeBuilder({ page }).options(options).analyze();
  const there = await page.evaluate(() => 'axe' in window);
  return new AxeBuilder({ page, ...(there && { axeSource: 'void 0' }) })
    .options(options)
    .setLegacyMode()
    .analyze();
}

/**
 * What axe-core finds on the page.
 * @param {Page} page
 * @param {string} where           stands before each finding
 * @param {string[] | null} [of]   of these impacts only
 */
async function findings(page, where, of = null) {
  // Colours fade in and out for a moment after something opens; axe should see the end of it.
  await settled(page);
  const { violations } = await axe(page);
  return violations
    .filter(({ impact }) => !of || of.includes(impact ?? ''))
    .map(
      ({ id, nodes }) =>
        `${where}: ${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`,
    );
}

/** axe-core finds nothing at all. @param {Page} page @param {string} [where] */
export const nothingFound = async (page, where = 'here') =>
  expect(await findings(page, where)).toEqual([]);

/** axe-core finds nothing serious. @param {Page} page @param {string} [where] */
export const nothingSerious = async (page, where = 'here') =>
  expect(await findings(page, where, SERIOUS)).toEqual([]);

/** In light and in dark axe-core finds nothing at all. @param {Page} page @param {string} [where] */
export async function nothingFoundInLightAndDark(page, where = 'here') {
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    await nothingFound(page, `${where}, ${colorScheme}`);
  }
}

/** In light and in dark axe-core finds nothing serious. @param {Page} page @param {string} [where] */
export async function nothingSeriousInLightAndDark(page, where = 'here') {
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    await nothingSerious(page, `${where}, ${colorScheme}`);
  }
}

/**
 * What may be pressed and is smaller than a finger wants.
 * @param {Page} page
 * @param {number} [least]   in CSS pixels
 */
export const tooSmall = (page, least = 43.5) =>
  page.evaluate(
    (side) =>
      [...document.querySelectorAll('button, select, input:not([type=file], [type=checkbox])')]
        .map((element) => ({
          name: element.textContent || element.getAttribute('aria-label'),
          box: element.getBoundingClientRect(),
        }))
        .filter(
          ({ box }) => box.width > 0 && box.height > 0 && (box.height < side || box.width < side),
        )
        .map(({ name, box }) => `${name} ${box.width.toFixed()}x${box.height.toFixed()}`),
    least,
  );

/** What may be used: in a dialog that is open, nothing else. */
const CONTROLS =
  'button, a[href], select, textarea, summary, [role=tab], [role=option], input:not([type=file])';

/**
 * What forced colours would hide: controls without an edge, and what is chosen or on and looks like what is not.
 * @param {Page} page
 * @returns {Promise<string[]>}
 */
export const hiddenByForcedColours = (page) =>
  page.evaluate((controls) => {
    const root = document.querySelector('dialog[open]') ?? document.body;
    /** @param {Element} one */
    const seen = (one) =>
      one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      one.getBoundingClientRect().width > 1;
    /** @param {Element} one */
    const name = (one) =>
      `${one.tagName.toLowerCase()} ${one.getAttribute('aria-label') ?? one.textContent?.trim().slice(0, 40)}`;
    const all = [...root.querySelectorAll(controls)].filter(seen);
    const boxes = all.filter((one) => one.matches('button, select, textarea, [role=tab]'));
    const edges = boxes
      .filter((one) => {
        const { borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(one);
        const ground = getComputedStyle(one.parentElement ?? document.body).backgroundColor;
        const none = Number.parseFloat(borderTopWidth) < 1 || borderTopColor === 'rgba(0, 0, 0, 0)';
        return none && backgroundColor === ground;
      })
      .map((one) => `no edge: ${name(one)}`);
    /** @param {Element} one */
    const look = (one) => {
      const { backgroundColor, color, borderTopColor, outlineStyle } = getComputedStyle(one);
      return `${backgroundColor} ${color} ${borderTopColor} ${outlineStyle}`;
    };
    const alike = ['aria-pressed', 'aria-selected', 'aria-current'].flatMap((state) => {
      const on = all.filter((one) => !['false', null].includes(one.getAttribute(state)));
      return on
        .filter((one) =>
          [...(one.parentElement?.children ?? [])].some(
            (other) =>
              other.matches(controls) &&
              !on.includes(other) &&
              !other.matches(':disabled') &&
              seen(other) &&
              look(other) === look(one),
          ),
        )
        .map((one) => `${state} is not seen: ${name(one)}`);
    });
    const first = /** @type {HTMLElement | undefined} */ (
      all.find((one) => one.matches('button:not(:disabled)'))
    );
    // What has the focus already, as the first in a dialog does, would not get its ring.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    first?.focus(/** @type {FocusOptions} */ ({ focusVisible: true }));
    const { outlineStyle, outlineWidth } = first
      ? getComputedStyle(first)
      : { outlineStyle: 'solid', outlineWidth: '3px' };
    const ring = outlineStyle === 'solid' && Number.parseFloat(outlineWidth) >= 2;
    return [...edges, ...alike, ...(ring || !first ? [] : [`no ring: ${name(first)}`])];
  }, CONTROLS);

/**
 * Text that lies over other text or over a control, and text that leaves its panel, list, cell or button. What is
 * covered on purpose is not meant: rows that stay while what is under them is scrolled.
 * @param {Page} page
 * @returns {Promise<string[]>}
 */
export const textTrouble = (page) =>
  page.evaluate(() => {
    /** @typedef {{ left: number, right: number, top: number, bottom: number }} Box */
    const root = document.querySelector('dialog[open]') ?? document.body;
    /** @param {Element} one */
    const seen = (one) =>
      one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !one.closest('.hidden, .skip:not(:focus)');
    /** @param {Element} one @returns {Element[]} */
    const around = (one) => (one.parentElement ? [one, ...around(one.parentElement)] : [one]);
    /** What is left of a box within all that cuts it off. @param {Box} box @param {Element} inside @returns {Box} */
    const cut = (box, inside) => {
      const left = { ...box };
      for (const one of around(inside)) {
        const { overflowX, overflowY, position } = getComputedStyle(one);
        const edge = one.getBoundingClientRect();
        if (overflowX !== 'visible') {
          left.left = Math.max(left.left, edge.left);
          left.right = Math.min(left.right, edge.right);
        }
        if (overflowY !== 'visible') {
          left.top = Math.max(left.top, edge.top);
          left.bottom = Math.min(left.bottom, edge.bottom);
        }
        if (position === 'fixed') break;
      }
      return left;
    };
    /** @type {{ name: string, of: Element, box: Box, whole: Box }[]} */
    const pieces = [];
    /** @param {string} name @param {Element} of @param {DOMRect} rect @param {Element} inside */
    const add = (name, of, rect, inside) => {
      const { left, right, top, bottom } = rect;
      const box = cut({ left, right, top, bottom }, inside);
      if (box.right - box.left > 1 && box.bottom - box.top > 1)
        pieces.push({ name, of, box, whole: rect });
    };
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const of = node.parentElement;
      const text = node.textContent?.trim() ?? '';
      if (!text || !of || of.closest('select, textarea, script, style, noscript') || !seen(of))
        continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const rect of range.getClientRects()) add(`“${text.slice(0, 40)}”`, of, rect, of);
    }
    for (const field of root.querySelectorAll(
      'button, summary, select, input:not([type=range], [type=checkbox], [type=radio], [type=file])',
    ))
      if (seen(field) && field.parentElement)
        add(
          `${field.tagName} ${field.getAttribute('aria-label') ?? field.textContent?.slice(0, 40)}`,
          field,
          field.getBoundingClientRect(),
          field.parentElement,
        );
    /** @param {Element} one */
    const stays = (one) => around(one).filter((at) => getComputedStyle(at).position === 'sticky');
    const sticky = new Map(pieces.map(({ of }) => [of, stays(of)]));
    /** Whether one of them is on a row that stays, over the other. @param {Element} a @param {Element} b */
    const covers = (a, b) =>
      (sticky.get(a) ?? []).some((row) => !row.contains(b)) ||
      (sticky.get(b) ?? []).some((row) => !row.contains(a));
    /** @type {Set<string>} */
    const found = new Set();
    for (const [i, a] of pieces.entries()) {
      for (const b of pieces.slice(i + 1)) {
        if (a.of.contains(b.of) || b.of.contains(a.of)) continue;
        const width = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
        const height = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
        if (width > 1 && height > 3 && !covers(a.of, b.of)) found.add(`${a.name} over ${b.name}`);
      }
      for (const panel of around(a.of)) {
        if (!panel.matches('.card, dialog, td, th, li, button, .candidate, .seat')) continue;
        const edge = panel.getBoundingClientRect();
        if (a.box.right > edge.right + 1 || a.box.left < edge.left - 1)
          found.add(`${a.name} leaves ${panel.tagName.toLowerCase()}.${panel.className}`);
      }
    }
    // A sentence why that is longer than its box says so.
    for (const why of root.querySelectorAll('.why'))
      if (why.scrollHeight > why.clientHeight + 1 && !why.querySelector('button.more'))
        found.add(`the end of why is hidden: ${why.textContent?.slice(0, 40)}`);
    return [...found];
  });

/**
 * What cannot be brought into the window with its whole width.
 * @param {Page} page
 * @returns {Promise<string[]>}
 */
export const cutOff = (page) =>
  page.evaluate((controls) => {
    const root = document.querySelector('dialog[open]') ?? document.body;
    const cut = [...root.querySelectorAll(controls)]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      .filter((one) => !one.closest('.hidden, [inert], [aria-hidden=true]'))
      .filter((one) => {
        if (one.getBoundingClientRect().width < 2) return false;
        one.scrollIntoView({ block: 'nearest', inline: 'nearest' });
        const { left, right, top, bottom } = one.getBoundingClientRect();
        const high = bottom - top > window.innerHeight;
        const inside = left >= -1 && right <= window.innerWidth + 1;
        return !inside || (!high && (top < -1 || bottom > window.innerHeight + 1));
      })
      .map(
        (one) =>
          `${one.tagName.toLowerCase()} ${one.getAttribute('aria-label') ?? one.textContent?.trim().slice(0, 40)}`,
      );
    window.scrollTo(0, 0);
    return cut;
  }, CONTROLS);
