import { stripVTControlCharacters } from 'node:util';

/**
 * Repeats at the end of a run which tests failed and why, one line each, so that a truncated log
 * still contains it.
 */
export default class Failures {
  /** @type {string[]} */
  failed = [];

  /** @param {import('@playwright/test/reporter').TestCase} test @param {import('@playwright/test/reporter').TestResult} result */
  onTestEnd(test, result) {
    if (result.status === test.expectedStatus || result.status === 'skipped') return;
    const why = stripVTControlCharacters(result.error?.message ?? result.status);
    // A retry that passes does not undo the failure.
    const again = result.retry > 0 ? ' (retry)' : '';
    this.failed.push(`${test.title}${again}: ${why.replaceAll(/\s+/g, ' ').slice(0, 600)}`);
  }

  onEnd() {
    for (const line of this.failed) console.log(`failed: ${line}`);
  }
}
