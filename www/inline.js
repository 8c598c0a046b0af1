// Part of the HTML itself: of index.html and of each game's own page. Where the browser refuses all other scripts, it says why.
// The content security policy names its digest, so a change of this file changes the policy (deploy/headers.conf).
(() => {
  /** Milliseconds until a page that is still opening is checked. */
  const SLOW = 3_500;

  /** Shows a message in place of the page, which then does not start. @param {string} text */
  function say(text) {
    const root = document.documentElement;
    if ('refused' in root.dataset) return;
    root.dataset.refused = '';
    const show = () => {
      const words = document.createElement('p');
      words.className = 'booting';
      words.setAttribute('role', 'alert');
      words.textContent = text;
      document.getElementById('app')?.replaceChildren(words);
    };
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', show);
    else show();
    if (parent !== window) parent.postMessage({ type: 'totora:error', message: text }, '*');
  }

  /** Says what is wrong with a script that did not run. @param {HTMLScriptElement} script */
  async function check({ src, type: kind }) {
    if (!document.querySelector('#app > .opening')) return;
    const name = src.replace(/.*\//, '');
    // A host that does not respond may still do so.
    const answer = await fetch(src, { method: 'HEAD' }).catch(() => null);
    if (!answer || !document.querySelector('#app > :is(.opening, .booting)')) return;
    const type = answer.headers.get('content-type') ?? '';
    // The page starts without boot.js, which only repairs it. All other scripts are modules.
    const wrong =
      answer.ok && !/^(text|application)\/(x-)?(java|ecma)script/i.test(type)
        ? `the server sends JavaScript (${name}) as “${type || 'no type'}”. It must be “text/javascript”.`
        : answer.status === 404 && kind === 'module' && `${name} is missing on the server.`;
    const text = `Totora could not be loaded: ${wrong}`;
    // www/public/boot.js offers a repair, and reports missing files itself, unless it is missing too.
    if (wrong && !window.totora) say(text);
    else if (wrong && answer.ok) window.totora?.fail(text);
  }

  if (location.protocol === 'file:')
    say(
      'Totora does not run from a file: browsers load its scripts from a web server only. Serve this folder, for example with “python3 -m http.server”, and open the address that it prints.',
    );
  else if (origin === 'null')
    say(
      'Totora does not run in this frame: its sandbox lacks “allow-same-origin”. The page around it must have sandbox="allow-scripts allow-same-origin", or no sandbox.',
    );
  else {
    addEventListener(
      'error',
      ({ target }) => target instanceof HTMLScriptElement && check(target),
      true,
    );
    setTimeout(() => {
      for (const script of document.scripts) if (script.src) check(script);
    }, SLOW);
  }
})();
