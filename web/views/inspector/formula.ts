/** TeX to MathML. Apart, since few pages have formulas. */
import temml from 'temml';

/** What cannot be read stays as it was written. */
export function formula(source: string, display: boolean): string {
  try {
    const mathml = temml.renderToString(source, {
      displayMode: display,
      throwOnError: true,
      trust: false,
      // As many as a formula needs: definitions may call each other.
      maxExpand: 200,
      maxSize: [20, 20],
    });
    // The content-security policy refuses inline styles. In text, quotes are escaped: this finds attributes only.
    return mathml.replace(/ style="[^"]*"/g, '');
  } catch {
    const text = source.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    return `<code>${text}</code>`;
  }
}
