import type { Plan, PlanAssertion, PlanUpload } from './plan.ts';

/** Outcome of an evaluated assertion; `skipped`: there was no earlier row count to compare with. */
export const ASSERTION_OUTCOMES = ['passed', 'failed', 'skipped'] as const;
export type AssertionOutcome = (typeof ASSERTION_OUTCOMES)[number];

/** Whether an upload is made from a table, or is that table. */
export function dependsOn(upload: PlanUpload, table: string): boolean {
  return upload.table === table || upload.tables.includes(table) || upload.sourceTables.includes(table);
}

/** The assertions on the tables of some uploads, in the order of the script. */
export function assertionsOf(
  { assertions = [] }: Pick<Plan, 'assertions'>,
  uploads: readonly PlanUpload[],
): readonly PlanAssertion[] {
  return assertions.filter(({ table }) => uploads.some((upload) => dependsOn(upload, table)));
}

/**
 * The uploads that failed assertions stop: those that are made from one of the tables. Uploads that share an `upsert` table with
 * one of them are stopped too, because its rows are kept for all of them or for none.
 */
export function stoppedUploads(
  plan: Pick<Plan, 'tables'>,
  uploads: readonly PlanUpload[],
  tables: readonly string[],
): ReadonlySet<string> {
  const keeping = new Set(plan.tables.filter(({ state }) => state !== undefined).map(({ name }) => name));
  const stopped = new Set<string>();
  const pending = new Set(tables);
  // Iterating a set also visits what is added meanwhile.
  for (const table of pending)
    for (const upload of uploads) {
      if (!dependsOn(upload, table) || stopped.has(upload.name)) continue;
      stopped.add(upload.name);
      for (const each of upload.tables) if (keeping.has(each)) pending.add(each);
    }
  return stopped;
}
