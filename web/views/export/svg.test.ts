import { expect, test } from 'vitest';
import { type Picture, pictureSvg } from './svg';
import { colours } from './testing';

const line = { name: 'Reno', colour: '#2a5fc3', width: 2, dash: [], alpha: 1, y: [0, 40, Number.NaN, 20] };
const picture: Picture = {
  title: 'cwnd',
  unit: 'packets',
  t0: 10,
  t1: 20,
  x: [10, 12, 14, 20],
  lines: [line],
  references: [{ value: 50, label: 'buffer 50', limit: true }],
  max: null,
  log: false,
  zoom: null,
  colours,
  caption: ['One Reno flow. Simulated by Droptail: seed 1.'],
  link: 'https://example.org/#g=one-reno&cc=cubic',
};
const width = (text: string, size: number) => 0.6 * size * text.length;
const draw = (more: Partial<Picture> = {}) => pictureSvg({ ...picture, ...more }, width);

/** Points of the first curve, px. */
function points(svg: string): number[][] {
  const path = /<path d="(M[^"]*L[^"]*)" fill="none"/.exec(svg)?.[1] ?? '';
  return path
    .split(/[ML]/)
    .slice(1)
    .map((pair) => pair.replace('Z', '').split(',').map(Number));
}

test('a curve passes through its values and has gaps at missing ones', () => {
  const svg = draw();
  const curve = points(svg);
  // 72 px on the left and 24 on the right of 960 leave 864 for ten seconds.
  expect(curve.map(([x]) => x)).toEqual([72, 72 + 0.2 * 864, 936]);
  const [zero, forty, twenty] = curve.map(([, y]) => y ?? Number.NaN);
  expect((zero as number) - (twenty as number)).toBeCloseTo(((zero as number) - (forty as number)) / 2, 0);
  expect(svg.match(/M72/g)?.length).toBeGreaterThan(0);
  expect(/fill="none"[^>]*/.exec(svg)?.[0]).toContain('stroke="#2a5fc3"');
});

test('a limit extends the scale and is labelled', () => {
  expect(draw()).toContain('buffer 50');
  // A limit far above everything would flatten the curves.
  expect(draw({ references: [{ value: 5000, label: 'buffer 5000', limit: true }] })).not.toContain(
    'buffer 5000',
  );
});

test('a logarithmic scale gives each decade the same height', () => {
  const x = [10, 12, 14];
  const [one, ten, hundred] = points(
    draw({ x, lines: [{ ...line, y: [1, 10, 100] }], log: true, references: [] }),
  ).map(([, y]) => y ?? 0) as [number, number, number];
  expect(one - ten).toBeCloseTo(ten - hundred, 0);
});

test('a zoomed range fills the height and clips the rest', () => {
  const zoomed = draw({ zoom: { low: 10, end: 30 } });
  expect(zoomed).toContain('clip-path="url(#area)"');
  expect(zoomed).not.toContain('buffer 50');
  const [, , twenty] = points(zoomed).map(([, y]) => y);
  const top = 44 + 20;
  expect(twenty).toBeCloseTo(top + 160, 0);
});

test('the file names its source and has no class or variable of the page', () => {
  const svg = draw();
  expect(svg).toContain('<a href="https://example.org/#g=one-reno&amp;cc=cubic">');
  expect(svg).toContain('seed 1');
  expect(svg).not.toMatch(/class=|var\(--/);
  expect(svg).toMatch(/font-family="[^"]*Arial/);
});

test('names in a picture are escaped', () => {
  const svg = draw({ title: '<script>alert(1)</script>', lines: [{ ...line, name: '"><b>&' }] });
  expect(svg).not.toMatch(/<script|<b>/);
  expect(svg).toContain('&quot;&gt;&lt;b&gt;&amp;');
});

test('a long legend is broken into rows', () => {
  const lines = Array.from({ length: 30 }, (_, i) => ({ ...line, name: `Flow number ${i}` }));
  const heightOf = (svg: string) => Number(/height="(\d+)"/.exec(svg)?.[1]);
  expect(heightOf(draw({ lines }))).toBeGreaterThan(heightOf(draw()) + 60);
});

