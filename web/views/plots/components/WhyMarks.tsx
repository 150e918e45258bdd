import { useEffect, useRef } from 'react';
import { formatVariable } from '../../../drawing/format';
import type { PlotSpec } from '../../../drawing/spec';
import { latestFrame, sessionNow, styleOfFlow } from '../../../store';
import type { WhyMarks as Marks } from '../../../store/session';
import { redraw } from '../../../ui/redraw';
import type { Chart, Insets } from '../drawing/chart';

interface Props {
  spec: PlotSpec;
  chart: () => Chart | undefined;
  width: number;
  height: number;
  insets: Insets;
}

/** Marks the moment that *Why?* explains: the window before and after it, and in the queue's plot the drop that caused it. */
export function WhyMarks({ spec, chart, width, height, insets }: Props) {
  const svg = useRef<SVGSVGElement>(null);
  const latest = useRef(spec);
  latest.current = spec;
  useEffect(() => {
    let drawn = '';
    const marks = redraw.register('marks', () => {
      const frame = latestFrame();
      const plot = chart();
      const { whyMarks } = sessionNow();
      const element = svg.current;
      if (!element) return;
      const parts = whyMarks && frame && plot ? partsOf(latest.current, whyMarks, plot) : [];
      const x = (t: number) =>
        frame ? insets.left + ((t - frame.t0) / (frame.t1 - frame.t0)) * (width - insets.left) : Number.NaN;
      const text = parts
        .filter(({ atS }) => frame && atS >= frame.t0 && atS <= frame.t1)
        .map(({ atS, draw }) => draw(x(atS), height, x(atS) > width - 96))
        .join('');
      if (text === drawn) return;
      drawn = text;
      element.innerHTML = text;
    });
    return marks.dispose;
  }, [chart, width, height, insets]);
  return <svg className="plot-why" ref={svg} width={width} height={height} aria-hidden="true" />;
}

interface Part {
  atS: number;
  /** As SVG at an x; `crowded`: there is no room on its right. */
  draw: (x: number, height: number, crowded: boolean) => string;
}

function partsOf(spec: PlotSpec, { flow, atS, from, to, drop }: Marks, chart: Chart): Part[] {
  if (drop && spec.group === 'queue' && spec.channel === drop.channel && drop.queue !== null) {
    const y = chart.yOf(drop.queue);
    return [
      {
        atS: drop.atS,
        draw: (x, height) =>
          `<path class="drop-line" d="M${n(x)} ${n(y)}V${n(height)}"/><path class="drop" d="M${n(x - 5)} ${n(y - 5)}l10 10m0-10l-10 10"/>`,
      },
    ];
  }
  if (spec.id !== 'cwnd' || from === null || to === null || !spec.curves.some((c) => c.flow === flow))
    return [];
  const colour = styleOfFlow(flow).color;
  const [high, low] = [chart.yOf(from), chart.yOf(to)];
  const number = (value: number) => formatVariable(value * spec.factor);
  const words = (x: number, y: number, text: string, crowded: boolean) =>
    `<text x="${n(x + (crowded ? -9 : 9))}" y="${n(y)}" text-anchor="${crowded ? 'end' : 'start'}">${text}</text>`;
  return [
    {
      atS,
      draw: (x, height, crowded) => {
        // Where there is no room for a number at each dot, both stand in one line.
        const apart = Math.abs(high - low) > APART;
        const both = number(from) === number(to) ? number(to) : `${number(from)} → ${number(to)}`;
        const texts = apart
          ? [words(x, high - 4, number(from), crowded), words(x, low + 12, number(to), crowded)]
          : [words(x, (high + low) / 2 + 4, both, crowded)];
        return [
          `<path class="line" d="M${n(x)} ${n(Math.min(high, low))}V${n(height)}"/>`,
          `<circle class="badge" cx="${n(x)}" cy="${n(height - BADGE)}" r="8"/>`,
          `<text class="badge" x="${n(x)}" y="${n(height - BADGE + 4)}" text-anchor="middle">?</text>`,
          `<circle cx="${n(x)}" cy="${n(high)}" r="5" stroke="${colour}" fill="var(--bg)"/>`,
          `<circle cx="${n(x)}" cy="${n(low)}" r="4.5" stroke="${colour}" fill="${colour}"/>`,
          ...texts,
        ].join('');
      },
    },
  ];
}

/** Distance of the sign, which the answer has too, from the lower edge of the plot, px. */
const BADGE = 12;

/** Two numbers nearer than this overlap, px. */
const APART = 18;

const n = (x: number) => x.toFixed(1);
