import type { Parameters } from '@switchboard/model/plan';
import type { Column } from '@switchboard/model/schema';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Content } from '../../spec.ts';
import { buildContent } from '../../testing/delivery.ts';
import { changeKey } from '../../testing/harness.ts';
import { createTestMssql, type TestMssql } from '../../testing/mssql/server.ts';
import { EXACT_ROWS, useDeliveries } from '../../testing/use-deliveries.ts';
import { destination } from './destination.ts';

let server: TestMssql;
let table = '';
let tables = 0;
let parameters: Parameters;
beforeAll(async () => {
  server = await createTestMssql();
});
afterAll(() => server.close());
beforeEach(() => {
  tables += 1;
  table = `dbo."daily ]${tables}"`;
  parameters = { table: `daily ]${tables}` };
  server.plant();
});

const { folder, monday, tuesday, content, deliver } = useDeliveries(
  destination,
  () => ({ parameters, key: server.key }),
  EXACT_ROWS,
);
const held = (columns = '*'): Promise<unknown[][]> =>
  server.database.rows(`select ${columns} from ${table} order by 1`);

describe('the sent statements', () => {
  const columns: Column[] = [
    { name: 'id', type: { kind: 'integer' }, nullable: false },
    { name: "it's", type: { kind: 'string' }, nullable: false },
    { name: 'at', type: { kind: 'datetime' }, nullable: true },
    { name: 'doc', type: { kind: 'json' }, nullable: true },
    { name: 'price', type: { kind: 'decimal', precision: 38, scale: 9 }, nullable: true },
  ];
  const rows = (): Content => buildContent(folder, "id,it's,at,doc,price", ['1,x,2026-03-04 01:02:03.5,"{}",1.5']);
  const sent = (): string =>
    server
      .statements()
      .filter((sql) => !sql.startsWith('set ansi_nulls'))
      .map((sql) => `${sql.replaceAll(`]]${tables}]`, ']]]').replaceAll(`]${tables}'`, "]'")};\n`)
      .join('')
      .replaceAll(/\bN'[0-9a-f]{64}'/g, "N'HASH'");

  it.each(['replace_date', 'truncate', 'append', 'upsert'] as const)(
    'statements match the golden file of mode %s',
    async (mode) => {
      parameters = { ...parameters, ...(mode === 'upsert' ? { key_columns: ['id', "it's"] } : {}) };
      await deliver(rows(), { columns, mode });
      const shown = sent().replaceAll(/switchboard [0-9a-f]{40}/g, 'switchboard HASH');
      await expect(shown).toMatchFileSnapshot(`./golden/${mode.replace('_', '-')}.sql`);
      expect(await held(`id, "it's", price`)).toEqual([['1', 'x', '1.500000000']]);
    },
  );
});