test('a reference line spans the time in which it holds', () => {
  const limit = { value: 30, label: 'buffer 30', limit: true };
  const svg = draw({
    references: [
      { ...limit, untilS: 15 },
      { ...limit, value: 50, label: 'buffer 50', fromS: 15 },
    ],
  });
  const rules = [...svg.matchAll(/<path d="M([\d.]+) [\d.]+H([\d.]+)" stroke="#aa0000"/g)].map((m) =>
    m.slice(1).map(Number),
  );
  expect(rules).toEqual([
    [72, 504],
    [504, 936],
  ]);
  expect(draw({ references: [{ ...limit, untilS: 5 }] })).not.toContain('buffer 30');
});

test('labels of lines at nearly the same height stand side by side', () => {
  const svg = draw({
    references: [
      { value: 42, label: 'buffer 42', limit: true },
      { value: 42.9, label: 'BDP 42.9', limit: false },
    ],
  });
  const ends = [...svg.matchAll(/<text x="([\d.]+)"[^>]*text-anchor="end" font-size="12"[^>]*>/g)].map((m) =>
    Number(m[1]),
  );
  expect(ends).toHaveLength(2);
  const [buffer = 0, bdp = 0] = ends;
  expect(bdp).toBeLessThan(buffer - width('buffer 42', 12));
});

test('pale curves of a branch count for the scale, and only their key is in the legend', () => {
  const look = { colour: '#2a5fc3', width: 1.25, dash: [], alpha: 0.42 };
  const behind = { ...look, name: 'not named', unlisted: true, x: [10, 20], y: [0, 90] };
  const svg = draw({ lines: [behind, line, { ...look, name: 'pale: buffer 20', x: [], y: [] }] });
  expect(svg).toContain('>pale: buffer 20<');
  expect(svg).not.toContain('not named');
  expect(svg.match(/stroke-opacity="0.42"/g)).toHaveLength(3);
  const top = 44 + 20;
  for (const [, y] of points(svg)) expect(y).toBeGreaterThanOrEqual(top);
});

test('a threshold above everything does not change the scale', () => {
  const threshold = { ...line, unlisted: true, unscaled: true, y: [9000, 9000, 9000, 9000] };
  expect(points(draw({ lines: [line, threshold] }))).toEqual(points(draw()));
});

test('a fork and changes have lines, with words that do not overlap', () => {
  const change = (atS: number, label: string) => ({ atS, label, fork: false });
  const svg = draw({
    changes: [
      change(5, 'before the span'),
      change(12, 'rate 10 → 20'),
      change(12.1, 'delay 5 → 9'),
      change(12.2, 'no room'),
      { atS: 14, label: 'Fork at 14 s: buffer 60 → 20', fork: true },
      change(20, 'at the end'),
    ],
  });
  expect(svg).toMatch(/<path d="M417.6 64V412" stroke="#0055aa"\/>/);
  expect(svg.match(/stroke="#888888" stroke-dasharray="3 3"/g)).toHaveLength(4);
  expect(svg).not.toContain('before the span');
  const labels = [
    ...svg.matchAll(/<text x="([\d.]+)" y="([\d.]+)" font-size="12"[^>]*>([^<]*→[^<]*|at the end|no room)</g),
  ].map(([, x, y, words]) => ({ x: Number(x), y: Number(y), words: words ?? '' }));
  expect(labels.map(({ words }) => words)).toEqual([
    'Fork at 14 s: buffer 60 → 20',
    'rate 10 → 20',
    'delay 5 → 9',
    'at the end',
  ]);
  for (const a of labels)
    for (const b of labels)
      if (a !== b && a.y === b.y && a.x <= b.x) expect(a.x + width(a.words, 12)).toBeLessThan(b.x);
});

test('limits of another branch are faint and without words', () => {
  const svg = draw({ references: [{ value: 30, label: 'buffer 30', limit: true, pale: true }] });
  expect(svg).toMatch(/stroke="#aa0000" [^>]*stroke-opacity="0.42"/);
  expect(svg).not.toContain('buffer 30');
});
