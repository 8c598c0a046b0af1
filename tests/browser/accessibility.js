/**
 * Accessibility and layout checks: axe-core, the size of touch targets, forced colours, overlapping
 * and clipped text.
 */
import AxeBuilder from '@axe-core/playwright';
import { expect, settled } from './fixtures.js';

/** @typedef {import('@playwright/test').Page} Page */

const SERIOUS = ['serious', 'critical'];
const SCHEMES = /** @type {const} */ (['light', 'dark']);

/**
 * Runs axe-core five times as fast as by default: it is injected only once into a document, reports
 * violations only, and runs in legacy mode. A page with frames is checked in the default mode.
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
 * The violations that axe-core finds on the page.
 * @param {Page} page
 * @param {string} where   the prefix of each finding
 * @param {string[] | null} [impacts]   only violations of these impacts
 */
async function findings(page, where, impacts = null) {
  // Colours fade for a moment after something opens; axe-core must see the final ones.
  await settled(page);
  const { violations } = await axe(page);
  return violations
    .filter(({ impact }) => !impacts || impacts.includes(impact ?? ''))
    .map(
      ({ id, nodes }) =>
        `${where}: ${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`,
    );
}

/** Expects that axe-core finds no violation. @param {Page} page @param {string} [where] */
export const expectNoViolations = async (page, where = 'here') =>
  expect(await findings(page, where)).toEqual([]);

/** Expects that axe-core finds no serious violation. @param {Page} page @param {string} [where] */
export const expectNoSeriousViolations = async (page, where = 'here') =>
  expect(await findings(page, where, SERIOUS)).toEqual([]);

/**
 * Expects that axe-core finds no violation in the light and the dark theme.
 * @param {Page} page
 * @param {string} [where]
 */
export async function expectNoViolationsInBothThemes(page, where = 'here') {
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    await expectNoViolations(page, `${where}, ${colorScheme}`);
  }
}

/**
 * Expects that axe-core finds no serious violation in the light and the dark theme.
 * @param {Page} page
 * @param {string} [where]
 */
export async function expectNoSeriousViolationsInBothThemes(page, where = 'here') {
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    await expectNoSeriousViolations(page, `${where}, ${colorScheme}`);
  }
}

/**
 * The controls that are smaller than a touch target should be.
 * @param {Page} page
 * @param {number} [least]   the smallest allowed side, in CSS pixels
 */
export const smallTargets = (page, least = 43.5) =>
  page.evaluate(
    (side) =>
      [...document.querySelectorAll('button, select, input:not([type=file], [type=checkbox])')]
        .map((element) => ({
          name: element.textContent || element.getAttribute('aria-label'),
          box: element.getBoundingClientRect(),
          // A move in a sentence has the size of WCAG 2.5.8; the lists have it large.
          side: element.matches('.named-move') ? Math.min(side, 24) : side,
        }))
        .filter(
          ({ box, side: least }) =>
            box.width > 0 && box.height > 0 && (box.height < least || box.width < least),
        )
        .map(({ name, box }) => `${name} ${box.width.toFixed()}x${box.height.toFixed()}`),
    least,
  );

/** The controls that a user can operate. */
const CONTROLS =
  'button, a[href], select, textarea, summary, [role=tab], [role=option], input:not([type=file])';

/**
 * What forced colours would hide: controls without a visible border, selected or pressed controls
 * that look like the others, and a missing focus ring.
 * @param {Page} page
 * @returns {Promise<string[]>}
 */
export const hiddenByForcedColours = (page) =>
  page.evaluate((controls) => {
    const root = document.querySelector('dialog[open]') ?? document.body;
    /** @param {Element} one */
    const isVisible = (one) =>
      one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      one.getBoundingClientRect().width > 1;
    /** @param {Element} one */
    const name = (one) =>
      `${one.tagName.toLowerCase()} ${one.getAttribute('aria-label') ?? one.textContent?.trim().slice(0, 40)}`;
    const all = [...root.querySelectorAll(controls)].filter(isVisible);
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
              isVisible(other) &&
              look(other) === look(one),
          ),
        )
        .map((one) => `${state} is not seen: ${name(one)}`);
    });
    const first = /** @type {HTMLElement | undefined} */ (
      all.find((one) => one.matches('button:not(:disabled)'))
    );
    // An element that already has the focus, such as the first one of a dialog, would not get its
    // ring.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    first?.focus(/** @type {FocusOptions} */ ({ focusVisible: true }));
    const { outlineStyle, outlineWidth } = first
      ? getComputedStyle(first)
      : { outlineStyle: 'solid', outlineWidth: '3px' };
    const ring = outlineStyle === 'solid' && Number.parseFloat(outlineWidth) >= 2;
    return [...edges, ...alike, ...(ring || !first ? [] : [`no ring: ${name(first)}`])];
  }, CONTROLS);

