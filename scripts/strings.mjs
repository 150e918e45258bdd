// npm run --silent strings [-- --language de]: prints every string that a reader of the page may see, one per line, for proof-reading.
import { readdirSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { main, root } from './lib/shell.mjs';
import { commentStrings, htmlStrings, rustStrings, scriptStrings, textsOf } from './lib/strings.mjs';

/** Fields with text in the catalogue, measures, schema, gallery and papers. */
const WORDS = new Set(
  'answer ask body caption claim description explanation failed feedback help hint label name notes passed question reveal story summary text title words'.split(
    ' ',
  ),
);

/** @param {string} folder @param {RegExp} wanted @returns {string[]} */
const filesIn = (folder, wanted) =>
  readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((name) => wanted.test(name))
    .sort()
    .map((name) => `${folder}/${name}`);

/** @param {string} file */
const read = (file) => readFileSync(`${root}/${file}`, 'utf8');

/** @param {unknown} value @param {string} at @returns {Generator<string>} */
function* wordsIn(value, at) {
  if (Array.isArray(value)) {
    for (const [place, item] of value.entries()) yield* wordsIn(item, `${at}/${item?.id ?? place}`);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      if (typeof item !== 'string') yield* wordsIn(item, `${at}/${key}`);
      else if (WORDS.has(key) && item !== '') yield `${at}/${key}: ${item.replace(/\s+/g, ' ')}`;
    }
  }
}

main(async () => {
  const { values } = parseArgs({ options: { language: { type: 'string', default: 'en' } } });
  for (const file of filesIn('web', /(^|[/-])texts\.tsx?$/))
    for (const { key, text } of textsOf(file, read(file), values.language))
      console.log(`${file} ${key}: ${text}`);
  // These are in one language only.
  if (values.language !== 'en') return;
  for (const file of ['web/index.html', 'public/course/index.html'])
    for (const text of htmlStrings(read(file))) console.log(`${file}: ${text}`);
  for (const file of ['web/startup.js', 'public/course/course.js'])
    for (const { line, text } of scriptStrings(file, read(file))) console.log(`${file}:${line}: ${text}`);
  for (const text of commentStrings(read('web/embed/protocol.ts')))
    console.log(`web/embed/protocol.ts: ${text}`);
  // The examples of the script editor: their comments, names and help.
  for (const file of filesIn('web/views/script/examples', /\.rhai$/))
    for (const [place, line] of read(file).split('\n').entries())
      if (line.includes('//'))
        console.log(`${file}:${place + 1}: ${line.slice(line.indexOf('//') + 2).trim()}`);
  const examples = 'web/views/script/examples.ts';
  for (const { line, text } of scriptStrings(examples, read(examples)))
    console.log(`${examples}:${line}: ${text}`);
  const documents = ['gallery', 'papers', 'contests'].flatMap((folder) =>
    filesIn(`public/${folder}`, /^[^/]*\.json$/),
  );
  const generated = ['catalogue', 'interface', 'measures', 'schema'].map(
    (name) => `web/generated/${name}.json`,
  );
  // Messages of the engine, the command line and the Python package.
  const published = generated.map(read).join('\n');
  for (const crate of ['engine', 'bindings', 'sweeps', 'cli', 'python'])
    for (const file of filesIn(`engine-wasm/${crate}/src`, /(?<!tests|testing)\.rs$/))
      for (const { line, text } of rustStrings(read(file)))
        if (!published.includes(JSON.stringify(text))) console.log(`${file}:${line}: ${text}`);
  for (const file of [...generated, ...documents])
    for (const line of wordsIn(JSON.parse(read(file)), file)) console.log(line);
});
