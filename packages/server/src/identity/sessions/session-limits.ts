import { type Permission, permissionsOf, ROLES } from '@switchboard/model/permissions';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { hashId } from '../oidc-adapter.ts';
import { grantsOneOf } from '../people/held-roles.ts';

/** After how many seconds a session ends: since the sign-in, and since its last request. */
export type SessionLimit = { readonly absolute: number; readonly idle: number };
export type SessionLimits = { readonly administrators: SessionLimit; readonly others: SessionLimit };

/** The defaults of the settings. */
export const SESSION_LIMITS: SessionLimits = {
  administrators: { absolute: 12 * 3_600, idle: 3_600 },
  others: { absolute: 7 * 86_400, idle: 86_400 },
};

/** Seconds between two notes of the last request: no request writes for itself. */
const NOTE_INTERVAL = 60;

const GOVERNING: readonly Permission[] = ['read-audit-log', 'manage-publish-rules', 'manage-sign-in'];
const ADMINISTRATOR_ROLES = ROLES.filter((role) =>
  permissionsOf([role], []).some((permission) => GOVERNING.includes(permission)),
);

/** When the last request of a grant was noted, in seconds; the sign-in before the first. */
const LAST_USE = sql`coalesce(extract(epoch from g.last_used)::float8, (g.payload ->> 'iat')::float8)`;

/**
 * The condition that a grant, the row `g` of `oidc_payload`, is within the limits of its person. A grant begins with a sign-in, and
 * renewals keep it, so its age is that of the session.
 */
export function withinLimits({ administrators, others }: SessionLimits): RawBuilder<boolean> {
  return sql<boolean>`(
    select extract(epoch from now()) - (g.payload ->> 'iat')::float8 < case when is_administrator
        then ${administrators.absolute}::float8 else ${others.absolute}::float8 end
      and extract(epoch from now()) - ${LAST_USE} < case when is_administrator
        then ${administrators.idle}::float8 else ${others.idle}::float8 end
    from (select exists (select from global_role r where r.person_id = (g.payload ->> 'accountId')::uuid)
      or exists (select from membership m where m.person_id = (g.payload ->> 'accountId')::uuid
        and ${grantsOneOf(ADMINISTRATOR_ROLES, GOVERNING)}) as is_administrator) as held)`;
}

/** Whether the last request of a grant, the row `g`, was noted long enough ago to note another. */
export const isNoteDue = sql<boolean>`extract(epoch from now()) - ${LAST_USE} >= ${NOTE_INTERVAL}`;

/** Notes that a request used a grant. */
export async function noteUse(tx: Tx, grantId: string): Promise<void> {
  await sql`
    update oidc_payload g set last_used = now() where kind = 'Grant' and id = ${hashId(grantId)} and ${isNoteDue}`.execute(
    tx,
  );
}

/** Whether a grant still exists and is within its limits. */
export async function isGrantOpen(tx: Tx, grantId: string, limits: SessionLimits): Promise<boolean> {
  const { rows } = await sql`
    select from oidc_payload g where kind = 'Grant' and id = ${hashId(grantId)} and ${withinLimits(limits)}`.execute(
    tx,
  );
  return rows.length > 0;
}
