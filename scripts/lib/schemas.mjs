import { isDeepStrictEqual } from 'node:util';

/** @typedef {Record<string, unknown>} Schema */

/**
 * Merges schemas into one. Each root becomes a definition under its title. A type that two
 * of them use is defined once; two different types of the same name are an error.
 * @param {readonly Schema[]} schemas
 * @returns {Schema}
 */
export function mergeSchemas(schemas) {
  /** @type {Record<string, unknown>} */
  const definitions = {};
  /** @type {(name: string, schema: unknown) => void} */
  const define = (name, schema) => {
    if (name in definitions && !isDeepStrictEqual(definitions[name], schema)) {
      throw new Error(`two different types are called ${name}`);
    }
    definitions[name] = schema;
  };
  for (const { $schema: _, $defs = {}, ...schema } of schemas) {
    for (const [name, definition] of Object.entries(/** @type {Schema} */ ($defs))) {
      define(name, asDraft7(definition));
    }
    const { title, ...type } = schema;
    if (typeof title !== 'string') throw new Error('a schema without a title');
    define(title, asDraft7(type));
  }
  const sorted = Object.fromEntries(Object.entries(definitions).sort(([a], [b]) => (a < b ? -1 : 1)));
  return { $defs: sorted };
}

/**
 * Converts a schema for json-schema-to-typescript. Of draft 2020-12, it supports neither a tuple's
 * `prefixItems` nor a `$ref` with siblings, for which it copies the type instead of naming it. A schema that
 * allows anything becomes an object there.
 * @param {unknown} schema
 * @returns {unknown}
 */
function asDraft7(schema) {
  if (Array.isArray(schema)) return schema.map(asDraft7);
  if (schema === true) return { tsType: 'unknown' };
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref, prefixItems, ...rest } = /** @type {Schema} */ (schema);
  const result = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, convertKeyword(key, value)]),
  );
  if (prefixItems) return { ...result, items: asDraft7(prefixItems), additionalItems: false };
  if ($ref) return Object.keys(result).length === 0 ? { $ref } : { ...result, allOf: [{ $ref }] };
  const anything = Object.keys(result).every((key) => annotations.has(key));
  return anything ? { ...result, tsType: 'unknown' } : result;
}

const annotations = new Set(['$comment', 'title', 'description', 'default', 'examples']);

/** Converts the value of a keyword: schemas by name, schemas, or plain data. @type {(key: string, value: unknown) => unknown} */
function convertKeyword(key, value) {
  switch (key) {
    case 'properties':
    case 'patternProperties':
    case '$defs':
      return Object.fromEntries(
        Object.entries(/** @type {Schema} */ (value)).map(([name, schema]) => [name, asDraft7(schema)]),
      );
    case 'items':
    case 'anyOf':
    case 'oneOf':
    case 'allOf':
    case 'not':
      return asDraft7(value);
    case 'additionalProperties':
      return typeof value === 'boolean' ? value : asDraft7(value);
    default:
      return value;
  }
}

/** Keys that identify list items; measure names contain their values. */
const idKeys = ['id', 'algorithm', 'scaleS'];
/** Fields that are the same in every run or are named differently. */
const excludedFields = ['digest', 'modelVersion', 'fromS', 'toS', 'covariance', 'scriptFailure'];

/**
 * The names of the numbers in results, as experiments use them (`measures.rs` of the engine), with `*` for the ids of flows, queues and groups,
 * each with the description from the schema of results.
 * @param {any} results
 * @returns {{ of: string, help: string }[]}
 */
export function measureNames(results) {
  /** @type {{ of: string, help: string }[]} */
  const found = [{ of: 'covariance/*', help: 'Covariance coefficient of the windows of two flows, −1 … 1.' }];
  /** @type {(schema: any, of: string, help: string) => void} */
  const collect = (schema, of, help) => {
    const { type, $ref, anyOf, items, description = help, properties } = schema;
    const kinds = [type].flat();
    const below = (/** @type {string} */ part) => (of ? `${of}/${part}` : part);
    if ($ref) collect(results.$defs[$ref.slice('#/$defs/'.length)], of, description);
    else if (anyOf) for (const one of anyOf) collect(one, of, description);
    else if (kinds.includes('number') || kinds.includes('integer'))
      found.push({ of, help: description.replace(/\s+/g, ' ').trim() });
    else if (kinds.includes('array')) collect(items, below('*'), description);
    else
      for (const [key, value] of Object.entries(properties ?? {}))
        if (!idKeys.includes(key) && !excludedFields.includes(key)) collect(value, below(key), '');
  };
  collect(results, '', '');
  return found.sort((a, b) => (a.of < b.of ? -1 : 1));
}
