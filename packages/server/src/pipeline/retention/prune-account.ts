import { bytesOf, keyOf } from '@switchboard/engine';
import { RETENTION_KINDS, type Retention, type RetentionKind } from '@switchboard/model/kept/retention';
import { DAY_MS } from '@switchboard/model/schedule/schedule';
import { sql } from 'kysely';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Database, Tx } from '../../db/database.ts';
import { countDueEvents, expireEvents } from '../../journal/expire-events.ts';
import { removeSamples } from '../downloads/remove-samples.ts';
import { removeAssertionRows } from '../flows/remove-assertion-rows.ts';
import { recordRemovedFiles } from '../state/remove-files.ts';
import { archiveUnits, countArchivable, countExpiredArchive, refileArchive } from './archive-units.ts';
import { countDueRuns, type Due, type DueRun, type FileKind, lockDueRuns } from './due-files.ts';
import { retentionOf } from './retention.ts';

/** Runs, and events, that one transaction handles. */
const RUNS = 200;
const EVENTS = 2_000;

/** The data of a kind that was, or would be, removed: runs whose files are removed, events, or runs that move to or leave the archive. */
export type Pruned = { readonly count: number; readonly bytes: number };
export type PrunedKinds = Readonly<Partial<Record<RetentionKind, Pruned>>>;

export type PruneOptions = {
  readonly database: Database;
  /** Days of the installation, for accounts without their own. */
  readonly retention: Retention;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Called before each transaction. It may throw: the next call goes on. */
  readonly onStep?: (kind: RetentionKind) => Promise<void>;
};

/** The store's keys of a run begin with its kind and its id: files that it only reads belong to another run. */
const FOLDERS = {
  raw_files: 'raw',
  tables: 'table',
  results: 'result',
  samples: 'table',
  assertion_rows: 'result',
} as const;
type Step = keyof typeof FOLDERS;

const STEPS: Readonly<Record<FileKind, readonly Step[]>> = {
  raw_files: ['raw_files'],
  tables: ['tables'],
  results: ['results'],
  samples: ['samples', 'assertion_rows'],
};

const KINDS = Object.keys(RETENTION_KINDS) as readonly RetentionKind[];

/** How much data of ended runs an account has that is older than its retention. Changes nothing. */
export async function countExpired(
  { database, retention, now }: PruneOptions,
  accountId: string,
): Promise<PrunedKinds> {
  return database.withSystem(async (tx) => {
    const kept = await retentionOf(tx, accountId, retention);
    const counted: Partial<Record<RetentionKind, Pruned>> = {};
    for (const kind of KINDS) {
      const days = kept[kind];
      if (days === null) continue;
      const due = await dueOf(tx, accountId, now(), days);
      if (kind === 'events') counted[kind] = { count: await countDueEvents(tx, accountId, due.before), bytes: 0 };
      else if (kind === 'units') counted[kind] = { count: await countArchivable(tx, accountId, due.before), bytes: 0 };
      else if (kind === 'archive') counted[kind] = { count: await countExpiredArchive(tx, accountId), bytes: 0 };
      else {
        const steps: Pruned[] = [];
        for (const step of STEPS[kind]) steps.push(await countDueRuns(tx, step, due));
        counted[kind] = sum(steps);
      }
    }
    return counted;
  });
}

/**
 * Removes data of ended runs that is older than an account keeps it, in small transactions that wait for no lock. Their files are
 * removed from the store by `removeExpiredObjects`, a day later. Interrupted, it goes on when it is called again.
 */
