import { BACKFILL_ACTIVE } from '@switchboard/model/backfill';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { recordEvent } from '../../journal/record-event.ts';
import type { Queue } from '../../queue/queue.ts';
import { revokeUnits } from '../../units/unit.ts';
import { cancelDownloads } from '../state/download-rows.ts';
import { abandonFlows } from '../state/flow-rows.ts';
import { requestCancel } from '../state/request-cancel.ts';
import { cancelUploads } from '../state/upload-rows.ts';

export type BackfillRef = { readonly accountId: string; readonly backfillId: string };

/**
 * Ends a backfill permanently: once this has committed with `ok`, no attempt of it publishes anything, and its uploads and
 * dates are free for another one. Delivered uploads stay. `undecided`: some uploads may be at their destinations; each ends as
 * soon as its destination answers that it is not.
 */
export async function cancelBackfill(
  tx: Tx,
  queue: Queue,
  ref: BackfillRef,
  by: { readonly id: string; readonly name: string },
): Promise<'ok' | 'not_found' | 'finished' | 'undecided'> {
  const { accountId, backfillId } = ref;
  // Not a stronger lock: units that this waits for insert events that refer to the row.
  const locked = await sql<{ status: string; title: string }>`
    select status, title from backfill where account_id = ${accountId} and id = ${backfillId} for no key update
  `.execute(tx);
  const [row] = locked.rows;
  if (!row) return 'not_found';
  if (BACKFILL_ACTIVE.every((status) => status !== row.status)) return 'finished';
  await markCancelled(tx, ref, by.id);
  const message = `Cancelled by ${by.name}`;
  await stopUnits(tx, ref, KINDS.before);
  const undecided = await requestCancelOfUploads(tx, queue, ref, by.name);
  await stopUnits(tx, ref, KINDS.uploads);
  const stopped = await endRows(tx, ref, message);
  await recordEvent(tx, {
    accountId,
    backfillId,
    purpose: 'backfill',
    severity: 'info',
    code: 'BACKFILL_CANCELLED',
    parameters: { person: by.name, title: row.title, stopped },
  });
  return undecided > 0 ? 'undecided' : 'ok';
}

/** Lets other backfills have the uploads and dates of one that is over. */
export async function releaseDates(tx: Tx, { accountId, backfillId }: BackfillRef): Promise<void> {
  await sql`
    update backfill_upload set active = false where account_id = ${accountId} and backfill_id = ${backfillId}
  `.execute(tx);
}

const owned = ({ accountId, backfillId }: BackfillRef): RawBuilder<unknown> =>
  sql`account_id = ${accountId} and backfill_id = ${backfillId}`;
/**
 * An array, here and below, makes the planner use an index for thousands of pipelines. With statistics from before the backfill
 * it would join them row by row.
 */
const uploadsOf = ({ accountId, backfillId }: BackfillRef): RawBuilder<unknown> =>
  sql`select id from upload where account_id = ${accountId} and flow_id = any(array(
    select id from flow where account_id = ${accountId} and backfill_id = ${backfillId}))`;

/** Condition on a unit: its upload may be at the destination, which is still being queried. A failed query ends it as failed. */
const UNDECIDED = sql`cancel_requested is not null and state <> 'done'`;

/** Marks a backfill as cancelled, and frees its dates. Its units are the caller's to end. */
export async function markCancelled(tx: Tx, ref: BackfillRef, personId: string): Promise<void> {
  await sql`
    update backfill set status = 'cancelled', cancelled_on = now(), cancelled_by = ${personId}, finished = now()
    where account_id = ${ref.accountId} and id = ${ref.backfillId}
  `.execute(tx);
  await releaseDates(tx, ref);
}

type Ids = (ref: BackfillRef) => RawBuilder<unknown>;
/** In the order in which the work itself locks them: downloads, then flows, then uploads. */
const KINDS: Readonly<Record<'before' | 'uploads', readonly Ids[]>> = {
  before: [
    (ref) => sql`select id from download where ${owned(ref)}`,
    (ref) => sql`select id from flow where ${owned(ref)}`,
  ],
  uploads: [uploadsOf],
};

/** Revokes every unit of these kinds that is not over, and stops those that run. */
async function stopUnits(tx: Tx, ref: BackfillRef, kinds: readonly Ids[]): Promise<void> {
  for (const ids of kinds) await revokeUnits(tx, ref.accountId, ids(ref));
}

/** Locks all uploads, and requests the cancel of those that may be at their destinations. Returns how many those are. */
async function requestCancelOfUploads(tx: Tx, queue: Queue, ref: BackfillRef, by: string): Promise<number> {
  const found = await sql<{ id: string; open: boolean }>`
    select id, state <> 'done' and commit_attempt is not null as open from unit
    where account_id = ${ref.accountId} and id = any(array(${uploadsOf(ref)})) order by id for update
  `.execute(tx);
  const open = found.rows.filter((row) => row.open);
  for (const { id } of open)
    await requestCancel(
      tx,
      queue,
      { accountId: ref.accountId, unitId: id, purpose: 'backfill' },
      { status: 'cancelled', by },
    );
  return open.length;
}

/** Sets the status of the downloads, uploads and flows. Returns how many flows were ended. */
async function endRows(tx: Tx, ref: BackfillRef, message: string): Promise<number> {
  const { accountId } = ref;
  await cancelDownloads(tx, owned(ref), message);
  const units = (which: RawBuilder<unknown>): RawBuilder<unknown> => sql`
    array(select id from unit where account_id = ${accountId} and id = any(array(${uploadsOf(ref)})) and ${which})`;
  await cancelUploads(tx, sql`account_id = ${accountId} and id = any(${units(sql`not (${UNDECIDED})`)})`, message);
  const undecided = sql`
    select flow_id from upload where account_id = ${accountId} and id = any(${units(UNDECIDED)})`;
  return abandonFlows(tx, sql`${owned(ref)} and id not in (${undecided})`, message);
}

/**
 * How many uploads of a cancelled backfill may still be at their destinations: those whose destination is being queried, and
 * those for which that query has failed permanently. Other failed uploads had failed before the cancel.
 */
export async function undecidedUploads(tx: Tx, ref: BackfillRef): Promise<number> {
  const found = await sql<{ uploads: number }>`
    select count(*)::int as uploads from unit
    where account_id = ${ref.accountId} and id = any(array(${uploadsOf(ref)})) and (${UNDECIDED} or cancel_requested = 'cancelled')
  `.execute(tx);
  return found.rows[0]?.uploads ?? 0;
}
