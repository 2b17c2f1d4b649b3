import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { BuiltAccount } from '../../testing/build-account.ts';
import { queryAsSuperuser, withoutTriggers } from '../../testing/database.ts';
import { useAccount } from '../../testing/hooks/use-account.ts';
import { useDatabase } from '../../testing/hooks/use-database.ts';
import { nodesOf, plansOf } from '../../testing/recorded-database.ts';
import type { Tx } from '../db/database.ts';
import { eventFilter, listEvents } from '../features/events/queries.ts';
import { type DownloadFilterArguments, downloadFilter } from '../features/transfers/downloads/graphql-filters.ts';
import { listDownloads } from '../features/transfers/downloads/queries.ts';
import type { Sort, TransferSort } from '../features/transfers/queries-list.ts';
import { uploadFilter } from '../features/transfers/uploads/graphql-filters.ts';
import { listUploads } from '../features/transfers/uploads/queries.ts';
import { encodeCursor } from './cursor.ts';
import { type PageRequest, readPage } from './paging.ts';

const { database, url } = useDatabase({ own: true });
const big = useAccount({ database });
const small = useAccount({ database });
/** Its rows make a scan of the whole table dearer than an index of one account, as they do in production. */
const neighbour = useAccount({ database });

const SORTS = ['CREATED', 'FINISHED', 'REPORT_DATETIME', 'STARTED'] as const;
const FIRST: PageRequest = { size: 20, backward: false, from: null, order: 'x' };

beforeAll(async () => {
  await withoutTriggers(
    url,
    ['download', 'download_part', 'upload', 'upload_input', 'event', 'assertion_result'],
    async () => {
      await fill(big, 10_000);
      await fill(small, 2_000);
      await database.withSystem((tx) => insertDownloads(tx, neighbour, 30_000));
    },
  );
  await database.withSystem(async (tx) => {
    const { accountId, changelistId } = neighbour;
    // Years apart, some on the same day, and some without a day.
    await sql`
      insert into download (account_id, source, project, report_date, trigger, changelist_id, status, description, finished)
      select ${accountId}, 'old', 'p', case when n % 5 > 0 then date '2031-03-01' - (n / 2) * (n / 2) * 40 end, 'old ' || n,
        ${changelistId}, 'completed', 'needle-' || n, timestamptz '2026-11-20Z' - n * interval '1 day'
      from generate_series(1, 60) n`.execute(tx);
    // Most show their own day, some another one as well or instead, and some have no day of their own.
    await sql`
      insert into download (account_id, source, project, report_date, trigger, changelist_id, status, description, finished)
      select ${accountId}, 'shown', 'p', case when n % 97 > 0 then day end, 'shown ' || n, ${changelistId}, 'completed',
        'DAY-' || case when n % 11 = 0 then 'unknown' when n % 47 = 0 then '2024-02-03'
          when n % 53 = 0 then day || '-to-2024-02-04' else day::text end,
        timestamptz '2026-11-20Z' - n * interval '1 minute'
      from generate_series(1, 4500) n cross join lateral (select date '2024-01-01' + n % 90 as day) of`.execute(tx);
  });
  await queryAsSuperuser(url, 'vacuum analyze');
}, 120_000);
async function insertDownloads(
  tx: Tx,
  { accountId, changelistId }: Pick<BuiltAccount, 'accountId' | 'changelistId'>,
  rows: number,
): Promise<void> {
  await sql`
    insert into download (account_id, source, project, report_date, trigger, changelist_id, status, created, started, finished,
      description, new_dirty_row_count, dirty_row_count)
    select ${accountId}, 'source_' || n % 40, 'project_' || n % 7, case when n % 9 = 0 then null else date '2026-11-20' - n % 60 end,
      n::text, ${changelistId}, (array['completed', 'completed', 'completed', 'failed', 'queued', 'abandoned'])[1 + n % 6],
      timestamptz '2026-11-20 00:00:00.123456Z' - (n / 3) * interval '1 minute 7.000001 seconds',
      case when n % 5 = 0 then null else timestamptz '2026-11-20Z' - (n / 4) * interval '61 seconds' end,
      case when n % 3 = 0 then null else timestamptz '2026-11-20Z' - (n / 4) * interval '62 seconds' end,
      'report-' || n || '.csv', case when n % 50 = 0 then 4 end, case when n % 100 = 0 then 4 else 1 end
    from generate_series(1, ${rows}) n`.execute(tx);
}

