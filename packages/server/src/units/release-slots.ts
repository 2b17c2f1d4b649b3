import { sql } from 'kysely';
import type { Database, Tx } from '../db/database.ts';
import type { UnitKind } from '../db/unit-ref.ts';
import { type BlockColumns, blockOfRow, releaseBlocked, type WakeDeps } from './unit.ts';
import type { UnitKinds } from './unit-kinds.ts';
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
export async function releaseFreeSlots(deps: WakeDeps & { readonly database: Database }): Promise<number> {
  const { database, kinds } = deps;
  const groups = await database.withSystem(async (tx) => {
    await followKeys(tx, kinds);
    const found = await sql<WaitingGroup>`
      select distinct on (account_id, blocked_kind, blocked_by) account_id, blocked_kind, blocked_by, id, kind from unit
      where blocked_kind in ('account_slot', 'key_slot') and state = 'held' limit ${BATCH}
    `.execute(tx);
    return found.rows;
  });
  let released = 0;
  for (const group of groups)
    released += await database.withAccount(group.account_id, async (tx) =>
      releaseBlocked(tx, deps, group.account_id, blockOfRow(group), { max: await freeSlots(tx, kinds, group) }),
    );
  return released;
}

/** Free slots as one waiting unit sees them. 0 when that unit has started meanwhile: then slots are being passed on. */
async function freeSlots(
  tx: Tx,
  kinds: UnitKinds,
  { account_id, blocked_kind, id, kind }: WaitingGroup,
): Promise<number> {
  const facts = (await waitFacts(tx, kinds, account_id, kind, [id])).get(id);
  const slots = blocked_kind === 'account_slot' ? facts?.accountSlots : facts?.keySlots;
  return slots ? Math.max(0, slots.limit - slots.running) : 0;
}

/**
 * Moves units that wait for a slot of a key which their published declaration no longer names to the key that it names, or to
 * the account's slots: no running unit would release the former key's slot to them.
 */
async function followKeys(tx: Tx, { declaration }: UnitKinds): Promise<void> {
  await sql`
    with renamed as materialized (
      select unit.account_id, unit.id, case when n.key is null then 'account_slot' else 'key_slot' end as kind, n.key
      from unit ${declaration.joins}
      cross join lateral (select ${declaration.keyName} as key) n
      where unit.state = 'held' and unit.blocked_kind = 'key_slot' and unit.blocked_by is distinct from n.key
      limit ${RENAMED} for update of unit skip locked
    )
    update unit set blocked_kind = renamed.kind, blocked_by = renamed.key from renamed
    where unit.account_id = renamed.account_id and unit.id = renamed.id
  `.execute(tx);
}
