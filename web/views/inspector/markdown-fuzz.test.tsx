// @vitest-environment jsdom
// The sanitiser does not visit every element of happy-dom.
/** Notes and lessons may come from strangers' links: whatever they contain, they become only text, and parsing terminates. */
import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { cases, LONG_MS, report, text } from '../../../tests/support/fuzz';
import { render } from './markdown';

/** The limit of the schema. */
const MAX_LENGTH = 20_000;

const TAGS = new Set(
  'p h1 h2 h3 h4 strong em code pre blockquote ol ul li table thead tbody tr th td hr br a span math mrow mi mn mo ms mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover mmultiscripts mprescripts mtable mtr mtd mpadded mphantom mstyle menclose'.split(
    ' ',
  ),
);
const FORBIDDEN = /^(on.*|style|id|src|srcset|srcdoc|action|formaction|xlink:href|data-.*|aria-.*)$/i;

const hostile = fc.constantFrom(
  ...[
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg onload=alert(1)>',
    '</p>',
    '<!--',
    ']]>',
  ],
  ...[
    '[x](javascript:alert(1))',
    '![x](//e.org/t.png)',
    '<a href="javascript:1">',
    '&lt;script&gt;',
    '&#60;',
    '&#x3c;b',
  ],
  ...[
    '<math><mtext></mtext><style><img src=x onerror=1></style></math>',
    '<iframe srcdoc="x">',
    '[a]: javascript:1',
  ],
  ...[
    '```" onclick=1\n',
    '" onmouseover="x',
    "' style='x",
    '<style>*{}</style>',
    '\u0000',
    '\u2028',
    '\\',
    '[x](\tjava\nscript:1)',
  ],
);
const tex = fc.constantFrom(
  ...[
    '\\frac',
    '\\sqrt',
    '{',
    '}',
    '^',
    '_',
    '\\left(',
    '\\right)',
    '\\text{',
    '\\href{javascript:1}{x}',
    '\\def\\a{\\a\\a}',
  ],
  ...[
    '\\a',
    '\\htmlStyle{x}{y}',
    '\\class{x}{y}',
    '\\id{x}{y}',
    '\\data{a=b}{x}',
    '\\includegraphics{x}',
    '\\color{red"x}',
    '&',
  ],
  ...[
    '\\begin{matrix}',
    '\\end{matrix}',
    '\\\\',
    '\\rule{9999em}{9999em}',
    '\\kern-9999em',
    '\\tag{<b>}',
    '\\url{x}',
    '\\newcommand',
  ],
  ...[
    '\\mathbin',
    'x',
    '1',
    ' ',
    '\\unicode{x}',
    '\\char`',
    '\\label{a}',
    '\\ref{a}',
    '\\style{x}{y}',
    '\\large',
    '\\bcancel{x}',
  ],
);
const words = fc.constantFrom(
  ...[
    '*',
    '**',
    '_',
    '`',
    '~~',
    '# ',
    '> ',
    '- ',
    '1. ',
    '|',
    '\n',
    '\n\n',
    '|-|-|\n',
    '[',
    ']',
    '(',
    ')',
    '!',
    '$',
    '$$',
    '    ',
    '---\n',
  ],
  ...[
    'http://a.b',
    'a@b.c',
    '&amp;',
    '\\',
    'word',
    ' ',
    '[a]',
    '[a]: http://b\n',
    '\t',
    '***',
    '+ ',
    '* ',
    '===\n',
    '<',
    '>',
    '"',
  ],
);
const formula = fc
  .tuple(fc.constantFrom('$', '$$'), fc.array(fc.oneof(tex, hostile, text), { maxLength: 12 }))
  .map(([mark, parts]) => `${mark}${parts.join('')}${mark}`);
const markdown = fc.oneof(
  fc
    .array(fc.oneof({ weight: 4, arbitrary: words }, hostile, text, formula), { maxLength: 30 })
    .map((all) => all.join('')),
  formula,
  // One fragment repeated up to the limit.
  fc
    .tuple(fc.oneof(words, hostile, tex), fc.oneof(words, tex), fc.constantFrom(2, 50, 1000, MAX_LENGTH))
    .map(([a, b, times]) => (a + b).repeat(times).slice(0, times < MAX_LENGTH ? MAX_LENGTH : 600)),
);

test('any input becomes text, formulas and links, and nothing else', { timeout: LONG_MS }, async () => {
  let count = 0;
  const start = performance.now();
  await fc.assert(
    fc.asyncProperty(markdown, async (source) => {
      count += 1;
      const element = document.createElement('div');
      element.innerHTML = renderToStaticMarkup(await render(source));
      for (const one of element.querySelectorAll('*')) {
        expect(TAGS.has(one.localName), one.localName).toBe(true);
        for (const { name, value } of one.attributes) {
          expect(name, one.outerHTML.slice(0, 200)).not.toMatch(FORBIDDEN);
          if (name === 'href') expect(value).toMatch(/^\s*(https?|mailto):|^[^:]*$/i);
          else expect(value).not.toMatch(/javascript:|data:/i);
          // Formulas have only the allowed classes, and none from their text.
          if (name === 'class') expect(value.split(' ')).not.toContain('x');
        }
      }
    }),
    cases(200),
  );
  report('texts', { texts: count }, (performance.now() - start) / 1000);
});

describe('unlimited nesting stays as it was written', () => {
  test.for(['>', '> ', '- ', '1. ', '- > ', '> 1. - '])('%s', async (marker) => {
    const source = `${marker.repeat(MAX_LENGTH / marker.length - 1)}x`;
    const shown = renderToStaticMarkup(await render(source));
    expect(shown).toMatch(/^<p>/);
    expect(shown).toContain('x</p>');
  });

  test('moderately nested quotes and lists are rendered', async () => {
    expect(renderToStaticMarkup(await render('> > - > 1. x'))).toMatch(
      /^<blockquote><blockquote><ul><li><blockquote><ol/,
    );
  });
});
