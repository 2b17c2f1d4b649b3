import { sql } from 'kysely';
import type { Database, Tx } from '../db/database.ts';
import { type AuditEntry, recordAudit } from './record-audit.ts';

type PersonalEntry = Pick<AuditEntry, 'kind' | 'actor' | 'target' | 'before' | 'after'>;

/**
 * Records an act that concerns a person rather than an account, such as a sign-in: in the audit log of each account that the
 * person belongs to, so that its administrators see it; else in that of no account. By default the person acts.
 */
export async function recordPersonalAudit(tx: Tx, personId: string, entry: PersonalEntry): Promise<void> {
  const { rows } = await sql<{ account_id: string }>`
    select distinct account_id from membership where person_id = ${personId}::uuid order by account_id`.execute(tx);
  const accounts = rows.length === 0 ? [null] : rows.map(({ account_id: id }) => id);
  for (const accountId of accounts)
    await recordAudit(tx, { actor: { kind: 'person', personId }, ...entry, subjectId: personId, accountId });
}

/** Records a sign-in that failed: of the person with this email address, if there is one. */
export async function recordFailedSignIn(
  database: Database,
  email: string,
  entry: { readonly kind: 'sign_in_failed' | 'sign_in_locked'; readonly method: string },
): Promise<void> {
  const { kind, method } = entry;
  const actor = { kind: 'anonymous' } as const;
  await database.withIdentity(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select id from person where lower(email) = ${email.trim().toLowerCase().replaceAll('\0', '')}`.execute(tx);
    const after = { method };
    const [person] = rows;
    if (person !== undefined) return recordPersonalAudit(tx, person.id, { kind, actor, after });
    await recordAudit(tx, { kind, actor, accountId: null, target: { kind: 'email', name: email }, after });
  });
}
