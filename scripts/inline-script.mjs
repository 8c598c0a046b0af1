/**
 * The script in the HTML itself (www/inline.js), without comments and indentation, and its digest for the content security
 * policy. A minifier would make the digest depend on its version, and hosts have it in their headers.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

export const inlineScript = readFileSync(new URL('../www/inline.js', import.meta.url), 'utf8')
  .split('\n')
  .map((line) => line.trim())
  .filter((line) => line && !/^(\/\/|\/\*\*)/.test(line))
  .join('\n');

export const inlineDigest = `'sha256-${createHash('sha256').update(inlineScript).digest('base64')}'`;
