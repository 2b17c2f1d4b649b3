import { sql } from 'kysely';
import type { Database, Tx } from '../db/database.ts';
import type { UnitKind } from '../db/unit-ref.ts';
import type { Queue } from '../queue/queue.ts';
import { type BlockColumns, blockOfRow, releaseBlocked } from './unit.ts';
import { waitFacts } from './wait-facts.ts';

const BATCH = 200;
/** Nobody is woken for these, so they may be many. */
const RENAMED = 5_000;

type Turn = BlockColumns & { account_id: string; id: string; kind: UnitKind };

/**
 * Gives turns that nobody has passed on, since their giver died or lost sight of them, to those that wait: as many as there
 * are free places, and no more. Who finds none after all waits again.
 * @returns how many were released
 */
export async function releaseFreeSlots({ database, queue }: { database: Database; queue: Queue }): Promise<number> {
  const turns = await database.withSystem(async (tx) => {
    await followKeys(tx);
    const found = await sql<Turn>`
      select distinct on (account_id, blocked_kind, blocked_by) account_id, blocked_kind, blocked_by, id, kind from unit
      where blocked_kind in ('account_slot', 'key_slot') and state = 'held' limit ${BATCH}
    `.execute(tx);
    return found.rows;
  });
  let released = 0;
  for (const turn of turns)
    released += await database.withAccount(turn.account_id, async (tx) =>
      releaseBlocked(tx, queue, turn.account_id, blockOfRow(turn), { most: await freePlaces(tx, turn) }),
    );
  return released;
}

/** As one that waits for them sees it. None if it has gone on meanwhile: then turns are being passed. */
async function freePlaces(tx: Tx, { account_id, blocked_kind, id, kind }: Turn): Promise<number> {
  const facts = (await waitFacts(tx, account_id, kind, [id])).get(id);
  const slots = blocked_kind === 'account_slot' ? facts?.accountSlots : facts?.keySlots;
  return slots ? Math.max(0, slots.limit - slots.running) : 0;
}

/**
 * Lets those that wait for a turn of a key which their published declaration does not name any more wait for that of the key
 * that it names, or of the account: nobody that runs would pass them the other.
 */
async function followKeys(tx: Tx): Promise<void> {
  await sql`
    with renamed as materialized (
      select u.account_id, u.id, case when n.key is null then 'account_slot' else 'key_slot' end as kind, n.key
      from unit u
      left join download d on d.account_id = u.account_id and d.id = u.id
      left join source s on s.account_id = d.account_id and s.name = d.source
      left join upload p on p.account_id = u.account_id and p.id = u.id
      left join upload_declaration e on e.account_id = p.account_id and e.name = p.name
      cross join lateral (select coalesce(s.key_name, e.key_name) as key) n
      where u.state = 'held' and u.blocked_kind = 'key_slot' and u.blocked_by is distinct from n.key
      limit ${RENAMED} for update of u skip locked
    )
    update unit set blocked_kind = renamed.kind, blocked_by = renamed.key from renamed
    where unit.account_id = renamed.account_id and unit.id = renamed.id
  `.execute(tx);
}
