import { parentPort, workerData } from 'node:worker_threads';
import { type Asker, askList, pollUntil, sendLargeBody } from './clients.ts';

/** Clients of one account, in a thread of their own so that what they cost is not taken for the server's time. */
export type FloodOptions = {
  readonly askers: readonly Asker[];
  readonly clients: number;
  /** People who send large bodies that they may not send. */
  readonly bodies: number;
  /** Epoch milliseconds. */
  readonly until: number;
};

/** A token in place of that of a person, which expires during a long flood. */
export type Renewed = { readonly at: number; readonly token: string };

/** Milliseconds of the answers, and how many answers there were of each other status. */
export type Flooded = {
  readonly admitted: readonly number[];
  readonly refused: readonly number[];
  readonly other: ReadonlyMap<number, number>;
};

const { clients, bodies, until, ...given } = workerData as FloodOptions;
const askers = [...given.askers];
const admitted: number[] = [];
const refused: number[] = [];
const other = new Map<number, number>();
const askerAt = (at: number): Asker => {
  const asker = askers[at % askers.length];
  if (asker === undefined) throw new Error('A flood needs people.');
  return asker;
};

parentPort?.on('message', ({ at, token }: Renewed) => {
  askers[at] = { ...askerAt(at), token };
});

const lists = Array.from({ length: clients }, (_, at) =>
  pollUntil(until, 0, async () => {
    const { status, ms, retryAfter } = await askList(askerAt(at));
    if (status === 200) admitted.push(ms);
    else if (status === 429) refused.push(ms);
    else other.set(status, (other.get(status) ?? 0) + 1);
    // A person's program waits as it is asked to, not in step with the others.
    return retryAfter * 1_000 * (0.5 + Math.random());
  }),
);
const large = Array.from({ length: bodies }, (_, at) =>
  pollUntil(until, 5_000, async () => {
    const status = await sendLargeBody(askerAt(at));
    if (status !== 413 && status !== 429) other.set(status, (other.get(status) ?? 0) + 1);
  }),
);
await Promise.all([...lists, ...large]);
parentPort?.postMessage({ admitted, refused, other } satisfies Flooded);
parentPort?.close();
