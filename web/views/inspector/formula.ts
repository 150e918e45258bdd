/** TeX to MathML. Apart, since few pages have formulas. */
import DOMPurify from 'dompurify';
import temml from 'temml';

DOMPurify.addHook('afterSanitizeAttributes', (node) => {
  // Of classes those that line formulas up, and no others: the page's own would dress text up as a part of it.
  const kept = [...node.classList].filter((name) => /^tml-(left|right|jot|display)$/.test(name));
  if (kept.length > 0) node.setAttribute('class', kept.join(' '));
  else node.removeAttribute('class');
});

const TAGS =
  'span code math mrow mi mn mo ms mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover mtable mtr mtd mpadded mphantom mstyle';
const ATTRIBUTES =
  'class display displaystyle scriptlevel mathvariant stretchy fence separator form lspace rspace accent accentunder movablelimits largeop symmetric minsize maxsize linethickness columnalign columnspacing rowspacing width height depth voffset';

/** What cannot be read stays as it was written. Clean: nothing but formulas comes out, whatever is written into one. */
export function formula(source: string, display: boolean): string {
  // In an element of its own: the DOM of our tests looks at nothing that has no parent.
  return DOMPurify.sanitize(`<span>${mathml(source, display)}</span>`, {
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
      // As many as a formula needs: definitions may call each other.
      maxExpand: 200,
      maxSize: [20, 20],
    });
    // The content-security policy refuses inline styles. In text, quotes are escaped: this finds attributes only.
    return made.replace(/ style="[^"]*"/g, '');
  } catch {
    const text = source.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    return `<code>${text}</code>`;
  }
}
