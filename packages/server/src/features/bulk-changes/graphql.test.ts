import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { buildSource } from '../../../testing/build-plan.ts';
import { addDownload, addFlow, addUnitOf, addUpload } from '../../../testing/fill-account.ts';
import type { Client } from '../../../testing/graphql-server.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { readStatus } from '../../../testing/read-rows.ts';

const A_TEXT: unknown = expect.any(String);

const server = useGraphqlServer();
const account = useAccount(server, { sources: [buildSource('ads')] });
const elsewhere = useAccount(server, { sources: [buildSource('ads')] });
const operator = useClient(server, account, ['operator']);
const colleague = useClient(server, account, ['operator']);
const viewer = useClient(server, account, ['viewer']);

let sources = 0;
/** A name that no other test has, by which a filter finds its rows only. */
function newSource(): string {
  sources += 1;
  return `source ${sources}`;
}

async function add(source: string, status: string, date: string, of = account): Promise<string> {
  const id = await addDownload(server.database, of, { source, status, report_date: date });
  await addUnitOf(server.database, of, id, { kind: 'download', state: status === 'completed' ? 'done' : 'held' });
  return id;
}

const CHANGE = `id kind action count is_limited open finished outcomes { outcome count }
  refusals { outcome message download { id } upload { id } }`;

type Change = {
  id: string;
  count: number;
  open: number;
  finished: string | null;
  outcomes: { outcome: string; count: number }[];
  refusals: { outcome: string; message: string; download: { id: string } | null }[];
};

async function preview(args: string, by: Client = operator, noun = 'downloads'): Promise<Change> {
  const field = `preview_bulk_${noun}`;
  return (await by.data<Record<string, Change>>(`mutation { ${field}(${args}) { ${CHANGE} } }`))[field] as Change;
}

async function run(id: string, requestId: string, by: Client = operator): Promise<Change & { message?: string }> {
  const data = await by.data<{ run_bulk_change: Change }>(
    `mutation { run_bulk_change(id: "${id}", request_id: "${requestId}") { ... on BulkChange { ${CHANGE} }
      ... on NotFoundError { message } ... on ConflictError { message } } }`,
  );
  return data.run_bulk_change;
}

describe('a preview', () => {
  test('counts what the filter and the action allow, and changes nothing', { tags: 'proof:bulk-preview' }, async () => {
    const source = newSource();
    const failed = await add(source, 'failed', '2026-11-01');
    await add(source, 'queued', '2026-11-02');
    await add(source, 'completed', '2026-11-03');
    await add(source, 'failed', '2026-11-04', elsewhere);
    const counted = await preview(`action: "retry", bundleNames: ["${source}"]`);
    expect(counted).toEqual({
      id: A_TEXT,
      kind: 'download',
      action: 'retry',
      count: 1,
      is_limited: false,
      open: 1,
      finished: null,
      outcomes: [],
      refusals: [],
    });
    expect((await preview(`action: "abandon", bundleNames: ["${source}"]`)).count).toBe(2);
    expect(
      (await preview(`action: "abandon", bundleNames: ["${source}"], report_datetime_after: "2026-11-02"`)).count,
    ).toBe(1);
    expect(await readStatus(account, 'download', failed)).toBe('failed');
  });

  test('says which matching rows it leaves out, by status', async () => {
    const source = newSource();
    await add(source, 'failed', '2026-11-01');
    const ended = await add(source, 'completed', '2026-11-02');
    await add(source, 'completed', '2026-11-03');
    await add(source, 'queued', '2026-11-04');
    const skippedOf = async (args: string, by = 'retry') => {
      const field = `preview_bulk_downloads(action: "${by}", ${args}) { skipped { status count has_more } }`;
      return (await operator.data<{ preview_bulk_downloads: { skipped: unknown } }>(`mutation { ${field} }`))
        .preview_bulk_downloads.skipped;
    };
    expect(await skippedOf(`bundleNames: ["${source}"]`)).toEqual([
      { status: 'completed', count: 2, has_more: false },
      { status: 'queued', count: 1, has_more: false },
    ]);
    expect(await skippedOf(`ids: ["${ended}"]`, 'abandon')).toEqual([
      { status: 'completed', count: 1, has_more: false },
    ]);
    expect(await skippedOf(`bundleNames: ["${source}"], status: ["failed"]`)).toEqual([]);
  });

  test('counts only the given ids of the account', async () => {
    const source = newSource();
    const [mine, other] = [await add(source, 'failed', '2026-11-01'), await add(source, 'failed', '2026-11-02')];
    const foreign = await add(source, 'failed', '2026-11-03', elsewhere);
    expect((await preview(`action: "retry", ids: ["${mine}", "${foreign}", "nonsense", "${mine}"]`)).count).toBe(1);
    expect((await preview(`action: "retry", ids: ["${mine}", "${other}"], search: "${source}"`)).count).toBe(2);
    expect((await preview('action: "retry", ids: []')).count).toBe(0);
  });

  test.each([
    ['an unknown action', 'action: "delete"'],
    ['no action', 'status: ["failed"]'],
    ['an unknown status', 'action: "retry", status: ["broken"]'],
    ['a date that does not exist', 'action: "retry", report_datetime_after: "2026-02-31"'],
  ])('refuses %s', async (_, args) => {
    const answer = await operator.ask(`mutation { preview_bulk_downloads(${args}) { count } }`);
    expect(answer.errors).toHaveLength(1);
    expect(answer.status).toBe(400);
  });
});

