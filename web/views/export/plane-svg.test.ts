import { expect, test } from 'vitest';
import { planeSvg } from './plane-svg';
import { colours } from './testing';

const dot = { id: 'f1', delay: 20, throughput: 5, spread: null, name: 'Reno', colour: '#2a5fc3' };
const draw = (dots: Parameters<typeof planeSvg>[0]['dots']) =>
  planeSvg({ dots, colours, caption: ['Simulated by Droptail.'], link: 'https://example.org/#g=one-reno' });

test('a flow is a dot at its delay and throughput, with its name', () => {
  const svg = draw([dot, { ...dot, id: 'f2', delay: 10, throughput: 10, name: 'BBR' }]);
  const places = [...svg.matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)"/g)].map((m) => [
    +(m[1] ?? 0),
    +(m[2] ?? 0),
  ]);
  // Each flow has one dot in the square and one beside its name.
  expect(places).toHaveLength(4);
  const [[x1 = 0, y1 = 0] = [], , [x2 = 0, y2 = 0] = []] = places;
  // The square begins at x = 96 px and ends at y = 616 px: twice the delay is twice as far to the right, half the throughput half as high.
  expect((x1 - 96) / (x2 - 96)).toBeCloseTo(2, 1);
  expect((616 - y2) / (616 - y1)).toBeCloseTo(2, 1);
  expect(svg).toContain('>BBR</text>');
  expect(svg).not.toContain('<ellipse');
});

test('several seeds are drawn as an ellipse, and the figure gives their number', () => {
  const spread = { delay: { mean: 20, sd: 5 }, throughput: { mean: 5, sd: 1 }, runs: 10 };
  const svg = draw([{ ...dot, spread }]);
  const [, rx, ry] = /rx="([\d.]+)" ry="([\d.]+)"/.exec(svg) ?? [];
  expect(Number(rx)).toBeGreaterThan(0);
  expect(Number(ry)).toBeGreaterThan(0);
  expect(svg).toContain('10 seeds');
});
