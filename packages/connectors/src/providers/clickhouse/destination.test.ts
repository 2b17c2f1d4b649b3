import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildContent } from '../../testing/delivery.ts';
import type { FaultKind } from '../../testing/faults.ts';
import { DATED_COLUMNS, useDeliveries } from '../../testing/use-deliveries.ts';
import { destination } from './destination.ts';
import { DATABASE, startClickhouse, type TestClickhouse } from './testing/start-clickhouse.ts';

const MONDAY = [
  ['a', '1'],
  ['b', '2'],
];
const TUESDAY = [['c', '3']];
const SHOWN = /^(?:ALTER TABLE \S+ (?:REPLACE|ATTACH) PARTITION|EXCHANGE)/;

let server: TestClickhouse;
let places = 0;
let table = '';
beforeAll(async () => {
  server = await startClickhouse();
});
afterAll(() => server.close());
beforeEach(() => {
  places += 1;
  table = `spend_${places}`;
  server.plant();
  server.control.before = async () => undefined;
});

const { folder, monday, tuesday, deliver } = useDeliveries(destination, () => ({
  parameters: { table },
  key: server.key(),
  stallTimeoutMs: 10_000,
}));
const held = (): ReturnType<TestClickhouse['rows']> =>
  server.rows(`SELECT toString(site), toString(clicks) FROM ${DATABASE}.${table} ORDER BY site`);
const make = (columns: string, rest: string): Promise<void> =>
  server.run(`CREATE TABLE ${DATABASE}.${table} (${columns}) ${rest}`);
const DATED = 'site Nullable(String), clicks Nullable(Int64), revenue Nullable(Decimal(18, 6)), report_date Date';

/** Holds one statement until `go` is called, and says when it has come. */
function holdStatement(pattern: RegExp, isHeld: (nth: number) => boolean = (nth) => nth === 1) {
  const come = Promise.withResolvers<void>();
  const going = Promise.withResolvers<void>();
  let nth = 0;
  server.control.before = async (sql) => {
    if (!pattern.test(sql)) return;
    nth += 1;
    if (!isHeld(nth)) return;
    come.resolve();
    await going.promise;
  };
  return { come: come.promise, go: going.resolve };
}

