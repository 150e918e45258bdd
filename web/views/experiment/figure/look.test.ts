import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { contrast, DARK, LIGHT, type Look, mixColors, readableOn, seriesLook } from './look';

const css = readFileSync(fileURLToPath(new URL('../../../styles/tokens.css', import.meta.url)), 'utf8');

function tokens(theme: string): (name: string) => string | undefined {
  const start = css.indexOf(`[data-theme="${theme}"]`);
  const block = css.slice(start, css.indexOf('}', start));
  return (name) => new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(block)?.[1];
}

describe.each([
  ['light', LIGHT],
  ['dark', DARK],
] as [string, Look][])('the %s theme of figures', (theme, look) => {
  const token = tokens(theme);

  it('equals the theme of the page', () => {
    expect(look).toMatchObject({
      bg: token('bg'),
      ink: token('ink'),
      ink2: token('ink2'),
      ink3: token('ink3'),
    });
    expect(look).toMatchObject({ line: token('line'), line2: token('line2') });
    expect(look).toMatchObject({ plus: token('together'), minus: token('in-turn') });
    expect(look.series).toEqual(Array.from({ length: 10 }, (_, i) => token(`flow-${i + 1}`)));
  });

  it('has readable numbers on every shade', () => {
    for (const end of [look.ink, look.plus, look.minus])
      for (let share = 0; share <= 1; share += 0.01) {
        const shade = mixColors(look.bg, end, share);
        expect(contrast(shade, readableOn(shade))).toBeGreaterThan(4.5);
      }
  });
});

describe('series', () => {
  it('differ in more than colour', () => {
    const looks = Array.from({ length: 30 }, (_, i) => seriesLook(i, LIGHT));
    expect(new Set(looks.slice(0, 10).map((l) => l.dash)).size).toBe(10);
    const pairs = new Set(looks.map((l) => `${l.color} ${l.dash}`));
    expect(pairs.size).toBe(30);
  });

  it('have the text colour if there is only one', () => {
    expect(seriesLook(0, LIGHT, true).color).toBe(LIGHT.ink);
  });
});