/** Rows with many equal values, many nulls, and fractions of milliseconds. */
async function fill({ accountId, changelistId }: BuiltAccount, rows: number): Promise<void> {
  await database.withSystem(async (tx) => {
    await insertDownloads(tx, { accountId, changelistId }, rows);
    const { rows: flows } = await sql<{ id: string }>`
      insert into flow (account_id, changelist_id, purpose, identity) values (${accountId}, ${changelistId}, 'production', 'one')
      returning id`.execute(tx);
    await sql`
      insert into upload (account_id, flow_id, name, project, purpose, report_date, status, destination, destination_type, created, started)
      select ${accountId}, ${flows[0]?.id ?? ''}, 'upload_' || n, 'project_' || n % 7, 'production', date '2026-11-20' - n % 60,
        case when n % 20 = 0 then 'failed' else 'completed' end, 'file · out/' || n || '.csv', 'file',
        timestamptz '2026-11-20Z' - n * interval '1 minute', case when n % 5 = 0 then null else timestamptz '2026-11-20Z' - n * interval '61 seconds' end
      from generate_series(1, ${rows}) n`.execute(tx);
    await sql`
      insert into download_part (account_id, download_id, name, project, tables, columns, row_count, dirty_row_count,
        dirty_row_status, new_dirty_row_count, new_dirty_row_status, bytes)
      select account_id, id, source, project, '[]', '[]', 1, 0, 'none', 0, 'none', 1 from download
      where account_id = ${accountId}`.execute(tx);
    await sql`
      insert into upload_input (account_id, upload_id, part_id, download_id)
      select u.account_id, u.id, p.id, p.download_id
      from (select account_id, id, row_number() over (order by id) as n from upload where account_id = ${accountId}) u
      join (select id, download_id, row_number() over (order by id) as n from download_part where account_id = ${accountId}) p
        on p.n = u.n`.execute(tx);
    await sql`
      insert into event (account_id, created, severity, code, message, project, download_declaration)
      select ${accountId}, timestamptz '2026-11-20Z' - n * interval '1 minute', case when n % 30 = 0 then 'error' else 'info' end,
        'DOWNLOAD_COMPLETED', 'Loaded ' || n || ' rows.', 'project_' || n % 7, case when n % 2 = 0 then 'source_' || n % 40 end
      from generate_series(1, ${rows}) n`.execute(tx);
    await sql`
      with asserted as (
        insert into flow (account_id, changelist_id, purpose, identity)
        select ${accountId}, ${changelistId}, 'production', 'asserted ' || n from generate_series(1, ${rows / 10}) n
        returning id
      )
      insert into assertion_result (account_id, flow_id, name, table_name, severity, outcome, row_count, uploads)
      select ${accountId}, id, 'assertion_' || n, 'ads', 'warn', 'failed', 1, '{}'
      from asserted cross join generate_series(1, 10) n`.execute(tx);
  });
}

/** All ids of a list, page by page. */
async function walk(
  sort: Sort,
  args: DownloadFilterArguments,
  size: number,
  backward: boolean,
  of = big,
): Promise<string[]> {
  const ids: string[] = [];
  let page: PageRequest = { ...FIRST, size, backward };
  for (;;) {
    const found = await of.inAccount(async (tx) =>
      listDownloads(tx, of.accountId, await downloadFilter(tx, of.accountId, args), sort, page),
    );
    const kept = found.slice(0, size);
    ids.push(...kept.map(({ row }) => row.id));
    const last = kept.at(-1);
    if (found.length <= size || !last) return ids;
    page = { ...page, from: last.position };
  }
}

/** The same list by one query without paging. */
async function whole({ column, direction }: Sort, where: string, of = big): Promise<string[]> {
  const name = { CREATED: 'created', FINISHED: 'finished', REPORT_DATETIME: 'report_date', STARTED: 'started' }[column];
  const rows = await of.rows(
    sql<{ id: string }>`select id from download where ${sql.raw(where)}
      order by ${sql.ref(name)} ${sql.raw(direction)} nulls last, id ${sql.raw(direction)}`,
  );
  return rows.map(({ id }) => id);
}

