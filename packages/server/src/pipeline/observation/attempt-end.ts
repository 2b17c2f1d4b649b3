import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { UnitKind } from '../../db/unit-ref.ts';
import type { ClaimedUnit } from '../../units/unit.ts';

/** How a unit stands once an attempt at it is over. */
export type AttemptEnd = {
  readonly state: string;
  readonly attempt: number;
  readonly retries: number;
  readonly status: string;
  readonly rows: number | null;
  readonly dirtyRows: number | null;
  /** Size of a download as it was fetched, of other units as results. */
  readonly bytes: number | null;
};

const PARTS: Readonly<Record<UnitKind, { readonly columns: RawBuilder<unknown>; readonly join: RawBuilder<unknown> }>> =
  {
    download: {
      columns: sql`x.status, x.row_count as rows, x.dirty_row_count as "dirtyRows",
      (select sum((file ->> 'bytes')::bigint)::bigint from jsonb_array_elements(x.raw) file) as bytes`,
      join: sql`download x`,
    },
    flow: {
      columns: sql`x.status, r.rows, null as "dirtyRows", r.bytes`,
      join: sql`(flow x left join lateral (
      select sum(row_count)::bigint as rows, sum(bytes)::bigint as bytes from upload
      where account_id = x.account_id and flow_id = x.id
    ) r on true)`,
    },
    upload: { columns: sql`x.status, x.row_count as rows, null as "dirtyRows", x.bytes`, join: sql`upload x` },
  };

/** Null for a unit that is no longer there. */
export async function readEnd(tx: Tx, unit: ClaimedUnit): Promise<AttemptEnd | null> {
  const { columns, join } = PARTS[unit.kind];
  const found = await sql<AttemptEnd>`
    select u.state, u.attempt, u.retry_count as retries, ${columns}
    from unit u join ${join} on x.account_id = u.account_id and x.id = u.id
    where u.account_id = ${unit.accountId} and u.id = ${unit.unitId}
  `.execute(tx);
  return found.rows[0] ?? null;
}

const ENDS: Readonly<Record<string, string>> = {
  completed: 'completed',
  SINKING: 'completed',
  STOPPED: 'completed',
  WARNING: 'completed',
  skipped: 'skipped',
  SKIPPED: 'skipped',
  failed: 'failed',
  FATAL: 'failed',
  ERROR: 'failed',
  cancelled: 'cancelled',
  abandoned: 'abandoned',
  ABANDONED: 'abandoned',
};

/**
 * The outcome of an attempt, as metrics and log name it. `superseded`: it lost its lease. `given_back`: the program stopped, or
 * the work starts again without a failure. `unknown`: the end could not be recorded; the reconciler will find it.
 * @param code of the failure that the attempt met, if any
 */
export function outcomeOf(unit: Pick<ClaimedUnit, 'attempt'>, end: AttemptEnd | null, code: string | null): string {
  if (end === null) return 'unknown';
  const over = ENDS[end.status] ?? 'unknown';
  // A person who ends the work supersedes its attempt as well.
  if (end.attempt !== unit.attempt) return over === 'abandoned' || over === 'cancelled' ? over : 'superseded';
  if (end.state === 'done') return over;
  if (end.state === 'running') return 'unknown';
  if (end.status === 'requested') return 'requested';
  return code === null ? 'given_back' : 'retrying';
}