/**
 * Text that overlaps other text or a control, and text that extends beyond its panel, list, cell or
 * button. Sticky rows may cover what scrolls under them.
 * @param {Page} page
 * @returns {Promise<string[]>}
 */
export const textProblems = (page) =>
  page.evaluate(() => {
    /** @typedef {{ left: number, right: number, top: number, bottom: number }} Box */
    const root = document.querySelector('dialog[open]') ?? document.body;
    /** @param {Element} one */
    const isVisible = (one) =>
      one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !one.closest('.hidden, .skip:not(:focus)');
    /** @param {Element} one @returns {Element[]} */
    const ancestors = (one) => (one.parentElement ? [one, ...ancestors(one.parentElement)] : [one]);
    /**
     * The part of a box that its ancestors leave visible.
     * @param {Box} box
     * @param {Element} inside
     * @returns {Box}
     */
    const visiblePart = (box, inside) => {
      const left = { ...box };
      for (const one of ancestors(inside)) {
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
    /** @type {{ name: string, owner: Element, box: Box, whole: Box }[]} */
    const pieces = [];
    /** @param {string} name @param {Element} owner @param {DOMRect} rect @param {Element} inside */
    const add = (name, owner, rect, inside) => {
      const { left, right, top, bottom } = rect;
      const box = visiblePart({ left, right, top, bottom }, inside);
      if (box.right - box.left > 1 && box.bottom - box.top > 1)
        pieces.push({ name, owner, box, whole: rect });
    };
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const owner = node.parentElement;
      const text = node.textContent?.trim() ?? '';
      if (
        !text ||
        !owner ||
        owner.closest('select, textarea, script, style, noscript') ||
        !isVisible(owner)
      )
        continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const rect of range.getClientRects()) add(`“${text.slice(0, 40)}”`, owner, rect, owner);
    }
    for (const field of root.querySelectorAll(
      'button, summary, select, input:not([type=range], [type=checkbox], [type=radio], [type=file])',
    ))
      if (isVisible(field) && field.parentElement)
        add(
          `${field.tagName} ${field.getAttribute('aria-label') ?? field.textContent?.slice(0, 40)}`,
          field,
          field.getBoundingClientRect(),
          field.parentElement,
        );
    /** @param {Element} one */
    const stickyAncestors = (one) =>
      ancestors(one).filter((at) => getComputedStyle(at).position === 'sticky');
    const sticky = new Map(pieces.map(({ owner }) => [owner, stickyAncestors(owner)]));
    /**
     * Whether one of the elements is in a sticky row that may cover the other.
     * @param {Element} a
     * @param {Element} b
     */
    const covers = (a, b) =>
      (sticky.get(a) ?? []).some((row) => !row.contains(b)) ||
      (sticky.get(b) ?? []).some((row) => !row.contains(a));
    /** @type {Set<string>} */
    const found = new Set();
    for (const [i, a] of pieces.entries()) {
      for (const b of pieces.slice(i + 1)) {
        if (a.owner.contains(b.owner) || b.owner.contains(a.owner)) continue;
        const width = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
        const height = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
        if (width > 1 && height > 3 && !covers(a.owner, b.owner))
          found.add(`${a.name} over ${b.name}`);
      }
      for (const panel of ancestors(a.owner)) {
        if (!panel.matches('.card, dialog, td, th, li, button, .candidate, .seat')) continue;
        const edge = panel.getBoundingClientRect();
        if (a.box.right > edge.right + 1 || a.box.left < edge.left - 1)
          found.add(`${a.name} leaves ${panel.tagName.toLowerCase()}.${panel.className}`);
      }
    }
    // A reason that is longer than its box must have a button that shows the rest.
    for (const why of root.querySelectorAll('.reasons'))
      if (why.scrollHeight > why.clientHeight + 1 && !why.querySelector('button.more'))
        found.add(`the end of why is hidden: ${why.textContent?.slice(0, 40)}`);
    return [...found];
  });

/**
 * The controls that cannot be scrolled into the window in full width.
 * @param {Page} page
 * @returns {Promise<string[]>}
 */
export const clippedControls = (page) =>
  page.evaluate((controls) => {
    const root = document.querySelector('dialog[open]') ?? document.body;
    const visiblePart = [...root.querySelectorAll(controls)]
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
    return visiblePart;
  }, CONTROLS);
