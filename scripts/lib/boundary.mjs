// Generates the TypeScript description of the sections from the Rust one.

/** @typedef {{ name: string, help: string }} Named */
/**
 * @typedef {object} Boundary
 * @property {(Named & { fields: Named[] })[]} records
 * @property {(Named & { values: Named[] })[]} codes
 * @property {(Named & { value: number })[]} constants
 * @property {string[]} fixed
 */

/** The text of a module. @param {Boundary} boundary */
export function boundaryOf({ records, codes, constants, fixed }) {
  return [
    `
/** JSON of a value: \`read\` and \`write\` know which. Any text may stand for it. */
export type Json<T> = string & { readonly json?: T };
`,
    ...records.map(({ name, help, fields }) =>
      object(`${joinLines(help)} Places of its numbers, and how many they are.`, name, [
        ...fields.map((field, place) => entry(camel(field.name), place, field.help)),
        entry('size', fields.length, 'How many numbers it has.'),
      ]),
    ),
    ...codes.map(({ name, help, values }) =>
      object(
        joinLines(help),
        name,
        values.map((value, code) => entry(lowerFirst(value.name), code, value.help)),
      ),
    ),
    ...constants.map(
      ({ name, help, value }) =>
        `${comment(joinLines(help))}export const ${name} = ${JSON.stringify(value)};\n`,
    ),
    `${comment('Parts of a document that no timed edit changes.')}export const FIXED: readonly string[] = ${JSON.stringify(fixed)};\n`,
  ].join('\n');
}

/** @param {string} help @param {string} name @param {string[]} entries */
function object(help, name, entries) {
  return `${comment(help)}export const ${name} = {\n${entries.join('')}} as const;\n`;
}

/** @param {string} name @param {number} value @param {string} help */
function entry(name, value, help) {
  return `${comment(joinLines(help))}${name}: ${value},\n`;
}

/** @param {string} text */
function comment(text) {
  return `/** ${text} */\n`;
}

/** Joins the lines of a Rust comment. @param {string} help */
function joinLines(help) {
  return help.replace(/\s+/g, ' ').trim();
}

/** @param {string} name */
function camel(name) {
  return name.replace(/_(.)/g, (_, letter) => letter.toUpperCase());
}

/** @param {string} name */
function lowerFirst(name) {
  return name.slice(0, 1).toLowerCase() + name.slice(1);
}
