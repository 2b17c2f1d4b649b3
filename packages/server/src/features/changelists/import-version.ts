import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { createDraft, type ScriptFile } from './stored-changelist.ts';

/** A version with the times and the author that it had elsewhere. */
export type ImportedVersion = {
  readonly accountId: string;
  readonly description: string;
  readonly files: readonly ScriptFile[];
  readonly status: 'draft' | 'archived' | 'replaced';
  readonly personId: string | null;
  readonly created: Date;
  /** The version from which it was branched. */
  readonly from: string | null;
};

/** Adds a version of a script to its history. @returns its id */
export async function importVersion(tx: Tx, version: ImportedVersion): Promise<string> {
  const { accountId, status, personId, created, from } = version;
  const { changelistId } = await createDraft(tx, version);
  const isPublished = status === 'replaced';
  await sql`
    update changelist set status = ${status}, created_on = ${created}, updated_on = ${created}, branched_from = ${from},
      base_id = ${from}, published_on = ${isPublished ? created : null}, published_by = ${isPublished ? personId : null}
    where account_id = ${accountId} and id = ${changelistId}
  `.execute(tx);
  return changelistId;
}

/** Sets the version that a changelist was branched from, and who made and published it. */
export async function setOrigin(
  tx: Tx,
  { accountId, changelistId }: { readonly accountId: string; readonly changelistId: string },
  { from, personId }: Pick<ImportedVersion, 'from' | 'personId'>,
): Promise<void> {
  await sql`
    update changelist set branched_from = ${from}, base_id = ${from}, created_by = ${personId}, updated_by = ${personId},
      published_by = ${personId}
    where account_id = ${accountId} and id = ${changelistId}
  `.execute(tx);
}
