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
    // One browser at a time: two cores are shared with the product itself, whose data most tests share.
    fileParallelism: false,
  },
});
