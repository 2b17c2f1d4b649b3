import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startAzure } from '@switchboard/connectors/testing/azure';
import { DATABASE, startClickhouse } from '@switchboard/connectors/testing/clickhouse';
import { expect, onTestFinished, test } from 'vitest';
import { runCommand } from '../../test/run-command.ts';

test('switchboard run reads blobs of Azure, and writes one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'switchboard-run-stores-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const azure = await startAzure();
  onTestFinished(azure.close);
  const container = await azure.createContainer();
  await container.write('in/2026-11-19/a.csv', 'site,clicks\na,1\nb,2\n');
  await container.write('in/2026-11-19/b.csv', 'site,clicks\na,3\n');
  await container.write('in/2026-11-20/a.csv', 'site,clicks\nc,9\n');
  const script = `
download clicks from { type: "azure_blob"; key: "store"; path: "az://${container.name}/in/{YYYY-MM-DD}/*.csv"; } using {
    site: string;
    clicks: integer;
};
table by_site is select site, sum(clicks) as clicks from clicks;
upload by_site to { type: "azure_blob"; key: "store"; path: "az://${container.name}/out/{YYYY-MM-DD}.csv"; };
`;
  await writeFile(join(folder, 'pipeline.sbs'), script);
  await writeFile(
    join(folder, 'keys.json'),
    JSON.stringify({ store: { ...azure.key().properties, type: 'azure_storage' } }),
  );
  const args = ['--keys', 'keys.json', '--allow-host', `127.0.0.1:${azure.port}`];
  const { code, err } = await runCommand(['run', 'pipeline.sbs', '--date', '2026-11-19', ...args], folder);
  expect(err).toContain('✓ download clicks: 3 rows');
  expect(code).toBe(0);
  expect((await container.text('out/2026-11-19.csv'))?.split('\n').sort().join('\n').trim()).toBe(
    'a,4\nb,2\nsite,clicks',
  );
});

test('switchboard run reads a table of ClickHouse by its moments, and replaces a day of another', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'switchboard-run-stores-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const server = await startClickhouse();
  onTestFinished(server.close);
  await server.run(
    `CREATE TABLE ${DATABASE}.clicks (site String, clicks Int64, at DateTime) ENGINE = MergeTree ORDER BY at`,
  );
  for (const values of [
    `'a', 1, '2026-11-18 23:00:00'`,
    `'b', 2, '2026-11-19 22:59:59'`,
    `'b', 3, '2026-11-19 12:00:00'`,
    `'c', 9, '2026-11-19 23:00:00'`,
  ])
    await server.run(`INSERT INTO ${DATABASE}.clicks (site, clicks, at) VALUES (${values})`);
  const script = `
download clicks from { type: "clickhouse"; key: "warehouse"; table: "clicks"; date_column: "at"; timezone: "Europe/Berlin"; } using {
    site: string;
    clicks: integer;
};
table by_site is select site, sum(clicks) as clicks from clicks;
upload by_site to { type: "clickhouse"; key: "warehouse"; table: "by_site"; };
`;
  await writeFile(join(folder, 'pipeline.sbs'), script);
  const { properties } = server.key();
  await writeFile(join(folder, 'keys.json'), JSON.stringify({ warehouse: { ...properties, type: 'clickhouse' } }));
  const args = ['--keys', 'keys.json', '--allow-host', `127.0.0.1:${server.port}`];
  const { code, err } = await runCommand(['run', 'pipeline.sbs', '--date', '2026-11-19', ...args], folder);
  expect(err).toContain('✓ download clicks: 3 rows');
  expect(code).toBe(0);
  const held = `SELECT toString(site), toString(clicks), toString(report_date) FROM ${DATABASE}.by_site ORDER BY site`;
  expect(await server.rows(held)).toEqual([
    ['a', '1', '2026-11-19'],
    ['b', '5', '2026-11-19'],
  ]);
});
