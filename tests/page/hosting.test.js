/** The files that hosts are told to use agree with what is built. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inlineDigest, inlineScript } from '../../scripts/inline-script.mjs';

test.each(['deploy/headers.conf', 'docs/how-to/deploy.md'])(
  '%s names the digest of the script in the HTML',
  (file) => {
    const digest = createHash('sha256').update(inlineScript).digest('base64');
    expect(inlineDigest).toBe(`'sha256-${digest}'`);
    expect(readFileSync(file, 'utf8')).toContain(
      `script-src 'self' 'wasm-unsafe-eval' ${inlineDigest};`,
    );
  },
);

test('the script in the HTML has no end tag of a script', () => {
  expect(inlineScript).not.toMatch(/<\/script|<!--/i);
});
