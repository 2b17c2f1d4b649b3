import { join } from 'node:path';
import { readArguments, wholeNumber } from '../scripts/arguments/read-arguments.ts';
import { reachedTests } from '../scripts/changed/changed-tests.ts';
import { openTree } from '../scripts/checks/tree.ts';
import { ensureChromium } from '../scripts/chromium.ts';
import { newSeed, runVitest } from '../scripts/unit/run-vitest.ts';
import { takesTurns, turnTakingFiles } from '../scripts/unit/suite-turns.ts';
import { closingLine, sumCounts } from '../scripts/unit/test-counts.ts';
import { repeatTests } from './tests/repeat-tests.ts';

/** Import of tests that try a part of a matrix in `npm test`. */
const SAMPLING = 'packages/model/test/sample-cells.ts';

const USAGE = `npm run faults -- tests [WORD …]   those whose path contains one of the words
npm run faults -- tests --repeat 10 [--busy 2] [--seed N] [--log FILE] [--since COMMIT]
  repeats npm test instead, shuffled, beside busy processes; a run that was interrupted goes on where it stopped
  --log FILE      keeps the runs in this file, which can be committed; else they are kept with the caches of this machine
  --since COMMIT  runs of this commit and of those after it count; else only runs of the same commit`;

/**
 * The tests that `npm test` leaves out because they take long: files named `*.long.test.ts` and `*.long.e2e.ts`, every suite of which
 * a run takes a part, and every cell of the matrices of which `npm test` tries a part.
 */
async function main(): Promise<number> {
  const root = join(import.meta.dirname, '..');
  const { values, positionals } = readArguments(USAGE, {
    allowPositionals: true,
    options: {
      repeat: { type: 'string' },
      busy: { type: 'string', default: '0' },
      seed: { type: 'string', default: String(newSeed()) },
      log: { type: 'string' },
      since: { type: 'string' },
    },
  });
  const [seed, busy] = [wholeNumber(USAGE, 'seed', values.seed), wholeNumber(USAGE, 'busy', values.busy)];
  if (values.repeat !== undefined) {
    const { log, since } = values;
    return repeatTests(root, { times: wholeNumber(USAGE, 'repeat', values.repeat), busy, seed, log, since });
  }
  ensureChromium();
  const matches = (path: string): boolean =>
    positionals.length === 0 || positionals.some((word) => path.includes(word));
  const tree = openTree(root);
  const long = tree.files.filter((path) => path.endsWith('.long.test.ts'));
  const isTest = (path: string): boolean => path.endsWith('.test.ts');
  const unit = [...new Set([...long, ...reachedTests(tree, [SAMPLING]), ...turnTakingFiles(root).filter(isTest)])];
  const isSampled = (path: string): boolean =>
    path.endsWith('.e2e.ts') && (takesTurns(path) || tree.read(path).includes('sampleCells('));
  const browser = tree.files.filter((path) => path.endsWith('.long.e2e.ts') || isSampled(path));
  const counts = sumCounts([
    await run('long-unit', 'vitest.config.ts', unit.filter(matches)),
    await run('long-browser', 'e2e/vitest.config.ts', browser.filter(matches)),
  ]);
  for (const line of counts.failures) console.error(`\nfailed: ${line}`);
  console.log(`\n${closingLine(counts)}`);
  return counts.failed === 0 ? 0 : 1;

  async function run(name: string, config: string, options: readonly string[]) {
    if (options.length === 0) return sumCounts([]);
    return runVitest(root, { name, config, options, seed, long: true, whole: true });
  }
}

process.exitCode = await main();
