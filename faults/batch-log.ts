import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';

/** One case that went wrong; `text` is the smallest script that still does. */
type Failure = { readonly index: number; readonly failure: string; readonly text: string };

/** Result of a batch of cases. `counts` are added up over all batches. */
export type Batch = {
  readonly cases: number;
  readonly slowest: { readonly milliseconds: number; readonly index: number };
  readonly failures: readonly Failure[];
  readonly counts: Readonly<Record<string, number>>;
};

export type Range = { readonly from: number; readonly to: number };

/** Cases of two runs are the same only where all of these are. */
export type Settings = { readonly seed: number; readonly rows: number; readonly size: number };

const keyOf = ({ seed, rows, size }: Settings): string => `${seed} ${rows} ${size}`;

/** The batches of a log, by their ranges. A line that was cut when its run was stopped is removed. */
export function endedBatches(file: string, settings: Settings): ReadonlyMap<string, Batch> {
  const ended = new Map<string, Batch>();
  if (file === '' || !existsSync(file)) return ended;
  const lines = readFileSync(file, 'utf8').split('\n');
  const cut = lines.pop();
  if (cut !== '') writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
  for (const line of lines) {
    const { key, range, batch } = JSON.parse(line) as { key: string; range: string; batch: Batch };
    if (key === keyOf(settings)) ended.set(range, batch);
  }
  return ended;
}

/** Adds an ended batch to a log, so that the next run with the same settings goes on after it. */
export function noteBatch(file: string, settings: Settings, { from, to }: Range, batch: Batch): void {
  if (file === '') return;
  appendFileSync(file, `${JSON.stringify({ key: keyOf(settings), range: `${from}-${to}`, batch })}\n`);
}
