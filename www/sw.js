/**
 * The service worker. The page works offline, and an open page uses the files of its own version until it is reloaded,
 * even if the host has a newer one. Each version has its own cache. Files in `assets/` have the hash of their content in
 * their names, so they are searched in all caches; the page itself comes from the last version that was downloaded
 * completely. This file imports nothing.
 */

/** @type {ServiceWorkerGlobalScope} */
const worker = /** @type {any} */ (self);

/**
 * A file: `revision` if the name does not contain a hash, and the SHA-256 of its content in hexadecimal digits. A host may
 * answer with something else (its page for missing files, an empty or truncated file), which must not be stored.
 * @typedef {{ url: string, revision: string | null, sha256: string }} Listed
 */
/** All files that the build lists. @type {Listed[]} */
const listed = /** @type {any} */ (self).__WB_MANIFEST;
/** The files of this version. The build's plugin lists icons and manifest once more, without a digest. */
const files = listed.filter(({ sha256 }) => sha256);

const { scope } = worker.registration;
const PAGE = new URL('index.html', scope).href;
/** The number of older versions that are kept while the version of an open page is not known. */
const MOST_VERSIONS = 4;

/** A short name for all files with their revisions (FNV-1a). */
function version() {
  let hash = 0x811c9dc5;
  for (const char of JSON.stringify(files))
    hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193) >>> 0;
  return hash.toString(36);
}

const PREFIX = `totora ${scope} `;
const CACHE = PREFIX + version();

/** The names of the caches of all versions, including those of a former tool. */
const versions = async () =>
  (await caches.keys()).filter(
    (name) =>
      name.startsWith(PREFIX) || (name.startsWith('workbox-precache') && name.endsWith(scope)),
  );

/** @param {string} url @returns {Promise<Response | undefined>} a file of any version */
async function ofAnyVersion(url) {
  for (const name of [CACHE, ...(await versions()).toReversed()]) {
    const found = await (await caches.open(name)).match(url);
    if (found) return found;
  }
  return undefined;
}

/** @param {ArrayBuffer} body @returns {Promise<string>} its SHA-256 */
async function digest(body) {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', body));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * A copy of the answer, if its content is the file's. The answer itself may be redirected, and browsers refuse such a page.
 * @param {Response | undefined} answer @param {Listed} file
 */
async function verified(answer, { sha256 }) {
  if (!answer?.ok) return undefined;
  const { status, statusText, headers } = answer;
  const body = await answer.arrayBuffer();
  return (await digest(body)) === sha256
    ? new Response(body, { status, statusText, headers })
    : undefined;
}

/**
 * Downloads a file, or takes it from the browser's cache if its content is right.
 * @param {Listed} file
 */
async function fromHost(file) {
  const address = new URL(file.url, scope).href;
  if (file.revision === null) {
    const found = await verified(await fetch(address), file);
    if (found) return found;
  }
  return verified(await fetch(address, { cache: 'reload' }), file);
}

/** Puts a file of this version into its cache. A file of another version with the same content is copied. @param {Listed} file */
async function store(file) {
  const address = new URL(file.url, scope).href;
  const known = file.revision === null ? await ofAnyVersion(address) : undefined;
  const found = (await verified(known, file)) ?? (await fromHost(file));
  if (!found) throw new Error(`${file.url} is not what it should be: the host may be changing`);
  await (await caches.open(CACHE)).put(address, found);
}

worker.addEventListener('install', (event) => {
  event.waitUntil(Promise.all(files.map(store)).then(() => worker.skipWaiting()));
});

/** The cache that stores which version each open page has. */
const TABS = `totora-tabs ${scope}`;
/** @param {string} id of a page */
const tabAddress = (id) => new URL(`tabs/${id}`, scope).href;

/**
 * Deletes the caches that no open page uses, and forgets pages that are closed.
 * @param {boolean} previous   keeps the previous version: a page that is opening may use it and is not known yet
 */
async function tidy(previous) {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const tabs = await caches.open(TABS);
  const open = new Set(pages.map(({ id }) => tabAddress(id)));
  for (const { url } of await tabs.keys()) if (!open.has(url)) await tabs.delete(url);
  const entries = await Promise.all(
    [...open].map(async (address) => (await tabs.match(address))?.text()),
  );
  const others = (await versions()).filter((name) => name !== CACHE);
  // A page that has not sent its entry file may have any version. So may one in a frame, which sends none.
  const spared = entries.includes(undefined) ? MOST_VERSIONS : Number(previous);
  const old = spared > 0 ? others.slice(0, -spared) : others;
  await Promise.all(
    old.map(async (name) => {
      const page = (await (await (await caches.open(name)).match(PAGE))?.text()) ?? '';
      if (!entries.some((entry) => entry && page.includes(entry))) await caches.delete(name);
    }),
  );
}

worker.addEventListener('activate', (event) => {
  event.waitUntil(worker.clients.claim().then(() => tidy(true)));
});

// A page sends its entry file when it starts, and again after a while.
worker.addEventListener('message', (event) => {
  const { entry, settled } = event.data ?? {};
  if (typeof entry !== 'string' || !entry || !(event.source instanceof Client)) return;
  const address = tabAddress(event.source.id);
  const stored = async () => {
    await (await caches.open(TABS)).put(address, new Response(entry));
    if (settled) await tidy(false);
  };
  event.waitUntil(stored());
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const framed = url.searchParams.has('embed');
  url.search = '';
  url.hash = '';
  if (request.method !== 'GET' || !url.href.startsWith(scope)) return;
  const page = url.href === scope || url.href === PAGE;
  const own = files.find((file) => new URL(file.url, scope).href === url.href);
  if (!page && !own && !url.href.startsWith(`${scope}assets/`)) return;
  // The host may send other headers for the page in a frame, so the page comes from the host.
  if (page && framed) {
    const kept = async () => (await ofAnyVersion(PAGE)) ?? Response.error();
    event.respondWith(fetch(request).catch(kept));
    return;
  }
  // A request that bypasses the browser's cache means that the stored file is damaged.
  const ready = own && request.cache === 'reload' ? store(own) : Promise.resolve();
  event.respondWith(
    ready
      .then(
        () => ofAnyVersion(page ? PAGE : url.href),
        () => undefined,
      )
      .then((found) => found ?? fetch(request)),
  );
});
