import { afterAll, beforeAll } from 'vitest';

/** For services that start processes or servers while other tests keep the machine busy, in milliseconds. */
export const START_TIMEOUT = 120_000;

/**
 * Starts a service before the tests of the calling file and stops it after them. The returned object has the service's
 * properties from then on; it is empty while the file is read.
 */
export function useStarted<T extends { stop(): Promise<unknown> }>(start: () => Promise<T>): T {
  const service = {} as T;
  let stop: (() => Promise<unknown>) | undefined;
  beforeAll(async () => {
    const started = await start();
    stop = () => started.stop();
    Object.assign(service, started);
  }, START_TIMEOUT);
  afterAll(() => stop?.());
  return service;
}
