import { randomBytes } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { sql } from 'kysely';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Database } from '../../db/database.ts';
import type { Session } from '../../identity/session.ts';
import { readDomainRecord, recordName } from '../../identity/sso/domain-record.ts';
import type { LookUpTxt } from '../../identity/sso/look-up-txt.ts';
import { MISSING, refused, type SsoOutcome } from './outcomes.ts';
import { findDomain, listDomains } from './queries.ts';

const MAX_DOMAINS = 100;
const DOMAIN = /^(?=.{3,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

type Account = Pick<Session, 'person'> & { readonly accountId: string };

/** Adds a mail domain, which counts once it is verified. */
export function addDomain(database: Database, { accountId, person }: Account, given: string): Promise<SsoOutcome> {
  const domain = domainToASCII(given.trim().replace(/\.$/, '')).toLowerCase();
  if (!DOMAIN.test(domain))
    return Promise.resolve(refused(`"${given.slice(0, 100)}" is not a mail domain. Enter one such as example.com.`));
  return database.withAccount(accountId, async (tx): Promise<SsoOutcome> => {
    if ((await listDomains(tx, accountId)).length >= MAX_DOMAINS)
      return refused(`The account has ${MAX_DOMAINS} domains already. Remove one first.`);
    const token = `switchboard-domain-verification=${randomBytes(24).toString('base64url')}`;
    const { rows } = await sql<{ id: string }>`
      insert into sso_domain (account_id, domain, token, created_by)
      values (${accountId}::uuid, ${domain}, ${token}, ${person.id}::uuid)
      on conflict (account_id, domain) do nothing returning id`.execute(tx);
    const [added] = rows;
    if (added === undefined) return refused(`The account has the domain ${domain} already.`);
    await recordAudit(tx, { kind: 'sso_domain_added', accountId, target: target(added.id, domain) });
    return { kind: 'done', id: added.id };
  });
}

/** Verifies a domain by its record in the DNS. */
export async function verifyDomain(
  parts: { readonly database: Database; readonly lookUpTxt: LookUpTxt; readonly now: () => number },
  { accountId }: Account,
  id: string,
): Promise<SsoOutcome> {
  const { database } = parts;
  const found = await database.withAccount(accountId, (tx) => findDomain(tx, accountId, id));
  if (found === null) return MISSING;
  if (found.verified !== null) return { kind: 'done', id };
  const { domain, token } = found;
  const problem = await recordProblem(parts.lookUpTxt, domain, token);
  if (problem !== null) return refused(problem);
  return database
    .withAccount(accountId, async (tx): Promise<SsoOutcome> => {
      const changed = await sql`
      update sso_domain set verified = ${new Date(parts.now())}, checked = null
      where account_id = ${accountId}::uuid and id = ${id}::uuid and verified is null`.execute(tx);
      if (changed.numAffectedRows === 0n) return MISSING;
      await recordAudit(tx, { kind: 'sso_domain_verified', accountId, target: target(id, domain) });
      return { kind: 'done', id };
    })
    .catch((error: unknown) => {
      if (!isTaken(error)) throw error;
      return refused(`The domain ${domain} was verified by another account. Remove it there first.`);
    });
}

/** Why the record does not prove that the account owns the domain; null when it does. */
async function recordProblem(lookUpTxt: LookUpTxt, domain: string, token: string): Promise<string | null> {
  const name = recordName(domain);
  const record = await readDomainRecord(lookUpTxt, domain, token);
  if (record === 'found') return null;
  if (record === 'unanswered') return `No name server answered for ${name}. Verify again in a few minutes.`;
  const state = record === 'absent' ? 'has no TXT record' : 'has another TXT record';
  return `${name} ${state}. Publish the shown text, wait until name servers have it, and verify again.`;
}

/** Whether another account has verified the same domain. */
const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'sso_domain_verified';

/** Removes a domain: its people sign in by password again. */
export function removeDomain(database: Database, { accountId }: Account, id: string): Promise<SsoOutcome> {
  return database.withAccount(accountId, async (tx): Promise<SsoOutcome> => {
    const { rows } = await sql<{ domain: string; verified: Date | null }>`
      delete from sso_domain where account_id = ${accountId}::uuid and id = ${id}::uuid returning domain, verified`.execute(
      tx,
    );
    const [removed] = rows;
    if (removed === undefined) return MISSING;
    const before = { verified: removed.verified !== null };
    await recordAudit(tx, { kind: 'sso_domain_removed', accountId, target: target(id, removed.domain), before });
    return { kind: 'done', id };
  });
}

const target = (id: string, domain: string) => ({ kind: 'sso_domain', id, name: domain });
