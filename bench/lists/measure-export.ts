import { readFileSync } from 'node:fs';

export type Export = {
  readonly rows: number;
  readonly bytes: number;
  readonly seconds: number;
  /** Resident memory of the server before, and at most during the export. */
  readonly memoryBefore: number;
  readonly memoryPeak: number;
};

const residentBytes = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;

const LINE_FEED = 0x0a;

/** Reads an export until it has as many rows, and the memory of the server meanwhile. Linux. */
export async function measureExport(
  api: { readonly url: string; readonly pid: number },
  by: { readonly token: string; readonly account: string },
  rows: number,
): Promise<Export> {
  const memoryBefore = residentBytes(api.pid);
  let memoryPeak = memoryBefore;
  const start = performance.now();
  const stop = new AbortController();
  const response = await fetch(`${api.url}/api/${by.account}/exportAsCsv?type=downloads`, {
    headers: { authorization: `Bearer ${by.token}`, 'request-id': 'bench-request' },
    signal: stop.signal,
  });
  if (!response.ok || response.body === null) throw new Error(`The export was refused: ${await response.text()}`);
  let lines = 0;
  let bytes = 0;
  let next = 0;
  for await (const chunk of response.body) {
    bytes += chunk.length;
    for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, at + 1)) lines += 1;
    if (bytes > next) {
      memoryPeak = Math.max(memoryPeak, residentBytes(api.pid));
      next = bytes + 1_000_000;
    }
    if (lines > rows) break;
  }
  stop.abort();
  return {
    rows: Math.min(rows, lines - 1),
    bytes,
    seconds: (performance.now() - start) / 1000,
    memoryBefore,
    memoryPeak,
  };
}
