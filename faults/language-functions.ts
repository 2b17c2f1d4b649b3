import { COMPARED } from '@switchboard/language/testing/compare-functions';
import { expectNames, readArguments, wholeNumber } from '../scripts/arguments/read-arguments.ts';
import { OPTIONS, type Outcome, runCases } from './case-pool.ts';

const USAGE = 'npm run faults -- functions [--rows 100000] [--seed 1] [--workers 2] [--log FILE] [--only NAME]';

/**
 * Evaluates every scalar function on random hostile rows, in the database through a compiled script and by a second
 * implementation that is not DuckDB. The results must be the same. Prints rows and differences of each function.
 */
const { cases: _, ...options } = OPTIONS;
const { values } = readArguments(USAGE, { options: { ...options, rows: { type: 'string', default: '100000' } } });
const { only } = values;
const seed = wholeNumber(USAGE, 'seed', values.seed);
const rows = wholeNumber(USAGE, 'rows', values.rows);

if (only !== '') expectNames(USAGE, [only], COMPARED);
const at = COMPARED.indexOf(only);
const outcome = await runCases(new URL('./functions-worker.ts', import.meta.url), {
  ...(only === '' ? { from: 0, to: COMPARED.length } : { from: at, to: at + 1 }),
  seed,
  size: 1,
  workers: Number(values.workers),
  log: values.log,
  rows,
});
report(outcome);

function report({ cases, counts, seconds, slowest, failures }: Outcome): void {
  const total = (what: string): number => COMPARED.reduce((sum, name) => sum + (counts[`${name}: ${what}`] ?? 0), 0);
  for (const name of COMPARED) {
    const compared = counts[`${name}: rows`];
    if (compared === undefined) continue;
    console.log(
      `${name.padEnd(18)} ${String(compared).padStart(8)} rows, ${counts[`${name}: differences`] ?? 0} differences`,
    );
  }
  console.log(
    `${cases} functions, ${total('rows')} rows with seed ${seed} in ${seconds.toFixed(0)} s: ${total('differences')} differences, ` +
      `slowest ${COMPARED[slowest.index]} (${(slowest.milliseconds / 1000).toFixed(1)} s)`,
  );
  if (failures.length > 0) process.exitCode = 1;
}
