import { addDays } from '@switchboard/model/schedule/schedule';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildKey, buildSource } from '../../../testing/build-plan.ts';
import { addDownload, addFlow, addInput, addPart, addUnitOf, addUpload } from '../../../testing/fill-account.ts';
import { ask } from '../../../testing/graphql-server.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useGraphqlServer } from '../../../testing/hooks/use-server.ts';

const server = useGraphqlServer();
const KEY = buildKey('api');
const account = useAccount(server, { sources: [buildSource('ads', { key: KEY })] }, beforeEach);
const { rows: run } = account;

beforeEach(async () => {
  const { accountId } = account;
  await run(
    sql`insert into key (account_id, id, name, type, status) values (${accountId}, ${KEY.id}, 'api', 'http', 'suspended')`,
  );
  await run(
    sql`insert into download_declaration (account_id, name, project, connector, key_id, scheduled_through)
      values (${accountId}, 'ads', 'ads', 'http', ${KEY.id}, now())`,
  );
});

/** A download of some days ago. */
async function add(daysAgo: number, status: string, unit: Parameters<typeof addUnitOf>[3]): Promise<string> {
  const report_date = addDays(new Date().toISOString().slice(0, 10), -daysAgo);
  const id = await addDownload(server.database, account, { report_date, status, due: `${report_date}T06:00:00Z` });
  await addUnitOf(server.database, account, id, unit);
  return id;
}
const failed = (daysAgo: number): Promise<string> => add(daysAgo, 'failed', { kind: 'download' });

/** The last event message after this mutation. */
async function messageAfter(mutation: string): Promise<string | undefined> {
  const token = await server.tokenOf({ [account.accountId]: ['developer'] });
  const { errors } = await ask(server, { token, account: account.urlName }, `mutation { ${mutation} { __typename } }`);
  expect(errors).toEqual([]);
  const [last] = await run(sql<{ message: string }>`select message from event order by id desc limit 1`);
  return last?.message.replace(/Person \d+/, 'Dora');
}

describe('the record of unsuspending', () => {
  test('records what unsuspending a key started', { tags: 'proof:unsuspend-key-event' }, async () => {
    const waiting = await add(1, 'queued', { kind: 'download', state: 'held', blocked_kind: 'key', blocked_by: 'api' });
    const [recent, old] = [await failed(2), await failed(30)];
    expect(await messageAfter('save_credential(name: "api", status: "active")')).toBe(
      'The key api was unsuspended by Dora. Waiting: 1, tried again: 1.',
    );
    expect(server.woken).toEqual(expect.arrayContaining([waiting, recent]));
    // It lies before the lookback.
    expect(server.woken).not.toContain(old);
  });

  test('case unsuspend-forgets-backfill: retries the dates of a backfill that the key failed, however old, and none that failed otherwise', {
    tags: 'case:unsuspend-forgets-backfill',
  }, async () => {
    const addFailed = async (daysAgo: number, failure_code: string, more: Record<string, unknown> = {}) => {
      const report_date = addDays(new Date().toISOString().slice(0, 10), -daysAgo);
      const values = {
        report_date,
        status: 'failed',
        purpose: 'backfill',
        failure_code,
        finished: new Date(),
        ...more,
      };
      const id = await addDownload(server.database, account, values);
      await addUnitOf(server.database, account, id, { kind: 'download', purpose: 'backfill', state: 'done' });
      return id;
    };
    const rejected = [await addFailed(200, 'SOURCE_AUTH_FAILED'), await addFailed(2, 'SOURCE_AUTH_FAILED')];
    const others = [
      await addFailed(3, 'SOURCE_NOT_FOUND'),
      await addFailed(4, 'SOURCE_AUTH_FAILED', { finished: new Date('2020-01-01') }),
    ];
    expect(await messageAfter('save_credential(name: "api", status: "active")')).toBe(
      'The key api was unsuspended by Dora. Waiting: 0, tried again: 2.',
    );
    const statuses = await run(sql<{ id: string; status: string }>`select id, status from download`);
    const statusOf = (id: string) => statuses.find((row) => row.id === id)?.status;
    expect(rejected.map(statusOf)).toEqual(['queued', 'queued']);
    expect(others.map(statusOf)).toEqual(['failed', 'failed']);
    expect(server.woken).toEqual(expect.arrayContaining(rejected));
  });

  test.each([
    [0, 'ads was unsuspended by Dora.'],
    [1, 'ads was unsuspended by Dora. 1 failed run is tried again.'],
    [2, 'ads was unsuspended by Dora. 2 failed runs are tried again.'],
  ])(
    'records what unsuspending a download started of which %i runs failed',
    { tags: 'proof:unsuspend-download-event' },
    async (count, message) => {
      await run(sql`update download_declaration set status = 'suspended'`);
      for (let day = 1; day <= count; day += 1) await failed(day);
      expect(await messageAfter('save_source_bundle(name: "ads", status: "active")')).toBe(message);
    },
  );
});

