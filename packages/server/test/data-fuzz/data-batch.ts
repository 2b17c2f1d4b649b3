import { validScript } from '@switchboard/language/testing/valid-script';
import { startProcessorTime } from '@switchboard/model/testing/processor-time';
import fc from 'fast-check';
import { type DataLab, openDataLab } from './data-lab.ts';
import { type Verdict, verdictOf } from './prove-data.ts';

export type DataBatch = {
  readonly cases: number;
  readonly slowest: { readonly milliseconds: number; readonly index: number };
  readonly failures: readonly { readonly index: number; readonly failure: string; readonly text: string }[];
  readonly counts: Readonly<Record<string, number>>;
};

type Case = Verdict & { readonly text: string };

const SHRINK_MS = 10_000;
const MAX_SHOWN = 6000;

/** Kinds of failures that were found already; another case of the same kind is not shrunk. */
const known = new Set<string>();
let opening: Promise<DataLab> | undefined;

/** Ends the database process and removes the files of all cases. */
export async function closeDataLab(): Promise<void> {
  await (await opening)?.close();
  opening = undefined;
}

/** The same piece of text many times over, as in long strings and deep JSON. */
const REPEATED = /([^\n]{1,5}?)\1{19,}/g;

const shownCase = ({ text, files }: Case): string =>
  [
    text,
    ...files.map(
      ({ table, filename, content }) =>
        `-- ${table}: ${filename}\n${content.replaceAll(REPEATED, (all, piece: string) => `${piece}⟨${all.length / piece.length} times⟩`).slice(0, MAX_SHOWN)}`,
    ),
  ].join('\n');

/** Builds the random scripts from one number up to another, each with hostile files, and shrinks those that fail. */
export async function dataBatch(
  { from, to }: { readonly from: number; readonly to: number },
  seed: number,
): Promise<DataBatch> {
  opening ??= openDataLab();
  const lab = await opening;
  const counts: Record<string, number> = {};
  const failures: DataBatch['failures'][number][] = [];
  let slowest = { milliseconds: 0, index: from };
  for (let index = from; index < to; index += 1) {
    let smallest: Case | null = null;
    let running: Promise<unknown> = Promise.resolve();
    const processorTime = startProcessorTime();
    const holds = async (gen: fc.GeneratorValue): Promise<boolean> => {
      const whole = (below: number): number => (below <= 1 ? 0 : gen(fc.nat, { max: below - 1 }));
      const note = (what: string, count = 1): void => {
        if (smallest === null) counts[what] = (counts[what] ?? 0) + count;
      };
      const { text } = validScript({ whole, note: () => undefined });
      const proving = verdictOf(lab, text, { whole }, note);
      running = proving;
      const verdict = await proving;
      if (verdict.failure === null) return true;
      // Shrinking must not slip into another failure.
      if (smallest !== null && (smallest.kind !== verdict.kind || known.has(verdict.kind))) return true;
      smallest = { ...verdict, text };
      return false;
    };
    await fc.check(fc.asyncProperty(fc.gen(), holds), {
      seed: (seed * 1_000_003 + index) | 0,
      numRuns: 1,
      unbiased: true,
      interruptAfterTimeLimit: SHRINK_MS,
    });
    // At the time limit fast-check leaves the last case running.
    await running;
    const milliseconds = processorTime();
    const failed = smallest as Case | null;
    if (failed !== null) {
      known.add(failed.kind);
      failures.push({ index, failure: failed.failure ?? '', text: shownCase(failed) });
    } else if (milliseconds > slowest.milliseconds) slowest = { milliseconds, index };
  }
  return { cases: to - from, slowest, failures, counts };
}
