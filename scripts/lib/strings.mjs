// Finds the strings of the page: those in calls of `texts` (web/language/language.ts), and literals in components.
import { parseSync } from 'vite';

/** @typedef {{ type: string, start: number, [key: string]: unknown }} Node */
/** @typedef {Node & { end: number }} Range */
/** @typedef {{ line: number, text: string }} Found */

/** Attributes with text that is shown or read aloud. */
const TEXT_ATTRIBUTES = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'help',
  'hint',
  'label',
  'name',
  'placeholder',
  'title',
  'what',
]);
/** Units and names that are the same in every language. */
const UNTRANSLATED =
  /^(s|ms|px|x|B|kB|MB|Mb\/s|packets\/s|cwnd|ssthresh|RTT|SRTT|RTO|BDP|TCP|ACK|PNG|SVG|CSV|JSON|pcapng|Droptail|Ctrl|Shift|Esc)$/;

/** @param {unknown} value @returns {value is Node} */
const isNode = (value) => typeof value === 'object' && value !== null && 'type' in value;

/** @param {Node} node @returns {Generator<Node>} */
function* childrenOf(node) {
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) yield* value.filter(isNode);
    else if (isNode(value)) yield value;
  }
}

/** @param {string} file @param {string} code @returns {Node} */
function parse(file, code) {
  const { program, errors } = parseSync(file, code);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  return /** @type {Node} */ (/** @type {unknown} */ (program));
}

/** Whether a reader would miss a translation. @param {string} text */
const isWords = (text) =>
  /\p{L}{2}/u.test(text) &&
  !text
    .trim()
    .split(/[\s,;:()]+/)
    .every((word) => UNTRANSLATED.test(word) || !/\p{L}{2}/u.test(word));

/** The text of a literal or of a template's fixed parts. @param {Node} node */
function literalText(node) {
  if (node.type === 'JSXText') return String(node.value);
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type === 'TemplateLiteral')
    return /** @type {{ value: { cooked: string } }[]} */ (node.quasis)
      .map((q) => q.value.cooked)
      .join(' … ');
  return null;
}

/**
 * Literal text in a component's elements, outside `texts`.
 * @param {string} file
 * @param {string} code
 * @returns {Found[]}
 */
export function untranslatedStrings(file, code) {
  /** @type {Found[]} */
  const found = [];
  /** @param {Node} node @param {boolean} seen whether what the node evaluates to is read by people */
  const visit = (node, seen) => {
    const text = seen ? literalText(node) : null;
    if (text !== null && isWords(text)) {
      const line = code.slice(0, node.start).split('\n').length;
      found.push({ line, text: text.replace(/\s+/g, ' ').trim() });
    }
    switch (node.type) {
      case 'JSXElement':
      case 'JSXFragment': {
        const { openingElement, children } = /** @type {{ openingElement?: Node, children: Node[] }} */ (
          /** @type {unknown} */ (node)
        );
        const tag = /** @type {{ name?: string } | undefined} */ (openingElement?.name)?.name;
        for (const attribute of /** @type {Node[]} */ (openingElement?.attributes ?? [])) {
          const name = /** @type {{ name?: string } | undefined} */ (attribute.name)?.name;
          // The name of an icon is not text.
          const spoken = TEXT_ATTRIBUTES.has(name ?? '') && !(name === 'name' && tag === 'Icon');
          if (isNode(attribute.value)) visit(attribute.value, spoken);
          else if (isNode(attribute.argument)) visit(attribute.argument, false);
        }
        for (const child of children) visit(child, true);
        return;
      }
      // Operands, arguments and indices are not shown.
      case 'ConditionalExpression':
        visit(/** @type {Node} */ (node.test), false);
        visit(/** @type {Node} */ (node.consequent), seen);
        visit(/** @type {Node} */ (node.alternate), seen);
        return;
      case 'LogicalExpression':
        visit(/** @type {Node} */ (node.left), node.operator !== '&&' && seen);
        visit(/** @type {Node} */ (node.right), seen);
        return;
      case 'JSXExpressionContainer':
        visit(/** @type {Node} */ (node.expression), seen);
        return;
      default:
        for (const child of childrenOf(node)) visit(child, false);
    }
  };
  visit(parse(file, code), false);
  return found;
}

/**
 * The properties of `texts` calls, each a language with its strings, and where the call stands.
 * @param {string} file
 * @param {string} code
 * @returns {{ language: string, strings: Range, call: Range }[]}
 */
