/**
 * Counts the memory that a bot in JavaScript allocates, and refuses more than the limit: buffers of every kind and size,
 * and long strings that one call makes. The browser limits other memory. It is loaded as text, before
 * `worker.js`, and saves built-ins before the bot's code can redefine them.
 */
const memory = (() => {
  /** How many bytes a bot may allocate for one move; what it drops may not be free before the move ends. */
  const MOST_BYTES = 512e6;
  /** How many bytes of buffers it may keep from move to move. */
  const MOST_KEPT = 2 * MOST_BYTES;
  /** Of small buffers only one for this many bytes is watched, on behalf of the others. */
  const SAMPLE = 65_536;
  const PAGE = 65_536;
  /** Strings below this length are left to the browser's limit. */
  const LONG = 65_536;
  const { apply, construct, defineProperty, getOwnPropertyDescriptor, getPrototypeOf } = Reflect;
  const { Proxy, RangeError, Error, FinalizationRegistry, Set, Map } = self;
  const { isArray } = Array;
  const { isView } = ArrayBuffer;
  let bytes = 0;
  let kept = 0;
  let unwatched = 0;
  const freed = new FinalizationRegistry((size) => {
    kept -= size;
  });
  const watch = freed.register.bind(freed);

  const refuse = (most, when) => {
    throw new RangeError(`a bot may use ${most / 1e6} MB ${when}`);
  };
  /** Refuses what does not fit, before it is allocated. */
  const room = (size) => {
    if (bytes + size > MOST_BYTES) refuse(MOST_BYTES, 'for a move');
  };
  const count = (size) => {
    if (!(size > 0)) return;
    room(size);
    bytes += size;
  };
  /** Counts a buffer, and that it is kept until the browser frees it. */
  const countBuffer = (buffer, size) => {
    if (!(size > 0)) return buffer;
    count(size);
    unwatched += size;
    if (unwatched < SAMPLE) return buffer;
    kept += unwatched;
    watch(buffer, unwatched);
    unwatched = 0;
    return buffer;
  };

  /** @param {object} owner @param {string} name @returns a getter that no bot can redefine */
  const getter = (owner, name) => {
    const { get } = getOwnPropertyDescriptor(owner, name);
    return (of) => apply(get, of, []);
  };
  /** Replaces a method, if the browser has it. */
  const wrap = (owner, name, make) => {
    const found = owner && getOwnPropertyDescriptor(owner, name);
    if (typeof found?.value !== 'function') return;
    defineProperty(owner, name, { ...found, value: make(found.value) });
  };
  const viewSize = getter(getPrototypeOf(Uint8Array.prototype), 'byteLength');
  const bufferSize = getter(ArrayBuffer.prototype, 'byteLength');
  /** Buffers shared by threads: their constructor may be hidden, but memory of wasm leads to it. */
  const Shared = (() => {
    try {
      const { buffer } = new WebAssembly.Memory({ initial: 0, maximum: 0, shared: true });
      return buffer.constructor;
    } catch {
      return null;
    }
  })();
  const sharedSize = Shared && getter(Shared.prototype, 'byteLength');
  const isBuffer = (value) => {
    if (typeof value !== 'object' || value === null || isArray(value) || isView(value))
      return false;
    for (const size of [bufferSize, sharedSize])
      try {
        size?.(value);
        if (size) return true;
      } catch {
        // It is something else.
      }
    return false;
  };

  /** Counts what a constructor allocates, also if it is called by methods or found as `constructor`. */
  function countConstructor(kind, sizeOf, unit = 1) {
    const counted = new Proxy(kind, {
      construct(target, args, newTarget) {
        const [first] = args;
        if (typeof first === 'number') room(first * unit);
        const made = construct(target, args, newTarget === counted ? target : newTarget);
        return isBuffer(first) ? made : countBuffer(made, sizeOf(made));
      },
    });
    kind.prototype.constructor = counted;
    if (self[kind.name] === kind) self[kind.name] = counted;
  }

  /** Counts methods that change the size of a buffer. */
  function countSizes(kind, size) {
    for (const name of ['resize', 'grow'])
      wrap(kind.prototype, name, (act) => {
        return {
          [name](to) {
            const next = +to;
            const more = next - size(this);
            room(more);
            apply(act, this, [next]);
            countBuffer(this, more);
          },
        }[name];
      });
    for (const name of ['transfer', 'transferToFixedLength'])
      wrap(kind.prototype, name, (act) => {
        return {
          [name](to) {
            const next = to === undefined ? undefined : +to;
            const old = size(this);
            if (next !== undefined) room(next - old);
            const made = apply(act, this, next === undefined ? [] : [next]);
            return countBuffer(made, size(made) - old);
          },
        }[name];
      });
  }

  /** Counts the result of a method by its size. */
  const countResult = (owner, names, sizeOf) => {
    for (const name of names)
      wrap(owner, name, (act) => {
        return {
          [name](...args) {
            const made = apply(act, this, args);
            count(sizeOf(made));
            return made;
          },
        }[name];
      });
  };

  /** Counts the buffers in a value that is copied. */
  function countCopies(value, seen = new Set()) {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    if (isView(value)) countCopies(value.buffer, seen);
    else if (isBuffer(value))
      count((sharedSize && value instanceof Shared ? sharedSize : bufferSize)(value));
    else if (value instanceof Map || value instanceof Set)
      for (const one of [...value]) countCopies(one, seen);
    else for (const key of Object.keys(value)) countCopies(value[key], seen);
  }

  return {
    /** Starts counting; the bot's code is loaded afterwards. */
    start() {
      const views = Object.getOwnPropertyNames(self).filter((name) =>
        /^(Big)?(Int|Uint|Float)\d+(Clamped)?Array$/.test(name),
      );
      for (const name of views) {
        const kind = self[name];
        countConstructor(kind, viewSize, kind.BYTES_PER_ELEMENT);
      }
      // These do not call a constructor that can be replaced.
      countResult(
        getPrototypeOf(Uint8Array.prototype),
        ['toReversed', 'toSorted', 'with'],
        viewSize,
      );
      countResult(self.TextEncoder?.prototype, ['encode'], viewSize);
      const long = (text) => (text.length < LONG ? 0 : text.length);
      countResult(String.prototype, ['padEnd', 'padStart', 'repeat'], long);
      countConstructor(ArrayBuffer, bufferSize);
      countSizes(ArrayBuffer, bufferSize);
      if (Shared) {
        countConstructor(Shared, sharedSize);
        countSizes(Shared, sharedSize);
      }
      const { Memory } = WebAssembly;
      wrap(
        Memory.prototype,
        'grow',
        (grow) =>
          function growCounted(pages) {
            const more = +pages;
            room(more * PAGE);
            // Python keeps one memory from move to move.
            if (bufferSize(this.buffer) + more * PAGE > MOST_BYTES)
              refuse(MOST_BYTES, 'for a move');
            const old = apply(grow, this, [more]);
            count(more * PAGE);
            return old;
          },
      );
      const counted = new Proxy(Memory, {
        construct(target, [how], newTarget) {
          const initial = +(how?.initial ?? how?.minimum ?? 0);
          room(initial * PAGE);
          const own = { ...how, initial };
          delete own.minimum;
          count(initial * PAGE);
          return construct(target, [own], newTarget === counted ? target : newTarget);
        },
      });
      Memory.prototype.constructor = counted;
      WebAssembly.Memory = counted;
      const { structuredClone: copy } = self;
      // A worker inherits it.
      self.structuredClone = function structuredClone(value, how) {
        countCopies(value);
        return apply(copy, self, [value, how]);
      };
    },
    /** Begins a move. */
    begin() {
      bytes = 0;
      if (kept > MOST_KEPT) refuse(MOST_KEPT, 'from move to move');
    },
  };
})();
