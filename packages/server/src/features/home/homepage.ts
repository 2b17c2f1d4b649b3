import { setImmediate } from 'node:timers/promises';
import type { Plan } from '@switchboard/model/plan';
import type { Database } from '../../db/database.ts';
import { downloadHealth, dueDaysOf, type HomeEntry, readDeclarations, readFacts, uploadHealth } from './health.ts';
import { runningPlan } from './queries.ts';
import { sparklineDates } from './seven-day-health.ts';

export type Homepage = {
  readonly downloads: readonly HomeEntry[];
  readonly uploads: readonly HomeEntry[];
  readonly firstDate: string;
  /** The published script that they are declared in. */
  readonly plan: Plan;
  readonly changelistId: string;
  /** Epoch milliseconds. */
  readonly refreshedAt: number;
};

/**
 * The health of all published declarations. Downloads and uploads are read at the same time; what needs no rows is computed
 * while the database answers. See docs/design/health.md.
 * @param now epoch milliseconds
 * @returns null when nothing has been published
 */
export async function readHomepage(database: Database, accountId: string, now: number): Promise<Homepage | null> {
  const script = await database.withAccount(accountId, (tx) => runningPlan(tx, accountId));
  if (script === null) return null;
  const { plan, changelistId } = script;
  const dates = sparklineDates(now);
  const askedDownloads = { kind: 'download', names: plan.sources.map(({ name }) => name), dates } as const;
  const askedUploads = { kind: 'upload', names: plan.uploads.map(({ name }) => name), dates } as const;
  const readDownloads = async () => {
    const read = await database.withAccount(accountId, async (tx) => {
      const known = { plan, now, declarations: await readDeclarations(tx, accountId) };
      const dueDays = setImmediate().then(() => dueDaysOf(askedDownloads, known));
      const [facts, due] = await Promise.all([readFacts(tx, accountId, askedDownloads), dueDays]);
      return { known, facts, due };
    });
    const { known, facts, due } = read;
    return { known, due, downloads: downloadHealth(askedDownloads, { ...known, ...facts }, due) };
  };
  const [{ known, due, downloads }, facts] = await Promise.all([
    readDownloads(),
    database.withAccount(accountId, (tx) => readFacts(tx, accountId, askedUploads)),
  ]);
  const uploads = uploadHealth(askedUploads, { ...known, ...facts }, due, downloads);
  return { firstDate: dates[0] ?? '', plan, changelistId, refreshedAt: now, downloads, uploads };
}
