/** What the page must be for everybody: nothing that axe-core finds, and nothing to press that a finger misses. */
import AxeBuilder from '@axe-core/playwright';
import { expect } from './fixtures.js';

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
  await page.waitForTimeout(150);
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
