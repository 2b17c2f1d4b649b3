import { isDeepStrictEqual } from 'node:util';
import { connectorByName } from '@switchboard/connectors';
import type { Plan, PlanUpload, Source } from '@switchboard/model/plan';
import type { Schedule } from '@switchboard/model/schedule/schedule';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Tx } from '../../db/database.ts';
import { withDatedStates } from './compile-again.ts';

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
  const plan = await withDatedStates(tx, accountId, changelistId, JSON.parse(text) as Plan);
  plans.set(key, plan, { size: text.length });
  return plan;
}

const CONNECTORS = connectorByName();

/** Whether the files of a connector's sources are found by probing, rather than asked for each report date. */
export function isProbed(connector: string): boolean {
  return CONNECTORS.get(connector)?.spec.source?.listsFiles === true;
}

/** Source tables of a plan by name, with the source each belongs to. */
export function sourceOfTable(plan: Plan): ReadonlyMap<string, Source> {
  return new Map(plan.sources.flatMap((source) => source.tables.map((table) => [table.name, source] as const)));
}

/** The uploads that read any of these source tables. */
export function uploadsReading(plan: Plan, tables: readonly string[]): PlanUpload[] {
  return plan.uploads.filter((upload) => upload.sourceTables.some((table) => tables.includes(table)));
}

/** As it is stored: what is undefined is left out. */
const stored = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** Whether two schedules are the same; without an earlier one nothing has changed. */
export const isScheduledAlike = (one: Schedule | undefined, other: Schedule): boolean =>
  one === undefined || isDeepStrictEqual(stored(one), stored(other));

/** Whether two declarations of a source make the same tables of the same files. */
export function isLoadedAlike(one: Source | undefined, other: Source): boolean {
  return (
    one !== undefined &&
    isDeepStrictEqual(stored(one.tables), stored(other.tables)) &&
    isDeepStrictEqual(stored(one.parameters), stored(other.parameters))
  );
}
