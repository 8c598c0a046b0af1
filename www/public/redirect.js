// Redirects from a game's own page (such as `uros/`, for link previews) to Totora, with the query and the fragment, unless the
// page has said why it cannot run here (www/inline.js).
if (!('refused' in document.documentElement.dataset)) {
  const game = location.pathname.replace(/index\.html$/, '').split('/').at(-2);
  location.replace(`../${location.search}${location.hash || `#${game}`}`);
}
