// Opens the widget in a browser with the state that Python wrote to a JSON file, clicks, and prints the messages that it sends.
import { readFileSync } from 'node:fs';
import { chromium } from '@playwright/test';

const [state, source, style, picture] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH });
const page = await browser.newPage({ viewport: { width: 560, height: 700 } });
const errors = [];
page.on('pageerror', (error) => errors.push(String(error)));
await page.setContent('<div id="here"></div>');
await page.addStyleTag({ path: style });
await page.evaluate(
  async ({ code, traits }) => {
    const { default: widget } = await import(`data:text/javascript;base64,${code}`);
    const listeners = {};
    globalThis.sent = [];
    globalThis.set = (changes) => {
      Object.assign(traits, changes);
      for (const name of Object.keys(changes)) listeners[`change:${name}`]?.();
    };
    widget.render({
      el: document.querySelector('#here'),
      model: {
        get: (name) => traits[name],
        send: (message) => globalThis.sent.push(message),
        on: (name, listener) => (listeners[name] = listener),
        off: () => {},
      },
    });
  },
  { code: readFileSync(source).toString('base64'), traits: JSON.parse(readFileSync(state, 'utf8')) },
);
await page.click('[data-cell="c3"]');
await page.fill('input', 'a1');
await page.press('input', 'Enter');
await page.click('.undo');
await page.evaluate(() => globalThis.set({ cells: { c3: ['c3=1', 'c3=2'] }, problem: 'ply 1: no' }));
await page.click('[data-cell="c3"]');
await page.click('.choices button >> nth=1');
const problem = await page.textContent('.problem');
await page.screenshot({ path: picture });
console.log(JSON.stringify({ sent: await page.evaluate(() => globalThis.sent), problem, errors }));
await browser.close();
