import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { type BacklogItem, type PauseScope, pauseBacklog } from '../../pipeline/recovery/pause-backlog.ts';
import type { Pausable, PauseKind } from '../../pipeline/suspension/pause.ts';

export type PauseRow = {
  readonly kind: PauseKind;
  /** The download, upload, key or project. */
  readonly name: string;
  readonly reason: string;
  readonly until: Date | null;
  readonly catches_up: boolean;
  readonly paused_by: string;
  readonly created: Date;
};

/**
 * The pause that stops a thing: its own, or that of the project of a download or upload.
 * @returns null when it is not paused
 */
export async function pauseOf(tx: Tx, { accountId, kind, name }: Pausable): Promise<PauseRow | null> {
  const declaration = kind === 'download' || kind === 'upload' ? sql.table(`${kind}_declaration`) : null;
  const { rows } = await sql<PauseRow>`
    select p.kind, coalesce(k.name, p.target) as name, p.reason, p.until, p.catches_up, p.paused_by, p.created from pause p
    left join key k on p.kind = 'key' and k.account_id = p.account_id and k.id::text = p.target
    where p.account_id = ${accountId} and (p.kind = ${kind} and coalesce(k.name, p.target) = ${name}
      ${
        declaration === null
          ? sql``
          : sql`or p.kind = 'project' and p.target = (
        select d.project from ${declaration} d where d.account_id = ${accountId} and d.name = ${name} and d.status = 'paused')`
      })
    order by p.kind = 'project' limit 1
  `.execute(tx);
  return rows[0] ?? null;
}

/** Report dates that are shown at most. */
export const MAX_BACKLOG = 500;

/** Production work that was due while something was paused, the oldest first, as ending its pause would find it. */
export async function readBacklog(tx: Tx, pausable: Pausable, now: number): Promise<readonly BacklogItem[]> {
  return pauseBacklog(tx, pausable.accountId, await scopeOf(tx, pausable), now);
}

async function scopeOf(tx: Tx, { accountId, kind, name }: Pausable): Promise<PauseScope> {
  if (kind === 'key') return { sources: [], uploads: [], keys: [name] };
  const namesOf = async (noun: 'download' | 'upload'): Promise<readonly string[]> => {
    if (kind !== 'project' && kind !== noun) return [];
    const other =
      kind === 'project'
        ? sql`(p.kind = ${noun} and p.target = d.name)`
        : sql`(p.kind = 'project' and p.target = d.project)`;
    const { rows } = await sql<{ name: string }>`
      select d.name from ${sql.table(`${noun}_declaration`)} d
      where d.account_id = ${accountId} and d.status = 'paused' and ${sql.ref(kind === 'project' ? 'd.project' : 'd.name')} = ${name}
        and not exists (select from pause p where p.account_id = d.account_id and ${other})
    `.execute(tx);
    return rows.map((row) => row.name);
  };
  return { sources: await namesOf('download'), uploads: await namesOf('upload'), keys: [] };
}
