import { randomUUID } from 'node:crypto';
import { LIMITS } from '@switchboard/model/limits';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildAccount } from '../../../testing/build-account.ts';
import { buildSource } from '../../../testing/build-plan.ts';
import { addDownload, addFlow, addUnitOf } from '../../../testing/fill-account.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { queuedBefore } from '../../units/queued-before.ts';

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

async function addQueued(units: number, reason: Readonly<Record<string, string | null>> = {}): Promise<string[]> {
  const ids: string[] = [];
  for (let count = 0; count < units; count += 1) {
    const id = await addDownload(server.database, account, { source: 'ads', status: 'queued' });
    await addUnitOf(server.database, account, id, { kind: 'download', state: 'ready', ...reason });
    ids.push(id);
  }
  return ids;
}

const beforeOf = async (ids: readonly string[]): Promise<readonly (number | null)[]> => {
  const before: (number | null)[] = [];
  for (const id of ids) {
    const data = await viewer.data<{ download: { waiting: { before: number | null } } }>(
      `{ download(id: "${id}") { waiting { before } } }`,
    );
    before.push(data.download.waiting.before);
  }
  return before;
};

describe('what goes before a queued unit', () => {
  beforeEach(async () => {
    await account.rows(
      sql`update unit set state = 'done', lease_until = null, next_try = null, blocked_kind = null, blocked_by = null`,
    );
  });

  test('counts units of its account and lane, up to a hundred', { tags: 'proof:waiting-before' }, async () => {
    const other = await buildAccount(server.database);
    const [first, second, last] = await addQueued(3);
    const add = (accountId: string, unitId: string | undefined, lane: string, made: number) =>
      server.database.withAccount(accountId, (tx) =>
        sql`insert into queue.job (unit_id, account_id, lane, priority) values (${unitId}, ${accountId}, ${lane}, ${-made})`.execute(
          tx,
        ),
      );
    await add(account.accountId, first, 'production', 1);
    await add(account.accountId, second, 'production', 2);
    await add(other.accountId, randomUUID(), 'production', 0);
    await add(account.accountId, randomUUID(), 'interactive', 0);
    for (let count = 0; count < 99; count += 1) await add(account.accountId, randomUUID(), 'production', 3);
    await add(account.accountId, last, 'production', 4);
    expect(await beforeOf([first ?? '', second ?? '', last ?? ''])).toEqual([0, 1, 100]);
  });

  test('counts units that wait for the same slot of a key, and names none for units that wait for files', {}, async () => {
    await account.rows(sql`insert into key (account_id, name, type) values (${account.accountId}, 'one', 'http')`);
    const waiting = await addQueued(2, { state: 'held', blocked_kind: 'key_slot', blocked_by: 'one' });
    const [files] = await addQueued(1, { state: 'held', blocked_kind: 'files', blocked_by: 'ads' });
    const found = await server.database.withAccount(account.accountId, (tx) =>
      queuedBefore(tx, account.accountId, [...waiting, files ?? '']),
    );
    expect(found).toEqual(new Map(waiting.map((id, index) => [id, index])));
  });

  test('a run shows why the first of its downloads waits, until one runs', {
    tags: 'proof:waiting-input',
  }, async () => {
    const [download] = await addQueued(1);
    const flow = await addFlow(server.database, account, { status: 'SOURCING' });
    await addUnitOf(server.database, account, flow, { kind: 'flow', state: 'held' });
    await account.rows(sql`
      insert into flow_source (account_id, flow_id, download_id) values (${account.accountId}, ${flow}, ${download})`);
    const input = async (): Promise<unknown> =>
      (
        await viewer.data<{ flow: { waiting: { input: unknown } } }>(
          `{ flow(id: "${flow}") { waiting { input { reason } } } }`,
        )
      ).flow.waiting.input;
    expect(await input()).toEqual({ reason: 'queued' });
    await account.rows(
      sql`update unit set state = 'running', lease_until = now() + interval '1 hour' where id = ${download}`,
    );
    expect(await input()).toBeNull();
  });
});
