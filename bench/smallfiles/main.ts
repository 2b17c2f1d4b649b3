import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { createExecutor } from '@switchboard/engine';
import { readArguments } from '../../scripts/arguments/read-arguments.ts';
import { createGoals, load, quantile, spread, timed } from '../measure.ts';
import { benchUsage } from '../options.ts';
import { createUnjailedExecutor } from '../unjailed-executor.ts';
import { type BareLoad, loadBare, loadBareFresh, sameRows } from './bare.ts';
import { ROWS, type SmallFile, writeSmallFiles } from './files.ts';
import { createLoader, type OurLoad, type Stages } from './ours.ts';

/**
 * Many small files through the product's load step, next to DuckDB alone on one shared database (the limit) and with one for
 * each file (the peer), file by file. Our step is measured without its jail, and with it for a tenth of the files.
 */
const GOAL = { ratio: 1.3, p99: 25, fresh: 3 };
const JAILED_EVERY = 10;
const FRESH_EVERY = 4;
const WARM_UP = 40;

const { values } = readArguments(benchUsage('[--files 2000]'), {
  options: { files: { type: 'string', default: '2000' } },
});
const root = mkdtempSync(join(process.env['BENCH_DIR'] ?? tmpdir(), 'switchboard-smallfiles-'));
const goals = createGoals();
const equal = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((value, index) => value === other[index]);
const agrees = (found: BareLoad, file: SmallFile): boolean =>
  found.rows === ROWS - file.dirtyLines.length && equal(found.dirtyLines, file.dirtyLines);

const unjailed = await createUnjailedExecutor();
const jailed = createExecutor();
try {
  const files = await writeSmallFiles(join(root, 'raw'), Number(values.files) + WARM_UP);
  await mkdir(join(root, 'bare'));
  const instance = await DuckDBInstance.create(':memory:');
  const shared = await instance.connect();
  const ours = await createLoader(join(root), unjailed);
  const oursJailed = await createLoader(join(root, 'bare'), jailed);
  const times = { shared: [] as number[], fresh: [] as number[], ours: [] as number[], jailed: [] as number[] };
  const stages: { ours: Stages[]; jailed: Stages[] } = { ours: [], jailed: [] };
  let wrong = 0;
  let different = 0;
  const judge = async (
    file: SmallFile,
    bare: BareLoad,
    loaded: OurLoad,
    path: string,
    whole: boolean,
  ): Promise<void> => {
    if (!agrees(bare, file) || !agrees(await loaded.check(), file)) wrong += 1;
    if (whole && !(await sameRows(shared, loaded.tablePath, path))) different += 1;
  };
  for (const [index, file] of files.entries()) {
    const path = join(root, 'bare', `${index}.parquet`);
    const counts = index >= WARM_UP;
    const bare = await timed(() => loadBare(shared, file, path));
    const load = await timed(() => ours.load(file));
    if (counts) {
      times.shared.push(bare.ms);
      times.ours.push(load.value.stages.total);
      stages.ours.push(load.value.stages);
    }
    await judge(file, bare.value, load.value, path, index % 10 === index % 100);
    if (index % FRESH_EVERY === 0) {
      const fresh = await timed(() => loadBareFresh(file, path));
      if (counts) times.fresh.push(fresh.ms);
    }
    if (index % JAILED_EVERY === 0) {
      const { stages: spent } = await oursJailed.load(file);
      if (!counts) continue;
      times.jailed.push(spent.total);
      stages.jailed.push(spent);
    }
  }
  console.log(`one shared database: ${spread(times.shared)}`);
  console.log(`a database for each file: ${spread(times.fresh)}`);
  console.log(`our load, unjailed: ${spread(times.ours)}`);
  console.log(`our load in its jail, one after the other: ${spread(times.jailed)}; ${load()}`);
  for (const [name, each] of Object.entries(stages)) {
    const of = (key: keyof Stages): string =>
      `${key} ${quantile(
        each.map((one) => one[key]),
        0.5,
      ).toFixed(1)} ms`;
    // The sample is stored while the table is made, so that they are more than the total.
    console.log(`  ${name}: ${of('open')}, ${of('query')}, ${of('store')} of ${of('total')}`);
  }
  const [limit, own, fresh] = [times.shared, times.ours, times.fresh].map((each) => quantile(each, 0.5));
  const jail = quantile(times.jailed, 0.5) - (own ?? 0);
  console.log(`  the jail costs ${jail.toFixed(1)} ms a file`);
  goals.check(wrong === 0, `${files.length} files: rows and dirty lines are the generator's, ours and DuckDB's`);
  goals.check(different === 0, 'the same rows as DuckDB in every tenth hundred');
  const ratio = (own ?? 0) / (limit ?? 1);
  goals.check(ratio <= GOAL.ratio, `smallfiles: p50 ${ratio.toFixed(2)} <= ${GOAL.ratio} of the shared database's`);
  const p99 = quantile(times.ours, 0.99);
  goals.check(p99 <= GOAL.p99, `smallfiles: p99 ${p99.toFixed(1)} ms <= ${GOAL.p99} ms`);
  const gain = (fresh ?? 0) / (own ?? 1);
  goals.check(
    gain >= GOAL.fresh,
    `smallfiles: ${gain.toFixed(2)} >= ${GOAL.fresh} times as fast as a database for each file`,
  );
  shared.closeSync();
} finally {
  await Promise.all([unjailed.stop(), jailed.stop()]);
  rmSync(root, { recursive: true, force: true });
}
goals.end();
