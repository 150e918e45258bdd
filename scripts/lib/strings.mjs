// Finds the strings of the page: those in calls of `texts` (web/language/language.ts), and those that components write out themselves.
import { parseSync } from 'vite';

/** @typedef {{ type: string, start: number, [key: string]: unknown }} Node */
/** @typedef {{ line: number, text: string }} Found */

/** Attributes whose text a reader sees or hears. */
const SPOKEN = new Set([
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
const SAME =
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
    .every((word) => SAME.test(word) || !/\p{L}{2}/u.test(word));

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
 * Words that stand in a component's elements instead of in `texts`.
 * @param {string} file
 * @param {string} code
 * @returns {Found[]}
 */
export function looseStrings(file, code) {
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
          // An icon has the name of its picture.
          const spoken = SPOKEN.has(name ?? '') && !(name === 'name' && tag === 'Icon');
          if (isNode(attribute.value)) visit(attribute.value, spoken);
          else if (isNode(attribute.argument)) visit(attribute.argument, false);
        }
        for (const child of children) visit(child, true);
        return;
      }
      // A comparison, a call or a place in a list is not what is shown.
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
  /** @param {Node} node */
  const visit = (node) => {
    const { callee, arguments: given } = /** @type {{ callee?: { name?: string }, arguments?: Node[] }} */ (
      node
    );
    const [languages] = callee?.name === 'texts' ? (given ?? []) : [];
    for (const property of /** @type {Node[]} */ (languages?.properties ?? [])) {
      const { name } = /** @type {{ name?: string }} */ (property.key);
      if (name === language) collect(/** @type {Node} */ (property.value), language);
    }
    for (const child of childrenOf(node)) visit(child);
  };
  visit(parse(file, code));
  return found;
}
