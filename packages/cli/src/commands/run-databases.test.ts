import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@switchboard/connectors/testing/database';
import { createTestMssql } from '@switchboard/connectors/testing/mssql';
import { createTestRedshift } from '@switchboard/connectors/testing/redshift';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runCommand } from '../../test/run-command.ts';

let folder: string;
let database: TestDatabase;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'switchboard-run-databases-'));
  database = await createTestDatabase();
});
afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const SCRIPT = `
download orders from { type: "postgres"; key: "shop"; table: "orders"; date_column: "day"; order_by: "id"; } using {
    id: integer;
    day: date("YYYY-MM-dd");
    note: string;
    paid: boolean;
};
table by_day is select day, count(*) as orders, count_if(paid) as paid, max(note) as note from orders;
upload by_day to { type: "file"; path: "{YYYY-MM-DD}.csv"; };
upload orders to { type: "postgres"; key: "shop"; table: "copied"; };
`;

describe('switchboard run between databases', () => {
  test('reads the rows of the report date from PostgreSQL, and writes them back', async () => {
    await database.rows('create table orders (id int, day date, note text, paid boolean)');
    await database.rows(`insert into orders values (1, '2026-11-18', 'old', true), (2, '2026-11-19', 'a,"b"', true),
      (3, '2026-11-19', null, false)`);
    await writeFile(join(folder, 'pipeline.sbs'), SCRIPT);
    const keys = { shop: { type: 'sql', ...database.key.properties } };
    await writeFile(join(folder, 'keys.json'), JSON.stringify(keys));
    const args = ['--keys', 'keys.json', '--allow-host', `127.0.0.1:${database.port}`];
    const { code, err } = await runCommand(['run', 'pipeline.sbs', '--date', '2026-11-19', ...args], folder);
    expect(err).toContain('✓ download orders: 2 rows');
    expect(code).toBe(0);
    expect(await readFile(join(folder, 'out', '2026-11-19.csv'), 'utf8')).toBe(
      'day,orders,paid,note\n2026-11-19,2,1,"a,""b"""\n',
    );
    expect(await database.rows('select id, note, paid from copied order by id')).toEqual([
      ['2', 'a,"b"', 't'],
      ['3', null, 'f'],
    ]);
  });

  test('reads the rows of the report date from SQL Server, and writes them back', async () => {
    const mssql = await createTestMssql();
    await mssql.database.rows('create table dbo.orders (id int, day date, note text, paid boolean)');
    await mssql.database.rows(
      `insert into dbo.orders values (2, '2026-11-19', 'a,"b"', true), (3, '2026-11-19', null, false)`,
    );
    await writeFile(join(folder, 'pipeline.sbs'), SCRIPT.replaceAll('"postgres"', '"mssql"'));
    await writeFile(join(folder, 'keys.json'), JSON.stringify({ shop: { ...mssql.key.properties, type: 'sql' } }));
    const args = ['--keys', 'keys.json', '--allow-host', `127.0.0.1:${mssql.port}`];
    const { code, err } = await runCommand(['run', 'pipeline.sbs', '--date', '2026-11-19', ...args], folder);
    expect(err).toContain('✓ download orders: 2 rows');
    expect(code).toBe(0);
    expect(await mssql.database.rows('select id, note, paid from dbo.copied order by id')).toEqual([
      ['2', 'a,"b"', 't'],
      ['3', null, 'f'],
    ]);
    await mssql.close();
  });

  test('reads the rows of the report date from Redshift, and writes them back', async () => {
    const redshift = await createTestRedshift();
    await redshift.database.rows('create table orders (id int, day date, note text, paid boolean)');
    await redshift.database.rows(
      `insert into orders values (2, '2026-11-19', 'a,"b"', true), (3, '2026-11-19', null, false)`,
    );
    const staging = `staging: "s3://${redshift.bucket.name}/loads";`;
    const script = SCRIPT.replaceAll('"postgres"', '"redshift"').replace(
      'table: "copied";',
      `table: "copied"; ${staging}`,
    );
    await writeFile(join(folder, 'pipeline.sbs'), script);
    const keys = { shop: { ...redshift.key.properties, type: 'redshift' } };
    await writeFile(join(folder, 'keys.json'), JSON.stringify(keys));
    const hosts = [redshift.front.port, Number(new URL(redshift.bucket.endpoint).port)];
    const args = ['--keys', 'keys.json', ...hosts.flatMap((port) => ['--allow-host', `127.0.0.1:${port}`])];
    const { code, err } = await runCommand(['run', 'pipeline.sbs', '--date', '2026-11-19', ...args], folder);
    expect(err).toContain('✓ download orders: 2 rows');
    expect(code).toBe(0);
    expect(await redshift.database.rows('select id, note, paid from copied order by id')).toEqual([
      ['2', 'a,"b"', 't'],
      ['3', null, 'f'],
    ]);
    await redshift.close();
  });
});
