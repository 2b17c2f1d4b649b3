import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import type { TestSpecification } from 'vitest/node';
import { reporters } from '../scripts/unit/reporters.ts';
import { SeededSequencer } from '../scripts/unit/seeded-sequencer.ts';
import { restingFiles } from '../scripts/unit/suite-turns.ts';

/** Files that read what the demo's own days and test runs have led to. */
const READ_SETTLED_DEMO =
  /\/(test-runs|preview-and-impact|usage-and-reports|five-questions|ten-scenarios|explain-failure)\.e2e\.ts$/;

/** Runs the files last that would wait until the demo has settled. */
class SettledDemoLast extends SeededSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const [late, early] = [true, false].map((isLate) =>
      sorted.filter(({ moduleId }) => READ_SETTLED_DEMO.test(moduleId) === isLate),
    );
    return [...(early ?? []), ...(late ?? [])];
  }
}

export default defineConfig({
  test: {
    include: ['e2e/**/*.e2e.ts'],
    exclude: [...restingFiles(join(import.meta.dirname, '..'))],
    // Tests carry free tags such as proof:<id>; there is no list of them.
    strictTags: false,
    globalSetup: ['./e2e/one-product.ts'],
    // Limits end a test that hangs. No passing test waits for one, on however slow a machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    pool: 'forks',
    // Each worker has a browser that its files share. Most of their time they wait for it and for the product.
    isolate: false,
    maxWorkers: 3,
    reporters: reporters(),
    sequence: { sequencer: SettledDemoLast, setupFiles: 'list' },
    setupFiles: ['./scripts/unit/file-costs.ts'],
  },
});
