// From the page of a game (`uros/`, which previews of links read) to Totora, with what follows `#`.
const game = location.pathname.replace(/index\.html$/, '').split('/').at(-2);
location.replace(`../${location.search}${location.hash || `#${game}`}`);
