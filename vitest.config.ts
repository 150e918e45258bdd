import { defineConfig } from 'vitest/config';

// Slow suites ask for this variable: `npm run test:full` sets it.
const full = process.env.DROPTAIL_FULL === '1';

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['web/**/*.test.ts'], environment: 'node' } },
      { test: { name: 'dom', include: ['web/**/*.test.tsx'], environment: 'happy-dom' } },
      {
        test: {
          name: 'node',
          include: ['tests/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['tests/e2e/**'],
          environment: 'node',
          testTimeout: full ? 600_000 : 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          environment: 'node',
          globalSetup: 'scripts/e2e-site.ts',
          // A browser test mostly waits, so two share a machine with two cores. More would only wait for each other.
          maxWorkers: 2,
          // What a loaded machine may take: nobody waits for it where nothing is wrong.
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
