import { setTimeout as pause } from 'node:timers/promises';

/**
 * Polls until a condition holds.
 * @param what the condition, for the error message
 * @param limit milliseconds
 * @throws what `isSo` throws, at once
 */
export async function until(what: string, limit: number, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + limit;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`${what}: not true after ${limit / 1000} s`);
    await pause(200);
  }
}
