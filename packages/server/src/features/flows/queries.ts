import type { FlowStatus, Purpose } from '@switchboard/model';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';

export type FlowRow = {
  readonly id: string;
  readonly changelist_id: string;
  readonly changelist_description: string;
  readonly launched_by: string | null;
  readonly purpose: Purpose;
  /** Put aside by people. */
  readonly archived: boolean;
  readonly backfill_id: string | null;
  /** Why it failed or was ended. */
  readonly message: string | null;
  readonly created: Date;
  readonly started: Date | null;
  readonly finished: Date | null;
  /** yyyy-MM-dd */
  readonly report_date: string | null;
  readonly status: FlowStatus;
  /** Whether one of its uploads has a result. */
  readonly processed: boolean;
};

/** The account's flows of these ids; those of others are not found. */
export async function flowsById(
  tx: Tx,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, FlowRow>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<FlowRow>`
    select f.id, f.changelist_id, c.description as changelist_description, p.name as launched_by, f.created, f.started,
      f.finished, f.report_date, f.status, f.purpose, f.archived, f.backfill_id, f.message, exists (
        select from upload u where u.account_id = f.account_id and u.flow_id = f.id and u.ready is not null
      ) as processed
    from flow f
    join changelist c on c.account_id = f.account_id and c.id = f.changelist_id
    left join people_behind(${[...ids]}::uuid[]) p on p.id = f.launched_by
    where f.account_id = ${accountId}::uuid and f.id = any(${[...ids]}::uuid[])
  `.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}
