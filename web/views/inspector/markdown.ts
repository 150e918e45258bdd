/** Markdown with formulas to safe HTML. Notes come with links from anywhere: no HTML in them is let through. */
import DOMPurify from 'dompurify';
import MarkdownIt from 'markdown-it';
import { formulas } from './formula-rule';

const markdown = new MarkdownIt({ html: false, linkify: true, typographer: false })
  .use(formulas)
  // A picture would tell its host who reads the notes.
  .disable('image');

// The language of a piece of code would become a class.
markdown.renderer.rules.fence = (tokens, place) =>
  `<pre><code>${markdown.utils.escapeHtml(tokens[place]?.content ?? '')}</code></pre>`;

DOMPurify.addHook('afterSanitizeAttributes', (node) => {
  // Of classes those that line formulas up, and no others: the page's own would dress text up as a part of it.
  const kept = [...node.classList].filter((name) => /^tml-(left|right|jot|display)$/.test(name));
  if (kept.length > 0) node.setAttribute('class', kept.join(' '));
  else node.removeAttribute('class');
  if (node.tagName !== 'A') {
    node.removeAttribute('href');
    return;
  }
  node.setAttribute('target', '_blank');
  node.setAttribute('rel', 'noreferrer');
});

const TEXT = 'p em strong code pre ul ol li a h1 h2 h3 h4 blockquote br hr table thead tbody tr th td'.split(
  ' ',
);
const MATHML =
  'math mrow mi mn mo ms mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover mtable mtr mtd mpadded mphantom mstyle'.split(
    ' ',
  );
const ATTRIBUTES =
  'href class display displaystyle scriptlevel mathvariant stretchy fence separator form lspace rspace accent accentunder movablelimits largeop symmetric minsize maxsize linethickness columnalign columnspacing rowspacing width height depth voffset'.split(
    ' ',
  );

/** The library that renders formulas comes when there is one. */
export async function render(text: string): Promise<string> {
  const found: string[] = [];
  const tokens = markdown.parse(text, { found });
  const tex =
    found.length > 0
      ? (await import('./formula')).formula
      : (source: string) => markdown.utils.escapeHtml(source);
  const html = markdown.renderer.render(tokens, markdown.options, { tex });
  return DOMPurify.sanitize(html, {
    ALLOWED_TAGS: [...TEXT, ...MATHML],
    ALLOWED_ATTR: ATTRIBUTES,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  });
}
