import { BACKFILL_ACTIVE, DOWNLOAD_UNFINISHED, FLOW_FINAL, UPLOAD_UNFINISHED } from '@switchboard/model';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { recordEvent } from '../../ledger/record-event.ts';

export type BackfillRef = { readonly accountId: string; readonly backfillId: string };

/**
 * Ends a backfill for good: once this has committed, no attempt of it publishes anything, and its uploads and dates are
 * free for another one. What has been delivered stays.
 */
export async function cancelBackfill(
  tx: Tx,
  ref: BackfillRef,
  by: { readonly id: string; readonly name: string },
): Promise<'ok' | 'not_found' | 'finished'> {
  const { accountId, backfillId } = ref;
  // Of this strength, since events of its work, which this waits for, refer to the row.
  const locked = await sql<{ status: string; title: string }>`
    select status, title from backfill where account_id = ${accountId} and id = ${backfillId} for no key update
  `.execute(tx);
  const [row] = locked.rows;
  if (!row) return 'not_found';
  if (BACKFILL_ACTIVE.every((status) => status !== row.status)) return 'finished';
  await sql`
    update backfill set status = 'cancelled', cancelled_on = now(), cancelled_by = ${by.id}, finished = now()
    where account_id = ${accountId} and id = ${backfillId}
  `.execute(tx);
  await releaseDates(tx, ref);
  const stopped = await stopUnits(tx, ref);
  await endRows(tx, ref, `Cancelled by ${by.name}`);
  await recordEvent(tx, {
    accountId,
    backfillId,
    purpose: 'backfill',
    severity: 'info',
    message: `${by.name} cancelled the backfill ${row.title}. Pipelines stopped: ${stopped}.`,
  });
  return 'ok';
}

/** Lets other backfills have the uploads and dates of one that is over. */
export async function releaseDates(tx: Tx, { accountId, backfillId }: BackfillRef): Promise<void> {
  await sql`
    update backfill_upload set active = false where account_id = ${accountId} and backfill_id = ${backfillId}
  `.execute(tx);
}

/** Revokes every unit that is not over and stops those that run. Answers how many flows there were among them. */
async function stopUnits(tx: Tx, { accountId, backfillId }: BackfillRef): Promise<number> {
  const owned = sql`account_id = ${accountId} and backfill_id = ${backfillId}`;
  // In the order in which the work itself locks them: downloads, then flows, then uploads.
  const kinds: readonly RawBuilder<unknown>[] = [
    sql`select id from download where ${owned}`,
    sql`select id from flow where ${owned}`,
    sql`select u.id from upload u join flow f on f.account_id = u.account_id and f.id = u.flow_id
      where f.account_id = ${accountId} and f.backfill_id = ${backfillId}`,
  ];
  for (const ids of kinds) {
    await sql`
      with locked as materialized (
        select id, state from unit where account_id = ${accountId} and id in (${ids}) and state <> 'done'
        order by id for update
      ), stopped as (
        update unit set state = 'done', attempt = attempt + 1, lease_until = null, next_try = null, phase = null,
          blocked_by = null
        from locked where unit.account_id = ${accountId} and unit.id = locked.id
      )
      select pg_notify('switchboard_units', 'stop ' || id) from locked where state = 'running'
    `.execute(tx);
  }
  const open = await sql<{ flows: number }>`
    select count(*)::int as flows from flow where ${owned} and status <> all(${[...FLOW_FINAL]}::text[])
  `.execute(tx);
  return open.rows[0]?.flows ?? 0;
}

/** Shows the end in the rows that people see. */
async function endRows(tx: Tx, { accountId, backfillId }: BackfillRef, message: string): Promise<void> {
  await sql`
    update download set status = 'cancelled', finished = now(), message = ${message}, progress = '{}'
    where account_id = ${accountId} and backfill_id = ${backfillId} and status = any(${[...DOWNLOAD_UNFINISHED]}::text[])
  `.execute(tx);
  await sql`
    update upload set status = 'cancelled', finished = now(), message = ${message}, progress = '{}'
    from flow where flow.account_id = ${accountId} and flow.backfill_id = ${backfillId}
      and upload.account_id = flow.account_id and upload.flow_id = flow.id
      and upload.status = any(${[...UPLOAD_UNFINISHED]}::text[])
  `.execute(tx);
  await sql`
    update flow set status = 'ABANDONED', finished = now(), message = ${message}
    where account_id = ${accountId} and backfill_id = ${backfillId} and status <> all(${[...FLOW_FINAL]}::text[])
  `.execute(tx);
}
