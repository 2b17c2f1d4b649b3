import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { verifyDemo } from './verify.ts';

/** Compares what the demo has delivered with the sample provider's own totals. The program must be running. */
const dataFolder = resolve(process.env['DATA_DIR'] ?? 'data');
const provider =
  process.env['SAMPLE_PROVIDER_URL'] ??
  `http://127.0.0.1:${readFileSync(join(dataFolder, 'sample-provider-port'), 'utf8').trim()}`;
const verified = await verifyDemo(dataFolder, provider);
for (const problem of verified.problems) console.log(problem);
const dates = Object.entries(verified.dates)
  .map(([account, count]) => `${account} ${count}`)
  .join(', ');
console.log(`report dates: ${dates}; ${verified.compared} tables and files by date compared, ${verified.rows} rows`);
console.log(verified.problems.length === 0 ? 'exact' : `${verified.problems.length} differences`);
process.exitCode = verified.problems.length === 0 ? 0 : 1;
