import {
  DOWNLOAD_STATUSES,
  DOWNLOAD_TRANSITIONS,
  FLOW_STATUSES,
  FLOW_TRANSITIONS,
  UPLOAD_STATUSES,
  UPLOAD_TRANSITIONS,
} from '@switchboard/model/status/status';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { addDownload, addFlow, addUpload } from '../../../testing/fill-account.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useDatabase } from '../../../testing/hooks/use-database.ts';
import type { UnitKind } from '../../db/unit-ref.ts';
import { changeStatus } from './unit-status.ts';

/** Every change of status that is legal, worked out from the specification by hand. Nothing else is. */
const LEGAL = [
  ['download', 'queued', 'requested'],
  ['download', 'queued', 'downloading'],
  ['download', 'queued', 'unpacking'],
  ['download', 'queued', 'retrying'],
  ['download', 'queued', 'failed'],
  ['download', 'queued', 'cancelled'],
  ['download', 'queued', 'abandoned'],
  ['download', 'requested', 'requested'],
  ['download', 'requested', 'downloading'],
  ['download', 'requested', 'unpacking'],
  ['download', 'requested', 'retrying'],
  ['download', 'requested', 'failed'],
  ['download', 'requested', 'cancelled'],
  ['download', 'requested', 'abandoned'],
  ['download', 'requested', 'completed'],
  ['download', 'requested', 'skipped'],
  ['download', 'downloading', 'requested'],
  ['download', 'downloading', 'downloading'],
  ['download', 'downloading', 'unpacking'],
  ['download', 'downloading', 'retrying'],
  ['download', 'downloading', 'failed'],
  ['download', 'downloading', 'cancelled'],
  ['download', 'downloading', 'abandoned'],
  ['download', 'downloading', 'completed'],
  ['download', 'downloading', 'skipped'],
  ['download', 'unpacking', 'requested'],
  ['download', 'unpacking', 'downloading'],
  ['download', 'unpacking', 'unpacking'],
  ['download', 'unpacking', 'retrying'],
  ['download', 'unpacking', 'failed'],
  ['download', 'unpacking', 'cancelled'],
  ['download', 'unpacking', 'abandoned'],
  ['download', 'unpacking', 'completed'],
  ['download', 'unpacking', 'skipped'],
  ['download', 'completed', 'queued'],
  ['download', 'retrying', 'requested'],
  ['download', 'retrying', 'downloading'],
  ['download', 'retrying', 'unpacking'],
  ['download', 'retrying', 'retrying'],
  ['download', 'retrying', 'failed'],
  ['download', 'retrying', 'cancelled'],
  ['download', 'retrying', 'abandoned'],
  ['download', 'retrying', 'queued'],
  ['download', 'failed', 'queued'],
  ['download', 'failed', 'abandoned'],
  ['upload', 'preparing', 'queued'],
  ['upload', 'preparing', 'failed'],
  ['upload', 'preparing', 'cancelled'],
  ['upload', 'preparing', 'abandoned'],
  ['upload', 'queued', 'uploading'],
  ['upload', 'queued', 'loading'],
  ['upload', 'queued', 'retrying'],
  ['upload', 'queued', 'failed'],
  ['upload', 'queued', 'cancelled'],
  ['upload', 'queued', 'abandoned'],
  ['upload', 'uploading', 'uploading'],
  ['upload', 'uploading', 'loading'],
  ['upload', 'uploading', 'retrying'],
  ['upload', 'uploading', 'failed'],
  ['upload', 'uploading', 'cancelled'],
  ['upload', 'uploading', 'abandoned'],
  ['upload', 'uploading', 'completed'],
  ['upload', 'loading', 'uploading'],
  ['upload', 'loading', 'loading'],
  ['upload', 'loading', 'retrying'],
  ['upload', 'loading', 'failed'],
  ['upload', 'loading', 'cancelled'],
  ['upload', 'loading', 'abandoned'],
  ['upload', 'loading', 'completed'],
  ['upload', 'retrying', 'uploading'],
  ['upload', 'retrying', 'loading'],
  ['upload', 'retrying', 'retrying'],
  ['upload', 'retrying', 'failed'],
  ['upload', 'retrying', 'cancelled'],
  ['upload', 'retrying', 'abandoned'],
  ['upload', 'retrying', 'queued'],
  ['upload', 'failed', 'preparing'],
  ['upload', 'failed', 'queued'],
  ['upload', 'failed', 'abandoned'],
  ['flow', 'PENDING', 'STARTED'],
  ['flow', 'PENDING', 'PROCESSING'],
  ['flow', 'PENDING', 'RETRIED'],
  ['flow', 'PENDING', 'FATAL'],
  ['flow', 'PENDING', 'ABANDONED'],
  ['flow', 'SOURCING', 'PENDING'],
  ['flow', 'SOURCING', 'FATAL'],
  ['flow', 'SOURCING', 'ABANDONED'],
  ['flow', 'STARTED', 'PROCESSING'],
  ['flow', 'STARTED', 'RETRIED'],
  ['flow', 'STARTED', 'SINKING'],
  ['flow', 'STARTED', 'STOPPED'],
  ['flow', 'STARTED', 'FATAL'],
  ['flow', 'STARTED', 'ABANDONED'],
  ['flow', 'PROCESSING', 'PROCESSING'],
  ['flow', 'PROCESSING', 'RETRIED'],
  ['flow', 'PROCESSING', 'SINKING'],
  ['flow', 'PROCESSING', 'STOPPED'],
  ['flow', 'PROCESSING', 'FATAL'],
  ['flow', 'PROCESSING', 'ABANDONED'],
  ['flow', 'RETRIED', 'PROCESSING'],
  ['flow', 'RETRIED', 'RETRIED'],
  ['flow', 'RETRIED', 'FATAL'],
  ['flow', 'RETRIED', 'ABANDONED'],
  ['flow', 'SINKING', 'STOPPED'],
  ['flow', 'SINKING', 'ERROR'],
  ['flow', 'SINKING', 'ABANDONED'],
  ['flow', 'WARNING', 'STOPPED'],
  ['flow', 'ERROR', 'PENDING'],
  ['flow', 'ERROR', 'SINKING'],
  ['flow', 'ERROR', 'STOPPED'],
  ['flow', 'ERROR', 'ABANDONED'],
  ['flow', 'FATAL', 'PENDING'],
  ['flow', 'FATAL', 'SOURCING'],
  ['flow', 'FATAL', 'ABANDONED'],
] as const;

