import { afterAll, beforeAll } from 'vitest';
import { buildBench, type TestBench } from './build-context.ts';

/**
 * A bench for the calling test file, filled in before the first test.
 * @param prepare stores what the tests read
 */
export function useBench(prepare: (bench: TestBench) => Promise<void> = async () => {}): TestBench {
  const bench = {} as TestBench;
  beforeAll(async () => {
    Object.assign(bench, await buildBench());
    await prepare(bench);
  });
  afterAll(() => bench.close());
  return bench;
}
