import { createHash } from 'node:crypto';
import type { LeftOutFile } from '@switchboard/connectors';
import { eventText } from '@switchboard/model/event-codes';
import type { Fault } from '@switchboard/model/faults';
import type { Source } from '@switchboard/model/plan';
import type { BlockKind } from '@switchboard/model/status/waiting';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { recordUnitEvent } from '../../journal/record-event.ts';
import type { Queue } from '../../queue/queue.ts';
import { addUnit } from '../../units/add-units.ts';
import { releaseUnit, revokeUnit } from '../../units/unit.ts';
import { addDownload, storeFoundFiles } from '../state/download-rows.ts';
import { changeStatus } from '../state/unit-status.ts';
import type { FileNote, FilesToTake } from './decide-probe.ts';
import { buildFileHandle } from './file-handle.ts';

export type TakeContext = {
  readonly accountId: string;
  readonly changelistId: string;
  readonly source: Source;
  readonly now: Date;
  readonly queue: Queue;
  readonly fault: Fault;
};

type Unfinished = { id: string; state: string; blocked_kind: BlockKind | null; untouched: boolean; status: string };

const SHOWN = 3;
const SUPERSEDED = { code: 'FILES_SUPERSEDED', parameters: {} } as const;

/**
 * Makes the download of a report date's files: the one that waits for them, else a new one. Cancels unfinished downloads of
 * an earlier version. Records the files with the download, in the caller's transaction.
 */
export async function takeFiles(tx: Tx, context: TakeContext, take: FilesToTake): Promise<void> {
  const { accountId, queue } = context;
  const unfinished = await lockUnfinished(tx, context, take.reportDate);
  const fill = unfinished.find((row) => row.untouched);
  for (const row of unfinished) if (row.id !== fill?.id) await replace(tx, accountId, row.id);
  const files = take.files.map(({ path, size, modified, checksum }) => ({ path, size, modified, checksum }));
  const names = files.map(({ path }) => path.slice(path.lastIndexOf('/') + 1));
  const more = names.length > SHOWN ? ` and ${names.length - SHOWN} more` : '';
  const shown = names.slice(0, SHOWN).join(', ') + more;
  const listed = names.map((filename) => ({ filename, url: null }));
  const handle = buildFileHandle(context.source, take.reportDate, listed, shown);
  const id = fill?.id ?? (await insertDownload(tx, context, take));
  await storeFoundFiles(
    tx,
    { accountId, unitId: id },
    { changelistId: context.changelistId, files, handle, description: shown },
  );
  await context.fault('mid-probe');
  for (const file of take.files) await noteFile(tx, context, file, id);
  const unit = { accountId, unitId: id, kind: 'download', purpose: 'production' } as const;
  if (fill === undefined) await addUnit(tx, { ...unit, state: 'ready' });
  else {
    if (fill.status === 'retrying') await changeStatus(tx, 'download', unit, 'queued', [sql`message = null`]);
    // The attempt that is about to find that it has no files would wait for those that are here.
    if (fill.state === 'running') await revokeUnit(tx, unit);
    // A unit that something else blocks stays blocked until that is fixed.
    if (fill.state !== 'held' || fill.blocked_kind === 'files') await releaseUnit(tx, unit);
  }
  await queue.wake(tx, { ...unit, reportDate: take.reportDate });
  if (take.gone.length > 0) await recordRemovedFiles(tx, unit, context.source.name, take.gone);
  await recordLeftOut(tx, unit, context.source.name, take.leftOut);
}

/** Downloads of this date that are not over; `untouched` are those that have read no file yet. Their units stay locked. */
async function lockUnfinished(tx: Tx, context: TakeContext, reportDate: string | null): Promise<Unfinished[]> {
  const found = await sql<Unfinished>`
    select d.id, u.state, u.blocked_kind, d.status,
      d.raw is null and (u.state <> 'running' or d.files is null) and d.status in ('queued', 'retrying') as untouched
    from unit u join download d on d.account_id = u.account_id and d.id = u.id
    where d.account_id = ${context.accountId} and d.source = ${context.source.name} and d.purpose = 'production'
      and d.report_date is not distinct from ${reportDate}::date and u.state <> 'done'
    order by d.created for update of u
  `.execute(tx);
  return found.rows;
}