export async function pruneAccount(options: PruneOptions, accountId: string): Promise<PrunedKinds> {
  const { database, retention, now, onStep = async () => undefined } = options;
  const kept = await database.withSystem((tx) => retentionOf(tx, accountId, retention));
  const pruned: Partial<Record<RetentionKind, Pruned>> = {};
  const inStep = async <T>(kind: RetentionKind, step: (tx: Tx) => Promise<T>): Promise<T> => {
    await onStep(kind);
    return database.withSystem(step);
  };
  for (const kind of KINDS) {
    const days = kept[kind];
    if (kind === 'archive') {
      while ((await inStep(kind, (tx) => refileArchive(tx, accountId, days))) > 0);
      if (days !== null)
        pruned[kind] = { count: await inStep(kind, (tx) => countExpiredArchive(tx, accountId)), bytes: 0 };
      continue;
    }
    if (days === null) continue;
    if (kind === 'units') {
      pruned[kind] = { count: await archiveAll({ ...options, accountId, days, keptDays: kept.archive }), bytes: 0 };
      continue;
    }
    const batches: Pruned[] = [];
    for (const step of kind === 'events' ? (['events'] as const) : STEPS[kind]) {
      const limit = step === 'events' ? EVENTS : RUNS;
      for (let count = limit; count === limit; ) {
        await onStep(kind);
        const batch = await database.withSystem(async (tx) => {
          const due = await dueOf(tx, accountId, now(), days);
          const removed =
            step === 'events'
              ? { count: await expireEvents(tx, accountId, due.before, limit), bytes: 0 }
              : await expireRuns(tx, step, due, limit);
          if (removed.count > 0)
            await recordAudit(tx, {
              kind: 'data_pruned',
              accountId,
              actor: { kind: 'system' },
              after: { kind: RETENTION_KINDS[kind], days, ...removed },
            });
          return removed;
        });
        batches.push(batch);
        count = batch.count;
      }
    }
    pruned[kind] = sum(batches);
  }
  return pruned;
}

/** Moves runs to the archive until none is due. Returns how many units. */
async function archiveAll({
  database,
  now,
  onStep = async () => undefined,
  accountId,
  days,
  keptDays,
}: PruneOptions & {
  readonly accountId: string;
  readonly days: number;
  readonly keptDays: number | null;
}): Promise<number> {
  for (let total = 0; ; ) {
    await onStep('units');
    const count = await database.withSystem(async (tx) => {
      const moved = await archiveUnits(tx, accountId, { before: new Date(now() - days * DAY_MS), keptDays });
      if (moved > 0)
        await recordAudit(tx, {
          kind: 'data_pruned',
          accountId,
          actor: { kind: 'system' },
          after: { kind: RETENTION_KINDS.units, days, count: moved },
        });
      return moved;
    });
    if (count === 0) return total;
    total += count;
  }
}

const sum = (parts: readonly Pruned[]): Pruned => ({
  count: parts.reduce((total, { count }) => total + count, 0),
  bytes: parts.reduce((total, { bytes }) => total + bytes, 0),
});

/** Removes what runs name of a kind in one transaction, and lists the objects for removal from the store. */
async function expireRuns(tx: Tx, step: Step, due: Due, limit: number): Promise<Pruned> {
  const { accountId } = due;
  const runs = await lockDueRuns(tx, step, due, limit);
  if (runs.length === 0) return { count: 0, bytes: 0 };
  const ids = runs.map(({ id }) => id);
  await recordRemovedFiles(tx, accountId, step, ids);
  if (step === 'samples') await removeSamples(tx, accountId, ids);
  if (step === 'assertion_rows') await removeAssertionRows(tx, accountId, ids);
  const objects = ownObjects(accountId, FOLDERS[step], runs);
  await sql`
    insert into expired_object (account_id, key, bytes)
    select ${accountId}::uuid, unnest(${objects.map(({ key }) => key)}::text[]),
      unnest(${objects.map(({ bytes }) => bytes)}::bigint[])
    on conflict do nothing`.execute(tx);
  return { count: runs.length, bytes: objects.reduce((total, { bytes }) => total + bytes, 0) };
}

/** The objects that attempts of these runs wrote, or their flows for uploads. */
function ownObjects(
  accountId: string,
  folder: string,
  runs: readonly DueRun[],
): readonly { readonly key: string; readonly bytes: number }[] {
  return runs.flatMap(({ id, files }) =>
    files
      .map((file) => ({ key: keyOf(file), bytes: bytesOf(file) ?? 0 }))
      .filter(({ key }) => folder === 'result' || key.startsWith(`acct/${accountId}/${folder}/${id}/`)),
  );
}

async function dueOf(tx: Tx, accountId: string, now: number, days: number): Promise<Due> {
  const { rows } = await sql<{ days: number }>`
    select coalesce(max(n.value::text::int), 0) as days from changelist c,
      jsonb_path_query(c.plan, '$.sources[*].schedule.repullDays[*]') n (value)
    where c.account_id = ${accountId}::uuid and c.status = 'running'`.execute(tx);
  // A day more for time zones, and one for a run that is late.
  const reach = (rows[0]?.days ?? 0) + 2;
  return {
    accountId,
    before: new Date(now - days * DAY_MS),
    restatedFrom: new Date(now - reach * DAY_MS).toISOString().slice(0, 10),
  };
}
