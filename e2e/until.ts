import { setTimeout as pause } from 'node:timers/promises';

/**
 * Asks again and again until the answer is yes.
 * @param what the condition in words, for the message when it never comes true
 * @param limit milliseconds
 * @throws what `isSo` throws, at once
 */
export async function until(what: string, limit: number, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + limit;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`waited ${limit / 1000} s in vain until ${what}`);
    await pause(200);
  }
}
