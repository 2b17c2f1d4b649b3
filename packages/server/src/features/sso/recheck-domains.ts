import { sql } from 'kysely';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Database, Tx } from '../../db/database.ts';
import { readDomainRecord, recordName } from '../../identity/sso/domain-record.ts';
import type { LookUpTxt } from '../../identity/sso/look-up-txt.ts';
import { recordEvent } from '../../journal/record-event.ts';
import { repeat } from '../../queue/repeat.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Days for which a verified domain counts without its record. */
export const GRACE_DAYS = 7;
/** Domains that are looked up at the same time. */
const AT_ONCE = 8;

export type DomainCheckOptions = {
  readonly database: Database;
  readonly lookUpTxt: LookUpTxt;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
};

type Verified = {
  readonly account_id: string;
  readonly id: string;
  readonly domain: string;
  readonly token: string;
  readonly missing_since: Date | null;
};

/** Verifies mail domains again, every day, and those without their record every hour. */
export function startDomainJob(options: DomainCheckOptions): { stop(): Promise<void> } {
  return repeat(HOUR_MS, () => recheckDomains(options), options.onError);
}

/**
 * Looks up the records of verified domains that are due. The first time that one is gone is recorded; after its grace the domain is
 * verified no longer. A domain that no name server answers for stays as it is. One that fails keeps no other from being checked.
 */
export async function recheckDomains(options: DomainCheckOptions): Promise<void> {
  const due = await options.database.withSystem((tx) => dueDomains(tx, new Date(options.now() - DAY_MS)));
  for (let at = 0; at < due.length; at += AT_ONCE)
    await Promise.all(due.slice(at, at + AT_ONCE).map((domain) => recheck(options, domain).catch(options.onError)));
}

async function dueDomains(tx: Tx, before: Date): Promise<readonly Verified[]> {
  const { rows } = await sql<Verified>`
    select d.account_id, d.id, d.domain, d.token, d.missing_since
    from sso_domain d join account a on a.id = d.account_id and a.erasure_started is null
    where d.verified is not null and (d.missing_since is not null or coalesce(d.checked, d.verified) <= ${before})
    order by coalesce(d.checked, d.verified), d.id`.execute(tx);
  return rows;
}

async function recheck({ database, lookUpTxt, now }: DomainCheckOptions, domain: Verified): Promise<void> {
  const record = await readDomainRecord(lookUpTxt, domain.domain, domain.token);
  if (record === 'unanswered') return;
  const at = new Date(now());
  await database.withSystem((tx) => (record === 'found' ? keep(tx, domain, at) : miss(tx, domain, at)));
}

/** Condition: the domain is as it was read. Of two programs that check it, the first one decides. */
const unchanged = ({ account_id: accountId, id, missing_since: since }: Verified) => sql`
  account_id = ${accountId}::uuid and id = ${id}::uuid and verified is not null
    and missing_since is not distinct from ${since}::timestamptz`;

const target = ({ id, domain }: Verified) => ({ kind: 'sso_domain', id, name: domain });

async function keep(tx: Tx, domain: Verified, at: Date): Promise<void> {
  const { numAffectedRows } = await sql`
    update sso_domain set checked = ${at}, missing_since = null where ${unchanged(domain)}`.execute(tx);
  if (domain.missing_since === null || numAffectedRows === 0n) return;
  const { account_id: accountId } = domain;
  const actor = { kind: 'system' } as const;
  await recordAudit(tx, { kind: 'sso_domain_found_again', accountId, actor, target: target(domain) });
  const parameters = { domain: domain.domain };
  await recordEvent(tx, { accountId, severity: 'info', code: 'MAIL_DOMAIN_FOUND_AGAIN', parameters });
}

async function miss(tx: Tx, domain: Verified, at: Date): Promise<void> {
  const { account_id: accountId, missing_since: since } = domain;
  const isOver = since !== null && at.getTime() - since.getTime() >= GRACE_DAYS * DAY_MS;
  const { numAffectedRows } = await sql`
    update sso_domain set checked = ${at}, verified = case when ${isOver} then null else verified end,
      missing_since = case when ${isOver} then null else coalesce(missing_since, ${at}) end
    where ${unchanged(domain)}`.execute(tx);
  if ((since !== null && !isOver) || numAffectedRows === 0n) return;
  const actor = { kind: 'system' } as const;
  const kind = isOver ? 'sso_domain_unverified' : 'sso_domain_missing';
  await recordAudit(tx, { kind, accountId, actor, target: target(domain) });
  const parameters = { domain: domain.domain, record: recordName(domain.domain) };
  if (isOver) await recordEvent(tx, { accountId, severity: 'error', code: 'MAIL_DOMAIN_UNVERIFIED', parameters });
  else {
    const until = new Date(at.getTime() + GRACE_DAYS * DAY_MS).toISOString().slice(0, 10);
    const missing = { ...parameters, until };
    await recordEvent(tx, { accountId, severity: 'warn', code: 'MAIL_DOMAIN_MISSING', parameters: missing });
  }
}
