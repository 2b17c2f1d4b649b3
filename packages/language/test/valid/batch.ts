import { startProcessorTime } from '@switchboard/model/testing/processor-time';
import fc from 'fast-check';
import { type Database, openDatabase } from '../open-database.ts';
import type { Choices } from './choices.ts';
import { disproof } from './prove.ts';
import { type ValidScript, validScript } from './script.ts';

export type ValidBatch = {
  readonly cases: number;
  readonly slowest: { readonly milliseconds: number; readonly index: number };
  readonly failures: readonly { readonly index: number; readonly failure: string; readonly text: string }[];
  readonly counts: Readonly<Record<string, number>>;
};

/** Milliseconds for which the numbers of a wrong script are shrunk. */
const SHRINKING = 10_000;

let database: Promise<Database> | null = null;

/** Each case is a few hundred numbers that fast-check chooses, and shrinks when the script that they lead to is wrong. */
function scriptOf(gen: fc.GeneratorValue, note: (what: string) => void): ValidScript {
  const choices: Choices = { whole: (below) => (below <= 1 ? 0 : gen(fc.nat, { max: below - 1 })), note };
  return validScript(choices);
}

/** Makes and proves the valid scripts from one number up to another; `counts` are how often each part of the grammar occurred. */
export async function validBatch(
  { from, to }: { readonly from: number; readonly to: number },
  seed: number,
): Promise<ValidBatch> {
  database ??= openDatabase();
  const open = await database;
  const counts: Record<string, number> = {};
  let slowest = { milliseconds: 0, index: from };
  const failures: ValidBatch['failures'][number][] = [];
  for (let index = from; index < to; index += 1) {
    let smallest: { failure: string; text: string } | null = null;
    const processorTime = startProcessorTime();
    let shrinkUntil = Number.POSITIVE_INFINITY;
    const run = async (gen: fc.GeneratorValue): Promise<boolean> => {
      if (processorTime() > shrinkUntil) return true;
      const note = (what: string): void => {
        if (smallest === null) counts[what] = (counts[what] ?? 0) + 1;
      };
      let text = '';
      let failure: string | null;
      try {
        const script = scriptOf(gen, note);
        ({ text } = script);
        failure = await disproof(open, script);
      } catch (error) {
        failure = `crash ${error instanceof Error ? error.stack : String(error)}`;
      }
      if (failure !== null) {
        if (smallest === null) shrinkUntil = processorTime() + SHRINKING;
        smallest = { failure, text };
      }
      return failure === null;
    };
    let last: Promise<boolean> = Promise.resolve(true);
    const holds = (gen: fc.GeneratorValue): Promise<boolean> => {
      last = run(gen);
      return last;
    };
    await fc.check(fc.asyncProperty(fc.gen(), holds), {
      seed: (seed * 1_000_003 + index) | 0,
      numRuns: 1,
      unbiased: true,
      interruptAfterTimeLimit: 10_000,
    });
    // A case that was interrupted goes on, in the tables of the next one.
    await last;
    const milliseconds = processorTime();
    const failed: { failure: string; text: string } | null = smallest;
    if (failed !== null) failures.push({ index, ...(failed as { failure: string; text: string }) });
    else if (milliseconds > slowest.milliseconds) slowest = { milliseconds, index };
  }
  return { cases: to - from, slowest, failures, counts };
}
