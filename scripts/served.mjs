// Starts `make play` or `make dev`, checks that it serves the page, and stops it.
import { spawn } from 'node:child_process';

/** How long to wait for the page, in milliseconds. */
const TIMEOUT = 180_000;

/** @param {string} target @param {number} port @param {string} folder   the folder of the Makefile @param {NodeJS.ProcessEnv} [env] */
export async function checkServed(target, port, folder, env = process.env) {
  // A separate process group, so that its child processes stop with it.
  const child = spawn('make', ['--no-print-directory', target, `PORT=${port}`], {
    cwd: folder,
    env,
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  try {
    const end = Date.now() + TIMEOUT;
    for (;;) {
      if (child.exitCode !== null) throw new Error(`make ${target} exited with ${child.exitCode}`);
      if (Date.now() > end) throw new Error(`make ${target} did not answer on port ${port}`);
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
