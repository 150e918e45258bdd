/** The marks of a parameter's slider, and the range that follows from them. */
import type { Scale } from '../inspector/scale';

export interface Mark {
  value: number;
  label: string;
}

/** How far a slider extends beyond its marks, as a factor. */
const EXTENSION = { log: 4, linear: 2 };

/** Limits a slider to values around its marks, since most parameters allow a far wider range. */
export function sliderRange(allowed: Scale, marks: readonly Mark[]): Scale {
  const values = marks.map((m) => m.value);
  const most = Math.max(...values);
  const least = Math.min(...values.filter((v) => v > 0));
  if (!(most > 0)) return { ...allowed, max: Math.min(allowed.max, Math.max(allowed.min + 1, 1)) };
  const { log } = allowed;
  const max = Math.min(allowed.max, oneDigit(most * (log ? EXTENSION.log : EXTENSION.linear)));
  const min = log ? Math.max(allowed.min, oneDigit(least / EXTENSION.log)) : Math.min(allowed.min, least);
  // Keeps the sign of the range; a linear slider begins at the minimum of the parameter.
  return { ...allowed, min: Math.min(min, ...values), max: Math.max(max, ...values) };
}

/** Rounds to one digit. */
const oneDigit = (value: number) => Number(value.toPrecision(1));

/** Mean width of a letter, as a share of the font size. */
const LETTER_WIDTH = 0.6;
const FONT_PX = 12;
const GAP_PX = 8;

export interface PlacedMark extends Mark {
  /** 0 at the left end, 1 at the right end. The label's centre is width × (1 − 2 · at) / 2 to the right of its mark, so that no label leaves the slider. */
  at: number;
  row: number;
}

/** Places the labels below a slider; labels that would overlap go into further rows. */
export function placeMarks(
  marks: readonly Mark[],
  at: (value: number) => number,
  widthPx: number,
): PlacedMark[] {
  const ends: number[] = [];
  return marks
    .map((mark) => ({ ...mark, at: at(mark.value) }))
    .sort((a, b) => a.at - b.at)
    .map((mark) => {
      const width = (mark.label.length * LETTER_WIDTH * FONT_PX + GAP_PX) / widthPx;
      const left = mark.at * (1 - width);
      const free = ends.findIndex((end) => end <= left);
      const row = free < 0 ? ends.length : free;
      ends[row] = left + width;
      return { ...mark, row };
    });
}
