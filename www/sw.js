/**
 * The service worker: the page works offline, and a page that is open keeps the files of its own version until
 * it is loaded again, whatever the host has by then. Each version has a cache of its own. Files in `assets/` have
 * the hash of their content in their names, so they are looked for in all caches; the page itself is that of the
 * last version that was fetched whole. Nothing of the page is imported here.
 */

/** @type {ServiceWorkerGlobalScope} */
const worker = /** @type {any} */ (self);

/** The files of this version, written by the build; `revision` where the name does not say what is in it. @type {{ url: string, revision: string | null }[]} */
const files = /** @type {any} */ (self).__WB_MANIFEST;

const { scope } = worker.registration;
const PAGE = new URL('index.html', scope).href;
/** So many versions are kept while other tabs are open, which may be of any of them. */
const MOST_VERSIONS = 5;

/** A short name for all files with their revisions (FNV-1a). */
function version() {
  let hash = 0x811c9dc5;
  for (const char of JSON.stringify(files))
    hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193) >>> 0;
  return hash.toString(36);
}

const PREFIX = `totora ${scope} `;
const CACHE = PREFIX + version();

/** The caches of all versions; those that were once made by another tool as well. */
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

/** Fetches a file of this version, unless another has the very same. @param {{ url: string, revision: string | null }} file */
async function fetchFile({ url, revision }) {
  const address = new URL(url, scope).href;
  const known = revision === null ? await ofAnyVersion(address) : undefined;
  const answer =
    known ?? (await fetch(address, { cache: revision === null ? 'default' : 'reload' }));
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  const body = await answer.blob();
  if (address === PAGE) {
    // A host in the middle of a deployment may have the page of another version already.
    const names = new Set(files.map((file) => file.url));
    for (const [, name] of (await body.text()).matchAll(/"\.\/(assets\/[^"]+)"/g))
      if (!names.has(name)) throw new Error(`${url} is of another version: it wants ${name}`);
  }
  // Made anew: a page must not come from an answer that was redirected.
  const { status, statusText, headers } = answer;
  await (await caches.open(CACHE)).put(
    address,
    new Response(body, { status, statusText, headers }),
  );
}

worker.addEventListener('install', (event) => {
  event.waitUntil(Promise.all(files.map(fetchFile)).then(() => worker.skipWaiting()));
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(worker.clients.claim());
});

/** Throws away what no page that is open can want. */
async function tidy() {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const others = (await versions()).filter((name) => name !== CACHE);
  const kept = pages.length > 1 ? MOST_VERSIONS - 1 : 0;
  await Promise.all(others.slice(0, others.length - kept).map((name) => caches.delete(name)));
}

// A page has been open for a while, and says what it began with: if it is of this version, it wants no other.
worker.addEventListener('message', (event) => {
  const entry = event.data?.settled;
  if (typeof entry !== 'string' || !entry) return;
  const settled = async () => {
    const own = await (await caches.open(CACHE)).match(PAGE);
    if ((await own?.text())?.includes(entry)) await tidy();
  };
  event.waitUntil(settled());
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const framed = url.searchParams.has('embed');
  url.search = '';
  url.hash = '';
  if (request.method !== 'GET' || !url.href.startsWith(scope)) return;
  const page = url.href === scope || url.href === PAGE;
  const own = files.some((file) => new URL(file.url, scope).href === url.href);
  if (!page && !own && !url.href.startsWith(`${scope}assets/`)) return;
  // A host may give the page other headers for a frame than it has otherwise: they are its business.
  if (page && framed) {
    const kept = async () => (await ofAnyVersion(PAGE)) ?? Response.error();
    event.respondWith(fetch(request).catch(kept));
    return;
  }
  event.respondWith(ofAnyVersion(page ? PAGE : url.href).then((found) => found ?? fetch(request)));
});