describe('paging through a list', () => {
  const cases = SORTS.flatMap((column) => (['ASC', 'DESC'] as const).map((direction) => ({ column, direction })));

  test.each(cases)('paging by $column $direction gives each row once, in order, nulls last', async (sort) => {
    const where = "source in ('source_1', 'source_9', 'source_3')";
    const args = {
      bundleNames: ['source_1', 'source_9', 'source_3', 'nothing'],
      status: ['completed', 'failed', 'queued', 'abandoned'],
    };
    const expected = await whole(sort, where);
    expect(expected.length).toBe(750);
    expect(await walk(sort, args, 97, false)).toEqual(expected);
    expect(await walk(sort, args, 97, true)).toEqual(expected.toReversed());
  });

  test('paging without filters gives each row once', async () => {
    const sort = { column: 'STARTED', direction: 'DESC' } as const;
    expect(await walk(sort, {}, 500, false)).toEqual(await whole(sort, "status <> 'abandoned'"));
  });

  test.each([
    ['a common word', 'REPORT-', "status <> 'abandoned'"],
    ['a rare one', 'port-1999', "status <> 'abandoned' and description ilike '%port-1999%'"],
    ['two characters', '77', "status <> 'abandoned' and (source || ' ' || description) ilike '%77%'"],
    [
      'parts of two words',
      '_7 REPORT-1',
      "status <> 'abandoned' and (source || ' ' || description) ilike '%\\_7 report-1%'",
    ],
    ['a wildcard is a letter', 'report_', 'false'],
    ['a percent sign is a letter', '%', 'false'],
    ['a backslash is a letter', '\\', 'false'],
  ])('a search for %s finds the same rows as a scan', async (_, search, where) => {
    const sort = { column: 'REPORT_DATETIME', direction: 'DESC' } as const;
    expect(await walk(sort, { search }, 400, false)).toEqual(await whole(sort, where));
  });

  test.each(cases)('a search finds the few rows of a long list, by $column $direction', async (sort) => {
    const expected = await whole(sort, "description like 'needle-%'", neighbour);
    expect(expected.length).toBe(60);
    for (const size of [7, 60, 61]) {
      expect(await walk(sort, { search: 'NEEDLE-' }, size, false, neighbour)).toEqual(expected);
      expect(await walk(sort, { search: 'needle-' }, size, true, neighbour)).toEqual(expected.toReversed());
    }
  });

  test.each(['day-2024-02', 'DAY-2024-02-03', '-to-2024-02-04', '24-02-04', '2024-02-3', '2024-13', 'day-2024-02-31'])(
    'a search for %s finds the same rows as a scan, by each date',
    async (search) => {
      for (const column of ['REPORT_DATETIME', 'FINISHED'] as const) {
        const sort = { column, direction: 'DESC' } as const;
        const expected = await whole(sort, `source = 'shown' and description ilike '%${search}%'`, neighbour);
        expect(await walk(sort, { search }, 450, false, neighbour)).toEqual(expected);
        expect(await walk(sort, { search }, 450, true, neighbour)).toEqual(expected.toReversed());
      }
    },
  );

  test.each([8, 13, 20, 36])(
    'a search for the first %i characters of an id finds the same rows as a scan',
    async (length) => {
      const sort = { column: 'REPORT_DATETIME', direction: 'DESC' } as const;
      const ids = await whole(sort, "status <> 'abandoned'");
      const search = (ids.at(-1) ?? '').slice(0, length);
      const expected = await whole(sort, `status <> 'abandoned' and id::text like '${search}%'`);
      expect(expected.length).toBeGreaterThan(0);
      expect(await walk(sort, { search }, 100, false)).toEqual(expected);
    },
  );

  test('filters that match few rows find all of them in another order', async () => {
    for (const column of ['FINISHED', 'CREATED'] as const) {
      for (const direction of ['ASC', 'DESC'] as const) {
        const sort = { column, direction };
        const expected = await whole(sort, "source = 'source_7' and status <> 'abandoned'");
        expect(await walk(sort, { names: ['source_7'] }, 200, false)).toEqual(expected);
        expect(await walk(sort, { names: ['source_7'] }, 200, true)).toEqual(expected.toReversed());
      }
    }
  });

  test.each([
    [
      'some days',
      { downloaded_after: '2026-11-16', downloaded_before: '2026-11-17' },
      `finished >= '2026-11-16Z' and finished < '2026-11-18Z'`,
    ],
    ['days up to one', { downloaded_before: '2026-11-12' }, `finished < '2026-11-13Z'`],
    ['no day', { downloaded_before: '2020-01-01' }, 'false'],
    ['days in reverse', { downloaded_after: '2026-11-17', downloaded_before: '2026-11-16' }, 'false'],
    ['all days', { downloaded_after: '2020-01-01' }, 'finished is not null'],
  ])('paging by report date gives those that finished on %s, in both directions', async (_, args, where) => {
    for (const direction of ['ASC', 'DESC'] as const) {
      const sort = { column: 'REPORT_DATETIME', direction } as const;
      const expected = await whole(sort, `${where} and status <> 'abandoned'`);
      expect(await walk(sort, args, 2_000, false)).toEqual(expected);
      expect(await walk(sort, args, 2_000, true)).toEqual(expected.toReversed());
    }
  });

  test('paging by created gives those of a range of report dates, in both directions', async () => {
    const args = { report_datetime_after: '2026-10-05', report_datetime_before: '2026-10-20' };
    const sort = { column: 'CREATED', direction: 'DESC' } as const;
    const expected = await whole(sort, `report_date between '2026-10-05' and '2026-10-20' and status <> 'abandoned'`);
    expect(expected.length).toBeGreaterThan(1_000);
    expect(await walk(sort, args, 700, false)).toEqual(expected);
    expect(await walk(sort, args, 700, true)).toEqual(expected.toReversed());
    const day = { report_datetime_after: '2026-10-05', report_datetime_before: '2026-10-05' };
    const ofDay = await whole(sort, `report_date = '2026-10-05' and status <> 'abandoned'`);
    expect(await walk(sort, day, 200, false)).toEqual(ofDay);
  });

  test('filters combine with a search and with each other', async () => {
    const sort = { column: 'CREATED', direction: 'ASC' } as const;
    const args = {
      search: 'report-1',
      projects: ['project_1', 'project_2'],
      names: ['source_1'],
      status: ['completed'],
    };
    const where = `description ilike '%report-1%' and project in ('project_1', 'project_2') and source = 'source_1' and status = 'completed'`;
    const expected = await whole(sort, where);
    expect(expected.length).toBeGreaterThan(3);
    expect(await walk(sort, args, 2, false)).toEqual(expected);
  });
});