async function replace(tx: Tx, accountId: string, id: string): Promise<void> {
  const unit = { accountId, unitId: id, kind: 'download' } as const;
  await revokeUnit(tx, unit);
  await changeStatus(tx, 'download', unit, 'cancelled', [
    sql`finished = now()`,
    sql`message = ${eventText(SUPERSEDED)}`,
  ]);
  await recordUnitEvent(tx, unit, { severity: 'info', ...SUPERSEDED });
}

async function insertDownload(tx: Tx, context: TakeContext, take: FilesToTake): Promise<string> {
  const { accountId, changelistId, source, now } = context;
  const trigger = triggerOf(take);
  // The same version may return after another one: then the time makes the trigger unique.
  for (const unique of [trigger, `${trigger} ${now.toISOString()}`]) {
    const id = await addDownload(tx, {
      accountId,
      changelistId,
      source,
      purpose: 'production',
      reportDate: take.reportDate,
      trigger: unique,
      due: now,
    });
    if (id !== null) return id;
  }
  throw new Error(`The files of ${source.name} were taken twice at ${now.toISOString()}.`);
}

/** Identifies what the download reads: its only file and version, or its first new file and a hash of all versions. */
function triggerOf(take: FilesToTake): string {
  const [first] = take.fresh;
  const versions = take.files.map((file) => `${file.path}\n${file.version}\n`).join('');
  const version =
    take.files.length === 1 && first && first.version.length <= 200
      ? first.version
      : createHash('sha256').update(versions).digest('hex');
  return `file ${first?.path ?? ''} ${version}`;
}

/** Records a file as it is now; `downloadId` is null while it may still grow. */
export async function noteFile(
  tx: Tx,
  context: Pick<TakeContext, 'accountId' | 'source'>,
  file: FileNote,
  downloadId: string | null,
): Promise<void> {
  await sql`
    insert into source_file (account_id, source, path, checksum, size, modified, seen, report_date, download_id)
    values (${context.accountId}, ${context.source.name}, ${file.path}, ${file.version}, ${file.size},
      ${file.modified === null ? null : new Date(file.modified)}, ${new Date(file.seen)}, ${file.reportDate}::date,
      ${downloadId})
    on conflict (account_id, source, path) do update set checksum = excluded.checksum, size = excluded.size,
      modified = excluded.modified, seen = excluded.seen, report_date = excluded.report_date,
      download_id = excluded.download_id
  `.execute(tx);
}

type Download = { readonly accountId: string; readonly unitId: string; readonly kind: 'download' };

/** The first of many paths. */
const shownPaths = (paths: readonly string[]): string =>
  paths.slice(0, SHOWN).join(', ') + (paths.length > SHOWN ? ` and ${paths.length - SHOWN} more` : '');

async function recordRemovedFiles(tx: Tx, unit: Download, name: string, gone: readonly string[]): Promise<void> {
  const parameters = { name, files: shownPaths(gone), count: gone.length };
  await recordUnitEvent(tx, unit, { severity: 'warn', code: 'FILES_REMOVED', parameters });
}

/** Records which files do not count, since rows that people expect may be in them. */
async function recordLeftOut(tx: Tx, unit: Download, name: string, leftOut: readonly LeftOutFile[]): Promise<void> {
  const pathsOf = (reason: LeftOutFile['reason']): readonly string[] =>
    leftOut.filter((file) => file.reason === reason).map(({ path }) => path);
  const [replaced, repeated] = [pathsOf('replaced'), pathsOf('repeated')];
  if (replaced.length > 0)
    await recordUnitEvent(tx, unit, {
      severity: 'warn',
      code: 'FILES_REPLACED',
      parameters: { name, files: shownPaths(replaced), count: replaced.length },
    });
  if (repeated.length > 0)
    await recordUnitEvent(tx, unit, {
      severity: 'info',
      code: 'FILES_REPEATED',
      parameters: { name, files: shownPaths(repeated), count: repeated.length },
    });
}
