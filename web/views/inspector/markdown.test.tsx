// @vitest-environment jsdom
// The sanitiser does not visit every element of happy-dom.
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { render } from './markdown';

/** Renders a text as the page does. */
async function shown(text: string): Promise<HTMLElement> {
  const element = document.createElement('div');
  element.innerHTML = renderToStaticMarkup(await render(text));
  return element;
}

describe('formulas', () => {
  test('can be inline or on a line of their own', async () => {
    const element = await shown('The law $W = \\sqrt{\\frac{3}{2p}}$:\n\n$$\\frac{a}{b} + c$$');
    const [inline, block] = element.querySelectorAll('math');
    expect(inline?.querySelector('msqrt mfrac')).not.toBeNull();
    expect(inline?.getAttribute('display')).toBeNull();
    expect(block?.getAttribute('display')).toBe('block');
  });

  test.for(['It costs $5 and $6.', 'A lone $ sign', '`$x$` in code', '\\$x\\$ escaped'])(
    'none in: %s',
    async (text) => {
      expect((await shown(text)).querySelector('math')).toBeNull();
    },
  );

  test('that are invalid stay as written', async () => {
    const element = await shown('$\\frac{1$ and $x < y$');
    expect(element.querySelector('code')?.textContent).toBe('\\frac{1');
    expect(element.querySelectorAll('math').length).toBe(1);
  });

  test('with recursive definitions terminate', async () => {
    const bomb =
      '$\\def\\a{xxxxxxxxxx}\\def\\b{\\a\\a\\a\\a\\a\\a\\a\\a}\\def\\c{\\b\\b\\b\\b\\b\\b\\b\\b}\\def\\d{\\c\\c\\c\\c\\c\\c\\c}\\d\\d\\d$';
    const element = await shown(bomb);
    expect(element.innerHTML.length).toBeLessThan(10_000);
  });
});

const HOSTILE = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg><animate onbegin=alert(1)></svg>',
  '[x](javascript:alert(1))',
  '[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  '![x](https://example.org/track.png)',
  '<style>*{display:none}</style>',
  '<math><mtext><img src=x onerror=alert(1)></mtext></math>',
  '$\\href{javascript:alert(1)}{x}$',
  '$\\htmlStyle{background:url(https://example.org)}{x}$',
  '$\\class{button}{x}$ $\\id{root}{x}$ $\\data{a=b}{x}$',
  '$\\includegraphics{https://example.org/a.png}$',
  '$\\text{<img src=x onerror=alert(1)>}$',
  '$\\color{red"onmouseover=alert(1) x="}x$',
  '```" onmouseover=alert(1)\nx\n```',
];

test.for(HOSTILE)('hostile text is shown as text: %s', async (text) => {
  const element = await shown(text);
  expect(element.querySelectorAll('script, img, svg, style, iframe, form, input, object')).toHaveLength(0);
  for (const one of element.querySelectorAll('*')) {
    for (const { name, value } of one.attributes) {
      expect(name, one.outerHTML).not.toMatch(/^on|^style$|^id$|^src$/);
      expect(value, one.outerHTML).not.toMatch(/javascript:|data:/);
      if (name === 'class') expect(value).toMatch(/^tml-/);
    }
  }
});

test('Markdown is rendered', async () => {
  const text = `# Title

*One* and **two** of \`three\`, \\*four\\*, AT&amp;T &mdash; <b>five</b>.

1. first
2. second
   - below

| a | b |
|---|---|
| 1 | $x$ |

> said

\`\`\`js
<i>
\`\`\`
`;
  const element = await shown(text);
  const all = (selector: string) => [...element.querySelectorAll(selector)].map((e) => e.textContent?.trim());
  expect(all('h1')).toEqual(['Title']);
  expect(all('p')).toEqual(['One and two of three, *four*, AT&T — <b>five</b>.', 'said']);
  expect([all('em'), all('strong'), all('p code')]).toEqual([['One'], ['two'], ['three']]);
  expect(all('ol > li ul > li')).toEqual(['below']);
  expect(all('ol > li')[0]).toBe('first');
  expect(all('th')).toEqual(['a', 'b']);
  expect(element.querySelector('td math')).not.toBeNull();
  expect(all('pre code')).toEqual(['<i>']);
});

test('numbers and their units stay on one line', async () => {
  const element = await shown('**38 %** of 20 Mb/s in 0.5 s, after 30 ms; 3 sockets and 2 s.');
  expect(element.textContent).toBe(
    '38\u00a0% of 20\u00a0Mb/s in 0.5\u00a0s, after 30\u00a0ms; 3 sockets and 2\u00a0s.',
  );
});

test('links to pages and e-mail addresses open in a new tab', async () => {
  const element = await shown(
    '[a](https://example.org/?x=1&amp;y=2) https://example.net [b](mailto:a@example.org) [c](ftp://x) [d](&#106;avascript:alert(1)) [e](java&Tab;script:alert(1))',
  );
  const links = [...element.querySelectorAll('a')];
  expect(links.map((a) => a.getAttribute('href'))).toEqual([
    'https://example.org/?x=1&y=2',
    'https://example.net',
    'mailto:a@example.org',
  ]);
  for (const a of links) expect([a.target, a.rel]).toEqual(['_blank', 'noreferrer']);
  expect(element.textContent).toContain('c d e');
});
