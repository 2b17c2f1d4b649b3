import { LIMITS } from '@switchboard/model/limits';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildSource } from '../../../testing/build-plan.ts';
import { addDownload, addUnitOf } from '../../../testing/fill-account.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';

const server = useGraphqlServer();
const account = useAccount(server, { sources: [buildSource('ads')] });
const viewer = useClient(server, account, ['viewer']);

type Waiting = Record<string, unknown> | null;

async function waitingOf(unit: Readonly<Record<string, string | number | null>>): Promise<Waiting> {
  const id = await addDownload(server.database, account, { source: 'ads', status: 'queued' });
  await addUnitOf(server.database, account, id, { kind: 'download', ...unit });
  const data = await viewer.data<{ download: { waiting: Waiting } }>(
    `{ download(id: "${id}") { waiting { reason blocked_kind blocked_by next_try slots { running limit } } } }`,
  );
  return data.download.waiting;
}

const FREE = { blocked_kind: null, blocked_by: null, next_try: null, slots: null };

test('a retry shows when it is tried next', { tags: 'proof:waiting-retry' }, async () => {
  const next = '2026-11-21T07:00:00.000Z';
  expect(await waitingOf({ state: 'waiting', retry_count: 1, next_try: next })).toEqual({
    ...FREE,
    reason: 'retry_scheduled',
    next_try: next,
  });
});

test('a download without files names its source', { tags: 'proof:waiting-files' }, async () => {
  await account.rows(sql`
    insert into download_declaration (account_id, name, project, connector, scheduled_through)
    values (${account.accountId}, 'ads', 'ads', 'http', now())`);
  expect(await waitingOf({ state: 'held', blocked_kind: 'files', blocked_by: 'ads' })).toEqual({
    ...FREE,
    reason: 'checking_files',
    blocked_kind: 'files',
    blocked_by: 'ads',
  });
});

test('a unit without a free slot shows how many run', { tags: 'proof:waiting-slots' }, async () => {
  for (let running = 0; running < LIMITS.runningPerAccount; running += 1) {
    const id = await addDownload(server.database, account, { source: 'ads', status: 'downloading' });
    await addUnitOf(server.database, account, id, {
      kind: 'download',
      state: 'running',
      lease_until: '2099-01-01T00:00:00Z',
    });
  }
  expect(await waitingOf({ state: 'ready' })).toEqual({
    ...FREE,
    reason: 'account_limit',
    blocked_kind: 'account_slot',
    slots: { running: LIMITS.runningPerAccount, limit: LIMITS.runningPerAccount },
  });
});
