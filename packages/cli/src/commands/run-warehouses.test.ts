import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSnowflake } from '@switchboard/connectors/testing/snowflake';
import { expect, onTestFinished, test } from 'vitest';
import { runCommand } from '../../test/run-command.ts';

test('switchboard run reads a table of Snowflake, and writes one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'switchboard-run-warehouses-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const snowflake = await startSnowflake();
  onTestFinished(snowflake.close);
  // The command runs by the clock of this machine.
  snowflake.clock.now = Date.now();
  await snowflake.rows(`create table "PUBLIC"."CLICKS" ("SITE" text, "CLICKS" bigint, "DAY" date)`);
  await snowflake.rows(
    `insert into "PUBLIC"."CLICKS" values ('a', 1, '2026-11-19'), ('a', 3, '2026-11-19'), ('b', 2, '2026-11-19'), ('c', 9, '2026-11-20')`,
  );
  const script = `
download clicks from { type: "snowflake"; key: "warehouse"; table: "public.clicks"; date_column: "day"; } using {
    site: string;
    clicks: integer;
};
table by_site is select site, sum(clicks) as clicks from clicks;
upload by_site to { type: "snowflake"; key: "warehouse"; table: "by_site"; };
`;
  await writeFile(join(folder, 'pipeline.sbs'), script);
  const keys = { warehouse: { ...snowflake.key().properties, type: 'snowflake' } };
  await writeFile(join(folder, 'keys.json'), JSON.stringify(keys));
  const args = ['--keys', 'keys.json', '--allow-host', `127.0.0.1:${snowflake.port}`];
  const { code, err } = await runCommand(['run', 'pipeline.sbs', '--date', '2026-11-19', ...args], folder);
  expect(err).toContain('✓ download clicks: 3 rows');
  expect(code).toBe(0);
  expect(await snowflake.rows(`select "SITE", "CLICKS", "REPORT_DATE" from "PUBLIC"."BY_SITE" order by 1`)).toEqual([
    ['a', '4', '2026-11-19'],
    ['b', '2', '2026-11-19'],
  ]);
});
