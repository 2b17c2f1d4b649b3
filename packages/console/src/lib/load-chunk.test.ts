import { afterEach, expect, it } from 'vitest';
import { loadChunk } from './load-chunk.ts';

afterEach(() => sessionStorage.clear());

const MISSING = new TypeError('Failed to fetch dynamically imported module');

/** A chunk whose first imports fail. */
function chunk(failures: number) {
  const calls = { imports: 0, reloads: 0 };
  const load = async (): Promise<string> => {
    calls.imports += 1;
    if (calls.imports <= failures) throw MISSING;
    return 'loaded';
  };
  const options = {
    delays: [0, 0],
    isServerUp: async () => true,
    reload: () => {
      calls.reloads += 1;
    },
    now: () => 100_000,
  };
  return { calls, load, options };
}

it('retries an import that failed', async () => {
  const { calls, load, options } = chunk(2);
  expect(await loadChunk(load, options)).toBe('loaded');
  expect(calls).toEqual({ imports: 3, reloads: 0 });
});

it('reloads the page once when a deploy has removed the chunk', async () => {
  const { calls, load, options } = chunk(Number.POSITIVE_INFINITY);
  await new Promise<void>((resolve) => {
    const reload = (): void => {
      options.reload();
      resolve();
    };
    void loadChunk(load, { ...options, reload });
  });
  expect(calls.reloads).toBe(1);
  await expect(loadChunk(load, options)).rejects.toBe(MISSING);
  expect(calls.reloads).toBe(1);
});

it('does not reload while the server is away', async () => {
  const { calls, load, options } = chunk(Number.POSITIVE_INFINITY);
  await expect(loadChunk(load, { ...options, isServerUp: async () => false })).rejects.toBe(MISSING);
  expect(calls.reloads).toBe(0);
});
