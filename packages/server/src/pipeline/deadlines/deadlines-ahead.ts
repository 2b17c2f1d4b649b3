import { nextDeadline } from '@switchboard/model/schedule/deadline';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { UnitKind } from '../../db/unit-ref.ts';
import { affectedUploads } from './affected-uploads.ts';
import { JOIN_INPUTS_DUE } from './inputs-due.ts';

type Row = { readonly id: string; readonly time: string; readonly timezone: string; readonly due: Date };

/**
 * By download, flow or upload: the first deadline that it misses unless it ends before, which may have passed. Units of
 * backfills and test runs have no deadline.
 */
export async function deadlinesAhead(
  tx: Tx,
  accountId: string,
  kind: UnitKind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  if (kind === 'download') {
    const affected = await affectedUploads(tx, accountId, ids);
    return earliest([...affected].flatMap(([id, uploads]) => uploads.map(({ deadline }) => ({ id, deadline }))));
  }
  const owner = kind === 'flow' ? sql`p.flow_id` : sql`p.id`;
  const { rows } = await sql<Row>`
    select ${owner} as id, e.deadline_time as time, e.deadline_timezone as timezone, inputs.due
    from upload p
    join upload_declaration e on e.account_id = p.account_id and e.name = p.name and e.status <> 'removed'
    ${JOIN_INPUTS_DUE}
    where p.account_id = ${accountId}::uuid and ${owner} = any(${[...ids]}::uuid[]) and p.purpose = 'production'
      and p.status not in ('completed', 'cancelled', 'abandoned')
      and e.deadline_time is not null and e.deadline_timezone is not null and inputs.due is not null
  `.execute(tx);
  return earliest(
    rows.map(({ id, time, timezone, due }) => ({
      id,
      deadline: new Date(nextDeadline({ time, timezone }, due.getTime())),
    })),
  );
}

function earliest(
  found: readonly { readonly id: string; readonly deadline: Date | null }[],
): ReadonlyMap<string, Date> {
  const first = new Map<string, Date>();
  for (const { id, deadline } of found) {
    const known = first.get(id);
    if (deadline !== null && (known === undefined || deadline < known)) first.set(id, deadline);
  }
  return first;
}
