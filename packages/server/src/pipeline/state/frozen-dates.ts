import { type FrozenDates, frozenDatesText } from '@switchboard/model/schedule/frozen-dates';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { UnitRef } from '../../db/unit-ref.ts';

/** Condition on a freeze `z` and an upload `p`: it covers the upload's report date. */
const COVERS = sql`z.account_id = p.account_id and (z.upload_name is null or z.upload_name = p.name)
  and p.report_date between coalesce(z.first_date, p.report_date) and z.last_date`;

/** Condition on a freeze `z` and an upload `p`: the upload would replace what was delivered for a frozen report date. */
export const IS_FROZEN = sql`${COVERS} and p.purpose <> 'proof' and not p.replaces_frozen and exists (
  select from upload was where was.account_id = p.account_id and was.name = p.name and was.report_date = p.report_date
    and was.status = 'completed' and was.purpose <> 'proof' and was.id <> p.id)`;

export type Freeze = FrozenDates & { readonly id: string };

/**
 * Serializes freezes of an account with the transactions that mark a delivery as begun: one that has begun before a freeze is stored
 * is finished, and no other begins after.
 * @param mode `exclusive` for the transaction that stores a freeze
 */
export async function lockFreezes(tx: Tx, accountId: string, mode: 'shared' | 'exclusive'): Promise<void> {
  const key = sql`hashtextextended(${`freezes ${accountId}`}, 0)`;
  if (mode === 'shared') await sql`select pg_advisory_xact_lock_shared(${key})`.execute(tx);
  else await sql`select pg_advisory_xact_lock(${key})`.execute(tx);
}

/** The freeze that keeps an upload from being delivered; null for none, and for one whose delivery has begun. */
export async function freezeOfUpload(tx: Tx, { accountId, unitId }: UnitRef): Promise<Freeze | null> {
  const { rows } = await sql<Freeze>`
    select z.id, z.first_date::text as first, z.last_date::text as last
    from upload p join unit u on u.account_id = p.account_id and u.id = p.id and u.commit_attempt is null
    join report_freeze z on ${IS_FROZEN}
    where p.account_id = ${accountId} and p.id = ${unitId} order by z.id limit 1
  `.execute(tx);
  return rows[0] ?? null;
}

/** Names of the uploads of a flow that a freeze keeps from being delivered. */
export async function frozenUploads(tx: Tx, { accountId, unitId }: UnitRef): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select p.name from upload p where p.account_id = ${accountId} and p.flow_id = ${unitId}
      and exists (select from report_freeze z where ${IS_FROZEN}) order by p.name
  `.execute(tx);
  return rows.map(({ name }) => name);
}

/** A freeze of report dates that were delivered, with how many of them. */
export type FrozenDelivery = FrozenDates & { readonly upload: string; readonly dates: number };

/** The first upload, by name, of which frozen report dates in a range were delivered; null when all may be delivered again. */
export async function frozenDelivery(
  tx: Tx,
  accountId: string,
  names: readonly string[],
  range: { readonly start: string; readonly end: string },
): Promise<FrozenDelivery | null> {
  const { rows } = await sql<FrozenDelivery>`
    select p.name as upload, z.first_date::text as first, z.last_date::text as last, count(distinct p.report_date)::int as dates
    from upload p join report_freeze z on ${COVERS}
    where p.account_id = ${accountId} and p.name = any(${[...names]}::text[]) and p.status = 'completed' and p.purpose <> 'proof'
      and p.report_date between ${range.start}::date and ${range.end}::date
    group by p.name, z.id, z.first_date, z.last_date order by p.name, z.id limit 1
  `.execute(tx);
  return rows[0] ?? null;
}

/** "November 2026 is frozen for daily, and 3 report dates of it were delivered. Choose other dates, or unfreeze it first." */
export function frozenText({ upload, dates, ...frozen }: FrozenDelivery): string {
  const range = frozenDatesText(frozen);
  const were = dates === 1 ? '1 report date of it was' : `${dates} report dates of it were`;
  return `${range[0]?.toUpperCase() ?? ''}${range.slice(1)} ${range.startsWith('all') ? 'are' : 'is'} frozen for ${upload}, and ${were} delivered. Choose other dates, or unfreeze it first.`;
}