test('counts the rows of a list, whatever their status allows', async () => {
  const source = newSource();
  await add(source, 'failed', '2026-11-01');
  await add(source, 'completed', '2026-11-02');
  const count = (args: string) => operator.data(`{ matching_downloads(${args}) { count has_more } }`);
  expect(await count(`bundleNames: ["${source}"]`)).toEqual({ matching_downloads: { count: 2, has_more: false } });
  expect(await count(`bundleNames: ["${source}"], status: ["failed"]`)).toEqual({
    matching_downloads: { count: 1, has_more: false },
  });
  expect(await operator.data('{ matching_uploads(names: ["none"]) { count } }')).toEqual({
    matching_uploads: { count: 0 },
  });
});

describe('running a change', () => {
  test('changes what was counted, not what came later', { tags: 'proof:bulk-outcomes' }, async () => {
    const source = newSource();
    const dates = ['2026-11-01', '2026-11-02', '2026-11-03'];
    const [first = '', ended = '', replaced = ''] = await Promise.all(dates.map((date) => add(source, 'failed', date)));
    const { id } = await preview(`action: "retry", bundleNames: ["${source}"]`);
    const later = await add(source, 'failed', '2026-11-04');
    await account.rows(sql`update download set status = 'completed', dirty_row_status = 'none' where id = ${ended}`);
    await add(source, 'completed', '2026-11-03');
    const done = await run(id, 'request-1');
    expect(done).toMatchObject({ count: 3, open: 0, finished: A_TEXT });
    expect(new Map(done.outcomes.map(({ outcome, count }) => [outcome, count]))).toEqual(
      new Map([
        ['ok', 1],
        ['finished', 1],
        ['replaced', 1],
      ]),
    );
    expect(done.refusals).toEqual([
      {
        outcome: 'replaced',
        message: 'A later version of this report date has been downloaded or is on its way.',
        download: { id: replaced },
        upload: null,
      },
      {
        outcome: 'finished',
        message: 'The download has not failed, so it cannot be tried again.',
        download: { id: ended },
        upload: null,
      },
    ]);
    expect(await readStatus(account, 'download', first)).toBe('queued');
    expect(await readStatus(account, 'download', later)).toBe('failed');
  });

  test('processes 100 items a call and goes on with the same request', { tags: 'proof:bulk-batches' }, async () => {
    const source = newSource();
    const start = Date.parse('2026-01-01T00:00:00Z');
    for (let day = 0; day < 130; day += 1)
      await add(source, 'failed', new Date(start + day * 86_400_000).toISOString().slice(0, 10));
    const { id, count } = await preview(`action: "abandon", bundleNames: ["${source}"]`);
    expect(count).toBe(130);
    expect(await run(id, 'request-1')).toMatchObject({
      open: 30,
      finished: null,
      outcomes: [{ outcome: 'ok', count: 100 }],
    });
    expect(await run(id, 'request-1')).toMatchObject({ open: 0, outcomes: [{ outcome: 'ok', count: 130 }] });
  });

  test('twice with the same request changes nothing again', { tags: 'proof:bulk-idempotent' }, async () => {
    const source = newSource();
    const download = await add(source, 'failed', '2026-11-01');
    const { id } = await preview(`action: "retry", bundleNames: ["${source}"]`);
    const first = await run(id, 'request-1');
    await account.rows(sql`update download set status = 'failed' where id = ${download}`);
    expect(await run(id, 'request-1')).toEqual(first);
    expect(await readStatus(account, 'download', download)).toBe('failed');
  });

  test('running a change twice at the same time processes every item once', async () => {
    const source = newSource();
    for (const day of ['01', '02', '03', '04', '05', '06']) await add(source, 'failed', `2026-11-${day}`);
    const { id } = await preview(`action: "abandon", bundleNames: ["${source}"]`);
    await Promise.all([run(id, 'request-1'), run(id, 'request-1'), run(id, 'request-1')]);
    expect(await run(id, 'request-1')).toMatchObject({ open: 0, outcomes: [{ outcome: 'ok', count: 6 }] });
    const events = await account.rows(sql`
      select from event where code = 'ABANDONED' and download_declaration = ${source}`);
    expect(events).toHaveLength(6);
  });

  test('running a change is refused to another request, another person and after an hour', async () => {
    const source = newSource();
    const download = await add(source, 'failed', '2026-11-01');
    const { id } = await preview(`action: "retry", bundleNames: ["${source}"]`);
    expect(await run(id, 'request-1', colleague)).toEqual({ message: 'There is no such bulk change of yours.' });
    await account.rows(sql`update bulk_change set created = now() - interval '61 minutes' where id = ${id}`);
    expect(await run(id, 'request-1')).toEqual({
      message: 'The items were counted more than an hour ago. Count them again.',
    });
    expect(await readStatus(account, 'download', download)).toBe('failed');
    const again = await preview(`action: "retry", bundleNames: ["${source}"]`);
    await run(again.id, 'request-1');
    expect(await run(again.id, 'request-2')).toEqual({
      message: 'The bulk change was run by another request already. Count the items again.',
    });
  });

  test('abandons uploads', async () => {
    const { database } = server;
    const flow = await addFlow(database, account, { status: 'SINKING' });
    const upload = await addUpload(database, account, flow, { name: 'bulk', status: 'queued' });
    await addUnitOf(database, account, upload, { kind: 'upload', state: 'held' });
    const { id, count } = await preview('action: "abandon", names: ["bulk"]', operator, 'uploads');
    expect(count).toBe(1);
    expect(await run(id, 'request-1')).toMatchObject({ outcomes: [{ outcome: 'ok', count: 1 }] });
    expect(await viewer.data(`{ upload(id: "${upload}") { status } }`)).toEqual({ upload: { status: 'abandoned' } });
  });

  test.each([
    'mutation { preview_bulk_downloads(action: "retry") { count } }',
    'mutation { preview_bulk_uploads(action: "retry") { count } }',
    'mutation { run_bulk_change(id: "x", request_id: "y") { __typename } }',
    '{ bulk_change(id: "x") { count } }',
    '{ matching_downloads { count } }',
    '{ matching_uploads { count } }',
  ])('needs manage-pipelines: %s', async (text) => {
    expect(await viewer.ask(text)).toMatchObject({ status: 403 });
  });

  test('running a change is shown to the account only', async () => {
    const { id } = await preview('action: "retry", ids: []');
    expect(await operator.data(`{ bulk_change(id: "${id}") { count } }`)).toEqual({ bulk_change: { count: 0 } });
    const stranger = await server.tokenOf({ [elsewhere.accountId]: ['operator'] });
    const answer = await fetch(`${server.url}/api/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'request-id': 'request-12345',
        authorization: `Bearer ${stranger}`,
        'account-uri': elsewhere.urlName,
      },
      body: JSON.stringify({ query: `{ bulk_change(id: "${id}") { count } }` }),
    });
    expect(await answer.json()).toEqual({ data: { bulk_change: null } });
  });
});
