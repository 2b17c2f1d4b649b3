import type { AuditKind } from '@switchboard/model/audit-kinds';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Database } from '../../db/database.ts';

/** Records that a person read rows of customers, before the first of them is sent. */
export function recordRowsRead(
  database: Database,
  accountId: string,
  {
    kind,
    target,
    file,
  }: {
    readonly kind: Extract<AuditKind, 'rows_exported' | 'rows_sampled' | 'rows_downloaded'>;
    readonly target: { readonly kind: string; readonly id?: string; readonly name: string };
    readonly file: string;
  },
): Promise<void> {
  return database.withAccount(accountId, (tx) => recordAudit(tx, { kind, accountId, target, after: { file } }));
}