describe('clickhouse destination', () => {
  it('loads rows into a stage and shows them by one statement', async () => {
    expect(await deliver(monday)).toEqual({
      rows: 2,
      bytes: monday.bytes,
      destination: `clickhouse · ${table}`,
      alreadyDelivered: false,
    });
    const asked = server.asked();
    expect(asked.filter((sql) => SHOWN.test(sql))).toHaveLength(1);
    expect([await held(), await server.stages()]).toEqual([MONDAY, []]);
  });

  it('hides the column that records deliveries, also in a table that was there', async () => {
    await make(DATED, 'ENGINE = MergeTree PARTITION BY toYYYYMMDD(report_date) ORDER BY tuple()');
    await deliver(monday);
    expect(await deliver(monday, { attempt: 2 })).toMatchObject({ alreadyDelivered: true });
    const columns = `SELECT name, default_kind FROM system.columns WHERE database = '${DATABASE}' AND \`table\` = '${table}'`;
    expect(await server.rows(columns)).toContainEqual(['_switchboard_load', 'MATERIALIZED']);
  });

  it.each(['replace_date', 'truncate', 'append'] as const)(
    'settles by the ledger a lost answer to the commit in mode %s',
    { tags: 'case:cut' },
    async (mode) => {
      server.plant({ request: SHOWN, kind: 'cut-after' });
      expect(await deliver(monday, { mode })).toMatchObject({ alreadyDelivered: false });
      expect([await held(), await server.stages()]).toEqual([MONDAY, []]);
      expect(await deliver(monday, { mode, attempt: 2 })).toMatchObject({ alreadyDelivered: true });
    },
  );

  it('fails, to be tried again, when the commit never arrived', { tags: 'case:cut' }, async () => {
    server.plant({ request: SHOWN, kind: 'cut-before' });
    await expect(deliver(monday)).rejects.toMatchObject({ code: 'DESTINATION_UNREACHABLE', class: 'transient' });
    expect([await held(), await server.stages()]).toEqual([[], []]);
  });

  it('never sends rows twice, whose answer was lost', async () => {
    server.plant({ request: /^INSERT/, kind: 'cut-after' });
    await expect(deliver(monday)).rejects.toMatchObject({ code: 'DESTINATION_UNREACHABLE' });
    await deliver(monday, { attempt: 2 });
    expect(await held()).toEqual(MONDAY);
  });

  it.each(['replace_date', 'truncate', 'append'] as const)(
    'keeps an older attempt, whose commit arrives late, from its end in mode %s',
    async (mode) => {
      const frozen = holdStatement(SHOWN);
      const first = deliver(monday, { mode, fence: 1 });
      first.catch(() => undefined);
      await frozen.come;
      await deliver(tuesday, { mode, fence: 2 });
      frozen.go();
      await expect(first).rejects.toMatchObject({ code: 'DESTINATION_SUPERSEDED' });
      expect([await held(), await server.stages()]).toEqual([TUESDAY, []]);
    },
  );

  it('lets a later attempt of the same result take over from one that is frozen while it loads', async () => {
    const frozen = holdStatement(/^INSERT/);
    const first = deliver(monday, { mode: 'append' });
    first.catch(() => undefined);
    await frozen.come;
    expect(await deliver(monday, { mode: 'append', attempt: 2 })).toMatchObject({ alreadyDelivered: false });
    frozen.go();
    expect(await first).toMatchObject({ alreadyDelivered: true });
    expect([await held(), await server.stages()]).toEqual([MONDAY, []]);
  });

  it('waits for a newer result that is under way, and gives way to it', async () => {
    const frozen = holdStatement(SHOWN);
    const newer = deliver(tuesday, { fence: 2 });
    await frozen.come;
    const older = deliver(monday, { fence: 1 });
    older.catch(() => undefined);
    frozen.go();
    await newer;
    await expect(older).rejects.toMatchObject({ code: 'DESTINATION_SUPERSEDED' });
    expect(await held()).toEqual(TUESDAY);
  });

  it.each<[string, string, string, RegExp]>([
    [
      'is not partitioned',
      DATED,
      'ENGINE = MergeTree ORDER BY tuple()',
      /is partitioned by nothing; .*PARTITION BY toYYYYMMDD/,
    ],
    [
      'is partitioned by months',
      DATED,
      'ENGINE = MergeTree PARTITION BY toYYYYMM(report_date) ORDER BY tuple()',
      /is partitioned by toYYYYMM\(report_date\)/,
    ],
    ['has another engine', DATED, 'ENGINE = Log', /its engine is Log; only in a table of the engine MergeTree/],
    [
      'lacks a column',
      'site String, report_date Date',
      'ENGINE = MergeTree PARTITION BY report_date ORDER BY tuple()',
      /has no column clicks, revenue/,
    ],
    [
      'has a column of another kind',
      'site Date, clicks Int64, revenue Decimal(18, 6), report_date Date',
      'ENGINE = MergeTree PARTITION BY report_date ORDER BY tuple()',
      /cannot hold a value exactly|Cannot (?:parse|read)/,
    ],
    [
      'has a column of nulls that cannot hold a text',
      'site Nullable(Int64), clicks Int64, revenue Nullable(Decimal(18, 6)), report_date Date',
      'ENGINE = MergeTree PARTITION BY report_date ORDER BY tuple()',
      /column site cannot hold a value exactly|Cannot (?:parse|read)/,
    ],
    [
      'has a column that is too short',
      'site String, clicks Int64, revenue Nullable(Decimal(18, 0)), report_date Date',
      'ENGINE = MergeTree PARTITION BY report_date ORDER BY tuple()',
      /column revenue cannot hold a value exactly/,
    ],
  ])('refuses a table that %s', { tags: 'case:missing' }, async (_, columns, rest, message) => {
    await make(columns, rest);
    const failed = deliver(monday);
    await expect(failed).rejects.toMatchObject({ code: 'DESTINATION_SCHEMA', class: 'permanent' });
    await expect(failed).rejects.toThrow(message);
    expect(await server.stages()).toEqual([]);
  });

  it('refuses rows of several partitions in mode append, and rows of other dates', async () => {
    const columns = DATED_COLUMNS;
    const rows = buildContent(folder, 'site,report_date', ['a,2026-03-04', 'b,2026-04-05']);
    await make(
      'site String, clicks Int64, report_date Date',
      'ENGINE = MergeTree PARTITION BY toYYYYMM(report_date) ORDER BY tuple()',
    );
    await expect(deliver(rows, { mode: 'append', columns })).rejects.toThrow(/the rows belong to 2 of its partitions/);
    table = `${table}_dated`;
    await expect(deliver(rows, { columns })).rejects.toThrow(/1 rows hold another date/);
    expect(await server.stages()).toEqual([]);
  });

  it('replaces all partitions at once in mode truncate', async () => {
    await make(DATED, 'ENGINE = MergeTree PARTITION BY toYYYYMM(report_date) ORDER BY tuple()');
    const parameters = { table, date_column: 'report_date' };
    await deliver(monday, { parameters, mode: 'append', reportDate: '2026-02-01' });
    await deliver(tuesday, { parameters, mode: 'truncate' });
    expect(await held()).toEqual(TUESDAY);
  });

  it.each([
    ['no table, which may not be made', { create: false }, 'DESTINATION_SCHEMA', /it does not exist/],
    ['no database', { schema: 'nowhere' }, 'DESTINATION_REFUSED', /Database nowhere does not exist/],
    ['a name that is none', { table: 'a\nb' }, 'PARAMETER_INVALID', /not a valid name in ClickHouse/],
  ])('reports %s', { tags: 'case:missing' }, async (_, parameters, code, message) => {
    const failed = deliver(monday, { parameters: { table, ...parameters } });
    await expect(failed).rejects.toMatchObject({ code });
    await expect(failed).rejects.toThrow(message);
  });

  it.each<[string, FaultKind, string, string]>([
    [
      'a full disk',
      { status: 500, reason: '243', message: 'Cannot reserve 1.00 MiB' },
      'DESTINATION_FULL',
      'transient',
    ],
    [
      'a full disk, by its words',
      { status: 500, reason: '1001', message: 'No space left on device' },
      'DESTINATION_FULL',
      'transient',
    ],
    [
      'a missing permission',
      { status: 403, reason: '497', message: 'Not enough privileges' },
      'DESTINATION_REFUSED',
      'permanent',
    ],
    ['too many parts', { status: 500, reason: '252' }, 'DESTINATION_BUSY', 'transient'],
    ['an answer of a proxy', { status: 500, reason: 'NaN' }, 'DESTINATION_BUSY', 'transient'],
  ])('reports %s', { tags: ['case:full', 'case:denied'] }, async (_, kind, code, kindOf) => {
    await deliver(tuesday);
    server.plant({ request: /^INSERT/, times: 9, kind });
    await expect(deliver(monday, { fence: 2 })).rejects.toMatchObject({ code, class: kindOf });
    expect([await held(), await server.stages()]).toEqual([TUESDAY, []]);
  });
});
