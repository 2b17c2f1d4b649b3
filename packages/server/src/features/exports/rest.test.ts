import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { createDatabase } from '../../../testing/database.ts';
import { addDownload, addEvent, addFlow, addUpload } from '../../../testing/fill-account.ts';
import type { Client } from '../../../testing/graphql-server.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { STATEMENT_CHANNEL } from '../../db/dialect.ts';

const server = useGraphqlServer({ makeDatabase: createDatabase });
const account = useAccount(server);
const other = useAccount(server);
const viewer = useClient(server, account, ['viewer']);
const stranger = useClient(server, other, ['viewer']);

const PATIENCE = { timeout: 60_000 };

/** Requests an export. `path` is what follows `exportAsCsv?`. */
function request(path: string, options: { by?: Pick<Client, 'token'>; of?: string; signal?: AbortSignal } = {}) {
  const { by = viewer, of = account.urlName, signal } = options;
  return fetch(`${server.url}/api/${of}/exportAsCsv?${path}`, {
    headers: { authorization: `Bearer ${by.token}`, 'request-id': 'request-12345' },
    ...(signal ? { signal } : {}),
  });
}

const linesOf = async (path: string): Promise<string[]> =>
  (await (await request(path)).text()).split('\n').slice(0, -1);
/** The last cell of each row. */
const idsOf = async (path: string): Promise<string[]> =>
  (await linesOf(path)).slice(1).map((line) => line.slice(line.lastIndexOf(',') + 1));

/** All ids of a list, page by page, as the console reads it. */
async function listed(field: string, args: Readonly<Record<string, unknown>>): Promise<string[]> {
  const ids: string[] = [];
  const given = Object.entries(args).map(([name, value]) => {
    const isEnum = name === 'sortBy' || name === 'sortDirection';
    return `${name}: ${isEnum ? String(value) : JSON.stringify(value)}`;
  });
  for (let after = ''; ; ) {
    const data = await viewer.data<
      Record<string, { nodes: { id: string }[]; pageInfo: { hasNextPage: boolean; endCursor: string } }>
    >(`{ ${field}(${[...given, 'first: 100', after].join(' ')}) { nodes { id } pageInfo { hasNextPage endCursor } } }`);
    const page = data[field];
    if (!page) throw new Error(`no ${field}`);
    ids.push(...page.nodes.map(({ id }) => id));
    if (!page.pageInfo.hasNextPage) return ids;
    after = `after: "${page.pageInfo.endCursor}"`;
  }
}

function queryOf(args: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(args).flatMap(([name, value]) =>
    (Array.isArray(value) ? (value as unknown[]) : [value]).map((each) => [name, String(each)]),
  );
  return new URLSearchParams(pairs).toString();
}

beforeAll(async () => {
  const { accountId, changelistId } = account;
  const flow = await addFlow(server.database, account);
  await server.database.withSystem(async (tx) => {
    await sql`
      insert into download (account_id, source, project, purpose, report_date, trigger, changelist_id, status, created, started,
        finished, description, dirty_row_count, new_dirty_row_count)
      select ${accountId}, 'source_' || n % 9, 'project_' || n % 4, case when n % 17 = 0 then 'backfill' else 'production' end,
        case when n % 11 = 0 then null else date '2026-11-20' - n % 40 end, n::text, ${changelistId},
        (array['completed', 'completed', 'failed', 'queued', 'abandoned'])[1 + n % 5],
        timestamptz '2026-11-20Z' - (n / 3) * interval '61.000001 seconds',
        case when n % 6 = 0 then null else timestamptz '2026-11-20Z' - (n / 5) * interval '67 seconds' end,
        case when n % 3 = 0 then null else timestamptz '2026-11-20Z' - (n / 5) * interval '59 minutes' end,
        'report-' || n || '.csv', case when n % 20 = 0 then 2 else 0 end, case when n % 10 = 0 then 2 else 0 end
      from generate_series(1, 2200) n`.execute(tx);
    await sql`
      insert into upload (account_id, flow_id, name, project, purpose, report_date, status, destination, destination_type, created)
      select ${accountId}, ${flow}, 'upload_' || n, 'project_' || n % 4, 'production', date '2026-11-20' - n % 40,
        (array['completed', 'failed', 'queued', 'abandoned'])[1 + n % 4], 'file · out/' || n % 30 || '.csv', 'file',
        timestamptz '2026-11-20Z' - (n / 3) * interval '61 seconds'
      from generate_series(1, 2300) n`.execute(tx);
    await sql`
      insert into event (account_id, created, severity, code, message, report_date, project, download_declaration, comment)
      select ${accountId}, timestamptz '2026-11-20Z' - (n / 4) * interval '61 seconds', (array['info', 'warn', 'error'])[1 + n % 3],
        'DOWNLOAD_COMPLETED', 'Loaded ' || n || ' rows.', date '2026-11-20' - n % 40, 'project_' || n % 4, 'source_' || n % 9,
        case when n % 50 = 0 then 'seen' end
      from generate_series(1, 2300) n`.execute(tx);
  });
});

