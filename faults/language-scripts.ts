import { validBatch } from '@switchboard/language/testing/valid-batch';
import { missing } from '@switchboard/language/testing/valid-coverage';
import { readArguments, wholeNumber } from '../scripts/arguments/read-arguments.ts';
import { OPTIONS, runCases, summarize } from './case-pool.ts';

const USAGE = 'npm run faults -- scripts [--cases 20000] [--seed 1] [--workers 2] [--log FILE] [--only CASE]';

/**
 * Makes valid scripts from a typed grammar and checks whether the compiler accepts them and DuckDB agrees with it about every
 * column: its name, its type, and that no null occurs where none may.
 */
const { values } = readArguments(USAGE, { options: OPTIONS });
const seed = wholeNumber(USAGE, 'seed', values.seed);

if (values.only !== '') {
  const at = Number(values.only);
  console.log(await validBatch({ from: at, to: at + 1 }, seed));
} else {
  const outcome = await runCases(new URL('./scripts-worker.ts', import.meta.url), {
    from: 0,
    to: Number(values.cases || 20_000),
    seed,
    size: 50,
    workers: Number(values.workers),
    log: values.log,
  });
  const { counts } = outcome;
  const families = Map.groupBy(Object.entries(counts), ([name]) => name.split(':', 1)[0] ?? '');
  for (const [family, entries] of [...families].sort()) {
    const list = entries
      .sort((a, b) => b[1] - a[1])
      .map(([name, count]) => `${name.slice(family.length + 2)} ${count}`);
    console.log(`${family} (${entries.length}): ${list.join(', ')}`);
  }
  const absent = missing(counts);
  if (absent.length > 0) console.log(`never: ${absent.join(', ')}`);
  if (absent.length > 0 && outcome.cases >= 5000) process.exitCode = 1;
  summarize('scripts', seed, outcome);
}
