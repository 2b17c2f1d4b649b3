import type { Fault } from '@switchboard/model/faults';
import type { Parameters } from '@switchboard/model/plan';
import type { Column } from '@switchboard/model/schema';
import { Client } from 'pg';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Delivered } from '../../spec.ts';
import { buildContent } from '../../testing/delivery.ts';
import { useDatabase } from '../../testing/use-database.ts';
import { EXACT_ROWS, useDeliveries } from '../../testing/use-deliveries.ts';
import { destination } from './destination.ts';

const database = useDatabase();
let parameters: Parameters;
let tables = 0;
beforeEach(() => {
  tables += 1;
  parameters = { schema: 'ads', table: `daily "${tables}"` };
});

const { folder, content, monday, tuesday, deliver } = useDeliveries(
  destination,
  () => ({ parameters, key: database.key }),
  EXACT_ROWS,
);
const table = (): string => `ads."daily ""${tables}"""`;
const held = (columns = '*'): Promise<unknown[][]> => database.rows(`select ${columns} from ${table()} order by 1, 2`);
const ledger = (): Promise<unknown[][]> =>
  database.rows(
    `select fence, sha256, rows from ads._switchboard_loads where target = 'daily "${tables}"' order by report_date`,
  );

const MONDAY = [
  ['', '3', '1.500000', '2026-03-04'],
  ['a', '1', '2.500000', '2026-03-04'],
  ['b', null, null, '2026-03-04'],
  ['x "y"\nz', '4', '0.000000', '2026-03-04'],
];
const TUESDAY = [['c', '3', '1.000000', '2026-03-04']];

describe('replace_date', () => {
  async function expectOwnDateReplaced(): Promise<void> {
    await deliver(monday);
    await deliver(tuesday, { reportDate: '2026-03-05' });
    await deliver(tuesday, { fence: 2 });
    expect(await held('report_date::date, site')).toEqual([
      ['2026-03-04', 'c'],
      ['2026-03-05', 'c'],
    ]);
  }

  it('makes the table, keeps null apart from empty text, and adds the date', async () => {
    expect(await deliver(monday)).toEqual({
      rows: 4,
      bytes: monday.bytes,
      destination: `postgres · ads.daily "${tables}"`,
      alreadyDelivered: false,
    });
    expect(await held()).toEqual(MONDAY);
    expect(await ledger()).toEqual([['1', monday.sha256, '4']]);
  });

  it('replaces its own date only', async () => {
    await expectOwnDateReplaced();
  });

  it('takes the date from the rows, and refuses rows of other dates', async () => {
    const columns: Column[] = [
      { name: 'day', type: { kind: 'date' }, nullable: true },
      { name: 'site', type: { kind: 'string' }, nullable: true },
    ];
    parameters = { ...parameters, date_column: 'day' };
    await deliver(buildContent(folder, 'day,site', ['2026-03-04,a', '2026-03-04,b']), { columns });
    expect(await held()).toEqual([
      ['2026-03-04', 'a'],
      ['2026-03-04', 'b'],
    ]);
    for (const row of ['2026-03-05,a', ',a']) {
      const mixed = buildContent(folder, 'day,site', ['2026-03-04,c', row]);
      await expect(deliver(mixed, { columns, fence: 2 })).rejects.toThrow(
        '1 rows hold another date there than 2026-03-04',
      );
    }
    expect(await held()).toHaveLength(2);
  });

  it.each(['timestamptz', 'timestamp', 'text', 'varchar(10)'])(
    'finds its date in a column of type %s',
    async (type) => {
      await database.rows(`create schema if not exists ads`);
      await database.rows(`create table ${table()} (site text, clicks int, revenue numeric, report_date ${type})`);
      await expectOwnDateReplaced();
    },
  );

  it('needs a report date', async () => {
    await expect(deliver(monday, { reportDate: null })).rejects.toMatchObject({ code: 'PARAMETER_INVALID' });
  });
});

