// npm run types [-- --check]: writes the TypeScript description of the engine into web/generated/.
// The Rust types are the only source: `droptail schema` prints them as JSON schemas, of which
// types.ts contains all, schema.json the scenario's, and measures.json the names of the numbers in results; boundary.ts has the positions of
// numbers in sections, from `droptail sections`, and interface.json what scripts see, from `droptail interface`. The engine contains the schemas as text and checks documents against them. With --check
// nothing is written, and a difference is an error.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { boundaryOf } from './lib/boundary.mjs';
import { locked } from './lib/engine.mjs';
import { measureNames, mergeSchemas } from './lib/schemas.mjs';
import { setUp } from './lib/setup.mjs';
import { engineDir, main, output, Problem, root, say, tool } from './lib/shell.mjs';

const folder = 'web/generated';
const engineFolder = 'engine-wasm/engine/src/schema';
const banner = '// Generated from the Rust types by `npm run types`: do not edit.';

main(async () => {
  await setUp();
  const schemas = JSON.parse(await droptail('schema'));
  const catalogue = JSON.parse(await droptail('catalogue', '--json'));
  const files = {
    [`${folder}/types.ts`]: await format(
      'ts',
      await typescript(withOpenIds(mergeSchemas(Object.values(schemas)))),
    ),
    [`${folder}/boundary.ts`]: await format(
      'ts',
      `${banner}\n${boundaryOf(JSON.parse(await droptail('sections')))}`,
    ),
    [`${folder}/schema.json`]: await format('json', JSON.stringify(schemas.Scenario)),
    [`${folder}/catalogue.json`]: await format('json', JSON.stringify(catalogue)),
    [`${folder}/interface.json`]: await format('json', await droptail('interface')),
    [`${folder}/measures.json`]: await format('json', JSON.stringify(measureNames(schemas.Results))),
    // Last, since they lose what the engine adds itself.
    [`${engineFolder}/scenario.json`]: await format('json', JSON.stringify(checked(schemas.Scenario))),
    [`${engineFolder}/experiment.json`]: await format('json', JSON.stringify(checked(schemas.Experiment))),
    [`${engineFolder}/contest.json`]: await format('json', JSON.stringify(checked(schemas.Contest))),
  };

  const stale = Object.entries(files).filter(([name, text]) => read(name) !== text);
  if (process.argv.includes('--check')) {
    if (stale.length === 0) return;
    const names = stale.map(([name]) => name).join(', ');
    throw new Problem(`not what the Rust types say: ${names}: run \`npm run types\` and commit the result`);
  }
  mkdirSync(join(root, folder), { recursive: true });
  for (const [name, text] of stale) {
    writeFileSync(join(root, name), text);
    say(`wrote ${name}`);
  }
});

/** @param {string} name */
function read(name) {
  const path = join(root, name);
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

/**
 * The schema lists the algorithms, so that documents can be checked. In TypeScript, an id is a string, because no code there
 * may depend on the list.
 * @param {any} schema
 */
function withOpenIds(schema) {
  delete schema.$defs.Flow.properties.algorithm.enum;
  return schema;
}

/** Runs the program that `npm test` has built, or else the development build, which builds faster. @param {string[]} args */
function droptail(...args) {
  if (process.env.DROPTAIL_CLI) return output(process.env.DROPTAIL_CLI, args);
  const cargo = ['run', ...locked, '--quiet', '--package', 'droptail-cli', '--', ...args];
  return output('cargo', cargo, { cwd: engineDir });
}

/** The schema for checking documents, without descriptions, which would enlarge the page. @param {any} schema */
function checked(schema) {
  return JSON.parse(JSON.stringify(withOpenIds(schema)), (key, value) =>
    key === 'description' && typeof value === 'string' ? undefined : value,
  );
}

/** @param {import('json-schema-to-typescript').JSONSchema} schema */
async function typescript(schema) {
  const { compile } = await import('json-schema-to-typescript');
  const text = await compile(schema, 'Everything', {
    bannerComment: banner,
    additionalProperties: false,
    unreachableDefinitions: true,
    // A list with a length limit becomes an array instead of a union of tuples.
    ignoreMinAndMaxItems: true,
    format: false,
  });
  return (
    text
      // Removes the type of the schema around the definitions, and the comments about references.
      .replace(/export interface Everything \{[^}]*\}\n/, '')
      .replace(/^ \* This interface was referenced by .*\n \* via the .*\n/gm, '')
      // Joins the lines of the remaining comments.
      .replace(/(^ *\* *\n)+(?= *\*\/)/gm, '')
      .replace(/^( *)\/\*\*\n *\* (.*)\n *\*\/$/gm, '$1/** $2 */')
      .replace(/^ *\/\*\*\n *\*\/\n/gm, '')
  );
}

/** Formats text in the project's style. @param {string} extension @param {string} text */
function format(extension, text) {
  const biome = tool('@biomejs/biome/bin/biome', 'format', `--stdin-file-path=generated.${extension}`);
  return output(process.execPath, biome, { input: text });
}
