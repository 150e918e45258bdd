// npm run lessons: writes the gallery's lessons from scripts/lessons, and their group in its index.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LESSONS } from './lessons/index.mjs';
import { mustRun, root, say, tool } from './lib/shell.mjs';

const folder = join(root, 'public/gallery');
const indexFile = join(folder, 'index.json');
const TITLE = 'Lessons';

/** @param {unknown} value */
const text = (value) => `${JSON.stringify(value, null, 2)}\n`;

const index = JSON.parse(readFileSync(indexFile, 'utf8'));
/** @type {Map<string, unknown>} Pictures drawn by gallery-pictures.mjs. */
const pictures = new Map(
  index.sections.flatMap((/** @type {any} */ s) =>
    s.entries.map((/** @type {any} */ e) => [e.id, e.picture]),
  ),
);
for (const { id, document } of LESSONS) writeFileSync(join(folder, `${id}.json`), text(document));
const lessons = {
  title: TITLE,
  summary: 'Ten minutes each: predict first, then run it.',
  entries: LESSONS.map(({ id, summary, shows, tags, document }) => ({
    id,
    title: document.title,
    summary,
    shows,
    tags: ['lesson', ...tags],
    picture: pictures.get(id) ?? { curves: [] },
  })),
};
const others = index.sections.filter((/** @type {any} */ s) => s.title !== TITLE);
// After the first section, where newcomers begin.
index.sections = [others[0], lessons, ...others.slice(1)];
writeFileSync(indexFile, text(index));
await mustRun(process.execPath, tool('@biomejs/biome/bin/biome', 'format', '--write', folder));
say(`wrote ${LESSONS.length} lessons into public/gallery`);
