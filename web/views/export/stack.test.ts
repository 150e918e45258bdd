import { expect, test } from 'vitest';
import { stackSvgs } from './stack';

const picture = (height: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="${height}"><clipPath id="area"/><g clip-path="url(#area)"/></svg>`;

test('pictures are stacked vertically, each with its own clip path', () => {
  const svg = stackSvgs([picture(400), picture(420)], 'All "plots"');
  expect(svg).toContain('width="960" height="820" viewBox="0 0 960 820"');
  expect(svg).toContain('aria-label="All &quot;plots&quot;"');
  expect(svg).toContain('<svg y="400" ');
  for (const place of [0, 1]) {
    expect(svg.split(`id="area-${place}"`)).toHaveLength(2);
    expect(svg.split(`url(#area-${place})`)).toHaveLength(2);
  }
});
