/** The key above the panels, for figures without names at the lines. */
import { heading, type Series } from './data';
import { type Look, mixColors, seriesLook } from './look';
import { element, FONT, symbolPath, text } from './svg';
import { textWidth, truncateText } from './text';
import { figureTexts as t } from './texts';

export type Sample = 'line' | 'bar' | 'trace';

export interface Key {
  /** The axis whose values are the series; empty if there is none. */
  name: string;
  series: readonly Series[];
  sample: Sample;
  /** Whether there are published values. */
  published: boolean;
}

const ROW_HEIGHT = 22;
const GAP = 20;

/** The key as a group, and its height, which is zero if the key is empty. */
export function drawKey(
  doc: Document,
  key: Key,
  look: Look,
  width: number,
): { group: SVGElement; height: number } {
  const group = element(doc, 'g', { 'font-family': FONT, 'font-size': 12, fill: look.ink });
  let x = 0;
  let y = 0;
  const place = (sample: SVGElement | null, sampleWidth: number, name: string, fill = look.ink) => {
    const words = truncateText(name, width - sampleWidth - 8);
    const wide = sampleWidth + (sample ? 8 : 0) + textWidth(words);
    if (x > 0 && x + wide > width) {
      x = 0;
      y += ROW_HEIGHT;
    }
    if (sample) {
      sample.setAttribute('transform', `translate(${x} ${y + 9})`);
      group.append(sample);
    }
    group.append(text(doc, x + sampleWidth + (sample ? 8 : 0), y + 13, [{ text: words, fill }]));
    x += wide + GAP;
  };
  if (key.name && key.series.length > 0) place(null, 0, heading(key.name), look.ink2);
  for (const series of key.series)
    place(sampleOf(doc, series, key, look), key.sample === 'bar' ? 12 : 26, series.name);
  if (key.published) place(publishedSample(doc, key, look), 14, t.published, look.ink2);
  return { group, height: x > 0 ? y + ROW_HEIGHT + 6 : 0 };
}

function sampleOf(doc: Document, series: Series, key: Key, look: Look): SVGElement {
  const own = seriesLook(series.style, look);
  const sample = element(doc, 'g');
  if (key.sample === 'bar') {
    sample.append(element(doc, 'rect', { y: -6, width: 12, height: 12, fill: own.color }));
    return sample;
  }
  const line = element(doc, 'line', { x2: 26, stroke: own.color, 'stroke-width': 2 });
  if (own.dash) line.setAttribute('stroke-dasharray', own.dash);
  sample.append(line);
  if (key.sample === 'line') {
    const dot = element(doc, 'path', {
      d: symbolPath(own.symbol, 3.25),
      fill: own.color,
      transform: 'translate(13 0)',
    });
    sample.append(dot);
  }
  return sample;
}

/** Published values have hollow symbols: a diamond on bars, the symbol of the series on lines. */
function publishedSample(doc: Document, key: Key, look: Look): SVGElement {
  const shape = key.sample === 'bar' ? 'diamond' : 'circle';
  const sample = element(doc, 'g');
  sample.append(
    element(doc, 'path', {
      d: symbolPath(shape, 5.5),
      fill: 'none',
      stroke: key.sample === 'bar' || key.series.length > 1 ? look.ink2 : mixColors(look.bg, look.ink, 1),
      'stroke-width': 1.5,
      transform: 'translate(7 0)',
    }),
  );
  return sample;
}

/** The series that all panels have in common; null if they differ. */
export function commonSeries(panels: readonly (readonly Series[])[]): readonly Series[] | null {
  const [first, ...others] = panels;
  if (!first) return [];
  const names = (series: readonly Series[]) => series.map((s) => s.name).join('\n');
  return others.every((p) => names(p) === names(first)) ? first : null;
}