describe('the scans of lists', () => {
  const bySort = SORTS.flatMap((column) => (['ASC', 'DESC'] as const).map((direction) => ({ column, direction })));
  const deep: PageRequest = {
    ...FIRST,
    from: { id: '01990000-0000-7000-8000-000000000000', value: '2026-10-15' },
  };
  const downloads =
    (args: DownloadFilterArguments, sort: Sort = bySort[4] as Sort, page = FIRST) =>
    async (tx: Tx) =>
      listDownloads(tx, big.accountId, await downloadFilter(tx, big.accountId, args), sort, page);
  const uploads = (args: Parameters<typeof uploadFilter>[2]) => async (tx: Tx) =>
    listUploads(tx, big.accountId, await uploadFilter(tx, big.accountId, args), bySort[5] as Sort, FIRST);
  const events = (args: Parameters<typeof eventFilter>[0], ids?: Parameters<typeof eventFilter>[1]) => (tx: Tx) =>
    listEvents(tx, big.accountId, eventFilter(args, ids), FIRST);

  const ofDownload = (tx: Tx) => uploads({ download_id: big.changelistId })(tx);
  const lists: [string, (tx: Tx) => Promise<unknown>][] = [
    ...bySort.map((sort): [string, (tx: Tx) => Promise<unknown>] => [
      `downloads ${sort.column} ${sort.direction}`,
      downloads({}, sort),
    ]),
    ['a deep page', downloads({}, { column: 'REPORT_DATETIME', direction: 'DESC' }, deep)],
    ['failed', downloads({ status: ['failed'] })],
    ['unfinished', downloads({ status: ['unfinished'] })],
    ['dirty', downloads({ status: ['newDirtyGreaterThanDirty'] })],
    ['projects', downloads({ projects: ['project_1', 'nothing'] })],
    ['names', downloads({ names: ['source_1', 'nothing'] })],
    ['names by created', downloads({ names: ['source_1', 'nothing'] }, { column: 'CREATED', direction: 'DESC' })],
    ['a missing project by started', downloads({ projects: ['nothing'] }, { column: 'STARTED', direction: 'ASC' })],
    ['backfills', downloads({ purpose: ['backfill'] })],
    ['a range', downloads({ report_datetime_after: '2026-11-01', report_datetime_before: '2026-11-05' })],
    [
      'finished within',
      downloads(
        { downloaded_after: '2026-11-19', downloaded_before: '2026-11-19' },
        { column: 'FINISHED', direction: 'DESC' },
      ),
    ],
    ['finished within, by report date', downloads({ downloaded_after: '2026-11-13', downloaded_before: '2026-11-13' })],
    [
      'a range of report dates by created',
      downloads(
        { report_datetime_after: '2026-10-01', report_datetime_before: '2026-10-02' },
        { column: 'CREATED', direction: 'DESC' },
      ),
    ],
    ['a common word', downloads({ search: 'report' })],
    ['a rare word', downloads({ search: 'report-9999' })],
    ['nothing to find', downloads({ search: 'zebra' })],
    ['a month', downloads({ search: '2025-01' })],
    ['uploads', uploads({})],
    ['uploads by name', uploads({ names: ['upload_7', 'nothing'] })],
    ['uploads by destination', uploads({ destination: ['file'] })],
    ['failed uploads', uploads({ status: ['failed'] })],
    ['uploads searched', uploads({ search: 'out/9999' })],
    ['uploads of a day', uploads({ search: 'out/2025-01-17' })],
    ['uploads of a download', ofDownload],
    ['events', events({})],
    ['severe events', events({ severities: ['errors', 'warnings'] })],
    ['events of a source', events({ downloadName: ['source_2', 'nothing'] })],
    ['events of a project', events({ project: ['project_2'] })],
    ['commented events', events({ withComments: true })],
    ['events searched', events({ search: 'Loaded 9999' })],
  ];

  test.each(lists)('no list reads a whole table: %s', async (_, list) => {
    const plans = await plansOf(url, big.accountId, list);
    const scans = plans.flatMap(nodesOf).filter((node) => node['Node Type'] === 'Seq Scan');
    const unindexed = new Set(['upload_declaration', 'person', 'membership', 'unit']);
    expect(plans.length).toBeGreaterThan(0);
    expect(
      scans.map((node) => node['Relation Name']).filter((name) => name === undefined || !unindexed.has(name)),
    ).toEqual([]);
  });

  test.each<[string, DownloadFilterArguments, TransferSort, string]>([
    [
      'the days on which transfers ended',
      { downloaded_after: '2026-11-13', downloaded_before: '2026-11-14' },
      'REPORT_DATETIME',
      'download_finished_day',
    ],
    ['names by the time at which transfers ended', { names: ['source_7'] }, 'FINISHED', 'download_source_finished'],
  ])('%s are read in the order of the list', async (_, args, column, index) => {
    const plans = await plansOf(url, big.accountId, downloads(args, { column, direction: 'DESC' }));
    const nodes = plans.flatMap(nodesOf);
    expect(nodes.map((node) => node['Index Name'])).toContain(index);
    expect(nodes.map((node) => node['Node Type'])).not.toContain('Incremental Sort');
  });

  test('a search of an account with few rows reads no index of the texts of all accounts', async () => {
    const plans = await plansOf(url, small.accountId, async (tx) => {
      const filter = await downloadFilter(tx, small.accountId, { search: 'zebra' });
      expect(await listDownloads(tx, small.accountId, filter, bySort[4] as Sort, FIRST)).toEqual([]);
    });
    expect(plans.length).toBeGreaterThan(0);
    expect(plans.flatMap(nodesOf).filter((node) => node['Function Name'] === 'search_download')).toEqual([]);
  });

  test('the search functions use their indexes', async () => {
    const rows = await queryAsSuperuser<{ 'QUERY PLAN': string }>(
      url,
      `explain select id from download d where search_text(d.source || ' ' || d.description) like '%q9999%'`,
    );
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('download_search');
  });
});

test('a cursor continues at the next row, with microsecond precision', async () => {
  const page = readPage({ first: 1 }, { order: 'downloads', size: 20 });
  const next = (from: PageRequest) =>
    big.inAccount((tx) =>
      listDownloads(tx, big.accountId, { conditions: [] }, { column: 'CREATED', direction: 'DESC' }, from),
    );
  const [first, second] = await next(page);
  const after = encodeCursor('downloads', first?.position ?? { id: '', value: null });
  const [found] = await next(readPage({ first: 1, after }, { order: 'downloads', size: 20 }));
  expect(first?.position.value).toContain('.123456');
  expect(found?.row.id).toBe(second?.row.id);
});
