import { type Block, mayStart, type WaitFacts, type Waiting, whyWaiting } from '@switchboard/model/status/waiting';
import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import type { UnitKind, UnitRef } from '../db/unit-ref.ts';
import { isBlockedBy, isSameBlock, moveWaiting, SLOT_ORDER } from './unit.ts';
import type { UnitKinds } from './unit-kinds.ts';
import { waitFacts } from './wait-facts.ts';

/** Waiting units that are read together. */
const BATCH = 50;
/** Waiting units that are read before the reconciler takes over, since the lock is held meanwhile. */
const MAX_READ = 500;

/** A unit with the facts that it may start by. */
export type NextUnit = { readonly ref: UnitRef; readonly facts: WaitFacts };

/** The slot of an account. */
export const ACCOUNT_SLOT: Block = { kind: 'account_slot', name: null };

/** The slots that a blocked unit leaves to others. Many units wait for the slot of one key, so that it comes first. */
export function slotsLeft({ key }: WaitFacts, { reason }: Waiting): readonly Block[] {
  const ofKey: Block[] = key === null || reason === 'key_limit' ? [] : [{ kind: 'key_slot', name: key.name }];
  // A unit that waits for an account slot keeps its key slot, and releases it when it ends.
  return reason === 'account_limit' ? [] : [...ofKey, ACCOUNT_SLOT];
}

/**
 * Makes the first unit ready that can use one of these slots. A unit before it that waits for something else by now is blocked
 * by that, so that the slot goes on to the next. Runs under the lock that counts running units.
 * @returns null when no unit can use them
 */
export async function nextForSlots(
  tx: Tx,
  kinds: UnitKinds,
  accountId: string,
  left: readonly Block[],
): Promise<NextUnit | null> {
  const slots = [...left];
  // Units that become blocked leave slots as well: the loop also visits those added meanwhile.
  for (const slot of slots) {
    const next = await nextForSlot(tx, kinds, accountId, slot, slots);
    if (next) return next;
  }
  return null;
}

async function nextForSlot(
  tx: Tx,
  kinds: UnitKinds,
  accountId: string,
  slot: Block,
  slots: Block[],
): Promise<NextUnit | null> {
  const seen: string[] = [];
  while (seen.length < MAX_READ) {
    const waiting = await waitingFor(tx, kinds, accountId, slot, seen);
    if (waiting.length === 0) return null;
    for (const { id, facts } of waiting) {
      seen.push(id);
      if (facts === undefined) continue;
      const ref = { accountId, unitId: id };
      const now = whyWaiting({ ...facts, state: 'ready' });
      if (mayStart(now)) {
        if (await moveWaiting(tx, ref, slot, null)) return { ref, facts };
        continue;
      }
      const block = now.blockedBy ?? ACCOUNT_SLOT;
      // No slot is free: the units behind it wait for the same.
      if (isSameBlock(block, slot)) return null;
      await moveWaiting(tx, ref, slot, block);
      for (const more of slotsLeft(facts, now)) if (!slots.some((known) => isSameBlock(known, more))) slots.push(more);
      if (now.reason === 'account_limit') return null;
    }
  }
  return null;
}

type WaitingUnit = { readonly id: string; readonly facts: WaitFacts | undefined };

/** The next units that wait for a slot, in order. They are not locked, so that concurrent releases see them. */
async function waitingFor(
  tx: Tx,
  kinds: UnitKinds,
  accountId: string,
  slot: Block,
  seen: readonly string[],
): Promise<readonly WaitingUnit[]> {
  const found = await sql<{ id: string; kind: UnitKind }>`
    select id, kind from unit
    where account_id = ${accountId} and ${isBlockedBy(slot)} and state = 'held' and id <> all(${[...seen]}::uuid[])
    order by ${SLOT_ORDER} limit ${BATCH}
  `.execute(tx);
  const facts = new Map<string, WaitFacts>();
  for (const kind of new Set(found.rows.map((row) => row.kind))) {
    const ids = found.rows.flatMap((row) => (row.kind === kind ? [row.id] : []));
    for (const [id, known] of await waitFacts(tx, kinds, accountId, kind, ids)) facts.set(id, known);
  }
  return found.rows.map(({ id }) => ({ id, facts: facts.get(id) }));
}
