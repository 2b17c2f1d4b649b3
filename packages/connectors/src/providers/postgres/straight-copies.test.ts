import type { UploadMode } from '@switchboard/model/plan';
import { useFolder } from '@switchboard/model/testing/use-folder';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildContext } from '../../testing/context.ts';
import { buildContent, buildDelivery } from '../../testing/delivery.ts';
import { useDatabase } from '../../testing/use-database.ts';
import { destination } from './destination.ts';

const database = useDatabase();
const folder = useFolder('postgres-copies');
const content = buildContent(folder, 'site,clicks,revenue', ['a,1,2.5', 'b,2,', '"",3,1']);
beforeAll(() => database.rows('create schema ads'));

let fence = 0;
async function deliver(table: string, mode: UploadMode, more: Readonly<Record<string, string>> = {}): Promise<unknown> {
  fence += 1;
  const parameters = { schema: 'ads', table, ...more };
  const delivery = buildDelivery(content, { parameters, mode, fence, key: database.key });
  return destination.deliver(delivery, buildContext());
}
const ROWS = [
  ['', '3'],
  ['a', '1'],
  ['b', '2'],
];
const held = (table: string): Promise<unknown[][]> =>
  database.rows(`select site, clicks from ads.${table} order by 1, 2`);

describe('rows that need no stage', () => {
  it.each(['append', 'truncate'] as const)(
    'rows that need no stage are there once the upload is, mode %s',
    async (mode) => {
      const table = `plain_${mode}`;
      await database.rows(`create table ads.${table} (id serial, site text, clicks bigint, revenue numeric)`);
      await database.rows(`insert into ads.${table} (site, clicks) values ('old', 9)`);
      await deliver(table, mode);
      expect(await held(table)).toEqual(mode === 'append' ? [...ROWS, ['old', '9']] : ROWS);
    },
  );

  it.each(['append', 'truncate'] as const)(
    'leave the old ones alone when one of them fits badly, mode %s',
    async (mode) => {
      const table = `strict_${mode}`;
      await database.rows(`create table ads.${table} (site text, clicks bigint check (clicks <> 3), revenue numeric)`);
      await database.rows(`insert into ads.${table} values ('old', 9, 0)`);
      await expect(deliver(table, mode)).rejects.toMatchObject({ code: 'DESTINATION_REFUSED' });
      expect(await held(table)).toEqual([['old', '9']]);
    },
  );
});

describe('rows that the server would not take as a copy', () => {
  it.each([
    [
      'rules',
      'ruled',
      'create table ads.noted (site text)',
      'create rule note as on insert to ads.ruled do also insert into ads.noted values (new.site)',
    ],
    [
      'row security',
      'guarded',
      'alter table ads.guarded enable row level security, force row level security',
      'create policy anything on ads.guarded using (true) with check (clicks < 4)',
    ],
  ] as const)(
    'rows that the server would not take as a copy are inserted into a table with %s',
    async (_, table, ...statements) => {
      await database.rows(`create table ads.${table} (site text, clicks bigint, revenue numeric)`);
      for (const statement of statements) await database.rows(statement);
      await deliver(table, 'append');
      expect(await held(table)).toEqual(ROWS);
      if (table === 'ruled')
        expect(await database.rows('select site from ads.noted order by 1')).toEqual(ROWS.map(([site]) => [site]));
    },
  );

  it('get their date in the stage', async () => {
    await deliver('dated', 'append', { date_column: 'day' });
    expect(await database.rows('select distinct day from ads.dated')).toEqual([['2026-03-04']]);
  });
});

it('an upsert over a unique index names a key that stands twice, and changes nothing', async () => {
  const twice = buildContent(folder, 'site,clicks,revenue', ['a,1,1', 'b,2,2', 'a,3,3']);
  await database.rows('create table ads.keyed (site text primary key, clicks bigint, revenue numeric)');
  await database.rows(`insert into ads.keyed values ('a', 9, 9)`);
  fence += 1;
  const parameters = { schema: 'ads', table: 'keyed', key_columns: ['site'] };
  const delivery = buildDelivery(twice, { parameters, mode: 'upsert', fence, key: database.key });
  await expect(destination.deliver(delivery, buildContext())).rejects.toMatchObject({
    code: 'PARAMETER_INVALID',
    message: expect.stringContaining('(a) occurs 2 times') as unknown,
  });
  expect(await held('keyed')).toEqual([['a', '9']]);
});