test.each([
  ['a key', 'save_credential(name: "api", status: "active")'],
  ['a download', 'save_source_bundle(name: "ads", status: "active")'],
])('unsuspending %s does not leave probes overdue since the suspension', async (what, mutation) => {
  if (what === 'a download') await run(sql`update download_declaration set status = 'suspended'`);
  const late = async (of: string): Promise<unknown[]> =>
    run(sql`select next_probe < now() - interval '1 minute' as late, next_probe > now() + interval '1 hour' as later
      from download_declaration where name = ${of}`);
  await run(sql`update download_declaration set next_probe = now() - interval '7 days'`);
  await messageAfter(mutation);
  expect(await late('ads')).toEqual([{ late: false, later: false }]);
});

test('unsuspending a key changes no future probe, and no source of another key', async () => {
  await run(
    sql`insert into download_declaration (account_id, name, project, connector, key_id, scheduled_through, next_probe) values
      (${account.accountId}, 'later', 'ads', 'file', ${KEY.id}, now(), now() + interval '2 hours'),
      (${account.accountId}, 'other', 'ads', 'file', null, now(), now() - interval '2 hours')`,
  );
  const before = await run(sql`select name, next_probe from download_declaration order by name`);
  await messageAfter('save_credential(name: "api", status: "active")');
  expect(await run(sql`select name, next_probe from download_declaration order by name`)).toEqual(before);
});

describe('an upload whose processing failed', () => {
  let input: { readonly part: string; readonly download: string };
  beforeEach(async () => {
    await run(
      sql`insert into upload_declaration (account_id, name, project, connector, destination, status, key_id)
        values (${account.accountId}, 'daily', 'ads', 'file', 'file', 'suspended', ${KEY.id})`,
    );
    const download = await addDownload(server.database, account, { status: 'completed' });
    input = { part: await addPart(server.database, account, download), download };
  });

  /** A flow of some days ago, with the upload that it was to make. */
  async function addRun(daysAgo: number, flowStatus: string, status: string, purpose = 'production'): Promise<string> {
    const dated = { report_date: addDays(new Date().toISOString().slice(0, 10), -daysAgo), purpose };
    const flow = await addFlow(server.database, account, { ...dated, status: flowStatus });
    await addUnitOf(server.database, account, flow, { kind: 'flow', purpose });
    await addInput(server.database, account, 'flow', flow, input.part, input.download);
    const upload = await addUpload(server.database, account, flow, { ...dated, status });
    await addUnitOf(server.database, account, upload, { kind: 'upload', purpose });
    return flow;
  }
  const statusesOf = async (flow: string): Promise<string[]> =>
    (
      await run(sql<{ status: string }>`
        select status from flow where id = ${flow} union all select status from upload where flow_id = ${flow}`)
    ).map(({ status }) => status);
  const UNSUSPEND = 'save_export(name: "daily", status: "active")';

  test('an upload whose processing failed is processed again with its declaration, as far back as other failed runs', async () => {
    const [failedRun, old] = [await addRun(1, 'FATAL', 'failed'), await addRun(31, 'FATAL', 'failed')];
    const backfilled = await addRun(2, 'FATAL', 'failed', 'backfill');
    expect(await messageAfter(UNSUSPEND)).toBe('daily was unsuspended by Dora. 1 failed run is tried again.');
    expect(await statusesOf(failedRun)).toEqual(['PENDING', 'preparing']);
    expect(server.woken).toContain(failedRun);
    for (const flow of [old, backfilled]) expect(await statusesOf(flow)).toEqual(['FATAL', 'failed']);
  });

  const AGAIN = ['PENDING', 'preparing'];
  const LEFT = ['FATAL', 'failed'];
  test.each([
    ['failed too', ['FATAL', 'failed'], { earlier: LEFT, later: AGAIN }],
    ['was uploaded', ['STOPPED', 'completed'], { earlier: LEFT, later: ['STOPPED', 'completed'] }],
    ['was abandoned', ['ABANDONED', 'abandoned'], { earlier: AGAIN, later: ['ABANDONED', 'abandoned'] }],
  ] as const)(
    'an upload whose processing failed is processed again or not when a later one of its date %s',
    async (_, [flow, upload], expected) => {
      const earlier = await addRun(1, 'FATAL', 'failed');
      const later = await addRun(1, flow, upload);
      await messageAfter(UNSUSPEND);
      expect({ earlier: await statusesOf(earlier), later: await statusesOf(later) }).toEqual(expected);
    },
  );

  test('an upload whose processing failed is not retried with its key', async () => {
    await run(sql`update upload_declaration set status = 'active'`);
    const flow = await addRun(1, 'FATAL', 'failed');
    expect(await messageAfter('save_credential(name: "api", status: "active")')).toBe(
      'The key api was unsuspended by Dora. Waiting: 0, tried again: 0.',
    );
    expect(await statusesOf(flow)).toEqual(['FATAL', 'failed']);
  });
});
