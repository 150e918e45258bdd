/** Colours, dashes and symbols of figures. They equal those of the page, but are plain values, so that a figure can be saved as a file. */
import { DASHES } from '../../../store/dashes';

export interface Look {
  bg: string;
  ink: string;
  ink2: string;
  ink3: string;
  line: string;
  line2: string;
  /** For values above and below zero in a heat map with both. */
  plus: string;
  minus: string;
  /** Ten colours of series. */
  series: readonly string[];
}

/** The light theme of web/styles/tokens.css; a test compares the two. */
export const LIGHT: Look = {
  bg: '#ffffff',
  ink: '#16181d',
  ink2: '#555b66',
  ink3: '#6b717d',
  line: '#e1e3e7',
  line2: '#c6cad1',
  plus: '#868b95',
  minus: '#e58a2e',
  series: [
    '#2a5fc3',
    '#c06414',
    '#34907c',
    '#760e52',
    '#694d00',
    '#3f90b9',
    '#5f311b',
    '#556575',
    '#ad354e',
    '#6d9f61',
  ],
};

/** The dark theme. */
export const DARK: Look = {
  bg: '#15171b',
  ink: '#eceef2',
  ink2: '#a6adb9',
  ink3: '#8c94a1',
  line: '#2b3038',
  line2: '#454c57',
  plus: '#565c67',
  minus: '#9f5510',
  series: [
    '#2994ff',
    '#f1790a',
    '#7de0c4',
    '#d157a1',
    '#f8d331',
    '#6ccaff',
    '#af7459',
    '#a0afbe',
    '#ff8385',
    '#caf7ae',
  ],
};

const SYMBOLS = ['circle', 'square', 'triangle', 'diamond', 'wye', 'star', 'cross'] as const;
export type SymbolName = (typeof SYMBOLS)[number];

export interface SeriesLook {
  color: string;
  /** SVG dash array; empty is solid. */
  dash: string;
  symbol: SymbolName;
}

/** The style of the series at an index. A single series has the text colour and a solid line. */
export function seriesLook(place: number, look: Look, lone = false): SeriesLook {
  const count = look.series.length;
  const turn = Math.floor(place / count);
  return {
    color: lone ? look.ink : (look.series[place % count] ?? look.ink),
    dash: lone ? '' : (DASHES[((place % count) + 3 * turn) % count] ?? []).join(' '),
    symbol: SYMBOLS[place % SYMBOLS.length] ?? 'circle',
  };
}

/** Interpolates between two hexadecimal colours of six digits. */
export function mixColors(from: string, to: string, share: number): string {
  const part = (hex: string, i: number) => Number.parseInt(hex.slice(1 + 2 * i, 3 + 2 * i), 16);
  const digits = [0, 1, 2].map((i) => {
    const value = Math.round(part(from, i) + (part(to, i) - part(from, i)) * Math.min(1, Math.max(0, share)));
    return value.toString(16).padStart(2, '0');
  });
  return `#${digits.join('')}`;
}

/** Relative luminance, WCAG 2.2. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((i) => {
    const c = Number.parseInt(hex.slice(i, i + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast ratio of two colours, 1 … 21. */
export function contrast(a: string, b: string): number {
  const [one, two] = [luminance(a), luminance(b)];
  return (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
}

/** Black or white, whichever has more contrast on a colour; at least 4.5 on any. */
export const readableOn = (on: string): string =>
  contrast(on, '#000000') >= contrast(on, '#ffffff') ? '#000000' : '#ffffff';
