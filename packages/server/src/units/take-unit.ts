import { mayStart, whyWaiting } from '@switchboard/model/status/waiting';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import type { UnitKind, UnitRef } from '../db/unit-ref.ts';
import { ACCOUNT_SLOT, type NextUnit, nextForSlots, slotsLeft } from './next-unit.ts';
import { blockUnit, type ClaimedUnit, claimUnit, releaseBlocked, type WakeDeps } from './unit.ts';
import type { UnitKinds } from './unit-kinds.ts';
import { waitFacts } from './wait-facts.ts';

/** A unit under lease, with the key whose slot it holds. */
export type TakenUnit = ClaimedUnit & { readonly keyName: string | null };

/**
 * Claims a unit if nothing blocks it. Otherwise holds it with what blocks it (a suspension, a missing key, a limit), and claims
 * the next unit that waits for the slot and can run: an unused slot would block a whole queue.
 * @returns the unit, or the one that was claimed in its place; null for none
 */
export async function takeUnit(tx: Tx, kinds: UnitKinds, ref: UnitRef, worker: string): Promise<TakenUnit | null> {
  const locked = await sql<{ kind: UnitKind }>`
    select kind from unit where account_id = ${ref.accountId} and id = ${ref.unitId}
      and (state = 'ready' or (state = 'waiting' and next_try <= now()))
    for update skip locked
  `.execute(tx);
  const kind = locked.rows[0]?.kind;
  if (kind === undefined) return null;
  // Concurrent claims must count each other as running.
  await sql`select pg_advisory_xact_lock(${slotLock(ref.accountId)})`.execute(tx);
  const facts = (await waitFacts(tx, kinds, ref.accountId, kind, [ref.unitId])).get(ref.unitId);
  if (!facts) return null;
  const waiting = whyWaiting({ ...facts, state: 'ready' });
  if (mayStart(waiting)) return claim(tx, { ref, facts }, worker);
  await blockUnit(tx, ref, waiting.blockedBy ?? ACCOUNT_SLOT);
  const next = await nextForSlots(tx, kinds, ref.accountId, slotsLeft(facts, waiting));
  return next && claim(tx, next, worker);
}

/** Key of the advisory lock under which an account's running units are counted. */
const slotLock = (accountId: string): RawBuilder<unknown> => sql`hashtextextended(${`slots ${accountId}`}, 0)`;

async function claim(tx: Tx, { ref, facts }: NextUnit, worker: string): Promise<TakenUnit | null> {
  const claimed = await claimUnit(tx, ref, worker);
  return claimed && { ...claimed, keyName: facts.key?.name ?? null };
}

/**
 * Releases the slots of a unit that ended, of its account and its key, to units that wait for them. Also of the key that its
 * declaration names now: if another script was published while it ran, it has counted as one of that key since.
 */
export async function releaseSlots(tx: Tx, deps: WakeDeps, unit: TakenUnit): Promise<void> {
  // A unit that is being blocked because it counted this one as running must be visible as waiting.
  await sql`select pg_advisory_xact_lock_shared(${slotLock(unit.accountId)})`.execute(tx);
  await releaseBlocked(tx, deps, unit.accountId, ACCOUNT_SLOT, { max: 1 });
  for (const key of new Set([unit.keyName, await keyNow(tx, deps.kinds, unit)]))
    if (key !== null) await releaseBlocked(tx, deps, unit.accountId, { kind: 'key_slot', name: key }, { max: 1 });
}

/** The key that its published declaration names. */
async function keyNow(tx: Tx, { declaration }: UnitKinds, { accountId, unitId }: UnitRef): Promise<string | null> {
  const found = await sql<{ key_name: string | null }>`
    select ${declaration.keyName} as key_name from unit ${declaration.joins}
    where unit.account_id = ${accountId} and unit.id = ${unitId}
  `.execute(tx);
  return found.rows[0]?.key_name ?? null;
}
