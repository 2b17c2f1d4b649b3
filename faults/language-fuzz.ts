import { fuzzText } from '@switchboard/language/testing/fuzz-batch';
import { judged } from '@switchboard/language/testing/fuzz-judge';
import { readArguments, wholeNumber } from '../scripts/arguments/read-arguments.ts';
import { OPTIONS, runCases, summarize } from './case-pool.ts';

const USAGE = 'npm run faults -- fuzz [--cases 1000000] [--seed 1] [--workers 2] [--log FILE] [--only CASE]';

/**
 * Changes scripts of the corpus in random ways and checks whether the compiler keeps its promises about any text: it never
 * throws, is fast, points into the text, and formatting neither loses nor changes anything.
 */
const { values } = readArguments(USAGE, { options: OPTIONS });
const seed = wholeNumber(USAGE, 'seed', values.seed);

if (values.only !== '') {
  const text = fuzzText(seed, Number(values.only));
  console.log(text);
  console.log(judged(text));
} else {
  const to = Number(values.cases || 1_000_000);
  const outcome = await runCases(new URL('./fuzz-worker.ts', import.meta.url), {
    from: 0,
    to,
    seed,
    size: 500,
    workers: Number(values.workers),
    log: values.log,
  });
  console.log(`${outcome.counts.valid ?? 0} of the scripts were free of mistakes`);
  summarize('cases', seed, outcome);
}
