import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './shell.mjs';

/** Modules that these files load when they start, and packages among them that are not part of Node. */
function loadedBy(files: readonly string[]): { modules: Set<string>; packages: string[] } {
  const modules = new Set(files);
  const packages: string[] = [];
  for (const file of modules) {
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(
      /^(?:import|export) (?:[^'"]*? from )?'([^']+)'/gm,
    )) {
      if (name.startsWith('.')) modules.add(join(dirname(file), name));
      else if (!name.startsWith('node:')) packages.push(`${name} in ${file}`);
    }
  }
  return { modules, packages };
}

test('commands that install packages start without any', () => {
  const commands = ['test', 'start', 'build', 'droptail', 'python'].map((name) =>
    join(root, `scripts/${name}.mjs`),
  );
  const { modules, packages } = loadedBy(commands);
  expect(packages).toEqual([]);
  expect(modules).toContain(join(root, 'scripts/lib/setup.mjs'));
  // The test would see one.
  expect(loadedBy([join(root, 'scripts/lib/standalone.mjs')]).packages).not.toEqual([]);
});
