import { expect, it } from 'vitest';
import { useEarlierDatabase } from '../../../testing/hooks/use-earlier-database.ts';

const earlier = useEarlierDatabase('state-as-data.sql', async ({ client, ids, insert }) => {
  const account = await insert('account', `insert into account (url_name, name) values ('acme', 'Acme')`);
  const scripts: string[] = [];
  for (const status of ['replaced', 'running']) {
    const script = await insert(
      status,
      `insert into changelist (account_id, description, status) values ($1, 'One', $2)`,
      [account, status],
    );
    scripts.push(script);
    for (const [path, text] of [
      ['a.sbs', 'the same'],
      ['b.sbs', `of ${status}`],
    ])
      await client.query(
        'insert into changelist_file (account_id, changelist_id, path, text) values ($1, $2, $3, $4)',
        [account, script, path, text],
      );
  }
  const download = (name: string, trigger: string, status: string, dirty: string, message: string | null) =>
    insert(
      name,
      `insert into download (account_id, source, project, report_date, trigger, changelist_id, status, dirty_row_status, message,
         row_count, finished)
       values ($1, 'ads', 'p', '2026-11-01', $2, $3, $4, $5, $6, 10, '2026-11-02T06:00:00Z')`,
      [account, trigger, scripts[1], status, dirty, message],
    );
  await download('first', '2026-11-02T06:00:00.000Z', 'completed', 'none', null);
  await download('again', '2026-11-09T06:00:00.000Z repull 7', 'completed', 'none', null);
  await download('dirty', 'x', 'failed', 'all', 'Processing failed; all rows are dirty.');
  await download('refused', 'y', 'failed', 'none', 'Refused.');
  for (const table of ['ads', 'details'])
    await client.query(
      `insert into download_part (account_id, download_id, name, project, tables, columns, row_count, dirty_row_count,
         dirty_row_status, new_dirty_row_count, new_dirty_row_status, bytes)
       values ($1, $2, $3, 'p', '[]', '[]', 5, 0, 'none', 0, 'none', 100)`,
      [account, ids.get('first'), table],
    );
  for (const block of ['account', 'source ads', 'key api key', 'files ads', 'turn account', 'turn key api key', null])
    await client.query(
      `insert into unit (account_id, id, kind, purpose, state, blocked_by, called_off, called_off_message)
       values ($1, uuidv7(), 'download', 'production', 'held', $2, $3, $4)`,
      [account, block, block === null ? 'cancelled' : null, block === null ? 'Cancelled by Olivia' : null],
    );
  for (const [message, code, limit] of [
    ['Query has completed successfully, no uploads will result.', null, null],
    ['ads: columns that are not declared were ignored: a, b and 2 more.', null, null],
    ['ads: downloaded 1,234 rows.', null, null],
    ['A sentence of an earlier version.', null, null],
    ['Will retry.', 'SOURCE_TIMEOUT', 5],
  ])
    await client.query(
      `insert into event (account_id, severity, message, code, retry_count, retry_limit, download_declaration)
       values ($1, 'info', $2, $3::text, case when $4::int is null then null else 5 end, $4, 'ads')`,
      [account, message, code, limit],
    );
  const key = await insert('api', `insert into key (account_id, name, type) values ($1, 'api', 'http')`, [account]);
  for (const [name, used] of [
    ['keyed', 'api'],
    ['lost', 'no such key'],
    ['plain', null],
  ])
    await client.query(
      `insert into source (account_id, name, project, connector, key_name, scheduled_through) values ($1, $2, 'p', 'http', $3, now())`,
      [account, name, used],
    );
  await client.query(`update changelist set plan = $1 where id = $2`, [
    {
      version: 1,
      sources: [
        { name: 'keyed', key: 'api' },
        { name: 'lost', key: 'no such key' },
        { name: 'plain', key: null },
      ],
      tables: [],
      uploads: [
        { name: 'daily', key: 'api', parameters: { test: { key: 'api' } } },
        { name: 'file', key: null, parameters: {} },
      ],
    },
    scripts[1],
  ]);
  ids.set('key', key);
});

