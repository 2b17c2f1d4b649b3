import { LIMITS } from '@switchboard/model/limits';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { noteKeyEnds } from '../../identity/keys/store-key.ts';

/** The code and the kind of subject of keys that end. */
export const KEY_EXPIRES = 'KEY_EXPIRES';

const AHEAD = sql`make_interval(days => ${sql.lit(LIMITS.keyExpiryDays)})`;
const BATCH = 500;

/**
 * Notes the keys that end within two weeks, once for each end: `gatherFailures` reads them. An account without filters gets no
 * notes. Programs may do so side by side.
 * @param now epoch milliseconds
 */
export async function noteExpiringKeys(database: Database, now: number): Promise<void> {
  const at = new Date(now);
  await database.withSystem((tx) =>
    sql`
      with noted as (${noteKeyEnds(sql`${at}::timestamptz + ${AHEAD}`, BATCH)})
      select note_failure_change(account_id, 'key', expiry_unit(id, expires), true) from noted
    `.execute(tx),
  );
}

/** Keys as units of `gatherFailures`: those that end at the time of their unit. @param asked rows c(account_id, unit_id) */
export const readExpiringKeys = (asked: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select k.account_id, 'key', c.unit_id, k.name, null, 'production',
    case when k.status <> 'archived' and c.unit_id = expiry_unit(k.id, k.expires) then ${KEY_EXPIRES} end, true,
    k.expires_of, k.name, null, to_char(k.expires at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
  from ${asked} join key k on k.account_id = c.account_id and k.id = split_part(c.unit_id, ' ', 1)::uuid`;
