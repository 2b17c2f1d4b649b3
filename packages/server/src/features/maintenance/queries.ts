import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { recordEvent } from '../../journal/record-event.ts';

/** Kinds of things of which maintenance is planned. */
export const MAINTENANCE_KINDS = ['account', 'download', 'upload'] as const;
export type MaintenanceKind = (typeof MAINTENANCE_KINDS)[number];

export type MaintenanceRow = {
  readonly id: string;
  readonly kind: MaintenanceKind;
  /** Null for the account. */
  readonly name: string | null;
  readonly starts: Date;
  readonly ends: Date;
  readonly reason: string;
  readonly planned_by: string;
};

/** Windows of an account that have not ended, all of which are listed. */
export const MAX_WINDOWS = 200;
const COLUMNS = sql`id, kind, name, starts, ends, reason, planned_by`;

/** The windows of an account that have not ended, the earliest first. @param now epoch milliseconds */
export async function openWindows(tx: Tx, accountId: string, now: number): Promise<readonly MaintenanceRow[]> {
  const { rows } = await sql<MaintenanceRow>`
    select ${COLUMNS} from maintenance_window where account_id = ${accountId}::uuid and ends > ${new Date(now)}
    order by starts, id limit ${sql.lit(MAX_WINDOWS)}
  `.execute(tx);
  return rows;
}

type Window = Omit<MaintenanceRow, 'id' | 'planned_by'>;
type By = { readonly name: string; readonly personId: string };

/** Plans maintenance, with its event. `full`: the account has as many as are listed. */
export async function planWindow(
  tx: Tx,
  { accountId, now }: { readonly accountId: string; readonly now: number },
  window: Window,
  by: By,
): Promise<MaintenanceRow | 'missing' | 'full'> {
  const { kind, name, starts, ends, reason } = window;
  // One after the other, so that two do not both take the last place.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`maintenance ${accountId}`}, 0))`.execute(tx);
  if ((await openWindows(tx, accountId, now)).length >= MAX_WINDOWS) return 'full';
  if (kind !== 'account') {
    const found = await sql`
      select from ${sql.table(`${kind}_declaration`)} where account_id = ${accountId} and name = ${name} and status <> 'removed'
    `.execute(tx);
    if (found.rows.length === 0) return 'missing';
  }
  const { rows } = await sql<MaintenanceRow>`
    insert into maintenance_window (account_id, kind, name, starts, ends, reason, planned_by)
    values (${accountId}, ${kind}, ${name}, ${starts}, ${ends}, ${reason}, ${by.personId}) returning ${COLUMNS}
  `.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('The maintenance window was not stored.');
  const times = { from: minuteText(starts), until: minuteText(ends) };
  await recordEvent(tx, {
    accountId,
    severity: 'info',
    code: 'MAINTENANCE_PLANNED',
    parameters: { person: by.name, subject: subjectText(row), ...times, reason },
    ...subjectOf(row),
  });
  return row;
}

/**
 * Ends maintenance that is going on, and removes one that has not begun, with the event.
 * @returns null when there is none with this id that has not ended
 */
export async function endWindow(
  tx: Tx,
  { accountId, id, now }: { readonly accountId: string; readonly id: string; readonly now: number },
  by: By,
): Promise<MaintenanceRow | null> {
  const at = new Date(now);
  const which = sql`account_id = ${accountId} and id = ${id}::uuid and ends > ${at}`;
  const ended = await sql<MaintenanceRow>`
    update maintenance_window set ends = ${at} where ${which} and starts < ${at} returning ${COLUMNS}
  `.execute(tx);
  const removed = await sql<MaintenanceRow>`
    delete from maintenance_window where ${which} and starts >= ${at} returning ${COLUMNS}
  `.execute(tx);
  const row = ended.rows[0] ?? removed.rows[0];
  if (row === undefined) return null;
  await recordEvent(tx, {
    accountId,
    severity: 'info',
    code: 'MAINTENANCE_ENDED',
    parameters: { person: by.name, subject: subjectText(row) },
    ...subjectOf(row),
  });
  return row;
}

const subjectText = ({ kind, name }: Pick<Window, 'kind' | 'name'>): string =>
  name === null ? 'the account' : `the ${kind} ${name}`;

function subjectOf({ kind, name }: Pick<Window, 'kind' | 'name'>): {
  readonly downloadDeclaration?: string;
  readonly uploadDeclaration?: string;
} {
  if (name === null) return {};
  return kind === 'download' ? { downloadDeclaration: name } : { uploadDeclaration: name };
}

/** 2026-11-30 18:00 UTC */
const minuteText = (time: Date): string => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
