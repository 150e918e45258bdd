import './node-version.mjs';
import { AsyncLocalStorage } from 'node:async_hooks';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setPriority } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const engineDir = join(root, 'engine-wasm');

/** A failure that the user can fix: reported in one line, without a stack trace. */
export class Problem extends Error {}

/**
 * Runs a script's body; a failure sets the exit code.
 * @param {() => Promise<void>} body
 */
export async function main(body) {
  try {
    await body();
  } catch (error) {
    console.error(error instanceof Problem ? `droptail: ${error.message}` : error);
    process.exitCode = 1;
  }
}

/** Prints progress messages to stderr, since stdout is for results. @param {string} line */
export function say(line) {
  process.stderr.write(`${line}\n`);
}

const background = new AsyncLocalStorage();

/** Calls `body`; the commands that it runs have a low priority. @param {() => Promise<void>} body */
export const inBackground = (body) => background.run(true, body);

/**
 * Runs a command and passes every line of its output to `onLine`; resolves to its exit code.
 * A command that was ended by a signal has the exit code 1.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: Record<string, string>, onLine?: (line: string) => void }} [options]
 * @returns {Promise<number>}
 */
export function run(command, args, { cwd = root, env = {}, onLine = say } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      // Lines are checked before they are passed on.
      env: { ...process.env, NO_COLOR: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    if (background.getStore() && child.pid) setPriority(child.pid, 10);
    for (const stream of [child.stdout, child.stderr]) createInterface(stream).on('line', onLine);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (signal) onLine(`${command} was ended by ${signal}`);
      resolve(code ?? 1);
    });
  });
}

/** Like {@link run}, for a command that has to succeed. @type {(...call: Parameters<typeof run>) => Promise<void>} */
export async function mustRun(command, args, options) {
  const code = await run(command, args, options);
  if (code !== 0) throw new Problem(`\`${[command, ...args].join(' ')}\` failed (exit code ${code})`);
}

/**
 * The standard output of a command that has to succeed. Its standard error is passed through.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, input?: string }} [options]
 * @returns {Promise<string>}
 */
export function output(command, args, { cwd = root, input = '' } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: ['pipe', 'pipe', 'inherit'] });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(text);
      else reject(new Problem(`\`${[command, ...args].join(' ')}\` failed (exit code ${code})`));
    });
    // A program may end before it has read all its input; only its exit code matters.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}

/** The path of a program on PATH. @param {string} program */
export function which(program) {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, program))
    .find((path) => existsSync(path));
}

/** The arguments after which Node runs a tool of node_modules. @type {(path: string, ...args: string[]) => string[]} */
export function tool(path, ...args) {
  return [join(root, 'node_modules', path), ...args];
}

/**
 * Installs a Debian package if no password is needed; returns whether it tried.
 * @param {string} name
 */
export async function installDebianPackage(name) {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version') || !which('apt-get')) return false;
  say(`installing Debian's ${name} …`);
  const options = { env: { DEBIAN_FRONTEND: 'noninteractive' } };
  await mustRun('apt-get', ['update', '-qq'], options);
  await mustRun('apt-get', ['install', '-qq', '-y', '--no-install-recommends', name], options);
  return true;
}
