import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildSource } from '../../../testing/build-plan.ts';
import { addDownload, addFlow, addUpload } from '../../../testing/fill-account.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';

const server = useGraphqlServer();
const account = useAccount(server, { sources: [buildSource('ads')] });
const viewer = useClient(server, account, ['viewer']);

const FILES = [{ filename: 'ads.csv', key: 'k', bytes: 10 }];

async function retryFrom(kind: 'download' | 'upload', id: string): Promise<unknown> {
  const data = await viewer.data<Record<string, { retry_from: unknown }>>(`{ ${kind}(id: "${id}") { retry_from } }`);
  return data[kind]?.retry_from;
}

test.each([
  ['download', { status: 'failed' }],
  ['loading', { status: 'failed', raw: FILES }],
  ['download', { status: 'completed', dirty_row_status: 'all' }],
  [null, { status: 'completed', raw: FILES }],
  [null, { status: 'downloading' }],
])('a retry of a download begins with %s: %j', async (expected, values) => {
  expect(await retryFrom('download', await addDownload(server.database, account, values))).toBe(expected);
});

test('a retry downloads again when another script was published since', async () => {
  await account.rows(sql`
    insert into download_declaration (account_id, name, project, connector, scheduled_through)
    values (${account.accountId}, 'ads', 'ads', 'http', now())`);
  const [older] = await account.rows(sql<{ id: string }>`
    insert into changelist (account_id, description, status) values (${account.accountId}, 'Older', 'replaced') returning id`);
  const values = { status: 'failed', raw: FILES, changelist_id: older?.id ?? '' };
  expect(await retryFrom('download', await addDownload(server.database, account, values))).toBe('download');
  const backfill = await addDownload(server.database, account, { ...values, purpose: 'backfill' });
  expect(await retryFrom('download', backfill)).toBe('loading');
});

test.each([
  ['processing', { status: 'failed' }],
  ['delivery', { status: 'failed', result_key: 'key' }],
  [null, { status: 'completed', result_key: 'key' }],
])('a retry of an upload begins with %s: %j', async (expected, values) => {
  const flow = await addFlow(server.database, account);
  expect(await retryFrom('upload', await addUpload(server.database, account, flow, values))).toBe(expected);
});
