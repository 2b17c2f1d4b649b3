import {
  type ChangelistStatus,
  draftDescription,
  EMPTY_DESCRIPTION,
  readOnlyReason,
} from '@switchboard/model/changelist';
import { fullNumber } from '@switchboard/model/format';
import { LIMITS } from '@switchboard/model/limits';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { recordEvent } from '../../journal/record-event.ts';
import type { Actor, DraftRef, DraftRefusal } from './draft-outcomes.ts';
import { applyFileChanges, type FileChange, type StoredFile, type WrittenFile } from './file-changes.ts';
import { storedFiles, storeTexts } from './stored-changelist.ts';

type WrittenFiles = { readonly removed: readonly string[]; readonly written: readonly WrittenFile[] };

/** A draft that nothing else changes until the transaction ends. */
export type LockedDraft = DraftRef & {
  readonly kind: 'locked';
  readonly description: string;
  readonly version: number;
  /** The published script whose changes it contains. */
  readonly baseId: string | null;
};

/**
 * Locks a draft that may be changed.
 * @param version the version that the request has read; null for a change that does not depend on the files
 */
export async function lockDraft(
  tx: Tx,
  { accountId, changelistId }: DraftRef,
  version: number | null,
): Promise<LockedDraft | DraftRefusal> {
  const found = await sql<{
    status: ChangelistStatus;
    description: string;
    version: number;
    base_id: string | null;
    updated_on: Date;
    updated_by: string | null;
  }>`
    select status, description, version, base_id, updated_on, updated_by from changelist
    where account_id = ${accountId} and id = ${changelistId} for no key update
  `.execute(tx);
  const [row] = found.rows;
  if (!row) return { kind: 'not_found' };
  const reason = readOnlyReason(row.status);
  if (reason !== null) return { kind: 'refused', reason };
  if (version !== null && version !== row.version)
    return { kind: 'stale', version: row.version, by: row.updated_by, on: row.updated_on };
  const { description, base_id: baseId } = row;
  return { kind: 'locked', accountId, changelistId, description, version: row.version, baseId };
}

/** Saves files of a locked draft, and records who did it. @returns why not; null when it is done */
export async function saveFiles(
  tx: Tx,
  draft: LockedDraft,
  changes: readonly FileChange[],
  actor: Actor,
): Promise<DraftRefusal | null> {
  const refused = await changeFiles(tx, draft, changes, actor);
  if (refused !== null) return refused;
  await recordEvent(tx, {
    accountId: draft.accountId,
    severity: 'info',
    code: 'DRAFT_SAVED',
    parameters: { person: actor.name, draft: draft.description, files: changes.length },
  });
  return null;
}

/** Changes files of a locked draft, which gets its next version. @returns why not; null when it is done */
export async function changeFiles(
  tx: Tx,
  draft: DraftRef,
  changes: readonly FileChange[],
  actor: Actor,
): Promise<DraftRefusal | null> {
  const { accountId, changelistId } = draft;
  const files = await storedFiles(tx, accountId, changelistId);
  const applied = applyFileChanges(files, changes);
  if (applied.kind === 'refused') return applied;
  // Before anything is written: not every caller undoes its transaction for a refusal.
  if ((await bytesAfter(tx, accountId, files, applied)) > LIMITS.scriptBytes)
    return {
      kind: 'refused',
      reason: `The files of a draft can have ${fullNumber(LIMITS.scriptBytes)} bytes at most.`,
    };
  await writeFiles(tx, draft, applied);
  await sql`
    update changelist set version = version + 1, status = 'draft', updated_on = now(), updated_by = ${actor.id},
      files_by = ${actor.id}
    where account_id = ${accountId} and id = ${changelistId}
  `.execute(tx);
  return null;
}

/** Bytes of all files of a draft once the changes are written. */
async function bytesAfter(
  tx: Tx,
  accountId: string,
  files: readonly StoredFile[],
  { removed, written }: WrittenFiles,
): Promise<number> {
  const paths = new Set(written.map(({ path }) => path));
  const kept = files.filter(({ id, path }) => !removed.includes(id) && !paths.has(path));
  const stored = [...kept, ...written].flatMap((file) => ('sha256' in file ? [file.sha256] : []));
  const found = await sql<{ sum: number }>`
    select coalesce(sum(octet_length(t.text)), 0)::bigint as sum from unnest(${stored}::text[]) as f(sha256)
    join script_text t on t.account_id = ${accountId} and t.sha256 = f.sha256
  `.execute(tx);
  const texts = written.flatMap((file) => ('text' in file ? [Buffer.byteLength(file.text)] : []));
  return texts.reduce((sum, bytes) => sum + bytes, found.rows[0]?.sum ?? 0);
}

/** Removes and writes rows of the files that changed; those of other files stay as they are. */
async function writeFiles(
  tx: Tx,
  { accountId, changelistId }: DraftRef,
  { removed, written }: WrittenFiles,
): Promise<void> {
  if (removed.length > 0)
    await sql`
      delete from changelist_file
      where account_id = ${accountId} and changelist_id = ${changelistId} and id = any(${[...removed]}::uuid[])
    `.execute(tx);
  if (written.length === 0) return;
  const texts = written.flatMap((file) => ('text' in file ? [file.text] : []));
  const hashes = (await storeTexts(tx, accountId, texts)).values();
  const rows = written.map((file) => ({
    path: file.path,
    id: file.id,
    sha256: 'sha256' in file ? file.sha256 : hashes.next().value,
  }));
  await sql`
    insert into changelist_file (account_id, changelist_id, path, sha256, id)
    select ${accountId}::uuid, ${changelistId}::uuid, x.path, x.sha256, coalesce(x.id, uuidv7())
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(path text, sha256 text, id uuid)
    on conflict (account_id, changelist_id, path) do update set sha256 = excluded.sha256
  `.execute(tx);
}

/** Renames a locked draft. @returns why not; null when it is done, also when nothing changes */
export async function renameDraft(
  tx: Tx,
  { accountId, changelistId, description: former }: LockedDraft,
  text: string,
  actor: Actor,
): Promise<DraftRefusal | null> {
  const description = draftDescription(text);
  if (description === '') return { kind: 'refused', reason: EMPTY_DESCRIPTION };
  if (description === former) return null;
  await sql`
    update changelist set description = ${description}, updated_on = now(), updated_by = ${actor.id}
    where account_id = ${accountId} and id = ${changelistId}
  `.execute(tx);
  await recordEvent(tx, {
    accountId,
    severity: 'info',
    code: 'DRAFT_RENAMED',
    parameters: { person: actor.name, former, draft: description },
  });
  return null;
}

/** Archives a locked draft. */
export async function archiveDraft(
  tx: Tx,
  { accountId, changelistId, description }: LockedDraft,
  actor: Actor,
): Promise<void> {
  await sql`
    update changelist set status = 'archived', updated_on = now(), updated_by = ${actor.id}
    where account_id = ${accountId} and id = ${changelistId}
  `.execute(tx);
  await recordEvent(tx, {
    accountId,
    severity: 'info',
    code: 'DRAFT_ARCHIVED',
    parameters: { person: actor.name, draft: description },
  });
}
