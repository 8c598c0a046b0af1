/** What the page must be for everybody: nothing that axe-core finds, and nothing to press that a finger misses. */
import AxeBuilder from '@axe-core/playwright';
import { expect, settled } from './fixtures.js';

/** @typedef {import('@playwright/test').Page} Page */

const SERIOUS = ['serious', 'critical'];

/**
 * What axe-core finds on the page.
 * @param {Page} page
 * @param {string} where           stands before each finding
 * @param {string[] | null} [of]   of these impacts only
 */
async function findings(page, where, of = null) {
  // Colours fade in and out for a moment after something opens; axe should see the end of it.
  await settled(page);
  const { violations } = await new AxeBuilder({ page }).analyze();
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
    const room = document.querySelector('dialog[open]') ?? document.body;
    /** @param {Element} one */
    const seen = (one) =>
      one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      one.getBoundingClientRect().width > 1;
    /** @param {Element} one */
    const name = (one) =>
      `${one.tagName.toLowerCase()} ${one.getAttribute('aria-label') ?? one.textContent?.trim().slice(0, 40)}`;
    const all = [...room.querySelectorAll(controls)].filter(seen);
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
 * What cannot be brought into the window with its whole width.
 * @param {Page} page
 * @returns {Promise<string[]>}
 */
export const cutOff = (page) =>
  page.evaluate((controls) => {
    const room = document.querySelector('dialog[open]') ?? document.body;
    const cut = [...room.querySelectorAll(controls)]
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
