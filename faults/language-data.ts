import { closeDataLab, dataBatch } from '@switchboard/server/testing/data-batch';
import { readArguments, wholeNumber } from '../scripts/arguments/read-arguments.ts';
import { OPTIONS, runCases, summarize } from './case-pool.ts';

const USAGE = 'npm run faults -- data [--scripts 20000] [--seed 1] [--workers 2] [--log FILE] [--only CASE]';

/**
 * Makes valid scripts and hostile files for their downloads, loads the files and builds the tables by the real loader and
 * executor. Each table has to have rows without infinities, or an error that names the table and the value.
 */
const { values } = readArguments(USAGE, { options: { ...OPTIONS, scripts: { type: 'string', default: '20000' } } });
const seed = wholeNumber(USAGE, 'seed', values.seed);

if (values.only !== '') {
  const at = Number(values.only);
  const { failures, counts } = await dataBatch({ from: at, to: at + 1 }, seed);
  for (const { failure, text } of failures) console.log(`${failure}\n${text}`);
  console.log(counts);
  await closeDataLab();
} else {
  const outcome = await runCases(new URL('./data-worker.ts', import.meta.url), {
    from: 0,
    to: Number(values.cases || values.scripts),
    seed,
    size: 20,
    workers: Number(values.workers),
    log: values.log,
  });
  for (const [name, count] of Object.entries(outcome.counts).sort()) console.log(`${name}: ${count}`);
  summarize('scripts with hostile files', seed, outcome);
}
