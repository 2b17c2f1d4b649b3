import { availableParallelism } from 'node:os';
import { parentPort, Worker, workerData } from 'node:worker_threads';

/** One case that went wrong; `text` is the smallest script that still does. */
export type Failure = { readonly index: number; readonly failure: string; readonly text: string };

/** Result of a batch of cases. `counts` are added up over all batches. */
export type Batch = {
  readonly cases: number;
  readonly slowest: { readonly milliseconds: number; readonly index: number };
  readonly failures: readonly Failure[];
  readonly counts: Readonly<Record<string, number>>;
};

export type Range = { readonly from: number; readonly to: number };

export type Outcome = Batch & { readonly seconds: number };

/** Options of all long runs, as parseArgs takes them. */
export const OPTIONS = {
  cases: { type: 'string', default: '' },
  seed: { type: 'string', default: '1' },
  only: { type: 'string', default: '' },
  workers: { type: 'string', default: String(availableParallelism()) },
} as const;

const MAX_FAILURES = 20;
/** Ends a worker. */
const LAST = 'last';

/** Answers the batches that the main thread asks for, one after the other. `close` is called after the last one. */
export function answerBatches(
  runBatch: (range: Range, seed: number, rows: number) => Batch | Promise<Batch>,
  close: () => Promise<void> = () => Promise.resolve(),
): void {
  const end = async (): Promise<void> => {
    await close();
    process.exit();
  };
  const { seed, rows } = workerData as { readonly seed: number; readonly rows: number };
  parentPort?.on('message', (range: Range | typeof LAST) => {
    if (range === LAST) {
      void end();
      return;
    }
    void Promise.resolve(runBatch(range, seed, rows)).then((batch) => parentPort?.postMessage(batch));
  });
}

function merged(all: Batch, one: Batch): Batch {
  const counts = { ...all.counts };
  for (const [name, count] of Object.entries(one.counts)) counts[name] = (counts[name] ?? 0) + count;
  return {
    cases: all.cases + one.cases,
    slowest: one.slowest.milliseconds > all.slowest.milliseconds ? one.slowest : all.slowest,
    failures: [...all.failures, ...one.failures],
    counts,
  };
}

/** `rows` of each case, where a case has rows. */
type Amounts = {
  readonly seed: number;
  readonly size: number;
  readonly workers: number;
  readonly rows?: number;
};

/** Runs all cases on some workers, each of which runs `file`; stops early after twenty failures. */
export async function runCases(
  file: URL,
  { from, to, seed, size, workers, rows = 0 }: Range & Amounts,
): Promise<Outcome> {
  const started = performance.now();
  let all: Batch = { cases: 0, slowest: { milliseconds: 0, index: 0 }, failures: [], counts: {} };
  let next = from;
  let reported = started;
  const work = (): Promise<void> =>
    new Promise((done, fail) => {
      const worker = new Worker(file, { workerData: { seed, rows } });
      const ask = (): void => {
        if (next >= to || all.failures.length >= MAX_FAILURES) {
          worker.postMessage(LAST);
          return;
        }
        const range = { from: next, to: Math.min(next + size, to) };
        next = range.to;
        worker.postMessage(range);
      };
      worker.on('error', fail);
      worker.on('exit', () => done());
      worker.on('message', (batch: Batch) => {
        all = merged(all, batch);
        for (const { index, failure, text } of batch.failures) console.log(`case ${index}: ${failure}\n${text}\n`);
        if (performance.now() - reported > 30_000) {
          reported = performance.now();
          console.log(`${all.cases} cases, ${Math.round((all.cases * 1000) / (reported - started))} a second`);
        }
        ask();
      });
      ask();
    });
  await Promise.all(Array.from({ length: workers }, work));
  return { ...all, seconds: (performance.now() - started) / 1000 };
}

/** The summary of a run; the exit code is 1 after any failure. */
export function summarize(what: string, seed: number, outcome: Outcome): void {
  const { cases, seconds, slowest, failures } = outcome;
  console.log(
    `${cases} ${what} with seed ${seed} in ${seconds.toFixed(0)} s: ${Math.round(cases / seconds)} a second, ` +
      `slowest ${slowest.milliseconds.toFixed(1)} ms (case ${slowest.index}), ${failures.length} failures`,
  );
  if (failures.length > 0) process.exitCode = 1;
}
