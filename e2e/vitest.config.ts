import { defineConfig } from 'vitest/config';
import { reporters } from '../scripts/unit/reporters.ts';
import { SeededSequencer } from '../scripts/unit/seeded-sequencer.ts';

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
    // Two workers, each with a browser that its files share: two cores are shared with the product itself.
    isolate: false,
    maxWorkers: 2,
    reporters: reporters(),
    sequence: { sequencer: SeededSequencer, setupFiles: 'list' },
    setupFiles: ['./scripts/unit/file-costs.ts'],
  },
});
