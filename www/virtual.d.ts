/** What the coach says of each game, from `docs/` too. */
declare module 'virtual:coach' {
  export const coaches: Record<
    string,
    Record<'goal' | 'start' | 'answered' | 'again' | 'end', string>
  >;
}

/** The pages of rules that `scripts/rules-pages.mjs` makes of `docs/`. */
declare module 'virtual:rules' {
  import type { ComponentChildren, JSX } from 'preact';

  /** What a page is given: a drawn position, a part that the page makes itself, a link to rules. */
  interface Parts {
    Figure: (props: {
      moves: string[];
      options: Record<string, string | number>;
      size: { width: number; height: number };
      marks: Record<string, boolean>;
      question?: unknown;
      idea?: { seat: number; places: string[] };
      alt: string;
      children: ComponentChildren;
    }) => JSX.Element;
    Live: (props: { part: string }) => JSX.Element | null;
    Link: (props: { game?: string; heading?: string; children?: ComponentChildren }) => JSX.Element;
  }
  export const rulesPages: Record<string, () => Promise<{ Rules: (parts: Parts) => JSX.Element }>>;
}
/** What `public/boot.js` offers; it may be missing itself. */
interface Window {
  totora?: { fail: (text: string) => void; repair: () => Promise<void>; watch: () => void };
}
/** As much of gifenc as we use; it comes without types. */
declare module 'gifenc' {
  interface Frame {
    palette?: number[][];
    delay?: number;
    transparent?: boolean;
    transparentIndex?: number;
    dispose?: number;
  }
  export function GIFEncoder(): {
    writeFrame(index: Uint8Array, width: number, height: number, how: Frame): void;
    finish(): void;
    bytes(): Uint8Array;
    bytesView(): Uint8Array;
  };
  export function quantize(rgba: Uint8ClampedArray | Uint8Array, colours: number): number[][];
  export function applyPalette(
    rgba: Uint8ClampedArray | Uint8Array,
    palette: number[][],
  ): Uint8Array;
}
/** As much of subset-font as we use; it comes without types. */
declare module 'subset-font' {
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    how: { targetFormat: 'woff2'; variationAxes: Record<string, { min: number; max: number }> },
  ): Promise<Buffer>;
}
