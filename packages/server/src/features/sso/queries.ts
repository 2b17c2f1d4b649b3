import { ROLE_PERMISSIONS, ROLES } from '@switchboard/model/permissions';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { Person } from '../../identity/session.ts';

export type SsoDomainRow = {
  readonly id: string;
  readonly domain: string;
  readonly token: string;
  readonly verified: Date | null;
  /** Since when the record of a verified domain is gone. */
  readonly missing_since: Date | null;
  readonly created: Date;
  readonly created_by: string | null;
};

/** The account's mail domains, by name. */
export async function listDomains(tx: Tx, accountId: string): Promise<readonly SsoDomainRow[]> {
  const { rows } = await sql<SsoDomainRow>`
    select id, domain, token, verified, missing_since, created, created_by from sso_domain
    where account_id = ${accountId}::uuid order by domain`.execute(tx);
  return rows;
}

/** A mail domain of the account; null when there is none with this id. */
export async function findDomain(tx: Tx, accountId: string, id: string): Promise<SsoDomainRow | null> {
  return (await listDomains(tx, accountId)).find((domain) => domain.id === id) ?? null;
}

/** The account's break-glass administrators, by address. */
export async function listBreakGlass(tx: Tx, accountId: string): Promise<readonly Person[]> {
  const { rows } = await sql<Person>`
    select p.id, p.email, p.name from sso_break_glass b join person p on p.id = b.person_id
    where b.account_id = ${accountId}::uuid order by p.email, p.id`.execute(tx);
  return rows;
}

const ADMINISTRATOR_ROLES = ROLES.filter((role) => ROLE_PERMISSIONS[role].some((one) => one === 'manage-sign-in'));

/** The active people of the account who have the permission manage-sign-in there, by address. */
export async function listAdministrators(tx: Tx, accountId: string): Promise<readonly Person[]> {
  const { rows } = await sql<Person>`
    select p.id, p.email, p.name from person p
    where p.status = 'active' and exists (
      select from membership m where m.person_id = p.id and m.account_id = ${accountId}::uuid
        and m.role = any(${[...ADMINISTRATOR_ROLES]}::text[]))
    order by p.email, p.id`.execute(tx);
  return rows;
}