describe('the rows of an export', () => {
  test.each<[string, string, Readonly<Record<string, unknown>>]>([
    ['downloads', 'without filters', {}],
    ['downloads', 'in another order', { sortBy: 'FINISHED', sortDirection: 'ASC' }],
    ['downloads', 'by project and status', { projects: ['project_1', 'project_2'], status: ['failed', 'unfinished'] }],
    ['downloads', 'by name', { names: ['source_3', 'source_4'], sortBy: 'STARTED' }],
    ['downloads', 'by bundle and purpose', { bundleNames: ['source_1'], purpose: ['backfill'] }],
    ['downloads', 'by import', { import_name: 'source_2' }],
    ['downloads', 'searched', { search: 'REPORT-3', status: ['completed'] }],
    ['downloads', 'searched for two characters', { search: '34', sortBy: 'CREATED' }],
    ['downloads', 'searched for nothing to find', { search: 'zebra' }],
    ['downloads', 'by report date', { report_datetime_after: '2026-11-01', report_datetime_before: '2026-11-05' }],
    ['downloads', 'by finish', { downloaded_after: '2026-11-10', downloaded_before: '2026-11-12' }],
    ['downloads', 'with more new dirty rows', { newDirtyGreaterThanDirty: true }],
    ['downloads', 'with equal dirty rows', { dirtyEqualsNewDirty: true, projects: ['project_0'] }],
    ['downloads', 'abandoned', { status: ['abandoned'] }],
    ['uploads', 'without filters', {}],
    ['uploads', 'by destination', { destination: ['file · out/7.csv'] }],
    ['uploads', 'searched', { search: 'out/1', sortBy: 'CREATED', sortDirection: 'ASC' }],
    ['uploads', 'by name and status', { names: ['upload_8', 'upload_9'], status: ['completed', 'failed'] }],
    ['events', 'without filters', {}],
    ['events', 'by severity', { severities: ['errors', 'warnings'] }],
    ['events', 'with comments', { withComments: true }],
    ['events', 'of sources and projects', { downloadName: ['source_1'], project: ['project_1'] }],
    ['events', 'searched', { search: 'Loaded 22' }],
    ['events', 'created on a day', { created_after: '2026-11-19', created_before: '2026-11-19' }],
  ])(
    'an export has the rows of the list in its order: %s %s',
    { tags: ['spec:call-csv', 'spec:downloads-csv'] },
    async (type, _, args) => {
      const expected = await listed(type, args);
      expect(await idsOf(`type=${type}&${queryOf(args)}`)).toEqual(expected);
      if (Object.keys(args).length === 0) expect(expected.length).toBeGreaterThan(1_500);
    },
  );
});

