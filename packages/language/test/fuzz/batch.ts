import { samples } from '../scripts.ts';
import { judged, minimized } from './judge.ts';
import { mutated, piecesOf } from './mutate.ts';
import { randomOf } from './random.ts';

export type FuzzBatch = {
  readonly cases: number;
  readonly slowest: { readonly milliseconds: number; readonly index: number };
  readonly failures: readonly { readonly index: number; readonly failure: string; readonly text: string }[];
  readonly counts: Readonly<Record<string, number>>;
};

/** All files of the corpus, good and bad, in pieces. */
const SCRIPTS = [...samples('good'), ...samples('bad')]
  .flatMap(({ files }) => files.map(({ text }) => piecesOf(text)))
  .filter((pieces) => pieces.length > 0);

/** The text of one case, the same whenever and wherever it is asked for. */
export function fuzzText(seed: number, index: number): string {
  return mutated(randomOf(seed, index), SCRIPTS);
}

let warm = false;

/** The first compilations of a process run before the code is optimized; none of them is measured. */
function warmUp(): void {
  if (warm) return;
  warm = true;
  for (let index = 0; index < 300; index += 1) judged(fuzzText(0, index));
}

/** Judges the cases from one number up to another. */
export function fuzzBatch({ from, to }: { readonly from: number; readonly to: number }, seed: number): FuzzBatch {
  warmUp();
  let slowest = { milliseconds: 0, index: from };
  let valid = 0;
  const failures: FuzzBatch['failures'][number][] = [];
  for (let index = from; index < to; index += 1) {
    const text = fuzzText(seed, index);
    const verdict = judged(text);
    if (verdict.valid) valid += 1;
    if (verdict.milliseconds > slowest.milliseconds) slowest = { milliseconds: verdict.milliseconds, index };
    if (verdict.failure === null) continue;
    const shorter = verdict.failure === 'slow' ? text : minimized(text, (each) => judged(each).failure);
    failures.push({ index, failure: verdict.failure, text: shorter });
  }
  return { cases: to - from, slowest, failures, counts: { valid } };
}
