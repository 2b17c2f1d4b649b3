import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { pauseKey } from '../../identity/keys/suspend-key.ts';
import { recordEvent } from '../../journal/record-event.ts';
import { pauseUploads } from '../deadlines/upload-declarations.ts';
import { pauseSources } from '../sources/source-rows.ts';

/** Kinds of things that people pause. */
export const PAUSE_KINDS = ['download', 'upload', 'key', 'project'] as const;
export type PauseKind = (typeof PAUSE_KINDS)[number];

/** A thing that people pause, by its name. */
export type Pausable = { readonly accountId: string; readonly kind: PauseKind; readonly name: string };

export type PauseRequest = Pausable & {
  readonly reason: string;
  /** When it ends by itself; null: when a person ends it. */
  readonly until: Date | null;
  /** Whether the report dates that were due meanwhile are run when it ends by itself. */
  readonly catchesUp: boolean;
  readonly by: { readonly name: string; readonly personId: string };
};

/**
 * Pauses a download, an upload, a key, or the downloads and uploads of a project. What runs now is finished. What is suspended stays suspended.
 * @returns `paused`: it is already; `suspended`: nothing of it runs anyway
 */
export async function pause(tx: Tx, request: PauseRequest): Promise<'ok' | 'not_found' | 'paused' | 'suspended'> {
  const { accountId, kind, name, reason, until, by } = request;
  const found = await findPausable(tx, request);
  if (found === null) return 'not_found';
  const stored = await sql`
    insert into pause (account_id, kind, target, reason, until, catches_up, paused_by)
    values (${accountId}, ${kind}, ${found.target}, ${reason}, ${until}, ${request.catchesUp}, ${by.personId})
    on conflict do nothing
  `.execute(tx);
  if (stored.numAffectedRows === 0n) return 'paused';
  if (found.status === 'suspended') {
    await removePause(tx, request, found.target);
    return 'suspended';
  }
  if (kind === 'key') await pauseKey(tx, accountId, found.target, { personId: by.personId, reason });
  else await pauseDeclarations(tx, accountId);
  await recordEvent(tx, {
    accountId,
    severity: 'info',
    code: 'PAUSED',
    parameters: { kind, name, person: by.name, reason, until: until === null ? '' : minuteText(until) },
    ...subjectOf(request),
  });
  return 'ok';
}

/** Pauses the active downloads and uploads that a pause names: new ones of a paused project, and those that were unsuspended. */
export async function pauseDeclarations(tx: Tx, accountId: string): Promise<void> {
  await pauseSources(tx, accountId);
  await pauseUploads(tx, accountId);
}

/**
 * Removes a pause. Returns whether there was one.
 * @param endedBy only if its time has come by then
 */
export async function removePause(
  tx: Tx,
  { accountId, kind }: Pausable,
  target: string,
  endedBy: Date | null = null,
): Promise<boolean> {
  const removed = await sql`
    delete from pause where account_id = ${accountId} and kind = ${kind} and target = ${target}
      and (${endedBy}::timestamptz is null or until <= ${endedBy}::timestamptz)
  `.execute(tx);
  return removed.numAffectedRows === 1n;
}

/** The target of the pause of a thing, and the status of the thing; null when it does not exist. */
export async function findPausable(
  tx: Tx,
  { accountId, kind, name }: Pausable,
): Promise<{ readonly target: string; readonly status: string } | null> {
  const { rows } = await sql<{ target: string; status: string }>`
    select found.target, found.status from (${
      kind === 'key'
        ? sql`select id::text as target, status from key where account_id = ${accountId} and name = ${name} and status <> 'archived' for no key update`
        : kind === 'project'
          ? sql`select ${name}::text as target, 'active' as status where exists (
              select from download_declaration where account_id = ${accountId} and project = ${name} and status <> 'removed'
              union all select from upload_declaration where account_id = ${accountId} and project = ${name} and status <> 'removed')`
          : sql`select name as target, status from ${sql.table(`${kind}_declaration`)}
              where account_id = ${accountId} and name = ${name} and status <> 'removed' for no key update`
    }) found
  `.execute(tx);
  return rows[0] ?? null;
}

/** The subject of the event of a pause. */
export function subjectOf({ kind, name }: Pausable): {
  readonly project?: string;
  readonly downloadDeclaration?: string;
  readonly uploadDeclaration?: string;
} {
  if (kind === 'project') return { project: name };
  if (kind === 'download') return { downloadDeclaration: name };
  return kind === 'upload' ? { uploadDeclaration: name } : {};
}

/** 2026-11-30 18:00 UTC */
const minuteText = (time: Date): string => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
