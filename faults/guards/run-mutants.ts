import { join } from 'node:path';
import { readArguments, refuseArguments } from '../../scripts/arguments/read-arguments.ts';
import type { Guard } from './guard.ts';
import { copyTree, type GuardCopy } from './guard-copy.ts';

/**
 * Makes each mutant of a list in a copy of the last commit and runs the tests that must fail then. Arguments of the script are words
 * of which a mutant's name must contain one.
 * @param whole what the copy has before any mutant, in the words of the report
 * @returns 0 when a test fails for each mutant, and none without one
 */
export function runMutants(usage: string, mutants: readonly Guard[], whole: string): number {
  const { positionals: words } = readArguments(usage, { options: {}, allowPositionals: true });
  const chosen = mutants.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
  if (chosen.length === 0)
    refuseArguments(usage, `None of the ${mutants.length} names contains ${words.join(' or ')}.`);
  const copy = copyTree(join(import.meta.dirname, '../..'));
  try {
    const before = copy.test([...new Set(chosen.flatMap(({ tests }) => tests))]);
    console.log(`${whole}: ${before.ran} tests, ${before.failed.length} failed`);
    for (const title of before.failed) console.log(`  failed: ${title}`);
    const held = chosen.filter((mutant) => {
      const { verdict, detail } = tryMutant(copy, mutant, before.failed);
      console.log(`${verdict.padEnd(9)}${mutant.name.padEnd(48)}${detail}`);
      return verdict === 'red';
    });
    console.log(`${held.length} of ${chosen.length} are held by a test`);
    return held.length === chosen.length && before.failed.length === 0 ? 0 : 1;
  } finally {
    copy.remove();
  }
}

type Verdict = { readonly verdict: 'red' | 'SURVIVED' | 'NOT RUN'; readonly detail: string };

/**
 * Runs the tests of a mutant. One that cannot be made or run is reported, so that the others are run.
 * @param failedBefore titles of tests that fail without it, too
 */
export function tryMutant(
  copy: Pick<GuardCopy, 'testWithout'>,
  mutant: Guard,
  failedBefore: readonly string[],
): Verdict {
  try {
    const { ran, failed } = copy.testWithout(mutant);
    const caught = failed.filter((title) => !failedBefore.includes(title));
    const detail = `${caught.length} of ${ran} failed: ${caught[0] ?? ''}`;
    return { verdict: caught.length === 0 ? 'SURVIVED' : 'red', detail };
  } catch (error) {
    return { verdict: 'NOT RUN', detail: error instanceof Error ? error.message : String(error) };
  }
}
