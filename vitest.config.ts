import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Node loads this copy for libraries; the runner would choose the other one for our files, and GraphQL refuses two.
    alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }],
    include: ['packages/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
    globalSetup: ['./scripts/test-postgres.ts', './scripts/test-s3.ts'],
    // Tests carry free tags such as proof:<id>; there is no list of them.
    strictTags: false,
    setupFiles: ['./scripts/sql-rows/record.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    pool: 'forks',
    maxWorkers: 2,
  },
});
