const INTERVAL = 50;

/** Waits until something holds. Throws when it does not within some milliseconds. */
export async function until(within: number, holds: () => Promise<boolean>): Promise<void> {
  if ((await secondsUntil(within, holds)) === null)
    throw new Error(`This did not hold within ${within} ms: ${holds.toString()}`);
}

/** Waits until something holds; gives the seconds that it took, or null when it took more than `within` milliseconds. */
export async function secondsUntil(within: number, holds: () => boolean | Promise<boolean>): Promise<number | null> {
  const began = performance.now();
  while (performance.now() - began < within) {
    if (await holds()) return Math.round((performance.now() - began) / 100) / 10;
    await new Promise((done) => setTimeout(done, INTERVAL));
  }
  return null;
}
