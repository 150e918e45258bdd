import { Window } from 'happy-dom';
import { describe, expect, it } from 'vitest';
import { drawFigure, hasFigure } from './figure';
import { experimentOf, tableOf } from './figure/testing';

const doc = new Window().document as unknown as Document;
const buffers = { name: 'Buffer', unit: 'packets', values: [5, 10, 25], sets: [] };
const algorithms = { name: 'Algorithm', values: ['Reno', 'Paced'], sets: [] };

function drawn(
  given: Parameters<typeof experimentOf>[0],
  change?: (table: ReturnType<typeof tableOf>) => void,
) {
  const document = experimentOf(given);
  const table = tableOf(document, (at, m) => 10 * (m + 1) + (typeof at[0] === 'number' ? at[0] : 0));
  change?.(table);
  return drawFigure(document, table, { width: 800, dark: false, doc, runs: 10 });
}

const words = (svg: SVGElement) => [...svg.querySelectorAll('text')].map((t) => t.textContent);

describe('figures without a page', () => {
  it('are self-contained: size, view box, a name, no style sheet, no reference', () => {
    const svg = drawn({ axes: [buffers, algorithms] });
    expect(svg.getAttribute('viewBox')).toBe(`0 0 800 ${svg.getAttribute('height')}`);
    expect(svg.getAttribute('aria-label')).toContain('Utilisation, % over Buffer and Algorithm');
    expect(svg.querySelectorAll('style')).toHaveLength(0);
    expect(svg.outerHTML).not.toMatch(/NaN|undefined|var\(--|href/);
  });

  it('draw a line for each series, with its dash and its name at the end', () => {
    const svg = drawn({ axes: [buffers, algorithms] });
    const dashes = [...svg.querySelectorAll('[aria-label=line]')].map((g) =>
      g.getAttribute('stroke-dasharray'),
    );
    expect(dashes).toEqual([null, '9 3']);
    expect(words(svg)).toEqual(expect.arrayContaining(['Reno', 'Paced']));
    // Before each name is a sample of its line.
    const lines = [...svg.querySelectorAll('[aria-label=line]')].map((g) => g.getAttribute('stroke'));
    const samples = [...svg.querySelectorAll('path[stroke-width="2"]')];
    expect(samples.map((s) => [s.getAttribute('stroke'), s.getAttribute('stroke-dasharray')])).toEqual(
      lines.map((colour, i) => [colour, dashes[i]]),
    );
  });

  it('break a line where a variant has not run', () => {
    const whole =
      drawn({ axes: [buffers] })
        .querySelector('[aria-label=line] path')
        ?.getAttribute('d') ?? '';
    const values = { ...buffers, values: [5, 10, 25, 30, 40] };
    const broken = drawn({ axes: [values] }, (table) => {
      const row = table.rows[2];
      if (row) Object.assign(row, { runs: 0, cells: [null] });
    });
    expect(whole.match(/M/g)).toHaveLength(1);
    expect(broken.querySelector('[aria-label=line] path')?.getAttribute('d')?.match(/M/g)).toHaveLength(2);
    expect(words(broken).join(' ')).toContain('1 of 5 variants have not run yet');
  });

  it('keep lines apart despite wide intervals, and mention intervals that are cut', () => {
    const wide = drawn({ axes: [buffers] }, (table) => {
      for (const cell of table.rows[0]?.cells ?? []) if (cell) cell.halfWidth = 1000;
    });
    expect(words(wide).join(' ')).toContain('some intervals extend beyond the axes');
    // Two of the three intervals have bars at both ends; the first is cut on both sides.
    const rules = [...wide.querySelectorAll('[aria-label=rule] line[marker-end]')];
    expect(rules).toHaveLength(4);
    expect(words(drawn({ axes: [buffers] })).join(' ')).not.toContain('beyond the frame');
  });

  it('show published values as hollow symbols, with a key', () => {
    const published = [{ at: [10, 'Paced'], value: 12 }];
    const svg = drawn({ axes: [buffers, algorithms], published });
    const rings = [...svg.querySelectorAll('[aria-label=dot]')].filter(
      (g) => g.getAttribute('fill') === 'none',
    );
    expect(rings.flatMap((g) => [...g.children])).toHaveLength(1);
    expect(words(svg)).toContain('published');
    expect(words(drawn({ axes: [buffers, algorithms] }))).not.toContain('published');
  });

  it.each(['bar', 'heat', 'line', 'trace'])('of kind %s are drawn for zero, one and two axes', (kind) => {
    for (const axes of [[], [buffers], [buffers, algorithms], [algorithms, buffers]]) {
      const svg = drawn({ axes, chart: { kind } });
      expect(Number(svg.getAttribute('height'))).toBeGreaterThan(100);
      expect(svg.outerHTML).not.toContain('NaN');
    }
  });

  it('of traces have a panel for each variant, a shared scale if that shows every line, and a line for each flow', () => {
    const flows = [
      { id: 'f1', name: 'Reno', algorithm: 'reno' },
      { id: 'f2', name: null, algorithm: 'vegas' },
    ];
    const given = {
      axes: [buffers],
      base: { version: 1, durationS: 10, nodes: [], links: [], flows },
      traces: [{ name: 'cwnd', unit: 'packets', of: 'flows/*/cwnd' }],
      chart: { kind: 'trace' },
    };
    const line = (flow: string, top: number) => ({
      series: 0,
      name: `flows/${flow}/cwnd`,
      times: [1, 2, 3, 4],
      values: [1, top, null, 2],
    });
    const svg = drawn(given, (table) => {
      table.rows.forEach((row, i) => {
        row.traces = i === 2 ? [] : [line('f1', 10 * (i + 1)), line('f2', 5)];
      });
    });
    expect(svg.querySelectorAll('[aria-label=line]')).toHaveLength(4);
    expect(words(svg)).toEqual(expect.arrayContaining(['Buffer 5 packetscwnd, packets', 'Reno', 'f2']));
    const ticks = [...svg.querySelectorAll('svg')].map((panel) =>
      [...panel.querySelectorAll('[aria-label="y-axis tick label"] text')].map((t) => t.textContent),
    );
    expect(ticks).toHaveLength(2);
    expect(ticks[0]).toEqual(ticks[1]);
    expect(svg.outerHTML).not.toContain('NaN');
    const far = drawn(given, (table) => {
      table.rows.forEach((row, i) => {
        row.traces = [line('f1', 10 ** (i + 1))];
      });
    });
    const tops = [...far.querySelectorAll('svg')].map((panel) => {
      const labels = [...panel.querySelectorAll('[aria-label="y-axis tick label"] text')];
      return labels.at(-1)?.textContent;
    });
    expect(new Set(tops).size).toBe(3);
  });

  it('mention that nothing has run', () => {
    const svg = drawn({ axes: [buffers] }, (table) => {
      for (const row of table.rows) Object.assign(row, { runs: 0, cells: [null] });
    });
    expect(words(svg).join(' ')).toContain('No results yet');
  });

  it('without values have their titles and no numbers of values', () => {
    for (const kind of ['line', 'bar'])
      for (const logY of [false, true]) {
        const svg = drawn({ axes: [buffers, algorithms], chart: { kind, logY } }, (table) => {
          for (const row of table.rows) Object.assign(row, { runs: 0, cells: [null] });
        });
        expect(svg.querySelectorAll('[aria-label="y-axis tick label"] text')).toHaveLength(0);
        const said = words(svg).join(' ');
        expect(said).toContain('Utilisation');
        expect(said).toContain('Buffer');
      }
  });

  it('leave out what has no place on an axis', () => {
    const values = [0, Number.NaN, Number.POSITIVE_INFINITY, -3, null];
    for (const kind of ['line', 'bar', 'heat'])
      for (const logY of [false, true])
        for (const last of values) {
          const svg = drawn({ axes: [buffers, algorithms], chart: { kind, logY } }, (table) => {
            // The names of lines stand beside their last points.
            const [cell] = table.rows.at(-2)?.cells ?? [];
            if (cell) Object.assign(cell, { mean: last, halfWidth: last });
          });
          expect(svg.outerHTML, `${kind} ${logY} ${last}`).not.toMatch(/NaN|Infinity/);
          expect(words(svg)).toEqual(expect.arrayContaining(['Reno', 'Paced']));
        }
  });

  it('can be drawn before there are any variants', () => {
    for (const kind of ['line', 'bar', 'heat'])
      for (const axes of [[buffers], [buffers, algorithms]]) {
        const svg = drawn({ axes, chart: { kind } }, (table) => table.rows.splice(0));
        expect(svg.outerHTML, kind).not.toMatch(/NaN|Infinity/);
      }
  });

  it('are not drawn for tables', () => {
    expect(hasFigure(experimentOf({ chart: { kind: 'table' } }))).toBe(false);
    expect(hasFigure(experimentOf({}))).toBe(true);
  });
});
