import type { Parameters } from '@switchboard/model/plan';
import type { Column } from '@switchboard/model/schema';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Delivered } from '../../spec.ts';
import { buildContent } from '../../testing/delivery.ts';
import { changeKey } from '../../testing/harness.ts';
import { createMysqlServer, isMariadb, type TestMysql } from '../../testing/mysql.ts';
import { EXACT_ROWS, useDeliveries } from '../../testing/use-deliveries.ts';
import { destination } from './destination.ts';

let mysql: TestMysql;
let table = '';
let tables = 0;
let parameters: Parameters;
beforeAll(async () => {
  mysql = await createMysqlServer();
});
afterAll(() => mysql.close());
beforeEach(() => {
  tables += 1;
  table = `\`daily ${tables}\``;
  parameters = { table: `daily ${tables}` };
});

const { folder, monday, tuesday, content, deliver } = useDeliveries(
  destination,
  () => ({ parameters, key: mysql.key }),
  EXACT_ROWS,
);
const held = (columns = '*'): ReturnType<TestMysql['rows']> =>
  mysql.rows(`select ${columns} from ${table} order by 1, 2`);

it.each([
  [{ table: 'x'.repeat(65) }, 'PARAMETER_INVALID', 'is not a valid name in MySQL (at most 64 characters'],
  [{ table: 'ends with a space ' }, 'PARAMETER_INVALID', 'is not a valid name'],
  [{ table: 'emoji 😀' }, 'PARAMETER_INVALID', 'is not a valid name'],
] as const)('refuses the parameters %j', async (changed, code, message) => {
  const failed = deliver(monday, { parameters: changed });
  await expect(failed).rejects.toMatchObject({ code, message: expect.stringContaining(message) as unknown });
});

it('refuses columns whose names differ in case only', async () => {
  const columns: Column[] = ['site', 'Site'].map((name) => ({ name, type: { kind: 'string' }, nullable: true }));
  await expect(deliver(buildContent(folder, 'site,Site', ['a,b']), { columns })).rejects.toMatchObject({
    code: 'DESTINATION_SCHEMA',
    message: expect.stringContaining('does not distinguish two columns named Site') as unknown,
  });
});

it.each([
  [{ password: 'wrong' }, 'DESTINATION_AUTH_FAILED', 'authentication'],
  [{ db_name: 'nowhere' }, 'DESTINATION_AUTH_FAILED', 'authentication'],
  [{ ssl: true }, 'DESTINATION_UNREACHABLE', 'transient'],
  [{ port: 1 }, 'DESTINATION_UNREACHABLE', 'transient'],
  [{ host: 'nowhere.invalid' }, 'DESTINATION_UNREACHABLE', 'transient'],
  [{ host: '10.0.0.1' }, 'HOST_NOT_ALLOWED', 'permanent'],
  [{ dialect: 'postgresql' }, 'KEY_NOT_SUPPORTED', 'permanent'],
] as const)('fails with a key of %j by %s', async (change, code, kind) => {
  await expect(deliver(monday, { key: changeKey(mysql.key, change) })).rejects.toMatchObject({
    code,
    class: kind,
    message: expect.not.stringContaining('p@ss') as unknown,
  });
});

