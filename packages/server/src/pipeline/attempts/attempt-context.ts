import type { KeyProperties } from '@switchboard/connectors';
import type { EngineContext } from '@switchboard/engine';
import type { Fault, Plan } from '@switchboard/model';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database, Tx } from '../../db/database.ts';
import type { Queue } from '../../queue/queue.ts';
import type { ClaimedUnit } from '../../units/unit.ts';

/** What every unit's handler works with. Nothing of it belongs to one account but the claimed unit itself. */
export type WorkDeps = {
  readonly database: Database;
  readonly queue: Queue;
  readonly fault: Fault;
  /** A stored key by name, decrypted. Throws PipelineError KEY_MISSING, KEY_SUSPENDED. */
  readonly openKey: (accountId: string, keyName: string, neededBy: string) => Promise<KeyProperties>;
  readonly limits: { readonly queryMemoryBytes: number; readonly queryTimeoutMs: number };
};

/** One attempt: the unit, and the engine's context made for it. */
export type Attempt = { readonly unit: ClaimedUnit; readonly engine: EngineContext };

/** The compiled script that a unit of a test run works with: the draft as it was when the run was launched. */
async function loadProofPlan(tx: Tx, accountId: string, proofId: string): Promise<Plan> {
  const found = await sql<{ plan: Plan }>`
    select plan from proof where account_id = ${accountId} and id = ${proofId}
  `.execute(tx);
  const plan = found.rows[0]?.plan;
  if (!plan) throw new Error(`There is no test run ${proofId}.`);
  return plan;
}

/** Compiled scripts by account and changelist. Once published they never change, and may be megabytes long. Sizes in characters. */
const plans = new LRUCache<string, Plan>({ maxSize: 16 * 1024 ** 2 });

/**
 * The compiled script that a unit runs, whatever has been published or edited since it was made or started again.
 * @param proofId the test run that the unit belongs to; null for none
 */
export async function loadPlan(
  tx: Tx,
  accountId: string,
  changelistId: string,
  proofId: string | null = null,
): Promise<Plan> {
  if (proofId !== null) return loadProofPlan(tx, accountId, proofId);
  const key = `${accountId} ${changelistId}`;
  const known = plans.get(key);
  if (known) return known;
  const found = await sql<{ plan: string | null }>`
    select plan::text as plan from changelist where account_id = ${accountId} and id = ${changelistId}
  `.execute(tx);
  const text = found.rows[0]?.plan;
  if (!text) throw new Error(`The changelist ${changelistId} has no plan.`);
  const plan = JSON.parse(text) as Plan;
  plans.set(key, plan, { size: text.length });
  return plan;
}

/** Store prefix of what one attempt writes: nobody else writes there, and nothing is seen before it is committed. */
export function attemptPrefix(kind: 'raw' | 'table' | 'result', unit: ClaimedUnit): string {
  return `acct/${unit.accountId}/${kind}/${unit.unitId}/${unit.attempt}`;
}
