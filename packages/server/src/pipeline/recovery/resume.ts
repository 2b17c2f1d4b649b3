import { addDays } from '@switchboard/model/schedule/schedule';
import { sql } from 'kysely';
import type { Database, Tx } from '../../db/database.ts';
import { resumeKey } from '../../identity/keys/suspend-key.ts';
import { recordEvent } from '../../journal/record-event.ts';
import { causeNow } from '../../observe/cause.ts';
import type { Queue } from '../../queue/queue.ts';
import { releaseBlocked } from '../../units/unit.ts';
import { resumeUploads, skipUploadDates } from '../deadlines/upload-declarations.ts';
import { postponeProbes, resumeSources, skipDates, skipRuns } from '../sources/source-rows.ts';
import { UNIT_KINDS } from '../state/unit-kinds.ts';
import { findPausable, type Pausable, type PauseKind, removePause, subjectOf } from '../suspension/pause.ts';
import { abandonTransfer } from './abandon-or-retry.ts';
import { type BacklogItem, type PauseScope, pauseBacklog } from './pause-backlog.ts';

/** The report dates that are run of those that were due meanwhile: all, none, or the items of the backlog with these ids. */
export type CatchUp = 'all' | 'none' | ReadonlySet<string>;

export type Resuming = {
  /** Null when the pause ends by itself. */
  readonly by: { readonly name: string; readonly personId: string | null } | null;
  readonly catchUp: CatchUp;
  /** Epoch milliseconds. */
  readonly now: number;
};

/** Dates that were left out are kept for as many days. */
const KEPT_DAYS = 400;

/**
 * Ends a pause. What it stopped is active again, unless another pause names it, and does what was chosen of the report dates that were due
 * meanwhile; the others are left out until a person runs them.
 */
export async function resume(
  tx: Tx,
  queue: Queue,
  pausable: Pausable,
  resuming: Resuming,
): Promise<'ok' | 'not_found' | 'not_paused'> {
  const found = await findPausable(tx, pausable);
  if (found === null) return 'not_found';
  if (!(await removePause(tx, pausable, found.target))) return 'not_paused';
  await goOn(tx, queue, pausable, found.target, resuming);
  return 'ok';
}

/** Starts again what a pause stopped. The caller has removed the pause. */
async function goOn(tx: Tx, queue: Queue, pausable: Pausable, target: string, resuming: Resuming): Promise<void> {
  const scope = await activate(tx, pausable, target, resuming);
  const left = await leaveOut(tx, queue, pausable.accountId, scope, resuming);
  await release(tx, queue, pausable.accountId, scope);
  const { by } = resuming;
  await recordEvent(tx, {
    accountId: pausable.accountId,
    severity: 'info',
    ...(by === null
      ? { code: 'RESUMED_AT_TIME', parameters: { kind: pausable.kind, name: pausable.name, left } }
      : { code: 'RESUMED', parameters: { kind: pausable.kind, name: pausable.name, person: by.name, left } }),
    ...subjectOf(pausable),
  });
}

async function activate(
  tx: Tx,
  { accountId, kind, name }: Pausable,
  target: string,
  { by, now }: Resuming,
): Promise<PauseScope> {
  if (kind === 'key') {
    await resumeKey(tx, accountId, target, by?.personId ?? null);
    await postponeProbes(tx, accountId, target, now);
    return { sources: [], uploads: [], keys: [name] };
  }
  return { sources: await resumeSources(tx, accountId, now), uploads: await resumeUploads(tx, accountId), keys: [] };
}

/** Leaves out what was not chosen. Returns how many report dates. */
async function leaveOut(
  tx: Tx,
  queue: Queue,
  accountId: string,
  scope: PauseScope,
  { by, catchUp, now }: Resuming,
): Promise<number> {
  if (catchUp === 'all') return 0;
  const backlog = await pauseBacklog(tx, accountId, scope, now);
  const left = backlog.filter(({ id }) => catchUp === 'none' || !catchUp.has(id));
  const since = addDays(new Date(now).toISOString().slice(0, 10), -KEPT_DAYS);
  for (const { id: unitId, kind } of left.filter(({ isMade }) => isMade))
    await abandonTransfer(tx, queue, { accountId, unitId, kind }, by?.name ?? 'the end of a pause');
  for (const [key, items] of Map.groupBy(left, ({ kind, name }) => `${kind} ${name}`)) {
    const name = key.slice(key.indexOf(' ') + 1);
    const dates = datesOf(items);
    if (items[0]?.kind === 'upload') await skipUploadDates(tx, accountId, name, { dates, since });
    else await skipDates(tx, accountId, name, { dates, since });
    if (items.some(({ isMade, reportDate }) => !isMade && reportDate === null))
      await skipRuns(tx, accountId, name, now);
  }
  return left.length;
}

const datesOf = (items: readonly BacklogItem[]): string[] =>
  items.flatMap(({ reportDate }) => (reportDate === null ? [] : [reportDate]));

async function release(tx: Tx, queue: Queue, accountId: string, { sources, uploads, keys }: PauseScope): Promise<void> {
  const deps = { queue, kinds: UNIT_KINDS };
  const how = { cause: causeNow(null, { account: accountId }) };
  for (const name of sources) await releaseBlocked(tx, deps, accountId, { kind: 'source', name }, how);
  for (const name of uploads) await releaseBlocked(tx, deps, accountId, { kind: 'upload', name }, how);
  for (const name of keys) await releaseBlocked(tx, deps, accountId, { kind: 'key', name }, how);
}

const BATCH = 100;

type EndDeps = {
  readonly database: Database;
  readonly queue: Queue;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
};

/**
 * Ends the pauses whose time has come, each in a transaction of its own: one that cannot be ended delays none of the others.
 * Returns how many.
 */
export async function endPauses({ database, queue, now, onError }: EndDeps): Promise<number> {
  const at = now();
  const due = await database.withSystem((tx) =>
    sql<{ account_id: string; kind: PauseKind; target: string; name: string; catches_up: boolean }>`
      select p.account_id, p.kind, p.target, coalesce(k.name, p.target) as name, p.catches_up from pause p
      join account a on a.id = p.account_id and a.status = 'active'
      left join key k on p.kind = 'key' and k.account_id = p.account_id and k.id::text = p.target
      where p.until <= ${new Date(at)} order by p.until limit ${BATCH}
    `.execute(tx),
  );
  let ended = 0;
  for (const { account_id: accountId, kind, target, name, catches_up: catchesUp } of due.rows) {
    const resuming: Resuming = { by: null, catchUp: catchesUp ? 'all' : 'none', now: at };
    const pausable = { accountId, kind, name };
    const hasEnded = await database
      .withAccount(accountId, async (tx) => {
        const found = await findPausable(tx, pausable);
        if (!(await removePause(tx, pausable, target, new Date(at)))) return false;
        // Nothing goes on of what was removed meanwhile. Another key may have its name by now.
        if (found?.target === target) await goOn(tx, queue, pausable, target, resuming);
        return true;
      })
      .catch((error: unknown) => {
        onError(error);
        return false;
      });
    if (hasEnded) ended += 1;
  }
  return ended;
}
