/** A translator, as browsers have one. It runs in the page. */

/** @typedef {'replaced' | 'moved'} Kind   Text nodes are taken out of the page, or moved into the `<font>` elements. */

/**
 * Translates the page from now on: all that is there, and all that comes. The words stay the same.
 * @param {Kind} kind
 */
export function translateAs(kind) {
  const font = () => document.createElement('font');
  /** @param {Node} node */
  const skipped = (node) =>
    !node.parentElement ||
    !!node.parentElement.closest('font, script, style, textarea, svg, [translate=no]');
  /** @param {Text} node */
  const wrap = (node) => {
    if (!node.data.trim() || skipped(node)) return;
    const [outer, inner] = [font(), font()];
    outer.append(inner);
    if (kind === 'moved') {
      node.before(outer);
      inner.append(node);
    } else {
      inner.textContent = node.data;
      node.replaceWith(outer);
    }
  };
  /** @param {Node} root */
  const wrapAll = (root) => {
    if (root instanceof Text) wrap(root);
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    /** @type {Text[]} */
    const found = [];
    while (walker.nextNode()) found.push(/** @type {Text} */ (walker.currentNode));
    for (const node of found) wrap(node);
  };
  wrapAll(document.body);
  new MutationObserver((records) => {
    for (const { target, addedNodes, type } of records)
      if (type === 'characterData') wrapAll(target);
      else for (const node of addedNodes) if (node.isConnected) wrapAll(node);
  }).observe(document.body, { childList: true, characterData: true, subtree: true });
}
