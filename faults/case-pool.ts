import { availableParallelism } from 'node:os';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { type Batch, endedBatches, noteBatch, type Range } from './batch-log.ts';

/** `cases` of the run and of those before it, `ranCases` of this run alone. */
export type Outcome = Batch & { readonly ranCases: number; readonly seconds: number };

/** Options of all long runs, as parseArgs takes them. */
export const OPTIONS = {
  cases: { type: 'string', default: '' },
  seed: { type: 'string', default: '1' },
  only: { type: 'string', default: '' },
  workers: { type: 'string', default: String(availableParallelism()) },
  log: { type: 'string', default: '' },
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

/** `rows` of each case, where a case has rows. Batches that the file `log` names are not run again. */
type Amounts = {
  readonly seed: number;
  readonly size: number;
  readonly workers: number;
  readonly rows?: number;
  readonly log?: string;
};

const NO_CASES: Batch = { cases: 0, slowest: { milliseconds: 0, index: 0 }, failures: [], counts: {} };

/** Runs all cases on some workers, each of which runs `file`; stops early after twenty failures. */
export async function runCases(
  file: URL,
  { from, to, seed, size, workers, rows = 0, log = '' }: Range & Amounts,
): Promise<Outcome> {
  const started = performance.now();
  const ended = endedBatches(log, { seed, rows, size });
  const ranges: Range[] = [];
  let all = NO_CASES;
  for (let at = from; at < to; at += size) {
    const range = { from: at, to: Math.min(at + size, to) };
    const batch = ended.get(`${range.from}-${range.to}`);
    if (batch) all = merged(all, batch);
    else ranges.push(range);
  }
  const before = all.cases;
  if (before > 0) console.log(`${before} cases were run before`);
  let reported = started;
  const work = (): Promise<void> =>
    new Promise((done, fail) => {
      const worker = new Worker(file, { workerData: { seed, rows } });
      let range: Range | undefined;
      const ask = (): void => {
        range = all.failures.length >= MAX_FAILURES ? undefined : ranges.shift();
        worker.postMessage(range ?? LAST);
      };
      worker.on('error', fail);
      worker.on('exit', () => done());
      worker.on('message', (batch: Batch) => {
        all = merged(all, batch);
        if (range) noteBatch(log, { seed, rows, size }, range, batch);
        for (const { index, failure, text } of batch.failures) console.log(`case ${index}: ${failure}\n${text}\n`);
        if (performance.now() - reported > 30_000) {
          reported = performance.now();
          console.log(
            `${all.cases} cases, ${(((all.cases - before) * 1000) / (reported - started)).toFixed(1)} a second`,
          );
        }
        ask();
      });
      ask();
    });
  await Promise.all(Array.from({ length: workers }, work));
  return { ...all, ranCases: all.cases - before, seconds: (performance.now() - started) / 1000 };
}

/** The summary of a run; the exit code is 1 after any failure. */
export function summarize(what: string, seed: number, outcome: Outcome): void {
  const { cases, ranCases, seconds, slowest, failures } = outcome;
  const before = ranCases === cases ? '' : ` (${cases - ranCases} of them before)`;
  console.log(
    `${cases} ${what} with seed ${seed}${before} in ${seconds.toFixed(0)} s: ${(ranCases / seconds).toFixed(1)} a second, ` +
      `slowest ${slowest.milliseconds.toFixed(1)} ms (case ${slowest.index}), ${failures.length} failures`,
  );
  if (failures.length > 0) process.exitCode = 1;
}