test('an export has the columns of the list', async () => {
  const id = await addDownload(server.database, account, {
    source: 'columns',
    project: 'marketing, "eu"',
    purpose: 'proof',
    status: 'failed',
    report_date: '2026-10-02',
    created: '2026-10-03T04:05:06.789Z',
    started: '2026-10-03T04:06:00Z',
    description: 'a\nb.csv',
    row_count: 1200,
    dirty_row_count: 12,
    message: '=HYPERLINK("http://x.example")',
  });
  expect((await (await request('type=downloads&bundleNames=columns')).text()).replace(id, 'ID')).toBe(
    'Report Date,Found,Started,Finished,Project,Name,Purpose,Description,Status,Rows,Dirty rows,Message,ID\n' +
      '2026-10-02,2026-10-03T04:05:06.789Z,2026-10-03T04:06:00.000Z,,"marketing, ""eu""",columns,Test,"a\nb.csv",Failed,1200,12,' +
      `"'=HYPERLINK(""http://x.example"")",ID\n`,
  );
  const flow = await addFlow(server.database, account);
  await addUpload(server.database, account, flow, {
    name: 'columns',
    status: 'preparing',
    created: '2026-10-03T04:05:06Z',
  });
  const [uploadHeader, upload] = await linesOf('type=uploads&names=columns');
  expect(uploadHeader).toBe(
    'Report Date,Ready,Started,Finished,Project,Name,Purpose,Description,Destination,Status,Rows,Message,ID',
  );
  expect(upload).toMatch(
    /^2026-11-20,2026-10-03T04:05:06\.000Z,,,marketing,columns,Published,(file · daily\/2026-11-20\.csv),\1,Waiting on processing,,,/,
  );
  await addEvent(server.database, account, { message: '-1+cmd|x', upload_declaration: 'columns', severity: 'warn' });
  const [eventHeader, event] = await linesOf('type=events&uploadName=columns');
  expect(eventHeader).toBe('Status,Created,Report Date,Project,Download,Upload,Message,Code,Comment,ID');
  expect(event).toMatch(/^warn,20\d\d-[^,]+Z,,,,columns,'-1\+cmd\|x,DOWNLOAD_COMPLETED,,/);
});

test('an export is a CSV attachment called data.csv', { tags: ['spec:call-csv', 'spec:downloads-csv'] }, async () => {
  const { status, headers } = await request('type=downloads&import_name=nothing');
  expect(status).toBe(200);
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="data.csv"; filename*=UTF-8''data.csv`,
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  });
});

describe('a large export', () => {
  const big = useAccount(server);
  const reader = useClient(server, big, ['viewer']);
  const begin = (signal?: AbortSignal) =>
    request('type=downloads', { by: reader, of: big.urlName, ...(signal ? { signal } : {}) });

  beforeAll(async () => {
    // More than the buffers of a connection hold.
    await server.database.withSystem((tx) =>
      sql`
        insert into download (account_id, source, project, trigger, changelist_id, message)
        select ${big.accountId}, 'wide', 'wide', n::text, ${big.changelistId}, repeat('x', 4000)
        from generate_series(1, 12000) n`.execute(tx),
    );
  });

  test('waits for its client without a connection, and ends when the client goes', {
    tags: 'spec:call-csv',
  }, async () => {
    let pages = 0;
    const count = (statement: unknown) => {
      if (/from download d left join unit/.test((statement as { text: string }).text)) pages += 1;
    };
    subscribe(STATEMENT_CHANNEL, count);
    const stops = Array.from({ length: 4 }, () => new AbortController());
    try {
      for (const stop of stops) {
        await vi.waitFor(async () => expect((await begin(stop.signal)).status).toBe(200), PATIENCE);
        await vi.waitFor(() => expect(server.database.connections()).toMatchObject({ used: 0, waiting: 0 }), PATIENCE);
        stop.abort();
      }
    } finally {
      unsubscribe(STATEMENT_CHANNEL, count);
    }
    // Each has 12 pages; a slot is given again once its export has ended.
    expect(pages).toBeGreaterThan(3);
    expect(pages).toBeLessThan(36);
  });

  test('runs at most twice at once for an account', async () => {
    const controllers = [new AbortController(), new AbortController()] as const;
    // A response that nothing holds may be collected, which ends its connection and so its export.
    const held: Response[] = [];
    for (const { signal } of controllers) {
      held.push(
        await vi.waitFor(async () => {
          const response = await begin(signal);
          expect(response.status).toBe(200);
          return response;
        }, PATIENCE),
      );
    }
    const third = await begin();
    expect(third.status).toBe(429);
    expect(await third.json()).toMatchObject({
      errors: [
        {
          message: '2 exports of this account are already running. Wait until one ends, or cancel it.',
          extensions: { code: 'EXPORTS_BUSY' },
        },
      ],
    });
    // Other accounts are not limited by it.
    expect((await request('type=downloads&import_name=nothing')).status).toBe(200);
    expect(held.map(({ bodyUsed }) => bodyUsed)).toEqual([false, false]);
    controllers[0].abort();
    const complete = await vi.waitFor(async () => {
      const next = await begin();
      expect(next.status).toBe(200);
      return next;
    }, PATIENCE);
    expect((await complete.text()).split('\n')).toHaveLength(12_002);
    controllers[1].abort();
    await vi.waitFor(() => expect(server.database.connections()).toMatchObject({ used: 0, waiting: 0 }), PATIENCE);
    expect(server.log.filter((line) => line.includes('export'))).toEqual([]);
  });
});

describe('the right to export', () => {
  test('only members of the account who may view it export', async () => {
    expect((await request('type=events', { by: stranger })).status).toBe(403);
    expect((await request('type=events', { by: { token: 'unknown' } })).status).toBe(401);
    expect((await request('type=events', { of: 'no-such-account' })).status).toBe(403);
  });

  test('an export has rows of its account only', async () => {
    const answer = await request('type=downloads', { by: stranger, of: other.urlName });
    expect((await answer.text()).split('\n')).toHaveLength(2);
  });
});

test.each([
  ['', 'type must be one of downloads, uploads, events.'],
  ['type=', 'type must be one of downloads, uploads, events.'],
  ['type=flows', 'type must be one of downloads, uploads, events.'],
  ['type=__proto__', 'type must be one of downloads, uploads, events.'],
  ['type=downloads&type=uploads', 'type must be one of downloads, uploads, events.'],
  ['type=downloads&destination=x', /^There is no parameter destination for this list\. Use bundleNames, /],
  ['type=events&sortBy=CREATED', /^There is no parameter sortBy for this list\. Use around, created_after, /],
  ['type=downloads&__proto__=x', /^There is no parameter __proto__ for this list/],
  ['type=downloads&toString=x', /^There is no parameter toString for this list/],
  ['type=downloads&sortBy=created', 'sortBy must be CREATED or FINISHED or REPORT_DATETIME or STARTED, got "created".'],
  ['type=downloads&sortDirection=up', 'sortDirection must be ASC or DESC, got "up".'],
  ['type=downloads&sortBy=CREATED&sortBy=STARTED', 'Give sortBy once.'],
  ['type=downloads&search=a&search=b', 'Give search once.'],
  ['type=downloads&newDirtyGreaterThanDirty=yes', 'newDirtyGreaterThanDirty must be true or false, got "yes".'],
  ['type=events&withComments=1', 'withComments must be true or false, got "1".'],
  ['type=downloads&status=levitating', /^There is no status levitating\. Use /],
  ['type=downloads&purpose=fun', /^There is no purpose fun\. Use /],
  ['type=events&severities=loud', /^There is no severity loud\. Use /],
  ['type=downloads&report_datetime_after=2026-02-31', 'report_datetime_after must be a date such as 2026-11-20.'],
  ['type=downloads&downloaded_before=yesterday', 'downloaded_before must be a date such as 2026-11-20.'],
  ['type=downloads&search=%00', 'search contains a NUL character, which cannot be searched for. Remove it.'],
  [`type=downloads&search=${'x'.repeat(600)}`, 'search takes at most 500 characters.'],
  [`type=uploads&${'names=a&'.repeat(700)}names=b`, 'names takes at most 500 values.'],
])('refuses %s', async (path, message) => {
  const answer = await request(path);
  const body = (await answer.json()) as { errors: { message: string; extensions: { code: string } }[] };
  expect(answer.status).toBe(400);
  expect(body.errors[0]?.extensions.code).toBe('BAD_REQUEST');
  expect(body.errors[0]?.message).toMatch(message);
});

test.each([
  ['reversed ranges', 'report_datetime_after=2026-11-05&report_datetime_before=2026-11-01'],
  ['emoji', `search=${encodeURIComponent('🚀 отчёт')}`],
  ['right-to-left text', `names=${encodeURIComponent('תקציב')}`],
  ['wildcards', 'search=%25_%5C'],
])('answers %s with no rows', async (_, path) => {
  expect(await linesOf(`type=downloads&${path}`)).toHaveLength(1);
});
