import { DAY_MS } from '@switchboard/model/schedule/schedule';
import type { HealthLevel } from '@switchboard/model/status/health';
import { sql } from 'kysely';
import type { Database, Tx } from '../../db/database.ts';
import { readHomepage } from './homepage.ts';

/** Milliseconds after which the health of an account in which something has happened is determined again. */
const CHANGED_AFTER = 60_000;
/** Milliseconds after which it is determined again in any case: reports become due while nothing happens. */
const UNCHANGED_AFTER = 10 * 60_000;
/** Accounts of one round, at most. */
const BATCH = 100;
/** Milliseconds of one round, at most. The other accounts follow in the next one. */
const BUDGET = 3_000;
const DAYS = 7;

/**
 * Determines the health of those accounts for which it is missing, older than what has happened in them, or old. An account is
 * read through its tenant door. A failure leaves the former health, which the page over all accounts shows as out of date.
 * @param now epoch milliseconds
 * @returns how many accounts were read
 */
export async function refreshAccountHealth(database: Database, now: () => number): Promise<number> {
  const start = now();
  const due = await database.withSystem((tx) => dueAccounts(tx, start));
  const failures: unknown[] = [];
  let refreshed = 0;
  for (const accountId of due) {
    if (now() - start > BUDGET) break;
    try {
      await storeHealth(database, accountId, now());
      refreshed += 1;
    } catch (error) {
      // A failure of one account does not delay the others.
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return refreshed;
}

/** One probe of the index of events for each account. */
async function dueAccounts(tx: Tx, now: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id from account a left join account_health h on h.account_id = a.id
    where a.status = 'active' and (h.account_id is null or h.computed < ${new Date(now - UNCHANGED_AFTER)}
      or (h.computed < ${new Date(now - CHANGED_AFTER)} and exists (
        select from event e where e.account_id = a.id and e.created > h.computed)))
    order by h.computed nulls first, a.id limit ${BATCH}
  `.execute(tx);
  return rows.map(({ id }) => id);
}

/** Determines the health of an account as its Home shows it, and stores it unless a later one is stored. */
async function storeHealth(database: Database, accountId: string, now: number): Promise<void> {
  const home = await readHomepage(database, accountId, now);
  const entries = home === null ? [] : [...home.downloads, ...home.uploads];
  const count = (level: HealthLevel): number => entries.filter((entry) => entry.level === level).length;
  const since = new Date(now - DAYS * DAY_MS);
  const suspended = entries.filter(({ artifactStatus }) => artifactStatus === 'suspended').length;
  const store = sql`
    insert into account_health as h (account_id, computed, published, errors, issues, notices, working, suspended, late,
      newest_error_at, newest_error_name, newest_error)
    select ${accountId}::uuid, ${new Date(now)}, ${home !== null}, ${count('Error')}, ${count('Issue')}, ${count('Notice')},
      ${count('Working')}, ${suspended},
      (select count(*) from late_upload l
        where l.account_id = ${accountId}::uuid and l.delivered is null and l.report_date >= ${since}::date),
      e.created, e.name, e.message
    from (select 1) one left join lateral (
      select e.created, coalesce(e.download_declaration, e.upload_declaration) as name, e.message from event e
      where e.account_id = ${accountId}::uuid and e.severity in ('error', 'fatal') and e.created >= ${since}
        and e.purpose is distinct from 'proof'
      order by e.created desc, e.id desc limit 1
    ) e on true
    on conflict (account_id) do update set computed = excluded.computed, published = excluded.published,
      errors = excluded.errors, issues = excluded.issues, notices = excluded.notices, working = excluded.working,
      suspended = excluded.suspended, late = excluded.late, newest_error_at = excluded.newest_error_at,
      newest_error_name = excluded.newest_error_name, newest_error = excluded.newest_error
    where h.computed < excluded.computed
  `;
  await database.withAccount(accountId, (tx) => store.execute(tx));
}
