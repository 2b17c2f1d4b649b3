import type { Tx } from '../../db/database.ts';
import { type HomeEntry, readDeclarations, readHealth } from './health.ts';
import { runningPlan } from './queries.ts';
import { sparklineDates } from './seven-day-health.ts';

export type Homepage = {
  readonly downloads: readonly HomeEntry[];
  readonly uploads: readonly HomeEntry[];
  readonly firstDate: string;
  /** Epoch milliseconds. */
  readonly refreshedAt: number;
};

/**
 * The health of all published declarations.
 * @param now epoch milliseconds
 * @returns null when nothing has been published
 */
export async function readHomepage(tx: Tx, accountId: string, now: number): Promise<Homepage | null> {
  const script = await runningPlan(tx, accountId);
  if (script === null) return null;
  const { plan } = script;
  const dates = sparklineDates(now);
  const declarations = await readDeclarations(tx, accountId);
  const ofAll = { plan, declarations, dates, now, known: new Map() };
  const names = (rows: readonly { readonly name: string }[]): string[] => rows.map(({ name }) => name);
  return {
    firstDate: dates[0] ?? '',
    refreshedAt: now,
    downloads: await readHealth(tx, accountId, { ...ofAll, kind: 'download', names: names(plan.sources) }),
    uploads: await readHealth(tx, accountId, { ...ofAll, kind: 'upload', names: names(plan.uploads) }),
  };
}
