import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const source = (path: string) =>
  fileURLToPath(new URL(`./packages/${path}`, import.meta.url))

// Compressed clocks and processes that are killed at a moment: beside others on
// a small machine their time would not be theirs.
const ALONE = [
  'packages/assay/src/crawl/*.test.ts',
  'packages/**/*faults.test.ts',
  'packages/assay/src/store/postgres/*.test.ts',
  'test/serve/processes.test.ts',
  'test/delivery/*.test.ts',
]

export default defineConfig({
  // Tests run against the sources, so a stale build can never make them pass.
  resolve: {
    alias: {
      '@assay402/core/light': source('core/src/light.ts'),
      '@assay402/core': source('core/src/index.ts'),
      '@assay402/guard/file-ledger': source('guard/src/file-ledger.ts'),
      '@assay402/guard': source('guard/src/index.ts'),
    },
  },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          include: ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ALONE,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          include: ALONE,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
    // Real servers, chains and databases on a busy machine need their time.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    coverage: {
      reporter: ['text-summary', 'json-summary', 'json'],
      provider: 'v8',
      include: ['packages/*/src/**/*.ts'],
      exclude: [
        '**/*.test.ts',
        '**/*.test-d.ts',
        '**/testing/**',
        '**/index.ts',
      ],
      thresholds: { 'packages/core/src/**': { branches: 100 }, branches: 85 },
    },
  },
})
