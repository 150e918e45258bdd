// The memory of a browser's processes, as counted by the kernel.
import { readdir, readFile } from 'node:fs/promises';

/** @param {string} path */
const text = (path) => readFile(path, 'utf8').catch(() => '');

/** A process and all its descendants. @param {number} root @returns {Promise<number[]>} */
async function tree(root) {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  /** @type {Map<number, number[]>} */
  const children = new Map();
  for (const pid of pids) {
    const stat = await text(`/proc/${pid}/stat`);
    // The name of the program is in brackets and may contain any character.
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    children.set(parent, [...(children.get(parent) ?? []), Number(pid)]);
  }
  const found = [root];
  for (const pid of found) found.push(...(children.get(pid) ?? []));
  return found;
}

/** The role of a process, from its command line. @param {string} command */
function roleOf(command) {
  const type = /--type=([a-z-]+)/.exec(command)?.[1] ?? 'browser';
  const utility = /--utility-sub-type=[a-z.]*?([A-Za-z]+)(\0|$)/.exec(command)?.[1];
  return utility ?? type;
}

/**
 * Memory of a process and its descendants, MB. Shared pages are divided among the processes that share them.
 * @param {number} root @returns {Promise<{ total: number, roles: Record<string, number> }>}
 */
export async function memoryOf(root) {
  /** @type {Record<string, number>} */
  const roles = {};
  for (const pid of await tree(root)) {
    const kb = Number(/^Pss:\s+(\d+)/m.exec(await text(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0);
    const role = roleOf(await text(`/proc/${pid}/cmdline`));
    roles[role] = (roles[role] ?? 0) + (kb * 1024) / 2 ** 20;
  }
  return { total: Object.values(roles).reduce((a, b) => a + b, 0), roles };
}
