import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['e2e/**/*.e2e.ts'],
    // Tests carry free tags such as proof:<id>; there is no list of them.
    strictTags: false,
    globalSetup: ['./e2e/one-product.ts'],
    testTimeout: 60_000,
    hookTimeout: 180_000,
    // A loaded machine needs more than the default second.
    expect: { poll: { timeout: 10_000 } },
    pool: 'forks',
    // A test waits for the product or the browser about as long as it computes.
    maxWorkers: 2,
  },
});
