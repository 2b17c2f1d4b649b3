import { join } from 'node:path';
import { ensureChromium } from '../scripts/chromium.ts';
import { runVitest } from '../scripts/run-vitest.ts';
import { closingLine, sumCounts } from '../scripts/test-counts.ts';

/**
 * The tests that `npm test` leaves out because they take long: files named `*.long.test.ts` and `*.long.e2e.ts`. They plant a wrong thing
 * for every check, draw each screen and state of the kit in every size and colour, and interrupt the console's connection.
 * Run: npm run faults -- tests [words of which the path must contain one]
 */
const root = join(import.meta.dirname, '..');
const only = process.argv.slice(2);
const paths = (ending: string): string[] => (only.length > 0 ? only.map((word) => `${word}${ending}`) : [ending]);

ensureChromium();
const counts = sumCounts([
  await runVitest(root, 'long-unit', 'vitest.config.ts', ['--passWithNoTests', ...paths('.long.test')]),
  await runVitest(root, 'long-browser', 'e2e/vitest.config.ts', ['--passWithNoTests', ...paths('.long.e2e')]),
]);
for (const line of counts.failures) console.error(`\nfailed: ${line}`);
console.log(`\n${closingLine(counts)}`);
process.exitCode = counts.failed === 0 ? 0 : 1;
