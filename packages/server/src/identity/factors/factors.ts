import { sql } from 'kysely';
import { recordPersonalAudit } from '../../audit/record-personal-audit.ts';
import type { Tx } from '../../db/database.ts';
import { queueMail } from '../mail/mail-outbox.ts';
import { endOtherSessions } from '../sessions/own-sessions.ts';
import { replaceRecoveryCodes } from './recovery-codes.ts';

export type PasskeyRow = {
  readonly id: string;
  readonly name: string;
  readonly is_synced: boolean;
  readonly created: Date;
  readonly last_used: Date | null;
};

/** The factors of a person besides the password. */
export type Factors = {
  /** When the authenticator app was confirmed; null without one. */
  readonly authenticatorApp: Date | null;
  /** The oldest first. */
  readonly passkeys: readonly PasskeyRow[];
  /** Recovery codes that were not used. */
  readonly recoveryCodes: number;
};

export async function factorsOf(tx: Tx, personId: string): Promise<Factors> {
  const app = await tx
    .selectFrom('authenticator_app')
    .select('confirmed')
    .where('person_id', '=', personId)
    .executeTakeFirst();
  const passkeys = await tx
    .selectFrom('passkey')
    .select(['id', 'name', 'is_synced', 'created', 'last_used'])
    .where('person_id', '=', personId)
    .orderBy('created')
    .orderBy('id')
    .execute();
  const { left } = await tx
    .selectFrom('recovery_code')
    .select(sql<number>`count(*)::int`.as('left'))
    .where('person_id', '=', personId)
    .where('used', 'is', null)
    .executeTakeFirstOrThrow();
  return { authenticatorApp: app?.confirmed ?? null, passkeys, recoveryCodes: left };
}

/** The grant of the session in which a person changes their factors, which goes on while their others end; null for none. */
export type Kept = { readonly keptGrant?: string | null };

/** Whether the person has a factor besides the password. */
export const hasFactor = ({ authenticatorApp, passkeys }: Factors): boolean =>
  authenticatorApp !== null || passkeys.length > 0;

/** The factor that a person is about to remove. */
export type RemovedFactor = { readonly kind: 'app' } | { readonly kind: 'passkey'; readonly id: string };

/** Whether a person would have no factor without this one. */
export function isLastFactor({ authenticatorApp, passkeys }: Factors, removed: RemovedFactor): boolean {
  if (removed.kind === 'app') return authenticatorApp !== null && passkeys.length === 0;
  return authenticatorApp === null && passkeys.length === 1 && passkeys[0]?.id === removed.id;
}

/** Whether the last factor of a person stays: one is required of everybody, or of them as a break-glass administrator. */
export async function keepsLastFactor(tx: Tx, personId: string, isRequired: boolean): Promise<boolean> {
  if (isRequired) return true;
  const { rows } = await sql<{ rule: string }>`select password_rule_of(${personId}::uuid) as rule`.execute(tx);
  return rows[0]?.rule === 'second_factor';
}

/** Locks a person, so that changes of their factors happen one after the other. */
export async function lockPerson(tx: Tx, personId: string): Promise<void> {
  await tx.selectFrom('person').select('id').where('id', '=', personId).forUpdate().execute();
}

/**
 * Concludes an addition in its transaction: the first factor comes with recovery codes, other sessions end, and the person gets a mail.
 * @param change `had`: whether the person had a factor before
 * @returns the recovery codes, which are shown once; empty unless it is the first factor
 */
export async function concludeAddition(
  tx: Tx,
  personId: string,
  { had, keptGrant = null }: Kept & { readonly had: boolean },
): Promise<readonly string[]> {
  await endOtherSessions(tx, personId, keptGrant);
  await queueMail(tx, 'factors_changed', personId);
  await tx.deleteFrom('factor_link').where('person_id', '=', personId).execute();
  await recordFactors(tx, personId, 'factor_added');
  return had ? [] : replaceRecoveryCodes(tx, personId);
}

/** Records in the audit log which factors a person has after a change of them. */
async function recordFactors(tx: Tx, personId: string, kind: 'factor_added' | 'factor_removed'): Promise<void> {
  const { authenticatorApp, passkeys } = await factorsOf(tx, personId);
  const after = { authenticator_app: authenticatorApp !== null, passkeys: passkeys.map(({ name }) => name) };
  await recordPersonalAudit(tx, personId, { kind, after });
}

/** Concludes a removal in its transaction: recovery codes end with the last factor, other sessions end, and the person gets a mail. */
export async function concludeRemoval(tx: Tx, personId: string, { keptGrant = null }: Kept): Promise<Factors> {
  await endOtherSessions(tx, personId, keptGrant);
  await queueMail(tx, 'factors_changed', personId);
  await recordFactors(tx, personId, 'factor_removed');
  const left = await factorsOf(tx, personId);
  if (hasFactor(left)) return left;
  await tx.deleteFrom('recovery_code').where('person_id', '=', personId).execute();
  return { ...left, recoveryCodes: 0 };
}