describe('other modes', () => {
  it('truncate replaces every row', async () => {
    await deliver(monday, { mode: 'truncate' });
    await deliver(tuesday, { mode: 'truncate', reportDate: '2026-03-05' });
    expect(await held()).toEqual([['c', '3', '1.000000']]);
  });

  it('append adds, but never the same result twice', async () => {
    await deliver(tuesday, { mode: 'append' });
    expect(await deliver(tuesday, { mode: 'append', attempt: 2 })).toMatchObject({ alreadyDelivered: true });
    await deliver(tuesday, { mode: 'append', reportDate: '2026-03-05' });
    expect(await held('count(*), 1')).toEqual([['2', '1']]);
  });

  it('upsert keeps one row a key', async () => {
    parameters = { ...parameters, key_columns: ['site'] };
    await deliver(content('a,1,1', 'b,2,2'), { mode: 'upsert' });
    await deliver(content('b,20,', 'c,3,3'), {
      mode: 'upsert',
      reportDate: '2026-03-05',
    });
    expect(await held('site, clicks')).toEqual([
      ['a', '1'],
      ['b', '20'],
      ['c', '3'],
    ]);
    const doubled = content('d,1,1', 'd,2,2');
    await expect(deliver(doubled, { mode: 'upsert', fence: 2 })).rejects.toThrow(
      'does not identify rows: (d) occurs 2 times',
    );
    const empty = content(',1,1');
    await expect(deliver(empty, { mode: 'upsert', fence: 2 })).rejects.toThrow('is empty in the row (null)');
    await expect(deliver(monday, { mode: 'upsert', parameters: { table: 'x' } })).rejects.toThrow(
      'key_columns is missing',
    );
  });
});

describe('upsert into a table that was there before', () => {
  const key = { key_columns: ['site'] };
  const send = (rows: readonly string[], fence: number): Promise<Delivered> =>
    deliver(buildContent(folder, 'site,clicks,revenue', rows), {
      mode: 'upsert',
      fence,
      parameters: { ...parameters, ...key },
    });

  it('overwrites rows where they are, and keeps columns that it does not know', async () => {
    await database.rows(
      `create table ${table()} (id int generated always as identity, site text primary key, clicks int, revenue numeric, note text)`,
    );
    await database.rows(`insert into ${table()} (site, clicks, note) values ('a', 1, 'kept'), ('z', 9, 'other')`);
    await send(['a,10,1', 'b,2,2'], 1);
    expect(await held('site, clicks, note, id = 1')).toEqual([
      ['a', '10', 'kept', 't'],
      ['b', '2', null, 'f'],
      ['z', '9', 'other', 'f'],
    ]);
  });

  it('takes out the rows of the same key where nothing makes it unique', async () => {
    await database.rows(`create table ${table()} (site text, clicks int, revenue numeric)`);
    await database.rows(`create unique index on ${table()} (site, clicks)`);
    await database.rows(`insert into ${table()} values ('a', 1, 1), ('a', 2, 2), ('z', 9, 9)`);
    expect(await send(['a,10,1', 'b,2,2'], 1)).toMatchObject({ rows: 2 });
    expect(await held('site, clicks')).toEqual([
      ['a', '10'],
      ['b', '2'],
      ['z', '9'],
    ]);
  });
});

describe('fences', () => {
  it('repeats an equal result without a write, and refuses an older one', async () => {
    await deliver(monday, { fence: 2 });
    await deliver(tuesday, { fence: 3, purpose: 'backfill' });
    expect(await deliver(tuesday, { fence: 3, attempt: 2 })).toMatchObject({ alreadyDelivered: true, rows: 1 });
    await expect(deliver(monday, { fence: 2 })).rejects.toMatchObject({ code: 'DESTINATION_SUPERSEDED' });
    expect(await held()).toEqual(TUESDAY);
  });

  it('lets the newest of many at once win', async () => {
    const fences = [3, 1, 4, 2, 5];
    const outcomes = await Promise.allSettled(
      fences.map((fence) => deliver(fence === 5 ? tuesday : monday, { fence, unitId: `u${fence}` })),
    );
    expect(outcomes[4]?.status).toBe('fulfilled');
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'DESTINATION_SUPERSEDED' });
    }
    expect(await held()).toEqual(TUESDAY);
    expect(await ledger()).toEqual([['5', tuesday.sha256, '1']]);
  });
});

