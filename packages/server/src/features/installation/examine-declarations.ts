import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { type DoctorFinding, finding, isoTime, MAX_ITEMS } from './report.ts';

type Declaration = {
  account: string;
  noun: 'download' | 'upload';
  name: string;
  status_reason: string | null;
  suspended_on: Date | null;
  total: number;
};
type Key = { account: string; name: string; users: readonly string[]; used: number; total: number };

/** Declarations that were suspended or stay paused, and keys without which others cannot work. */
export async function examineDeclarations(tx: Tx): Promise<readonly DoctorFinding[]> {
  return [await suspendedDeclarations(tx), await suspendedKeys(tx), await archivedKeys(tx), await pausedLong(tx)];
}

async function suspendedDeclarations(tx: Tx): Promise<DoctorFinding> {
  const found = await sql<Declaration>`
    select a.url_name as account, s.noun, s.name, s.status_reason, s.suspended_on, count(*) over ()::int as total
    from (
      select account_id, 'download' as noun, name, status_reason, suspended_on from download_declaration where status = 'suspended'
      union all
      select account_id, 'upload', name, status_reason, suspended_on from upload_declaration where status = 'suspended'
    ) s join account a on a.id = s.account_id
    order by s.suspended_on nulls first, s.name limit ${MAX_ITEMS}
  `.execute(tx);
  const items = found.rows.map((row) => ({
    account: row.account,
    what: `${row.noun} ${row.name}`,
    why: row.status_reason ?? 'suspended by a person',
    since: isoTime(row.suspended_on),
    todo: `Fix the cause, then unsuspend the ${row.noun} ${row.name}.`,
  }));
  return finding(
    {
      check: 'declarations',
      title: 'Suspended downloads and uploads',
      todo: 'Missed report dates are caught up then.',
    },
    found.rows[0]?.total ?? 0,
    items,
  );
}

/** Days after which a pause without an end is reported. */
const LONG_PAUSE = 7;

type Pause = { account: string; what: string; reason: string; person: string; created: Date; total: number };

async function pausedLong(tx: Tx): Promise<DoctorFinding> {
  const found = await sql<Pause>`
    select a.url_name as account, p.kind || ' ' || coalesce(k.name, p.target) as what, p.reason, h.name as person, p.created,
      count(*) over ()::int as total
    from pause p join account a on a.id = p.account_id and a.status = 'active' join person h on h.id = p.paused_by
    left join key k on p.kind = 'key' and k.account_id = p.account_id and k.id::text = p.target
    where p.until is null and p.created < now() - ${LONG_PAUSE} * interval '1 day'
    order by p.created, what limit ${MAX_ITEMS}
  `.execute(tx);
  const items = found.rows.map(({ account, what, reason, person, created }) => ({
    account,
    what,
    why: `paused by ${person}: ${reason}`,
    since: isoTime(created),
    todo: null,
  }));
  const title = `Pauses without an end, for over ${LONG_PAUSE} days`;
  const todo = 'Ask the person whether it is still wanted. Resuming lists what was due meanwhile.';
  return finding({ check: 'paused', title, level: 'notice', todo }, found.rows[0]?.total ?? 0, items);
}

const USERS = sql`
  select account_id, key_id, 'download ' || name as name from download_declaration where key_id is not null and status <> 'removed'
  union all
  select account_id, key_id, 'upload ' || name from upload_declaration where key_id is not null and status <> 'removed'`;
const FIRST_USERS = sql`(array_agg(u.name order by u.name))[1:5] as users, count(u.name)::int as used`;

async function suspendedKeys(tx: Tx): Promise<DoctorFinding> {
  const found = await sql<Key>`
    with users as (${USERS})
    select a.url_name as account, k.name, ${FIRST_USERS}, count(*) over ()::int as total
    from key k join account a on a.id = k.account_id
    left join users u on u.account_id = k.account_id and u.key_id = k.id
    where k.status = 'suspended' group by a.url_name, k.name order by count(u.name) desc, k.name limit ${MAX_ITEMS}
  `.execute(tx);
  const items = found.rows.map((row) => ({
    account: row.account,
    what: `key ${row.name}`,
    why: row.used === 0 ? 'suspended; nothing uses it' : `suspended; used by ${usersOf(row)}`,
    since: null,
    todo: `Reconnect or unsuspend the key ${row.name}.`,
  }));
  return finding(
    { check: 'keys', title: 'Suspended keys', todo: 'Units that wait for a key continue once it is fixed.' },
    found.rows[0]?.total ?? 0,
    items,
  );
}

async function archivedKeys(tx: Tx): Promise<DoctorFinding> {
  const found = await sql<Key>`
    with users as (${USERS})
    select a.url_name as account, k.name, ${FIRST_USERS}, count(*) over ()::int as total
    from users u join account a on a.id = u.account_id
      join key k on k.account_id = u.account_id and k.id = u.key_id and k.status = 'archived'
    group by a.url_name, k.id, k.name order by count(u.name) desc, k.name limit ${MAX_ITEMS}
  `.execute(tx);
  const items = found.rows.map((row) => ({
    account: row.account,
    what: `key ${row.name}`,
    why: `archived; used by ${usersOf(row)}`,
    since: null,
    todo: `Name another key than ${row.name} in the script and publish it.`,
  }));
  return finding(
    { check: 'archived_keys', title: 'Archived keys in use', todo: null },
    found.rows[0]?.total ?? 0,
    items,
  );
}

function usersOf({ users, used }: Key): string {
  const more = used - users.length;
  return more > 0 ? `${users.join(', ')} and ${more} more` : users.join(', ');
}
