/** Converts TeX to MathML. A separate module, since few pages have formulas. */
import DOMPurify from 'dompurify';
import temml from 'temml';

DOMPurify.addHook('afterSanitizeAttributes', (node) => {
  // Keeps only classes that align formulas and primes. With the page's own classes, text could pose as a part of the page.
  const kept = [...node.classList].filter((name) => /^tml-(left|right|jot|display|prime)$/.test(name));
  if (kept.length > 0) node.setAttribute('class', kept.join(' '));
  else node.removeAttribute('class');
});

const TAGS =
  'span code math mrow mi mn mo ms mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover mtable mtr mtd mpadded mphantom mstyle';
const ATTRIBUTES =
  'class display displaystyle scriptlevel mathvariant stretchy fence separator form lspace rspace accent accentunder movablelimits largeop symmetric minsize maxsize linethickness columnalign columnspacing rowspacing width height depth voffset';

/** Returns sanitised MathML. A formula that cannot be parsed stays as written. */
export function formula(source: string, display: boolean): string {
  return DOMPurify.sanitize(mathml(source, display), {
    ALLOWED_TAGS: TAGS.split(' '),
    ALLOWED_ATTR: ATTRIBUTES.split(' '),
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  });
}

function mathml(source: string, display: boolean): string {
  try {
    const made = temml.renderToString(source, {
      displayMode: display,
      throwOnError: true,
      trust: false,
      // A limit, because definitions may be recursive.
      maxExpand: 200,
      maxSize: [20, 20],
    });
    // The content security policy blocks inline styles. Quotes in text are escaped, so this matches only attributes.
    return made.replace(/ style="[^"]*"/g, '');
  } catch {
    const text = source.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    return `<code>${text}</code>`;
  }
}