const MACHINES = [
  ['download', DOWNLOAD_STATUSES, DOWNLOAD_TRANSITIONS],
  ['upload', UPLOAD_STATUSES, UPLOAD_TRANSITIONS],
  ['flow', FLOW_STATUSES, FLOW_TRANSITIONS],
] as const;

const { database } = useDatabase();
const account = useAccount({ database });
let ids: Readonly<Record<UnitKind, string>>;

beforeAll(async () => {
  const flow = await addFlow(database, account);
  ids = { flow, download: await addDownload(database, account), upload: await addUpload(database, account, flow) };
});

/** Puts the row into one status and asks the ledger for another; the status that it has then. */
async function moved(kind: UnitKind, from: string, to: string): Promise<string | undefined> {
  const ref = { accountId: account.accountId, unitId: ids[kind] };
  const table = sql.table(kind);
  await database.withAccount(account.accountId, (tx) =>
    sql`update ${table} set status = ${from} where id = ${ref.unitId}`.execute(tx),
  );
  await database
    .withAccount(account.accountId, (tx) => changeStatus(tx, kind, ref, to as never))
    .catch((error) => {
      expect(error).toMatchObject({ code: 'INTERNAL' });
    });
  const { rows } = await database.withAccount(account.accountId, (tx) =>
    sql<{ status: string }>`select status from ${table} where id = ${ref.unitId}`.execute(tx),
  );
  return rows[0]?.status;
}

it.each(LEGAL)('allows a %s to go from %s to %s', { tags: 'proof:status-transition' }, async (kind, from, to) => {
  expect(await moved(kind, from, to)).toBe(to);
});

it.each(MACHINES)('allows a %s no other transition', async (kind, statuses) => {
  const legal = new Set(LEGAL.filter(([of]) => of === kind).map(([, from, to]) => `${from} ${to}`));
  for (const from of statuses)
    for (const to of statuses)
      if (from !== to && !legal.has(`${from} ${to}`))
        expect(await moved(kind, from, to), `${from} to ${to}`).toBe(from);
});

it('agrees with the status tables of the model', () => {
  const tables = MACHINES.flatMap(([kind, , transitions]) =>
    Object.entries<readonly string[]>(transitions).flatMap(([from, to]) => to.map((next) => `${kind} ${from} ${next}`)),
  );
  expect(tables.sort()).toEqual(LEGAL.map((row) => row.join(' ')).sort());
});
