import { spawnSync } from 'node:child_process';
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createTable } from '@switchboard/connectors/statements';
import { deliverUpload } from '@switchboard/engine';
import type { UploadMode } from '@switchboard/model/plan';
import { startEmbeddedPostgres } from '@switchboard/server/embedded';
import pg from 'pg';
import { adParquet, runCopy } from '../ad-parquet.ts';
import { benchEngine } from '../engine.ts';
import { AD_COLUMNS } from '../ingest/ad-file.ts';
import { createGoals, load, measure, median } from '../measure.ts';
import { BENCH_FOLDER as folder, readOptions } from '../options.ts';
import { uploadRequest } from '../upload-request.ts';
import { copyFromFile, insertMany } from './peer.ts';

/**
 * A large result from the store into a table of PostgreSQL, as an upload does it, against psql's \copy of the same rows from a
 * CSV file and against INSERTs of 1,000 rows. Upsert meets a table that holds every other key already.
 */
const GOAL = { overCopy: 0.75, overInsert: 8, upsertOverAppend: 0.4 };
const TABLE = 'bench.ads';

const { rows, rounds, keep, ...more } = readOptions({ rows: 5_500_000, 'insert-rows': 100_000, rounds: 3 });
const insertRows = Math.min(rows, more['insert-rows']);
const goals = createGoals();
const speeds = new Map<string, number[]>();

async function run(who: string, count: number, work: () => Promise<unknown>): Promise<void> {
  const measured = await measure(work);
  const perSecond = count / measured.seconds;
  speeds.set(who, [...(speeds.get(who) ?? []), perSecond]);
  console.log(
    `${who}: ${count} rows in ${measured.seconds.toFixed(2)} s, ${(perSecond / 1e3).toFixed(0)} krows/s, ${load()}`,
  );
}

await mkdir(folder, { recursive: true });
const parquet = await adParquet(folder, rows);
const engine = await benchEngine(folder);
const postgres = await startEmbeddedPostgres({ folder: join(engine.root, 'postgres'), log: () => undefined });
const client = new pg.Client({ connectionString: postgres.url });
await client.connect();
try {
  const { context, root } = engine;
  await copyFile(parquet, join(root, 'result.parquet'));
  await context.store.putFile('acct/1/result.parquet', join(root, 'result.parquet'));
  const csv = join(root, 'ads.csv');
  const select = (where: string): string => `SELECT * FROM read_parquet('${parquet}') ${where}`;
  await runCopy(`COPY (${select('')}) TO '${csv}' (FORMAT csv, HEADER)`, [parquet], root);
  const half = join(root, 'half.csv');
  await runCopy(`COPY (${select('WHERE ad_id % 2 = 0')}) TO '${half}' (FORMAT csv, HEADER)`, [parquet], root);

  const { hostname, port, username, password, pathname } = new URL(postgres.url);
  const key = {
    name: 'warehouse',
    type: 'sql',
    properties: {
      dialect: 'postgresql',
      host: hostname,
      port: Number(port),
      user: username,
      password,
      db_name: pathname.slice(1),
    },
  };
  const [create = ''] = createTable(
    { schema: 'bench', table: 'ads', create: true, dateColumn: null, keyColumns: [] },
    AD_COLUMNS,
  );
  /** An empty table, or one that holds rows already. */
  const fresh = async (keyed = false): Promise<void> => {
    await client.query(`drop schema if exists bench cascade; create schema bench; ${create}`);
    if (keyed) await client.query(`create unique index on ${TABLE} (ad_id)`);
    await client.query('checkpoint');
  };
  let fence = 0;
  const deliver = (mode: UploadMode): Promise<unknown> => {
    fence += 1;
    const parameters = { schema: 'bench', table: 'ads', ...(mode === 'upsert' ? { key_columns: ['ad_id'] } : {}) };
    const resultKey = 'acct/1/result.parquet';
    return deliverUpload(
      uploadRequest({ connector: 'postgres', parameters, mode, key, resultKey, columns: AD_COLUMNS, rows, fence }),
      context,
    );
  };
  const found: string[] = [];
  const keepSums = async (who: string): Promise<void> => {
    const { rows: sums } = await client.query<Record<string, unknown>>(
      `select count(*), count(distinct ad_id), sum(ad_id), sum(impressions), sum(conversions), sum(cost), sum(length(creative)), min(seen_at), max(seen_at) from ${TABLE}`,
    );
    found.push(JSON.stringify(Object.values(sums[0] ?? {})));
    if (found.at(-1) !== found[0]) console.log(`${who} holds other rows: ${found.at(-1)} instead of ${found[0]}`);
  };

  const psql = spawnSync('psql', ['--version']).status === 0;
  const copier = psql ? 'psql \\copy' : 'COPY from a file';
  for (let round = 1; round <= rounds; round += 1) {
    await fresh();
    await run(copier, rows, () => copyFromFile(postgres.url, TABLE, csv, psql));
    await keepSums(copier);
    await fresh();
    await run('ours, append', rows, () => deliver('append'));
    await keepSums('append');
    await client.query('checkpoint');
    await run('ours, truncate', rows, () => deliver('truncate'));
    await keepSums('truncate');
    await fresh(true);
    await copyFromFile(postgres.url, TABLE, half, psql);
    await client.query(`update ${TABLE} set impressions = 0 where ad_id % 8 = 0`);
    await client.query(`vacuum analyze ${TABLE}`);
    await client.query('checkpoint');
    await run('ours, upsert', rows, () => deliver('upsert'));
    await keepSums('upsert');
    await fresh();
    await run('INSERT of 1,000 rows each', insertRows, () => insertMany(client, TABLE, csv, insertRows));
  }
  console.log('');
  for (const [who, perSecond] of speeds)
    console.log(
      `${who}: median ${(median(perSecond) / 1e3).toFixed(0)} krows/s, best ${(Math.max(...perSecond) / 1e3).toFixed(0)} krows/s`,
    );
  const ratio = (one: string, other: string): number =>
    median((speeds.get(one) ?? []).map((speed, index) => speed / (speeds.get(other)?.[index] ?? Number.NaN)));
  goals.check(new Set(found).size === 1, `the table holds the same ${rows} rows after each of ${found.length} loads`);
  const append = ratio('ours, append', copier);
  goals.check(append >= GOAL.overCopy, `append: ${append.toFixed(2)} times ${copier}, >= ${GOAL.overCopy}`);
  console.log(`       truncate: ${ratio('ours, truncate', copier).toFixed(2)} times ${copier}`);
  const insert = ratio('ours, append', 'INSERT of 1,000 rows each');
  goals.check(
    insert >= GOAL.overInsert,
    `append: ${insert.toFixed(1)} times INSERTs of 1,000 rows, >= ${GOAL.overInsert}`,
  );
  const upsert = ratio('ours, upsert', 'ours, append');
  goals.check(
    upsert >= GOAL.upsertOverAppend,
    `upsert: ${upsert.toFixed(2)} times append, >= ${GOAL.upsertOverAppend}`,
  );
} finally {
  await client.end();
  await postgres.stop();
  await engine.stop();
  await rm(engine.root, { recursive: true });
  if (!keep) await rm(folder, { recursive: true });
}
goals.end();
