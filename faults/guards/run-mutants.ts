import { join } from 'node:path';
import { readArguments, refuseArguments } from '../../scripts/arguments/read-arguments.ts';
import { copyTree } from './guard-copy.ts';
import type { Guard } from './guard-list.ts';

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
    let survivors = 0;
    for (const mutant of chosen) {
      const { ran, failed } = copy.testWithout(mutant);
      const caught = failed.filter((title) => !before.failed.includes(title));
      if (caught.length === 0) survivors += 1;
      const verdict = caught.length === 0 ? 'SURVIVED' : 'red';
      console.log(`${verdict.padEnd(9)}${mutant.name.padEnd(48)}${caught.length} of ${ran} failed: ${caught[0] ?? ''}`);
    }
    console.log(`${chosen.length - survivors} of ${chosen.length} are held by a test`);
    return survivors === 0 && before.failed.length === 0 ? 0 : 1;
  } finally {
    copy.remove();
  }
}
