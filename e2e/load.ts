import type { Page } from 'playwright-core';

/** A request of a page, with its bytes as served and its times in milliseconds since the first request. */
export type LoadRequest = {
  readonly path: string;
  /** As the browser calls it: Document, Script, Stylesheet, Font, Fetch … */
  readonly type: string;
  /** The name of a GraphQL operation. */
  readonly operation: string;
  readonly encoding: string;
  readonly start: number;
  /** Infinity while the response has not ended. */
  readonly end: number;
  readonly bytes: number;
};

export type Load = {
  /** The requests so far, in their order. */
  readonly requests: () => readonly LoadRequest[];
};

/** Milliseconds after which a page loads what a first screen does not need, such as the code of toasts. */
const LATER = 3_000;

/**
 * Records every request of a page from now on, without the browser's cache. What the page would load later does not count, however
 * long its first screen takes here: timers of that time do not fire.
 */
export async function recordLoad(page: Page): Promise<Load> {
  await page.addInitScript((later) => {
    const start = window.setTimeout.bind(window);
    window.setTimeout = ((run: TimerHandler, delay?: number, ...parts: unknown[]) =>
      delay === later ? 0 : start(run, delay, ...parts)) as typeof window.setTimeout;
  }, LATER);
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  const requests = new Map<string, LoadRequest>();
  let began: number | null = null;
  const since = (seconds: number): number => (seconds - (began ?? seconds)) * 1000;
  const change = (id: string, patch: Partial<LoadRequest>): void => {
    const known = requests.get(id);
    if (known !== undefined) requests.set(id, { ...known, ...patch });
  };
  session.on('Network.requestWillBeSent', ({ requestId, request, timestamp, type }) => {
    began ??= timestamp;
    const operation = /"operationName":"(\w+)"/.exec(request.postData ?? '')?.[1] ?? '';
    requests.set(requestId, {
      path: new URL(request.url).pathname,
      type: type ?? '',
      operation,
      encoding: '',
      start: since(timestamp),
      end: Number.POSITIVE_INFINITY,
      bytes: 0,
    });
  });
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const headers = Object.fromEntries(
      Object.entries(response.headers).map(([name, value]) => [name.toLowerCase(), value]),
    );
    change(requestId, { encoding: String(headers['content-encoding'] ?? '') });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength, timestamp }) => {
    change(requestId, { bytes: encodedDataLength, end: since(timestamp) });
  });
  return { requests: () => [...requests.values()] };
}

/** The scripts of the workers that a page has started, which its own requests have without bytes. */
export async function readWorkers(
  page: Page,
): Promise<readonly Pick<LoadRequest, 'path' | 'type' | 'operation' | 'bytes'>[]> {
  return Promise.all(
    page.workers().map(async (worker) => {
      const { headers } = await fetch(worker.url(), { headers: { 'accept-encoding': 'br' } });
      const bytes = Number(headers.get('content-length'));
      return { path: new URL(worker.url()).pathname, type: 'Worker', operation: '', bytes };
    }),
  );
}
