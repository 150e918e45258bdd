// npm run --silent strings [-- --language de]: every string that a reader of the page may see, one a line, to be read from top to bottom.
import { readdirSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { main, root } from './lib/shell.mjs';
import { textsOf } from './lib/strings.mjs';

/** Fields of the catalogue, the gallery and the papers that hold words. */
const WORDS = new Set(
  'answer body caption claim description explanation help hint name notes question summary text title words'.split(
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
  // What is written in one language alone.
  if (values.language !== 'en') return;
  const documents = [...filesIn('public/gallery', /^[^/]*\.json$/), ...filesIn('public/papers', /\.json$/)];
  for (const file of ['web/generated/catalogue.json', ...documents])
    for (const line of wordsIn(JSON.parse(read(file)), file)) console.log(line);
});
