/** Calls to a worker end when the worker does. */
import { expect, test, vi } from 'vitest';
import { endableWorker } from '../../www/worker/endableWorker.js';

/** A worker that never answers. */
const silent = () =>
  /** @type {any} */ ({
    postMessage() {},
    addEventListener() {},
    removeEventListener() {},
    terminate: vi.fn(),
  });

test('a call rejects when the worker fails, and so do later ones', async () => {
  const worker = silent();
  const { far, fail } = endableWorker(worker, 'The worker stopped.');
  const call = /** @type {any} */ (far).add(1);
  fail();
  await expect(call).rejects.toThrow('The worker stopped.');
  await expect(/** @type {any} */ (far).add(2)).rejects.toThrow('The worker stopped.');
  expect(worker.terminate).toHaveBeenCalled();
});

test('a call rejects when the worker is ended', async () => {
  const { far, end } = endableWorker(silent(), 'The worker stopped.');
  const call = /** @type {any} */ (far).add(1);
  end();
  await expect(call).rejects.toThrow('ended');
});