describe('rows', () => {
  it('rows are exact, with null and empty text apart, and the ledger beside them', async () => {
    expect(await deliver(monday)).toEqual({
      rows: 4,
      bytes: monday.bytes,
      destination: `mssql · dbo.daily ]${tables}`,
      alreadyDelivered: false,
    });
    expect(await held()).toEqual([
      ['', '3', '1.500000', '2026-03-04'],
      ['a', '1', '2.500000', '2026-03-04'],
      ['b', null, null, '2026-03-04'],
      ['x "y"\nz', '4', '0.000000', '2026-03-04'],
    ]);
    const ledger = `select upload, report_date, fence, sha256, row_count from dbo._switchboard_loads where target = 'daily ]${tables}'`;
    expect(await server.database.rows(ledger)).toEqual([['ad_daily', '2026-03-04', '1', monday.sha256, '4']]);
  });

  it('keep texts that literals could take for something else', async () => {
    const texts = ["it's", "''", '\\N', 'NULL', 'a\r\nb', ' ', 'é😀﷽', '[x]', '-- x', 'a;b'];
    const quoted = texts.map((text, index) => `"${text.replaceAll('"', '""')}",${index},`);
    await deliver(content(...quoted), { mode: 'append' });
    const rows = await server.database.rows(`select site from ${table} order by clicks`);
    expect(rows.map(([text]) => text)).toEqual(texts);
  });

  it.each(['date', 'timestamp', 'timestamptz', 'varchar(10)'])(
    'find their date in a column of type %s',
    async (type) => {
      await server.database.rows(
        `create table ${table} (site text, clicks int, revenue numeric(18, 6), report_date ${type})`,
      );
      await deliver(monday);
      await deliver(tuesday, { reportDate: '2026-03-05' });
      await deliver(tuesday, { fence: 2 });
      expect(await held('report_date::text::date, site')).toEqual([
        ['2026-03-04', 'c'],
        ['2026-03-05', 'c'],
      ]);
    },
  );

  it('rows are overwritten by key where they are, and keep columns that the upload does not know', async () => {
    await server.database.rows(
      `create table ${table} (site text, clicks int, revenue numeric(18, 6), note text default 'n')`,
    );
    await server.database.rows(`insert into ${table} values ('a', 1, 1, 'kept'), ('z', 9, 9, 'other')`);
    const upsert = { mode: 'upsert', parameters: { ...parameters, key_columns: ['site'] } } as const;
    expect(await deliver(content('a,10,1', 'b,2,2'), upsert)).toMatchObject({ rows: 2 });
    expect(await held('site, clicks, note')).toEqual([
      ['a', '10', 'kept'],
      ['b', '2', 'n'],
      ['z', '9', 'other'],
    ]);
    await server.database.rows(`insert into ${table} values ('a', 11, 1, 'twice')`);
    expect(await deliver(content('a,12,1'), { ...upsert, fence: 2 })).toMatchObject({ rows: 1 });
    expect(await held('site, clicks')).toHaveLength(3);
    await expect(deliver(content('d,1,', 'd,2,'), { ...upsert, fence: 3 })).rejects.toThrow('(d) occurs 2 times');
    await expect(deliver(content(',1,'), { ...upsert, fence: 3 })).rejects.toThrow('is empty in the row (null)');
  });

  it('rows of other dates are refused, and rows under another header or of another number', async () => {
    const columns: Column[] = ['day', 'site'].map((name) => ({ name, type: { kind: 'string' }, nullable: true }));
    parameters = { ...parameters, date_column: 'day' };
    await expect(
      deliver(buildContent(folder, 'day,site', ['2026-03-04,a', '2026-03-05,b', ',c']), { columns }),
    ).rejects.toThrow('2 rows hold another date there than 2026-03-04');
    await expect(deliver(buildContent(folder, 'site,day', ['a,b']), { columns })).rejects.toMatchObject({
      code: 'DESTINATION_SCHEMA',
    });
    await expect(deliver({ ...monday, rows: 5 }, { parameters: { table: 'counted' } })).rejects.toMatchObject({
      code: 'ROWS_NOT_CONFIRMED',
    });
    expect(await held()).toEqual([]);
  });
});

it('refuses texts that a column without Unicode would change, and columns that take no rows', async () => {
  await server.database.rows(
    `create table ${table} (site varchar(20), clicks int, revenue numeric(18, 6), report_date date)`,
  );
  await deliver(content('é,1,'));
  await expect(deliver(content('é,1,', '日本,2,', '😀,3,'), { fence: 2 })).rejects.toMatchObject({
    code: 'DESTINATION_SCHEMA',
    message: expect.stringContaining('2 rows hold characters') as unknown,
  });
  expect(await held('site')).toEqual([['é']]);
  await server.database.rows(`alter table ${table} drop column revenue, add column revenue bytea`);
  await expect(deliver(monday, { fence: 2 })).rejects.toThrow('its column revenue is of type varbinary');
});

