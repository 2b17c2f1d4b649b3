import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';

export type NamedConnection = { readonly id: string; readonly name: string };

/** The domain of an address; null without one. */
function domainOf(email: string): string | null {
  const domain = email
    .slice(email.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase();
  return email.includes('@') && !domain.includes('\0') ? domain : null;
}

/** The enabled connections that sign in people of the domain of an address, the oldest first. */
export async function connectionsFor(tx: Tx, email: string): Promise<readonly NamedConnection[]> {
  const domain = domainOf(email);
  if (domain === null) return [];
  const { rows } = await sql<NamedConnection>`
    select c.id, c.name from sso_domain d join sso_connection c on c.account_id = d.account_id and c.enabled
    join account a on a.id = c.account_id and a.status = 'active'
    where d.domain = ${domain} and d.verified is not null order by c.created, c.id`.execute(tx);
  return rows;
}

/** Whether people can sign in by single sign-on anywhere in this installation. */
export async function hasConnections(tx: Tx): Promise<boolean> {
  const { rows } = await sql`select from sso_connection where enabled limit 1`.execute(tx);
  return rows.length > 0;
}

/** Whether people with an address of this domain sign in only by single sign-on. */
export async function isSsoOnly(tx: Tx, email: string): Promise<boolean> {
  const { rows } = await sql`
    select from sso_domain d join sso_connection c on c.account_id = d.account_id and c.sso_only
    where d.domain = ${domainOf(email)} and d.verified is not null`.execute(tx);
  return rows.length > 0;
}
