import type { AuditKind } from '@switchboard/model/audit-kinds';
import { sql } from 'kysely';
import type { Database, Tx } from '../db/database.ts';
import { currentScope } from '../observe/scope.ts';
import { type AuditTarget, recordAudit } from './record-audit.ts';

/** An act by which a person sees rows of customers. */
export type RowsRead = {
  readonly kind: Extract<AuditKind, 'rows_exported' | 'rows_previewed' | 'rows_sampled' | 'rows_downloaded'>;
  readonly target: AuditTarget;
  /** The file, or the part of the product, that has the rows. */
  readonly file: string;
};

/** Records that a person read rows of customers, before the first of them is sent. */
export function recordRowsRead(database: Database, accountId: string, read: RowsRead): Promise<void> {
  return database.withAccount(accountId, (tx) => recordRead(tx, accountId, read));
}

/**
 * Records rows that a screen asks for again and again, such as a preview while somebody types: once in ten minutes for the same
 * person and the same thing.
 */
export async function recordRowsShown(tx: Tx, accountId: string, read: RowsRead): Promise<void> {
  const { personId = null, serviceTokenId = null } = currentScope()?.sender ?? {};
  const { rows } = await sql`
    select from audit_entry e
    where e.account_id = ${accountId}::uuid and e.kind = ${read.kind} and e.created > now() - interval '10 minutes'
      and e.person_id = ${personId}::uuid and e.service_token_id is not distinct from ${serviceTokenId}::uuid
      and e.target_kind = ${read.target.kind} and e.target_name = ${read.target.name}
      and e.target_id is not distinct from ${read.target.id ?? null}::uuid
    limit 1`.execute(tx);
  if (rows.length === 0) await recordRead(tx, accountId, read);
}

const recordRead = (tx: Tx, accountId: string, { kind, target, file }: RowsRead): Promise<void> =>
  recordAudit(tx, { kind, accountId, target, after: { file } });