describe('what SQL Server refuses', () => {
  it.each([
    ['a deadlock', [1205, 'Transaction was deadlocked and chosen as the victim.'], 'DESTINATION_BUSY', 'transient'],
    ['a lock that is not released', [1222, 'Lock request time out period exceeded.'], 'DESTINATION_BUSY', 'transient'],
    ['a value', [8114, 'Error converting data type nvarchar to bigint.'], 'DESTINATION_SCHEMA', 'permanent'],
    ['a text that is too long', [2628, 'String or binary data would be truncated.'], 'DESTINATION_SCHEMA', 'permanent'],
    ['anything else', [50_000, 'No.'], 'DESTINATION_REFUSED', 'permanent'],
  ] as const)('reports the refusal of %s', async (_, answer, code, kind) => {
    await deliver(tuesday);
    server.plant({ statement: /^insert into \[dbo\]\.\[daily/, answer });
    await expect(deliver(monday, { fence: 2 })).rejects.toMatchObject({ code, class: kind });
    expect(await held('site')).toEqual([['c']]);
    expect(await deliver(monday, { fence: 2, attempt: 2 })).toMatchObject({ alreadyDelivered: false });
  });

  it('rows when its log or its files are full', { tags: 'case:full' }, async () => {
    for (const answer of [
      [9002, `The transaction log for database 'shop' is full due to 'LOG_BACKUP'.`],
      [1105, `Could not allocate space for object because the 'PRIMARY' filegroup is full.`],
    ] as const) {
      server.plant({ statement: /^insert into \[dbo\]\.\[daily/, answer });
      await expect(deliver(monday)).rejects.toMatchObject({ code: 'DESTINATION_FULL', class: 'transient' });
    }
    expect(await held()).toEqual([]);
  });

  it('a table or columns that are not there', { tags: 'case:missing' }, async () => {
    const missing = deliver(monday, { parameters: { ...parameters, create: false } });
    await expect(missing).rejects.toThrow('it does not exist');
    await server.database.rows(`create table ${table} (site text)`);
    await expect(deliver(monday)).rejects.toThrow('it has no column clicks, revenue, report_date');
    await server.database.rows(`create view dbo.shown as select 1 as site`);
    await expect(deliver(monday, { parameters: { table: 'shown' } })).rejects.toThrow('it is not a table');
    server.plant({ statement: /^delete from/, answer: [208, "Invalid object name 'dbo.gone'."] });
    await expect(deliver(monday, { parameters: { table: 'gone' } })).rejects.toMatchObject({
      code: 'DESTINATION_SCHEMA',
    });
  });

  it('reports what the user may not do, which is not taken for a wrong key', { tags: 'case:denied' }, async () => {
    await server.database.rows(
      `create table ${table} (site text, clicks int, revenue numeric(18, 6), report_date date)`,
    );
    await server.database.rows(`revoke insert on ${table} from current_user`);
    await expect(deliver(monday)).rejects.toMatchObject({
      code: 'DESTINATION_REFUSED',
      class: 'permanent',
      message: expect.stringContaining('permission denied') as unknown,
    });
  });
});

it.each([
  ['before the commit happened', 'cut', false],
  ['after it happened', 'cut when answered', true],
] as const)('settles a commit whose answer was lost %s by the ledger', async (_, answer, happened) => {
  await deliver(tuesday);
  server.plant({ statement: /^commit/, answer });
  const delivered = deliver(monday, { fence: 2 });
  if (happened) expect(await delivered).toMatchObject({ alreadyDelivered: false });
  else await expect(delivered).rejects.toMatchObject({ code: 'DESTINATION_UNREACHABLE' });
  expect((await deliver(monday, { fence: 2, attempt: 2 })).alreadyDelivered).toBe(happened);
  expect(await held('site')).toHaveLength(4);
});

it.each([
  [{ password: 'wrong' }, 'DESTINATION_AUTH_FAILED', 'authentication'],
  [{ db_name: 'nowhere' }, 'DESTINATION_AUTH_FAILED', 'authentication'],
  [{ ssl: true }, 'DESTINATION_UNREACHABLE', 'transient'],
  [{ port: 1 }, 'DESTINATION_UNREACHABLE', 'transient'],
  [{ host: '10.0.0.1' }, 'HOST_NOT_ALLOWED', 'permanent'],
  [{ dialect: 'mysql' }, 'KEY_NOT_SUPPORTED', 'permanent'],
] as const)('fails with a key of %j by %s', async (change, code, kind) => {
  await expect(deliver(monday, { key: changeKey(server.key, change) })).rejects.toMatchObject({
    code,
    class: kind,
    message: expect.not.stringContaining('p@ss') as unknown,
  });
});

it.each([
  [{ table: 'x'.repeat(129) }, 'at most 128 characters'],
  [{ table: '#mine' }, 'is not a valid name'],
] as const)('refuses the parameters %j', async (changed, message) => {
  await expect(deliver(monday, { parameters: changed })).rejects.toThrow(message);
  const columns: Column[] = ['site', 'Site'].map((name) => ({ name, type: { kind: 'string' }, nullable: true }));
  await expect(deliver(buildContent(folder, 'site,Site', ['a,b']), { columns })).rejects.toThrow(
    'two columns named Site',
  );
});
