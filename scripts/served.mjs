// Starts `make play` or `make dev`, looks that the page is served, and ends it.
import { spawn } from 'node:child_process';

const PATIENCE = 180_000;

/** @param {string} target @param {number} port @param {string} folder   where the Makefile is @param {NodeJS.ProcessEnv} [env] */
export async function served(target, port, folder, env = process.env) {
  // A group of its own, so that what it starts ends with it.
  const child = spawn('make', ['--no-print-directory', target, `PORT=${port}`], {
    cwd: folder,
    env,
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  try {
    const end = Date.now() + PATIENCE;
    for (;;) {
      if (child.exitCode !== null) throw new Error(`make ${target} ended with ${child.exitCode}`);
      if (Date.now() > end) throw new Error(`make ${target} did not answer at port ${port}`);
      const page = await fetch(`http://127.0.0.1:${port}/`).then(
        (answer) => answer.text(),
        () => '',
      );
      if (page.includes('<title>Totora')) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  } finally {
    if (child.pid && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
    await ended;
  }
}
