import { join } from 'node:path';
import { createGoals, load, timed } from '../measure.ts';
import { BENCH_FOLDER, readOptions } from '../options.ts';
import { CALLS } from './calls.ts';
import { measureCalls } from './measure-calls.ts';
import { measureExport } from './measure-export.ts';
import { prepareDatabase, sizesOf } from './prepare-database.ts';
import { startApi } from './started-api.ts';

/**
 * The lists of an account with a long history beside those of an account with a short one, through HTTP as the console asks:
 * pages, filters, searches, counts, incidents, dashboards, and an export. `--keep` leaves the filled database for the next run.
 */
const GOAL = { exportMemory: 150e6 };

const { rows, small, days, rounds, keep, ...more } = readOptions({
  rows: 10_000_000,
  small: 10_000,
  days: 1_095,
  // Of 40 rounds, p95 is the second slowest call, which says more about the machine than about the call.
  rounds: 150,
  'export-rows': 1_000_000,
});
const say = (line: string): void => console.log(line);
const goals = createGoals();
const ms = (value: number): string => value.toFixed(1).padStart(8);

const filled = await timed(() =>
  prepareDatabase(join(BENCH_FOLDER, `lists-${rows}-${small}-${days}`), { rows, small, days, keep }, say),
);
const prepared = filled.value;
try {
  const sizes = await sizesOf(prepared.url);
  say(
    `filled in ${(filled.ms / 1000).toFixed(0)} s: ${sizes.map(({ name, bytes }) => `${name} ${(bytes / 1e9).toFixed(2)} GB`).join(', ')}`,
  );
  const api = await startApi(prepared.url);
  try {
    const accounts = [prepared.big.urlName, prepared.small.urlName];
    say(`\n${'milliseconds'.padEnd(44)} p50 of ${rows}, of ${small}; p95 of ${rows}, of ${small}; ratio of p95`);
    say(
      '* the small account has fewer rows than the page of the large one: its first page is compared if that takes longer',
    );
    /** The p95 of the first page of each list in the small account. */
    const firstPages = new Map<string, number>();
    for (const call of CALLS) {
      // A token may expire within a run.
      const token = await api.token(prepared.email);
      const asking = accounts.map((account) => ({
        asker: { url: api.url, token, account },
        // Those of all accounts that the person may view, unless one is named.
        call: call.name === 'incidents' ? { ...call, variables: { account } } : call,
      }));
      const asked = await measureCalls(asking, rounds).catch((error: unknown) => {
        goals.check(false, `${call.name}: ${String(error)}`);
        return [];
      });
      if (asked.length === 0) continue;
      const [big, few] = asked;
      if (!big || !few) throw new Error(`${call.name} was not measured.`);
      const list = call.name.split(':')[0] ?? '';
      if (call.name.endsWith(': first page')) firstPages.set(list, few.p95);
      const hasFewer = (few.rows ?? 0) < (big.rows ?? 0);
      const ratio = big.p95 / Math.max(few.p95, hasFewer ? (firstPages.get(list) ?? 0) : 0);
      say(
        `${call.name.padEnd(44)}${ms(big.p50)}${ms(few.p50)}${ms(big.p95)}${ms(few.p95)}${ratio.toFixed(2).padStart(8)}${hasFewer ? ` * (${few.rows} of ${big.rows} rows)` : ''}`,
      );
      if (big.p95 > call.limit) goals.check(false, `${call.name}: p95 within ${call.limit} ms`);
      if (call.ratio !== undefined && ratio > call.ratio) {
        goals.check(false, `${call.name}: p95 within ${call.ratio} times the small account's`);
      }
    }
    goals.check(true, 'every call not named above is within its limits');
    const by = { token: await api.token(prepared.email), account: prepared.big.urlName };
    const exported = await measureExport(api, by, more['export-rows']);
    const grown = exported.memoryPeak - exported.memoryBefore;
    say(
      `\nexported ${exported.rows} rows, ${(exported.bytes / 1e6).toFixed(0)} MB in ${exported.seconds.toFixed(1)} s; ` +
        `memory ${(exported.memoryBefore / 1e6).toFixed(0)} MB before, at most ${(exported.memoryPeak / 1e6).toFixed(0)} MB; ${load()}`,
    );
    goals.check(grown < GOAL.exportMemory, `an export adds less than ${GOAL.exportMemory / 1e6} MB of memory`);
  } finally {
    await api.stop();
  }
} finally {
  await prepared.stop();
}
goals.end();