const rows = async (sql: string): Promise<unknown[]> => (await earlier.client.query<object>(sql)).rows;

it('sets the codes of old events, and stores ignored columns as data', async () => {
  expect(await rows(`select code, parameters ->> 'columns' as columns from event order by id`)).toEqual([
    { code: 'RESULT_WITHOUT_ROWS', columns: null },
    { code: 'COLUMNS_IGNORED', columns: 'a, b and 2 more' },
    { code: 'DOWNLOAD_COMPLETED', columns: null },
    { code: 'UNCLASSIFIED', columns: null },
    { code: 'SOURCE_TIMEOUT', columns: null },
  ]);
});

it('stores what blocks a unit as kind and name', async () => {
  expect(await rows('select blocked_kind, blocked_by from unit order by id')).toEqual([
    { blocked_kind: 'account', blocked_by: null },
    { blocked_kind: 'source', blocked_by: 'ads' },
    { blocked_kind: 'key', blocked_by: 'api key' },
    { blocked_kind: 'files', blocked_by: 'ads' },
    { blocked_kind: 'account_slot', blocked_by: null },
    { blocked_kind: 'key_slot', blocked_by: 'api key' },
    { blocked_kind: null, blocked_by: null },
  ]);
});

it('stores the person who cancelled a unit', async () => {
  expect(
    await rows('select cancel_requested_by as person from unit where state = $$held$$ and blocked_kind is null'),
  ).toEqual([{ person: 'Olivia' }]);
});

it('refers to keys by id, in declarations and plans', async () => {
  const key = { id: earlier.ids.get('key'), name: 'api' };
  expect(await rows('select name, key_id from download_declaration order by name')).toEqual([
    { name: 'keyed', key_id: key.id },
    { name: 'lost', key_id: null },
    { name: 'plain', key_id: null },
  ]);
  expect(await rows('select plan from changelist where plan is not null')).toMatchObject([
    {
      plan: {
        sources: [
          { name: 'keyed', key },
          { name: 'lost', key: { id: '00000000-0000-0000-0000-000000000000', name: 'no such key' } },
          { name: 'plain', key: null },
        ],
        tables: [],
        uploads: [
          { name: 'daily', key, testKey: key },
          { name: 'file', key: null, parameters: {} },
        ],
      },
    },
  ]);
});

it('turns retry counts into attempt counts', async () => {
  expect(await rows('select distinct retry_limit from unit')).toEqual([{ retry_limit: 6 }]);
  expect(await rows('select retry_count, retry_limit from event where retry_limit is not null')).toEqual([
    { retry_count: 5, retry_limit: 6 },
  ]);
});

it('completes downloads whose rows were all dirty, and marks re-pulls and refills', async () => {
  expect(await rows('select status, repull_days, refill, bytes::int from download order by id')).toEqual([
    { status: 'completed', repull_days: null, refill: false, bytes: 100 },
    { status: 'completed', repull_days: 7, refill: true, bytes: null },
    { status: 'completed', repull_days: null, refill: true, bytes: null },
    { status: 'failed', repull_days: null, refill: false, bytes: null },
  ]);
  expect(await rows('select month::text, row_count::int, bytes::int, refill_row_count::int from volume_month')).toEqual(
    [{ month: '2026-11-01', row_count: 30, bytes: 100, refill_row_count: 20 }],
  );
});

it('stores equal script contents once, and gives equal paths the same file id', async () => {
  expect(await rows('select text from script_text order by text')).toEqual([
    { text: 'of replaced' },
    { text: 'of running' },
    { text: 'the same' },
  ]);
  expect(
    await rows(`select f.path, count(distinct f.id)::int as ids, count(distinct f.sha256)::int as texts
      from changelist_file f group by 1 order by 1`),
  ).toEqual([
    { path: 'a.sbs', ids: 1, texts: 1 },
    { path: 'b.sbs', ids: 1, texts: 2 },
  ]);
});
