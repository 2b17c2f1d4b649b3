import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDatabricks } from '@switchboard/connectors/testing/databricks';
import { startSnowflake } from '@switchboard/connectors/testing/snowflake';
import { expect, onTestFinished, test } from 'vitest';
import { runCommand } from '../../test/run-command.ts';

const ROWS = `values ('a', 1, '2026-11-19'), ('a', 3, '2026-11-19'), ('b', 2, '2026-11-19'), ('c', 9, '2026-11-20')`;
const BY_SITE = [
  ['a', '4', '2026-11-19'],
  ['b', '2', '2026-11-19'],
];

/** Runs a script that sums the clicks of a table by site, for one day. */
async function runScript(place: string, tables: readonly [from: string, to: string], key: object, port: number) {
  const folder = await mkdtemp(join(tmpdir(), 'switchboard-run-warehouses-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const script = `
download clicks from { ${place} table: "${tables[0]}"; date_column: "day"; } using {
    site: string;
    clicks: integer;
};
table by_site is select site, sum(clicks) as clicks from clicks;
upload by_site to { ${place} ${tables[1]} };
`;
  await writeFile(join(folder, 'pipeline.sbs'), script);
  await writeFile(join(folder, 'keys.json'), JSON.stringify({ warehouse: key }));
  const args = ['--keys', 'keys.json', '--allow-host', `127.0.0.1:${port}`];
  return runCommand(['run', 'pipeline.sbs', '--date', '2026-11-19', ...args], folder);
}

test('switchboard run reads a table of Snowflake, and writes one', async () => {
  const snowflake = await startSnowflake();
  onTestFinished(snowflake.close);
  // The command runs by the clock of this machine.
  snowflake.clock.now = Date.now();
  await snowflake.rows(`create table "PUBLIC"."CLICKS" ("SITE" text, "CLICKS" bigint, "DAY" date)`);
  await snowflake.rows(`insert into "PUBLIC"."CLICKS" ${ROWS}`);
  const key = { ...snowflake.key().properties, type: 'snowflake' };
  const place = 'type: "snowflake"; key: "warehouse";';
  const { code, err } = await runScript(place, ['public.clicks', 'table: "by_site";'], key, snowflake.port);
  expect(err).toContain('✓ download clicks: 3 rows');
  expect(code).toBe(0);
  expect(await snowflake.rows(`select "SITE", "CLICKS", "REPORT_DATE" from "PUBLIC"."BY_SITE" order by 1`)).toEqual(
    BY_SITE,
  );
});

test('switchboard run reads a table of Databricks, and writes one', async () => {
  const databricks = await startDatabricks();
  onTestFinished(databricks.close);
  databricks.clock.now = Date.now();
  await databricks.rows(`create table "default".clicks (site text, clicks bigint, day date)`);
  await databricks.rows(`insert into "default".clicks ${ROWS}`);
  const key = { ...databricks.principalKey().properties, type: 'databricks_oauth' };
  const place = 'type: "databricks"; key: "warehouse"; warehouse_id: "w1"; catalog: "main";';
  const to = 'volume: "main.default.loads"; table: "by_site";';
  const { code, err } = await runScript(place, ['default.clicks', to], key, databricks.port);
  expect(err).toContain('✓ download clicks: 3 rows');
  expect(code).toBe(0);
  expect(await databricks.rows(`select site, clicks, report_date from "default".by_site order by 1`)).toEqual(BY_SITE);
});
