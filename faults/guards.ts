import { join } from 'node:path';
import { copyTree } from './guards/guard-copy.ts';
import { GUARDS } from './guards/guard-list.ts';

/**
 * Removes each guard of the list from a copy of the last commit and runs the tests that must fail then. Fails when they pass.
 * Run: npm run faults -- guards [words of which a guard's name must contain one]
 */
function main(): number {
  const words = process.argv.slice(2);
  const guards = GUARDS.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
  const copy = copyTree(join(import.meta.dirname, '..'));
  try {
    const whole = copy.test([...new Set(guards.flatMap(({ tests }) => tests))]);
    console.log(`with all guards: ${whole.ran} tests, ${whole.failed.length} failed`);
    for (const title of whole.failed) console.log(`  failed: ${title}`);
    let survivors = 0;
    for (const guard of guards) {
      const { ran, failed } = copy.testWithout(guard);
      const caught = failed.filter((title) => !whole.failed.includes(title));
      if (caught.length === 0) survivors += 1;
      const verdict = caught.length === 0 ? 'SURVIVED' : 'red';
      console.log(`${verdict.padEnd(9)}${guard.name.padEnd(40)}${caught.length} of ${ran} failed: ${caught[0] ?? ''}`);
    }
    console.log(`${guards.length - survivors} of ${guards.length} guards are held by a test`);
    return survivors === 0 && whole.failed.length === 0 && guards.length > 0 ? 0 : 1;
  } finally {
    copy.remove();
  }
}

process.exitCode = main();
