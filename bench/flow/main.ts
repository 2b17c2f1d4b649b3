import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { seeded } from '../ingest/ad-file.ts';
import { createGoals, load, median, quantile, spread, timed } from '../measure.ts';
import { readOptions } from '../options.ts';
import { createUnjailedExecutor } from '../unjailed-executor.ts';
import { startWorkDatabase } from '../work-database.ts';
import { createFloor } from './floor.ts';
import { createOurFlows, type OurFlows } from './ours.ts';

/**
 * A whole flow of a report of 1,000 rows, from a local file to a compressed CSV file: one after the other and eight at once,
 * next to the same flow written by hand (the limit). Ours goes through ledger, queue and worker, without and with its jail.
 */
const GOAL = { ratio: 1.5, p50: 32, p99: 80, rate: 80 };
const ROWS = 1_000;
const AT_ONCE = 8;

const { n: flows, rounds } = readOptions({ n: 40, rounds: 3 });
const goals = createGoals();
const work = await startWorkDatabase('flow');

async function writeSource(path: string): Promise<void> {
  const random = seeded(3);
  const pick = (names: readonly string[]): string => names[Math.floor(random() * names.length)] ?? '';
  const lines = Array.from({ length: ROWS }, () =>
    [
      '2026-01-02',
      `site-${Math.floor(random() * 40)}`,
      pick(['phone', 'tablet', 'desktop']),
      Math.floor(random() * 900),
      (random() * 90).toFixed(6),
    ].join(','),
  );
  await writeFile(path, `day,site,device,clicks,cost\n${lines.join('\n')}\n`);
}

type Run = (index: number) => Promise<unknown>;
type Rated = { readonly times: number[]; readonly rates: number[] };

/** Runs flows, some at once; adds what each took, and how many there were in a second. */
async function contest(run: Run, atOnce: number, count: number, into: Rated): Promise<void> {
  let next = 0;
  const one = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) into.times.push((await timed(() => run(index))).ms);
  };
  const { ms } = await timed(() => Promise.all(Array.from({ length: atOnce }, one)));
  into.rates.push((count / ms) * 1_000);
}

const rated = (): Rated => ({ times: [], rates: [] });
const rowsOf = async (path: string): Promise<string> =>
  gunzipSync(await readFile(path))
    .toString()
    .trim()
    .split('\n')
    .sort()
    .join('\n');

try {
  const source = join(work.root, 'source.csv');
  await writeSource(source);
  const floor = await createFloor(work, AT_ONCE);
  let result = 0;
  const byHand: Run = () => floor.run(source, join(work.root, `floor-${result++}.csv.gz`));
  const figures = { floor: [rated(), rated()], ours: [rated(), rated()], jailed: [rated(), rated()] } as const;
  const conc = [1, AT_ONCE] as const;
  const jailedCount = Math.ceil(flows / 4);
  let same = true;
  for (const [place, atOnce] of conc.entries()) {
    // It ends with the worker that it is given to.
    const unjailed = await createUnjailedExecutor();
    const ours: OurFlows = await createOurFlows(work, {
      name: `ours-${atOnce}`,
      concurrency: atOnce,
      executor: unjailed,
    });
    const [mine, theirs] = [figures.ours[place] ?? rated(), figures.floor[place] ?? rated()];
    const own: Run = () => ours.run(source);
    await contest(byHand, atOnce, 2 + atOnce, rated());
    await contest(own, atOnce, 2 + atOnce, rated());
    await byHand(0);
    same &&= (await rowsOf(await ours.run(source))) === (await rowsOf(join(work.root, `floor-${result - 1}.csv.gz`)));
    for (let round = 1; round <= rounds; round += 1) {
      await contest(byHand, atOnce, flows, theirs);
      await contest(own, atOnce, flows, mine);
    }
    await ours.stop();
    const jailed = await createOurFlows(work, { name: `jailed-${atOnce}`, concurrency: atOnce });
    await contest(() => jailed.run(source), atOnce, 2, rated());
    await contest(() => jailed.run(source), atOnce, jailedCount, figures.jailed[place] ?? rated());
    await jailed.stop();
  }
  for (const [name, each] of Object.entries(figures))
    for (const [place, { times, rates }] of each.entries())
      console.log(`${name}, ${conc[place]} at once: ${spread(times)}; ${median(rates).toFixed(1)} flows/s; ${load()}`);
  const p50 = (one: Rated | undefined): number => quantile(one?.times ?? [], 0.5);
  console.log(
    `  the jail costs ${(p50(figures.jailed[0]) - p50(figures.ours[0])).toFixed(0)} ms a flow, one after the other`,
  );
  goals.check(same, 'the same rows as the flow written by hand');
  const ratio = p50(figures.ours[0]) / p50(figures.floor[0]);
  goals.check(ratio <= GOAL.ratio, `flow: p50 ${ratio.toFixed(2)} <= ${GOAL.ratio} of the flow written by hand`);
  const [own, own99] = [p50(figures.ours[0]), quantile(figures.ours[0].times, 0.99)];
  goals.check(own <= GOAL.p50, `flow: p50 ${own.toFixed(1)} ms <= ${GOAL.p50} ms`);
  goals.check(own99 <= GOAL.p99, `flow: p99 ${own99.toFixed(1)} ms <= ${GOAL.p99} ms`);
  const rate = median(figures.ours[1].rates);
  goals.check(rate >= GOAL.rate, `flow: ${rate.toFixed(1)} >= ${GOAL.rate} flows/s, ${AT_ONCE} at once`);
  floor.stop();
} finally {
  await work.stop();
}
goals.end();
