import { type Block, mayStart, type WaitFacts, type Waiting, whyWaiting } from '@switchboard/model';
import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import type { UnitKind, UnitRef } from '../db/unit-ref.ts';
import { isBlockedBy, isSameBlock, moveWaiting, SLOT_ORDER } from './unit.ts';
import { waitFacts } from './wait-facts.ts';

/** How many of those that wait are looked at together. */
const BATCH = 50;
/** How many are looked at before it is left to the reconciler, since the lock is held meanwhile. */
const MOST = 500;

/** A unit with what was decided from. */
export type NextUnit = { readonly ref: UnitRef; readonly facts: WaitFacts };

/** The slot of an account. */
export const ACCOUNT_SLOT: Block = { kind: 'account_slot', name: null };

/** What a unit that may not start is blocked by. */
export function blockOf({ key }: WaitFacts, { reason, blockedBy }: Waiting): Block {
  if (blockedBy !== null) return blockedBy;
  return reason === 'key_limit' && key !== null ? { kind: 'key_slot', name: key.name } : ACCOUNT_SLOT;
}

/** The turns that a unit which is laid aside leaves to others. The place of a key is waited for in one queue by many, so it goes first. */
export function slotsLeft({ key }: WaitFacts, { reason }: Waiting): readonly Block[] {
  const ofKey: Block[] = key === null || reason === 'key_limit' ? [] : [{ kind: 'key_slot', name: key.name }];
  // One that waits for the account's turn has a place of its key, and passes it on when it ends.
  return reason === 'account_limit' ? [] : [...ofKey, ACCOUNT_SLOT];
}

/**
 * Makes the first unit ready that can use one of these turns. Whoever is before it and waits for something else by now is laid
 * aside for that: nobody else would pass its turn on. Under the lock of those who count what runs.
 * @returns null when nobody can
 */
export async function nextForSlots(tx: Tx, accountId: string, left: readonly Block[]): Promise<NextUnit | null> {
  const turns = [...left];
  // What is blocked on the way leaves slots as well: the loop also visits what is added meanwhile.
  for (const turn of turns) {
    const next = await nextForSlot(tx, accountId, turn, turns);
    if (next) return next;
  }
  return null;
}

async function nextForSlot(tx: Tx, accountId: string, turn: Block, turns: Block[]): Promise<NextUnit | null> {
  const seen: string[] = [];
  while (seen.length < MOST) {
    const waiting = await waitingFor(tx, accountId, turn, seen);
    if (waiting.length === 0) return null;
    for (const { id, facts } of waiting) {
      seen.push(id);
      if (facts === undefined) continue;
      const ref = { accountId, unitId: id };
      const now = whyWaiting({ ...facts, state: 'ready' });
      if (mayStart(now)) {
        if (await moveWaiting(tx, ref, turn, null)) return { ref, facts };
        continue;
      }
      const block = blockOf(facts, now);
      // There is no such place: those behind it wait for the same.
      if (isSameBlock(block, turn)) return null;
      await moveWaiting(tx, ref, turn, block);
      for (const more of slotsLeft(facts, now)) if (!turns.some((known) => isSameBlock(known, more))) turns.push(more);
      if (now.reason === 'account_limit') return null;
    }
  }
  return null;
}

type WaitingUnit = { readonly id: string; readonly facts: WaitFacts | undefined };

/** The next of those that wait for a turn, in order. They are not locked: who passes turns on meanwhile finds them. */
async function waitingFor(
  tx: Tx,
  accountId: string,
  turn: Block,
  seen: readonly string[],
): Promise<readonly WaitingUnit[]> {
  const found = await sql<{ id: string; kind: UnitKind }>`
    select id, kind from unit
    where account_id = ${accountId} and ${isBlockedBy(turn)} and state = 'held' and id <> all(${[...seen]}::uuid[])
    order by ${SLOT_ORDER} limit ${BATCH}
  `.execute(tx);
  const facts = new Map<string, WaitFacts>();
  for (const kind of new Set(found.rows.map((row) => row.kind))) {
    const ids = found.rows.flatMap((row) => (row.kind === kind ? [row.id] : []));
    for (const [id, known] of await waitFacts(tx, accountId, kind, ids)) facts.set(id, known);
  }
  return found.rows.map(({ id }) => ({ id, facts: facts.get(id) }));
}
