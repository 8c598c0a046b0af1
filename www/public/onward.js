// Redirects from a game's own page (such as `uros/`, for link previews) to Totora, with the query and the fragment.
const game = location.pathname.replace(/index\.html$/, '').split('/').at(-2);
location.replace(`../${location.search}${location.hash || `#${game}`}`);
