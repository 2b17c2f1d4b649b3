import { sql } from 'kysely';
import type { Database, Tx } from '../db/database.ts';
import type { UnitKind } from '../db/unit-ref.ts';
import type { Queue } from '../queue/queue.ts';
import { type BlockColumns, blockOfRow, releaseBlocked } from './unit.ts';
import { waitFacts } from './wait-facts.ts';

const BATCH = 200;
/** Large, since no worker is woken for these. */
const RENAMED = 5_000;

type WaitingGroup = BlockColumns & { account_id: string; id: string; kind: UnitKind };

/**
 * Releases as many waiting units as there are free slots, where a slot was not passed on because its holder died or named
 * another key. A released unit that finds no free slot after all waits again.
 * @returns how many were released
 */
export async function releaseFreeSlots({ database, queue }: { database: Database; queue: Queue }): Promise<number> {
  const groups = await database.withSystem(async (tx) => {
    await followKeys(tx);
    const found = await sql<WaitingGroup>`
      select distinct on (account_id, blocked_kind, blocked_by) account_id, blocked_kind, blocked_by, id, kind from unit
      where blocked_kind in ('account_slot', 'key_slot') and state = 'held' limit ${BATCH}
    `.execute(tx);
    return found.rows;
  });
  let released = 0;
  for (const group of groups)
    released += await database.withAccount(group.account_id, async (tx) =>
      releaseBlocked(tx, queue, group.account_id, blockOfRow(group), { max: await freeSlots(tx, group) }),
    );
  return released;
}

/** Free slots as one waiting unit sees them. 0 when that unit has started meanwhile: then slots are being passed on. */
async function freeSlots(tx: Tx, { account_id, blocked_kind, id, kind }: WaitingGroup): Promise<number> {
  const facts = (await waitFacts(tx, account_id, kind, [id])).get(id);
  const slots = blocked_kind === 'account_slot' ? facts?.accountSlots : facts?.keySlots;
  return slots ? Math.max(0, slots.limit - slots.running) : 0;
}

/**
 * Moves units that wait for a slot of a key which their published declaration no longer names to the key that it names, or to
 * the account's slots: no running unit would release the former key's slot to them.
 */
async function followKeys(tx: Tx): Promise<void> {
  await sql`
    with renamed as materialized (
      select u.account_id, u.id, case when k.id is null then 'account_slot' else 'key_slot' end as kind, k.name as key
      from unit u
      left join download d on d.account_id = u.account_id and d.id = u.id
      left join source s on s.account_id = d.account_id and s.name = d.source
      left join upload p on p.account_id = u.account_id and p.id = u.id
      left join upload_declaration e on e.account_id = p.account_id and e.name = p.name
      left join key k on k.account_id = u.account_id and k.id = coalesce(s.key_id, e.key_id)
      where u.state = 'held' and u.blocked_kind = 'key_slot' and u.blocked_by is distinct from k.name
      limit ${RENAMED} for update of u skip locked
    )
    update unit set blocked_kind = renamed.kind, blocked_by = renamed.key from renamed
    where unit.account_id = renamed.account_id and unit.id = renamed.id
  `.execute(tx);
}
