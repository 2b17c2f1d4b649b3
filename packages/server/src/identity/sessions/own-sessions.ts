import { type RawBuilder, sql } from 'kysely';
import { auditOrigin } from '../../audit/record-audit.ts';
import { recordPersonalAudit } from '../../audit/record-personal-audit.ts';
import type { Tx } from '../../db/database.ts';
import { hashId } from '../oidc-adapter.ts';
import { type SessionLimits, withinLimits } from './session-limits.ts';

/** A session of a person, as they see it. */
export type OwnSession = {
  readonly id: string;
  readonly user_agent: string | null;
  /** Where it began; null for one from before addresses were kept. */
  readonly address: string | null;
  readonly created: Date;
  /** Noted at most once a minute. */
  readonly last_used: Date;
  readonly is_current: boolean;
};

/** Notes from where the session of a grant begins: of the current request. */
export async function noteOrigin(tx: Tx, grantId: string): Promise<void> {
  const { address, user_agent } = auditOrigin();
  await tx
    .updateTable('oidc_payload')
    .set({ address, user_agent })
    .where('kind', '=', 'Grant')
    .where('id', '=', hashId(grantId))
    .execute();
}

/** The open sessions of a person: the current one, then the one used last first. */
export async function listSessions(
  tx: Tx,
  { personId, grantId }: { readonly personId: string; readonly grantId: string | null },
  limits: SessionLimits,
): Promise<readonly OwnSession[]> {
  const { rows } = await sql<OwnSession>`
    select g.session_id as id, g.user_agent, g.address, to_timestamp((g.payload ->> 'iat')::float8) as created,
      coalesce(g.last_used, to_timestamp((g.payload ->> 'iat')::float8)) as last_used,
      g.id is not distinct from ${grantId === null ? null : hashId(grantId)} as is_current
    from oidc_payload g
    where g.kind = 'Grant' and g.payload ->> 'accountId' = ${personId} and (g.expires is null or g.expires > now())
      and ${withinLimits(limits)}
    order by is_current desc, last_used desc, g.session_id`.execute(tx);
  return rows;
}

/**
 * Ends one session of a person. Its tokens are refused from now on, and its streams end.
 * @returns whether there was one
 */
export async function endSession(tx: Tx, personId: string, sessionId: string): Promise<boolean> {
  return (await endWhere(tx, personId, sql`session_id = ${sessionId}::uuid`)) > 0;
}

/** Ends the sessions of a person besides the one of a grant; all for null. Returns how many there were. */
export async function endOtherSessions(tx: Tx, personId: string, keptGrant: string | null): Promise<number> {
  return endWhere(tx, personId, sql`id is distinct from ${keptGrant === null ? null : hashId(keptGrant)}`);
}

/** Ends everything that a person is signed in to, also sign-ins that have begun. */
export async function endSessions(tx: Tx, personId: string): Promise<void> {
  await endOtherSessions(tx, personId, null);
  await sql`delete from oidc_payload where payload ->> 'accountId' = ${personId}`.execute(tx);
}

async function endWhere(tx: Tx, personId: string, condition: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from oidc_payload where kind = 'Grant' and payload ->> 'accountId' = ${personId} and ${condition}`.execute(
    tx,
  );
  const ended = Number(numAffectedRows);
  if (ended === 0) return 0;
  await sql`select pg_notify('switchboard_changes', ${`access ${personId}`})`.execute(tx);
  await recordPersonalAudit(tx, personId, { kind: 'sessions_ended', after: { sessions: ended } });
  return ended;
}
