import { existsSync } from 'node:fs';
import { installDebianPackage, Problem, which } from './shell.mjs';

// The headless shell comes first: it has no windows of its own to draw, so that tests take less time.
const SHELL = 'chromium-headless-shell';
const programs = [SHELL, 'google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'chrome'];
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The path of $CHROMIUM_PATH or an installed Chrome or Chromium. */
function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named && !existsSync(named)) throw new Problem(`CHROMIUM_PATH names no file: ${named}`);
  if (named) return named;
  for (const program of programs) {
    const path = which(program);
    if (path) return path;
  }
  return applications.find((path) => existsSync(path));
}

/** Like {@link findChromium}, but installs a package of Debian if possible, and otherwise explains what to do. */
export async function ensureChromium() {
  // Older versions of Debian do not have the shell.
  const install = () => installDebianPackage(SHELL).catch(() => installDebianPackage('chromium'));
  const path = findChromium() ?? ((await install()) ? findChromium() : undefined);
  if (path) return path;
  throw new Problem('a browser is missing: install Chrome or Chromium, or name one in CHROMIUM_PATH');
}

/**
 * Starts a headless Chromium with Playwright; the caller closes it.
 * @param {import('playwright-core').LaunchOptions} [options]
 */
export async function launchBrowser(options) {
  const { chromium } = await import('playwright-core');
  return chromium.launch({ executablePath: await ensureChromium(), ...options });
}

/**
 * Starts Chromium as a server with a known process id; the caller closes it.
 * @returns {Promise<{ browser: import('playwright-core').Browser, pid: number, close: () => Promise<void> }>}
 */
export async function launchServer() {
  const { chromium } = await import('playwright-core');
  const server = await chromium.launchServer({ executablePath: await ensureChromium() });
  const pid = server.process().pid;
  if (pid === undefined) throw new Problem('the browser has no process');
  return { browser: await chromium.connect(server.wsEndpoint()), pid, close: () => server.close() };
}