describe('failures', () => {
  it('shows readers the old rows until the new ones are complete, and keeps them when it fails in the middle', async () => {
    await deliver(tuesday);
    let seen: unknown[][] = [];
    const failing = deliver(monday, {
      fence: 2,
      fault: async () => {
        seen = await held();
        throw new Error('planted');
      },
    });
    await expect(failing).rejects.toThrow('planted');
    expect(seen).toEqual(TUESDAY);
    expect(await held()).toEqual(TUESDAY);
    expect(await ledger()).toEqual([['1', tuesday.sha256, '1']]);
  });

  it('cuts the connection at once when the work is cancelled', async () => {
    const abort = new AbortController();
    const cancelled = deliver(monday, {
      signal: abort.signal,
      fault: () => {
        abort.abort(new Error('cancelled'));
        return new Promise(() => undefined);
      },
    });
    await expect(cancelled).rejects.toThrow('cancelled');
    await expect
      .poll(() =>
        database.rows(
          `select from pg_stat_activity where application_name = 'switchboard' and datname = current_database()`,
        ),
      )
      .toEqual([]);
  });

  it('names the columns that the table lacks', async () => {
    await database.rows(`create table ${table()} (site text)`);
    await expect(deliver(monday)).rejects.toMatchObject({
      code: 'DESTINATION_SCHEMA',
      message: expect.stringContaining('it has no column clicks, revenue, report_date') as unknown,
    });
    await expect(deliver(monday, { parameters: { table: 'none', create: false } })).rejects.toThrow(
      'it does not exist',
    );
  });

  it('a deadlock is to be tried again, with the old rows still there', async () => {
    await deliver(monday);
    const other = new Client({ connectionString: database.url });
    await other.connect();
    onTestFinished(() => other.end());
    const waiting = (): Promise<unknown[][]> =>
      database.rows(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
    // Somebody holds a row that the delivery will replace, and then wants the table that the delivery is reading.
    const fault: Fault = async () => {
      await other.query('begin');
      await other.query(`update ${table()} set clicks = 0 where site = 'a'`);
      await other.query(`set local deadlock_timeout = '1h'`);
    };
    const delivering = deliver(tuesday, { fence: 2, fault });
    const failed = expect(delivering).rejects.toMatchObject({ code: 'DESTINATION_BUSY', class: 'transient' });
    await expect.poll(waiting).toHaveLength(1);
    const crossing = other.query(`lock table ${table()} in access exclusive mode`);
    await failed;
    await crossing;
    await other.query('rollback');
    expect(await held()).toEqual(MONDAY);
    expect(await deliver(tuesday, { fence: 2, attempt: 2 })).toMatchObject({ alreadyDelivered: false });
  });

  it('reports a required column that the upload lacks', async () => {
    await database.rows(
      `create table ${table()} (site text, clicks int, revenue numeric, report_date date, owner text not null)`,
    );
    await expect(deliver(monday)).rejects.toMatchObject({
      code: 'DESTINATION_SCHEMA',
      message: expect.stringContaining('"owner"') as unknown,
    });
  });

  it('names a table that was dropped, and makes it again where it may', { tags: 'case:missing' }, async () => {
    await deliver(monday);
    await database.rows(`drop table ${table()}`);
    await expect(deliver(tuesday, { fence: 2, parameters: { ...parameters, create: false } })).rejects.toMatchObject({
      code: 'DESTINATION_SCHEMA',
    });
    await deliver(tuesday, { fence: 2 });
    expect(await held()).toEqual(TUESDAY);
  });

  it('says which value does not fit', async () => {
    await deliver(monday);
    const bad = content('a,1,1', 'b,many,1');
    await expect(deliver(bad, { fence: 2 })).rejects.toMatchObject({
      code: 'DESTINATION_SCHEMA',
      message: expect.stringMatching(/invalid input syntax for type bigint: "many"; line 3, column clicks/) as unknown,
    });
    expect(await held()).toEqual(MONDAY);
  });

  it('refuses a file whose header names other columns, or that holds another number of rows', async () => {
    const renamed = buildContent(folder, 'clicks,site,revenue', ['1,a,1']);
    await expect(deliver(renamed)).rejects.toMatchObject({ class: 'permanent' });
    await expect(deliver({ ...monday, rows: 5 })).rejects.toMatchObject({ code: 'ROWS_NOT_CONFIRMED' });
    expect(await database.rows(`select to_regclass('${table()}')`)).toEqual([[null]]);
  });

  it('counts rows that a trigger swallowed as not confirmed', async () => {
    await deliver(monday);
    await database.rows(
      `create function ads.skip${tables}() returns trigger language plpgsql as 'begin return null; end'`,
    );
    await database.rows(
      `create trigger skip before insert on ${table()} for each row execute function ads.skip${tables}()`,
    );
    await expect(deliver(tuesday, { fence: 2 })).rejects.toMatchObject({ code: 'ROWS_NOT_CONFIRMED' });
    expect(await held()).toEqual(MONDAY);
  });

  it('keeps the old rows when the disk of the server is full', { tags: 'case:full' }, async () => {
    await deliver(monday);
    await database.rows(`create function ads.no_space${tables}() returns trigger language plpgsql as
      'begin raise exception ''could not extend file'' using errcode = ''disk_full''; end'`);
    await database.rows(
      `create trigger no_space before insert on ${table()} for each row execute function ads.no_space${tables}()`,
    );
    await expect(deliver(tuesday, { fence: 2 })).rejects.toMatchObject({
      code: 'DESTINATION_FULL',
      class: 'transient',
      message: expect.stringContaining('the destination has no free space for') as unknown,
    });
    expect(await held()).toEqual(MONDAY);
  });

  it('reports a missing permission and a violated constraint as refusals', { tags: 'case:denied' }, async () => {
    await deliver(tuesday);
    await database.rows(`create unique index on ${table()} (site)`);
    const doubled = content('d,1,1', 'd,2,2');
    await expect(deliver(doubled, { fence: 2 })).rejects.toMatchObject({
      code: 'DESTINATION_REFUSED',
      class: 'permanent',
    });
    await database.rows(`revoke insert on ${table()} from current_user`);
    await expect(deliver(tuesday, { fence: 2 })).rejects.toThrow(
      'Destination refused the write: permission denied for table daily',
    );
    expect(await held()).toEqual(TUESDAY);
  });

  it.each([
    [{ password: 'wrong' }, 'DESTINATION_AUTH_FAILED', 'authentication'],
    [{ db_name: 'nowhere' }, 'DESTINATION_AUTH_FAILED', 'authentication'],
    [{ ssl: true }, 'DESTINATION_UNREACHABLE', 'transient'],
    [{ port: 1 }, 'DESTINATION_UNREACHABLE', 'transient'],
    [{ host: 'nowhere.invalid' }, 'DESTINATION_UNREACHABLE', 'transient'],
    [{ host: 'localhost' }, 'HOST_NOT_ALLOWED', 'permanent'],
    [{ port: 70000 }, 'PARAMETER_INVALID', 'permanent'],
    [{ user: '' }, 'PARAMETER_INVALID', 'permanent'],
  ])('a key with %j is %s', async (properties, code, kind) => {
    const key = { ...database.key, properties: { ...database.key.properties, ...properties } };
    await expect(deliver(monday, { key })).rejects.toMatchObject({
      code,
      class: kind,
      message: expect.not.stringContaining('p@ss') as unknown,
    });
  });
});
