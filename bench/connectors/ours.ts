import { createWriteStream, readFileSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { DeliveryRequest, SourceRequest } from '@switchboard/connectors';
import { createEgress } from '@switchboard/connectors/egress';
import { connectorByName } from '@switchboard/connectors/registry';
import { noFault } from '@switchboard/model/faults';

/** Task of this program, as JSON in the file that its argument names. */
export type Task = {
  readonly connector: string;
  /** A fetch writes the source's only file to `to`. */
  readonly fetch?: { readonly request: SourceRequest; readonly to: string };
  readonly deliver?: DeliveryRequest;
};

/** Output of this program, as JSON. */
export type Report = { readonly seconds: number; readonly peakBytes: number };

/** Milliseconds between two samples of the memory. */
const SAMPLE_MS = 20;

const task = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Task;
const connector = connectorByName().get(task.connector);
const context = {
  egress: createEgress({ allowPrivate: ['127.0.0.1'], stallTimeoutMs: 60_000, now: Date.now }),
  signal: new AbortController().signal,
  fault: noFault,
  now: Date.now,
  onBytes: () => undefined,
  beforeCommit: async () => undefined,
  folders: { read: [], write: [] },
};

// Sampled, because the system's own record of the largest counts what the parent held when it started us.
let peakBytes = 0;
const timer = setInterval(() => {
  peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
}, SAMPLE_MS);
const [source, destination] = [await connector?.source?.(), await connector?.destination?.()];
const start = performance.now();
if (task.fetch !== undefined && source !== undefined) {
  const answer = await source.fetch(task.fetch.request, context);
  if (answer.kind !== 'files') throw new Error('the source has no files yet');
  for await (const file of answer.files) await pipeline(file.body, createWriteStream(task.fetch.to));
}
if (task.deliver !== undefined) await destination?.deliver(task.deliver, context);
const seconds = (performance.now() - start) / 1000;
clearInterval(timer);
process.stdout.write(JSON.stringify({ seconds, peakBytes } satisfies Report));
