/**
 * Lets a browser translate the page. A translator puts a `<font>` element in the place of each text node, and what the page
 * writes into the node later would not be seen: figures would freeze. So the node comes back when the page touches it again,
 * and the translator translates it anew. Nothing here depends on a game.
 */

const WRAPPER = 'FONT';
const { get: dataOf, set: setData } =
  /** @type {{ get: () => string, set: (text: string) => void }} */ (
    Object.getOwnPropertyDescriptor(CharacterData.prototype, 'data')
  );

/** The wrapper in the place of a text node. @type {WeakMap<Node, Element>} */
const wrapperOf = new WeakMap();
/** The text nodes that a wrapper replaces. @type {WeakMap<Element, Text[]>} */
const replacedBy = new WeakMap();

/** Stops watching a text node. @param {Node} node */
function release(node) {
  wrapperOf.delete(node);
  for (const name of ['data', 'parentNode', 'nextSibling']) Reflect.deleteProperty(node, name);
}

/**
 * Puts a text node back. Its wrapper goes a moment later, because the page may be about to insert something before it.
 * @param {Text} node
 */
function putBack(node) {
  const wrapper = wrapperOf.get(node);
  if (!wrapper) return;
  for (const one of replacedBy.get(wrapper) ?? []) {
    release(one);
    if (wrapper.parentNode) wrapper.before(one);
  }
  queueMicrotask(() => wrapper.remove());
}

/** Watches a text node that is not in its place. @param {Text} node @param {Element} wrapper */
function watch(node, wrapper) {
  wrapperOf.set(node, wrapper);
  replacedBy.set(wrapper, [...(replacedBy.get(wrapper) ?? []), node]);
  Object.defineProperties(node, {
    data: {
      configurable: true,
      get: () => dataOf.call(node),
      set(text) {
        putBack(node);
        setData.call(node, text);
      },
    },
    // Code that asks for the parent is about to move or remove the node, or to insert another before it.
    parentNode: {
      configurable: true,
      get() {
        putBack(node);
        return node.parentNode;
      },
    },
    nextSibling: { configurable: true, get: () => wrapper.nextSibling },
  });
}

/** Watches for translators in an element. @param {Element} root */
export function watchTranslation(root) {
  new MutationObserver((records) => {
    /** The wrappers of this batch: a text that the page removes later beside one is not replaced by it. */
    const fresh = new Set();
    for (const { target, addedNodes, removedNodes, previousSibling, nextSibling } of records) {
      if (target.nodeName === WRAPPER) continue;
      for (const node of addedNodes)
        if (node.nodeName === WRAPPER) fresh.add(node);
        else if (wrapperOf.has(node)) release(node);
      const wrapper = [...addedNodes, previousSibling, nextSibling].find((node) => fresh.has(node));
      if (!(wrapper instanceof Element)) continue;
      for (const node of removedNodes) if (node instanceof Text) watch(node, wrapper);
    }
  }).observe(root, { childList: true, subtree: true });
}
