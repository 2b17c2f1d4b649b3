import { PipelineError } from '@switchboard/model/errors/errors';
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { addFlow, addUnitOf, addUpload } from '../../../testing/fill-account.ts';
import { useAccount, usePerson } from '../../../testing/hooks/use-account.ts';
import { useDatabase } from '../../../testing/hooks/use-database.ts';
import { IDLE_QUEUE } from '../../../testing/idle-queue.ts';
import { createBackfillActions } from '../../features/backfills/service.ts';
import type { Session } from '../../identity/session.ts';
import { failUnit } from '../attempts/fail-unit.ts';
import { requestCancel } from '../state/request-cancel.ts';
import { cancelBackfill, undecidedUploads } from './cancel-backfill.ts';

const { database } = useDatabase();
const person = usePerson({ database });
const account = useAccount({ database }, {}, beforeEach);
const { rows } = account;
let backfillId: string;
let flowId: string;

beforeEach(async () => {
  const [row] = await rows(sql<{ id: string }>`
    insert into backfill (account_id, title, status, start_date, end_date, changelist_id, upload_names, download_names)
    values (${account.accountId}, 'Again', 'running', '2026-11-20', '2026-11-20', ${account.changelistId}, '{a,b}', '{ads}')
    returning id`);
  backfillId = row?.id ?? '';
  flowId = await addFlow(database, account, { purpose: 'backfill', backfill_id: backfillId, status: 'SINKING' });
  await addUnitOf(database, account, flowId, { kind: 'flow', purpose: 'backfill' });
});

const backfill = () => ({ accountId: account.accountId, backfillId });

/** An upload that waits for its retry. `committing`: an attempt was lost while it committed. */
async function upload(name: string, committing: boolean): Promise<string> {
  const id = await addUpload(database, account, flowId, { name, purpose: 'backfill', status: 'queued' });
  const lost = committing ? { attempt: 1, commit_attempt: 1 } : {};
  await addUnitOf(database, account, id, { kind: 'upload', purpose: 'backfill', state: 'ready', ...lost });
  return id;
}

/** The destination never answered whether an upload was committed. */
async function failPermanently(unitId: string): Promise<void> {
  const unit = { accountId: account.accountId, unitId, kind: 'upload', purpose: 'backfill' } as const;
  const failure = new PipelineError('STORAGE_FULL', {});
  await database.withAccount(account.accountId, (tx) =>
    failUnit(tx, IDLE_QUEUE, { ...unit, retryCount: 5, retryLimit: 5 }, { retry: false, reason: 'permanent', failure }),
  );
}

/** The flow's status, and each upload with its own. */
const statuses = async (): Promise<string[]> =>
  (
    await rows(sql<{ text: string }>`
      select status as text from flow union all select name || ' ' || status from upload order by text`)
  ).map(({ text }) => text);
const undecided = (): Promise<number> =>
  database.withAccount(account.accountId, (tx) => undecidedUploads(tx, backfill()));

it('ends a flow whose abandoned upload failed permanently', async () => {
  const [given] = [await upload('a', true), await upload('b', false)];
  const unit = { accountId: account.accountId, unitId: given, purpose: 'backfill' } as const;
  const how = { status: 'abandoned', by: 'Olivia' } as const;
  expect(await database.withAccount(account.accountId, (tx) => requestCancel(tx, IDLE_QUEUE, unit, how))).toBe(true);
  await failPermanently(given);
  expect(await statuses()).toEqual(['SINKING', 'a failed', 'b queued']);
  const session = { accountId: account.accountId, person } as unknown as Session;
  const actions = createBackfillActions({ database, queue: IDLE_QUEUE, now: Date.now });
  expect(await actions.save(session, backfillId, { cancel: true })).toEqual({ kind: 'ok' });
  expect(await statuses()).toEqual(['ABANDONED', 'a failed', 'b cancelled']);
  expect(await rows(sql`select 1 from unit where state <> 'done'`)).toEqual([]);
  expect(await undecided()).toBe(0);
});

it('waits only for uploads that may still be delivered, not for those that failed before', async () => {
  const [given, open] = [await upload('a', true), await upload('b', true)];
  const unit = { accountId: account.accountId, unitId: given, purpose: 'backfill' } as const;
  const how = { status: 'abandoned', by: 'Olivia' } as const;
  await database.withAccount(account.accountId, (tx) => requestCancel(tx, IDLE_QUEUE, unit, how));
  await failPermanently(given);
  const cancel = () =>
    database.withAccount(account.accountId, (tx) => cancelBackfill(tx, IDLE_QUEUE, backfill(), person));
  expect(await cancel()).toBe('undecided');
  expect(await undecided()).toBe(1);
  expect(await statuses()).toEqual(['SINKING', 'a failed', 'b queued']);
  await failPermanently(open);
  // It is unknown whether the upload was delivered, so the answer must not be that it was not.
  expect(await undecided()).toBe(1);
  expect(await statuses()).toEqual(['ERROR', 'a failed', 'b failed']);
});