// The stand-in cannot take rows.
if (isMariadb) {
  describe.each(['LOAD DATA', 'INSERT'])('rows by %s', (way) => {
    beforeAll(() => mysql.run(`set global local_infile = ${way === 'INSERT' ? 0 : 1}`));
    afterAll(() => mysql.run('set global local_infile = 1'));

    it('rows are exact, with the date and the ledger beside them', async () => {
      expect(await deliver(monday)).toEqual({
        rows: 4,
        bytes: monday.bytes,
        destination: `mysql · daily ${tables}`,
        alreadyDelivered: false,
      });
      expect(await held()).toEqual([
        ['', '3', '1.500000', '2026-03-04'],
        ['a', '1', '2.500000', '2026-03-04'],
        ['b', null, null, '2026-03-04'],
        ['x "y"\nz', '4', '0.000000', '2026-03-04'],
      ]);
      const ledger = `select upload, report_date, fence, sha256, row_count from _switchboard_loads where target = 'daily ${tables}'`;
      expect(await mysql.rows(ledger)).toEqual([['ad_daily', '2026-03-04', '1', monday.sha256, '4']]);
    });

    it('keep what LOAD DATA and literals could take for something else', async () => {
      const texts = [
        'NULL',
        'null',
        '\\N',
        "it's",
        '\\',
        '\\\\"',
        "'",
        'a\r\nb',
        'a\0b',
        ' ',
        'é😀﷽',
        '?',
        '??',
        '-- x',
      ];
      const quoted = texts.map((text, index) => `"${text.replaceAll('"', '""')}",${index},`);
      await deliver(content(...quoted, 'NULL,14,', '?,15,'), { mode: 'append' });
      const rows = await mysql.rows(`select site from ${table} order by clicks`);
      expect(rows.map(([text]) => text)).toEqual([...texts, 'NULL', '?']);
    });

    it('fill columns of booleans of every kind', async () => {
      const names = ['a', 'b', 'c', 'd'];
      const columns: Column[] = names.map((name) => ({ name, type: { kind: 'boolean' }, nullable: true }));
      await mysql.run(`create table ${table} (a boolean, b bit(1), c varchar(5), d decimal(3, 1))`);
      const rows = ['true,true,true,true', 'false,false,false,false', ',,,'];
      await deliver(buildContent(folder, names.join(','), rows), { columns, mode: 'append' });
      expect(await mysql.rows(`select a, b + 0, c, d from ${table} order by a`)).toEqual([
        [null, null, null, null],
        ['0', '0', 'false', '0.0'],
        ['1', '1', 'true', '1.0'],
      ]);
    });

    it.each([
      ['clicks int', 'many', /Incorrect integer value: 'many' for column .*clicks.* at row 2/],
      ['clicks tinyint', '300', /Out of range value for column 'clicks' at row 2/],
      ['clicks varchar(2)', 'long', /Data (?:too long|truncated) for column 'clicks' at row 2/],
      ['clicks int not null', '', /clicks/],
      ['clicks date', '2026-02-30', /clicks/],
      ['clicks int, owner int not null', '1', /Field 'owner' doesn't have a default value/],
      ['clicks int, unique (clicks)', '1', /Duplicate entry '1' for key 'clicks'/],
      ['clicks int check (clicks < 5)', '7', /CONSTRAINT/],
    ])('rows that do not fit %s leave the old ones alone', async (definition, value, reason) => {
      await mysql.run(`create table ${table} (site text, ${definition}, revenue decimal(18, 6))`);
      const failed = deliver(content(definition.includes('date') ? 'a,2026-01-01,' : 'a,1,', `b,${value},`), {
        mode: 'truncate',
      });
      await expect(failed).rejects.toMatchObject({
        code: 'DESTINATION_SCHEMA',
        message: expect.stringMatching(reason) as unknown,
      });
      expect(await held()).toEqual([]);
    });
  });

  describe('replace_date', () => {
    it.each(['date', 'datetime', 'timestamp', 'text', 'varchar(10)'])(
      'finds its date in a column of type %s',
      async (type) => {
        await mysql.run(
          `create table ${table} (site text, clicks int, revenue decimal(18, 6), report_date ${type} null)`,
        );
        await deliver(monday);
        await deliver(tuesday, { reportDate: '2026-03-05' });
        await deliver(tuesday, { fence: 2 });
        expect(await held('left(report_date, 10), site')).toEqual([
          ['2026-03-04', 'c'],
          ['2026-03-05', 'c'],
        ]);
      },
    );

    it('takes the date from the rows, and refuses rows of other dates', async () => {
      const columns: Column[] = [
        { name: 'day', type: { kind: 'date' }, nullable: true },
        { name: 'site', type: { kind: 'string' }, nullable: true },
      ];
      parameters = { ...parameters, date_column: 'day' };
      await deliver(buildContent(folder, 'day,site', ['2026-03-04,a', '2026-03-04,b']), { columns });
      for (const row of ['2026-03-05,a', ',a'])
        await expect(
          deliver(buildContent(folder, 'day,site', ['2026-03-04,c', row]), { columns, fence: 2 }),
        ).rejects.toThrow('1 rows hold another date there than 2026-03-04');
      expect(await held()).toHaveLength(2);
      await mysql.run(`alter table ${table} modify day int`);
      await expect(deliver(tuesday, { fence: 2, parameters })).rejects.toMatchObject({ code: 'DESTINATION_SCHEMA' });
    });
  });

  describe('upsert', () => {
    const upsert = (rows: readonly string[], fence = 1): Promise<Delivered> =>
      deliver(content(...rows), { mode: 'upsert', fence, parameters: { ...parameters, key_columns: ['site'] } });

    it('distinguishes keys by case and by spaces, and names a key that does not identify rows', async () => {
      await upsert(['a,1,', 'A,2,', '"a ",3,', '"é",4,', 'e,5,']);
      await upsert(['A,20,', 'b,6,'], 2);
      expect(await mysql.rows(`select site, clicks from ${table} order by clicks`)).toEqual([
        ['a', '1'],
        ['a ', '3'],
        ['é', '4'],
        ['e', '5'],
        ['b', '6'],
        ['A', '20'],
      ]);
      await expect(upsert(['d,1,', 'd,2,'], 3)).rejects.toThrow('does not identify rows: (d) occurs 2 times');
      await mysql.run(`alter table ${table} drop primary key, modify site varchar(20) null`);
      await expect(upsert([',1,'], 3)).rejects.toThrow('is empty in the row (null)');
    });

    it('overwrites rows where they are, and keeps columns that it does not know', async () => {
      await mysql.run(
        `create table ${table} (id int auto_increment primary key, site varchar(20) unique, clicks int, revenue decimal(18, 6), note text)`,
      );
      await mysql.run(`insert into ${table} (site, clicks, note) values ('a', 1, 'kept'), ('z', 9, 'other')`);
      expect(await upsert(['a,10,1', 'b,2,2'])).toMatchObject({ rows: 2 });
      expect(await mysql.rows(`select site, clicks, note from ${table} order by site`)).toEqual([
        ['a', '10', 'kept'],
        ['b', '2', null],
        ['z', '9', 'other'],
      ]);
    });

    it('takes out the rows of the same key where nothing makes it unique', async () => {
      await mysql.run(
        `create table ${table} (site text, clicks int, revenue decimal(18, 6), unique (site(10), clicks))`,
      );
      await mysql.run(`insert into ${table} values ('a', 1, 1), ('a', 2, 2), ('z', 9, 9)`);
      expect(await upsert(['a,10,1', 'b,2,2'])).toMatchObject({ rows: 2 });
      expect(await held('site, clicks')).toEqual([
        ['a', '10'],
        ['b', '2'],
        ['z', '9'],
      ]);
    });

    it('an upsert is tried again when the server has no space left', { tags: 'case:full' }, async () => {
      const filler = 'x'.repeat(10_000);
      const many = content(...Array.from({ length: 3_000 }, (_, row) => `${row}${filler},1,`));
      await mysql.run(`create table ${table} (site longtext, clicks int, revenue decimal(18, 6))`);
      const failed = deliver(many, { mode: 'upsert', parameters: { ...parameters, key_columns: ['site'] } });
      await expect(failed).rejects.toMatchObject({ code: 'DESTINATION_FULL', class: 'transient' });
      expect(await held()).toEqual([]);
    });
  });

  describe('what the server refuses', () => {
    it.each([
      ['a table without transactions', 'create table %s (site text) engine = MyISAM', /its engine MyISAM has no/],
      ['a view', 'create view %s as select 1 as site', /it is not a table/],
      ['missing columns', 'create table %s (site text)', /it has no column clicks, revenue, report_date/],
    ])('reports the refusal of %s', async (_, statement, message) => {
      await mysql.run(statement.replace('%s', table));
      await expect(deliver(monday)).rejects.toMatchObject({
        code: 'DESTINATION_SCHEMA',
        message: expect.stringMatching(message) as unknown,
      });
    });

    it('a table or a database that is not there', { tags: 'case:missing' }, async () => {
      const missing = deliver(monday, { parameters: { ...parameters, create: false } });
      await expect(missing).rejects.toMatchObject({ code: 'DESTINATION_SCHEMA' });
      const elsewhere = deliver(monday, { parameters: { ...parameters, schema: 'nowhere' } });
      await expect(elsewhere).rejects.toThrow('the database nowhere does not exist');
    });

    it('a permission that the user lacks, which is not taken for a wrong key', { tags: 'case:denied' }, async () => {
      await mysql.run(`create table ${table} (site text, clicks int, revenue decimal(18, 6), report_date date)`);
      await mysql.run(`create user reader@'127.0.0.1' identified by 'p@ss "word"'`);
      await mysql.run(`grant select on shop.* to reader@'127.0.0.1'`);
      const key = changeKey(mysql.key, { user: 'reader' });
      for (const mode of ['append', 'upsert'] as const)
        await expect(
          deliver(monday, { key, mode, parameters: { ...parameters, key_columns: ['site'] } }),
        ).rejects.toMatchObject({
          code: 'DESTINATION_REFUSED',
          class: 'permanent',
          message: expect.stringContaining('denied') as unknown,
        });
    });

    it('rows under another header, or of another number', async () => {
      const renamed = buildContent(folder, 'clicks,site,revenue', ['1,a,1']);
      await expect(deliver(renamed)).rejects.toMatchObject({ code: 'DESTINATION_SCHEMA' });
      await expect(deliver({ ...monday, rows: 5 })).rejects.toMatchObject({ code: 'ROWS_NOT_CONFIRMED' });
      expect(await held()).toEqual([]);
    });
  });
}
