import { defineConfig } from 'vitest/config';
import { reporters } from './scripts/unit/reporters.ts';
import { SeededSequencer } from './scripts/unit/seeded-sequencer.ts';
import { restingFiles } from './scripts/unit/suite-turns.ts';

// Node loads this copy for libraries; the runner would choose the other one for the console's files, and GraphQL refuses two.
const alias = [{ find: /^graphql$/, replacement: 'graphql/index.js' }];
const UNIT = ['packages/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'];
/** Left out unless they are asked for. */
const LONG = process.env['TEST_LONG'] === 'on' ? [] : ['**/*.long.test.ts'];
const CONSOLE = 'packages/console/**/*.test.{ts,tsx}';

/** Files about what a worker has once: its threads, the registry of the schema's types, metrics, and the activity of the page. */
const ALONE = [
  'packages/engine/src/scan/scan-threads.test.ts',
  'packages/server/src/graphql/object-type.test.ts',
  'packages/server/test/observe.test.ts',
  'packages/server/src/api/http/metrics-route.test.ts',
  'packages/console/src/lib/activity/page-activity.test.ts',
];

/** Settings of the files of both projects. The files of a project share modules: a worker loads each once. */
const shared = {
  // Tests carry free tags such as proof:<id>; there is no list of them.
  strictTags: false,
  // Limits end a test that hangs. No passing test waits for one, on however slow a machine.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000 } },
  pool: 'forks',
  isolate: false,
  // One after the other: what the file of leaks sees last, it must have seen first.
  sequence: { setupFiles: 'list' },
} as const;

/** Node loads the files itself, as it does in production, and keeps them compiled. */
const native = { experimental: { viteModuleRunner: false, nodeLoader: false } } as const;

export default defineConfig({
  test: {
    globalSetup: ['./scripts/unit/test-postgres.ts', './scripts/unit/test-s3.ts'],
    // Two more than the cores of a small machine: half of a worker's time is spent waiting for databases and processes.
    maxWorkers: 4,
    // A worker that ends writes what it has compiled, which takes long on a busy machine.
    teardownTimeout: 120_000,
    reporters: reporters(),
    sequence: { sequencer: SeededSequencer },
    projects: [
      {
        test: {
          ...shared,
          name: 'node',
          ...native,
          include: UNIT,
          exclude: [CONSOLE, ...ALONE, '**/node_modules/**', ...LONG, ...restingFiles(import.meta.dirname)],
          setupFiles: ['./scripts/unit/leaks.ts', './scripts/unit/file-costs.ts', './scripts/unit/record-rows.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'alone',
          isolate: true,
          ...native,
          include: ALONE,
          setupFiles: ['./scripts/unit/record-rows.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'console',
          alias,
          include: [CONSOLE],
          exclude: [...ALONE, '**/node_modules/**'],
          environment: 'happy-dom',
          // Tests reach servers of other origins without the rules of a browser.
          environmentOptions: { happyDOM: { settings: { fetch: { disableSameOriginPolicy: true } } } },
          setupFiles: ['./scripts/unit/leaks.ts', './scripts/unit/file-costs.ts', './packages/console/test/dom.ts'],
        },
      },
    ],
  },
});
