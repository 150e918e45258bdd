// npm run revisions: publishes new or changed gallery entries as revisions, which never change.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { main, mustRun, root, say, tool } from './lib/shell.mjs';

const gallery = join(root, 'public/gallery');
const folder = join(gallery, 'revisions');
const list = join(root, 'web/store/revisions.json');

/** JSON with sorted keys, as the page uses it for checksums. @param {unknown} value @returns {string} */
function stable(value) {
  return JSON.stringify(value, (_key, item) =>
    item !== null && typeof item === 'object' && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );
}

main(async () => {
  mkdirSync(folder, { recursive: true });
  /** @type {Record<string, string[]>} */
  const revisions = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : {};
  for (const file of readdirSync(gallery).sort()) {
    if (!file.endsWith('.json') || file === 'index.json') continue;
    const id = file.slice(0, -'.json'.length);
    const entry = JSON.parse(readFileSync(join(gallery, file), 'utf8'));
    const checksum = crc32(stable(entry)).toString(16).padStart(8, '0');
    const known = revisions[id] ?? [];
    revisions[id] = known;
    if (known.includes(checksum)) continue;
    known.push(checksum);
    const name = `${id}@${known.length}.json`;
    // `wx`: published revisions are never overwritten.
    writeFileSync(join(folder, name), `${JSON.stringify(entry)}\n`, { flag: 'wx' });
    say(`published ${name}`);
  }
  const sorted = Object.fromEntries(Object.entries(revisions).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(list, JSON.stringify(sorted));
  await mustRun(process.execPath, tool('@biomejs/biome/bin/biome', 'format', '--write', list));
});
