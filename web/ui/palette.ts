/** The theme's colours for canvases, which cannot use CSS variables. Read once per theme, because getComputedStyle is slow. */

import { placeOfFlow } from '../store/flow-style';

const TOKENS = [
  'bg',
  'well',
  'ink',
  'ink2',
  'ink3',
  'edge',
  'line',
  'line2',
  'track',
  'accent',
  'bad',
] as const;

export type Token = (typeof TOKENS)[number];

export interface Palette {
  token: Record<Token, string>;
  /** Ten colours; flow 11 repeats the first. */
  flows: string[];
  dark: boolean;
}

let current: Palette | undefined;
const listeners = new Set<() => void>();

function read(): Palette {
  const style = getComputedStyle(document.documentElement);
  const get = (name: string) => style.getPropertyValue(`--${name}`).trim() || '#808080';
  const token = Object.fromEntries(TOKENS.map((t) => [t, get(t)])) as Record<Token, string>;
  const flows = Array.from({ length: 10 }, (_, i) => get(`flow-${i + 1}`));
  return { token, flows, dark: luminance(token.bg) < 0.5 };
}

/** Approximate lightness of #rgb or #rrggbb, 0…1. */
function luminance(hex: string): number {
  const digits = hex.replace('#', '');
  const wide = digits.length === 3 ? [...digits].map((d) => d + d).join('') : digits;
  const n = Number.parseInt(wide, 16);
  if (Number.isNaN(n)) return 1;
  return (0.3 * (n >> 16) + 0.59 * ((n >> 8) & 255) + 0.11 * (n & 255)) / 255;
}

/** The present colours. */
export function palette(): Palette {
  if (!current) {
    current = read();
    watch();
  }
  return current;
}

/** Colour of a flow by its index in the directory; from the eleventh place on colours repeat. */
export function flowColour(index: number): string {
  const { flows } = palette();
  const place = placeOfFlow(index);
  return flows[((place % flows.length) + flows.length) % flows.length] ?? '#808080';
}

/** Calls back when the theme changes; returns a function that stops this. */
export function onTheme(listener: () => void): () => void {
  palette();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

let watching = false;

function watch() {
  if (watching) return;
  watching = true;
  const changed = () => {
    current = read();
    for (const listener of listeners) listener();
  };
  new MutationObserver(changed).observe(document.documentElement, {
    attributes: true,
    attributeFilter: ['data-theme', 'class'],
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', changed);
  // Canvas text drawn before the font had loaded is drawn again.
  document.fonts?.addEventListener('loadingdone', changed);
}
