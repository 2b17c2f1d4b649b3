import { mayStart, whyWaiting } from '@switchboard/model';
import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import type { Queue } from '../queue/queue.ts';
import { blockUnit, releaseBlocked, turnOf } from './blocked.ts';
import { type ClaimedUnit, claimUnit, type UnitKind, type UnitRef } from './unit.ts';
import { waitFacts } from './wait-facts.ts';

/** A unit under lease, with the key whose turn it has. */
export type TakenUnit = ClaimedUnit & { readonly keyName: string | null };

/**
 * Claims a unit if nothing blocks it. What a suspension, a missing key or a limit keeps from running is laid aside with what
 * blocks it, so that it costs nothing until that is mended.
 */
export async function takeUnit(tx: Tx, ref: UnitRef, worker: string): Promise<TakenUnit | null> {
  const locked = await sql<{ kind: UnitKind }>`
    select kind from unit where account_id = ${ref.accountId} and id = ${ref.unitId}
      and (state = 'ready' or (state = 'waiting' and next_try <= now()))
    for update skip locked
  `.execute(tx);
  const kind = locked.rows[0]?.kind;
  if (kind === undefined) return null;
  // Whoever counts what runs must not miss one that is being claimed.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`turns ${ref.accountId}`}, 0))`.execute(tx);
  const facts = (await waitFacts(tx, ref.accountId, kind, [ref.unitId])).get(ref.unitId);
  if (!facts) return null;
  const waiting = whyWaiting({ ...facts, state: 'ready' });
  if (mayStart(waiting)) {
    const claimed = await claimUnit(tx, ref, worker);
    return claimed && { ...claimed, keyName: facts.key?.name ?? null };
  }
  const turn = waiting.reason === 'key_limit' ? turnOf(`key ${facts.key?.name ?? ''}`) : turnOf('account');
  await blockUnit(tx, ref, waiting.blockedBy ?? turn);
  return null;
}

/** A unit that ended leaves its turns, of the account and of its key, to those that wait for them. */
export async function giveTurn(tx: Tx, queue: Queue, unit: TakenUnit): Promise<void> {
  await releaseBlocked(tx, queue, unit.accountId, turnOf('account'), { most: 1 });
  if (unit.keyName !== null)
    await releaseBlocked(tx, queue, unit.accountId, turnOf(`key ${unit.keyName}`), { most: 1 });
}