export function translationsOf(file, code) {
  /** @type {{ language: string, strings: Range, call: Range }[]} */
  const found = [];
  /** @param {Node} node */
  const visit = (node) => {
    const { callee, arguments: given } = /** @type {{ callee?: { name?: string }, arguments?: Node[] }} */ (
      node
    );
    const [languages] = callee?.name === 'texts' ? (given ?? []) : [];
    for (const property of /** @type {Node[]} */ (languages?.properties ?? [])) {
      const { name } = /** @type {{ name: string }} */ (property.key);
      found.push({
        language: name,
        strings: /** @type {Range} */ (property.value),
        call: /** @type {Range} */ (node),
      });
    }
    for (const child of childrenOf(node)) visit(child);
  };
  visit(parse(file, code));
  return found;
}

/**
 * The strings of one language in the `texts` of a file, with their keys.
 * @param {string} file
 * @param {string} code
 * @param {string} language
 * @returns {{ key: string, text: string }[]}
 */
export function textsOf(file, code, language) {
  /** @type {{ key: string, text: string }[]} */
  const found = [];
  /** @param {Node} node @param {string} key */
  const collect = (node, key) => {
    const text = literalText(node);
    if (text !== null) {
      if (/\p{L}/u.test(text)) found.push({ key, text: text.replace(/\s+/g, ' ').trim() });
      for (const inner of node.type === 'TemplateLiteral' ? /** @type {Node[]} */ (node.expressions) : [])
        collect(inner, key);
      return;
    }
    if (node.type === 'Property') {
      const name = /** @type {{ name?: string, value?: string }} */ (node.key);
      collect(/** @type {Node} */ (node.value), `${key}.${name.name ?? name.value}`);
      return;
    }
    for (const child of childrenOf(node)) collect(child, key);
  };
  for (const translation of translationsOf(file, code))
    if (translation.language === language) collect(translation.strings, language);
  return found;
}

/**
 * The strings of a script that has no `texts`: every literal or template with words, without names of files, elements and classes.
 * @param {string} file
 * @param {string} code
 * @returns {Found[]}
 */
export function scriptStrings(file, code) {
  /** @type {Found[]} */
  const found = [];
  /** @param {Node} node */
  const visit = (node) => {
    const text = literalText(node)?.replace(/\s+/g, ' ').trim();
    if (text && /\p{L}{2,} \p{L}{2,}/u.test(text))
      found.push({ line: code.slice(0, node.start).split('\n').length, text });
    for (const child of childrenOf(node)) visit(child);
  };
  visit(parse(file, code));
  return found;
}

/** The text and the spoken attributes of a page written as HTML, a paragraph a string. @param {string} html @returns {string[]} */
export function htmlStrings(html) {
  const spoken = /\b(?:alt|aria-label|content|placeholder|title)="([^"]*)"/g;
  return html
    .replace(/<!--.*?-->|<(script|style)\b.*?<\/\1>|<meta (?!name="description")[^>]*>/gs, '')
    .replace(/<\/?(a|b|code|em|strong)\b[^>]*>/g, '')
    .replace(/<[^>]*>/g, (tag) => ['', ...[...tag.matchAll(spoken)].map(([, text]) => text), ''].join('\n\n'))
    .split(/\n\s*\n/)
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter((text) => /\p{L}{2}/u.test(text));
}

/** The documentation comments of a file that others read. @param {string} code @returns {string[]} */
export function commentStrings(code) {
  return [...code.matchAll(/\/\*\*(.*?)\*\//gs)].map(([, text]) =>
    (text ?? '')
      .replace(/^\s*\*/gm, '')
      .replace(/\s+/g, ' ')
      .trim(),
  );
}

/** The strings with words of Rust code that is not a test. @param {string} code @returns {Found[]} */
export function rustStrings(code) {
  const [own = ''] = code.split('#[cfg(test)]');
  // Comments, and characters that are a quotation mark.
  const plain = own.replace(/^[ \t]*\/\/.*$/gm, '').replace(/'\\?"'/g, "''");
  return [...plain.matchAll(/"((?:[^"\\]|\\.)*)"/gs)]
    .map((match) => ({
      line: plain.slice(0, match.index).split('\n').length,
      text: (match[1] ?? '')
        .replace(/\\\n\s*/g, '')
        .replaceAll('\\"', '"')
        .trim(),
    }))
    .filter(({ text }) => /\p{L}{2,} \p{L}/u.test(text));
}
