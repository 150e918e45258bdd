import { defineConfig } from 'vitest/config';

// Slow suites ask for this variable: `npm run test:full` sets it.
const full = process.env.DROPTAIL_FULL === '1';

// `npm test` asks for these browser tests: what a change breaks most often, in a fifth of the time of all.
const quickBrowserTests = [
  'addresses',
  'build-network',
  'crash',
  'crosshair',
  'editing',
  'embed',
  'embed-api',
  'exports',
  'first-sight',
  'forks',
  'page',
  'parity',
  'room',
  'selection',
  'time',
];
const quick = process.env.DROPTAIL_QUICK === '1';
const browserTests = quick
  ? quickBrowserTests.map((name) => `tests/e2e/${name}.test.ts`)
  : ['tests/e2e/**/*.test.ts'];
// The comparison with other simulators takes minutes.
const slowTests = quick ? ['tests/oracle/oracle.test.ts'] : [];

// Browser tests and compilers may run beside these tests.
const testTimeout = 60_000;

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['web/**/*.test.ts'], environment: 'node', testTimeout } },
      { test: { name: 'dom', include: ['web/**/*.test.tsx'], environment: 'happy-dom', testTimeout } },
      {
        test: {
          name: 'node',
          include: ['tests/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['tests/e2e/**', ...slowTests],
          environment: 'node',
          testTimeout: full ? 600_000 : testTimeout,
        },
      },
      {
        test: {
          name: 'e2e',
          include: browserTests,
          environment: 'node',
          globalSetup: 'scripts/e2e-site.ts',
          // More would only wait for each other on a machine with two cores.
          maxWorkers: 2,
          // What a loaded machine may take: nobody waits for it where nothing is wrong.
          testTimeout: 240_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 40_000, interval: 100 } },
        },
      },
    ],
  },
});
