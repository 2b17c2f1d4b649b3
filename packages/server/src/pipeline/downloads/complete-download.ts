import type { LoadResult } from '@switchboard/engine';
import { type DirtyRowStatus, dirtyRowStatus, errorText, type Source } from '@switchboard/model';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { countFailure } from '../../units/count-failure.ts';
import { recordEvent } from '../../units/record-event.ts';
import { type ClaimedUnit, finishUnit } from '../../units/unit.ts';
import { changeStatus } from '../attempts/change-status.ts';
import { describeUnit } from '../attempts/unit-subject.ts';
import { suspendAfterFailures } from '../suspension/suspend.ts';
import { tellIgnored } from './ignored-columns.ts';
import { tellReplaced } from './replaced-version.ts';

type Loaded = { readonly table: string; readonly answer: LoadResult };

/** One status for the whole: what all parts agree on, else some. */
function overall(statuses: readonly DirtyRowStatus[]): DirtyRowStatus {
  const [first = 'none'] = statuses;
  return statuses.every((status) => status === first) ? first : 'some';
}

function sum(loaded: readonly Loaded[], count: (answer: LoadResult) => number): number {
  return loaded.reduce((total, part) => total + count(part.answer), 0);
}

/**
 * Publishes what was loaded: parts, counts, status and event. When every row is dirty no flow reads the download, and it
 * counts as a failure of its source, which may be suspended for it.
 * @returns whether flows may read it
 */
export async function completeDownload(
  tx: Tx,
  unit: ClaimedUnit,
  source: Source,
  loaded: readonly Loaded[],
): Promise<boolean> {
  // Of a run whose rows were all dirty, before somebody started it again. No flow has read them.
  await sql`
    delete from download_part where account_id = ${unit.accountId} and download_id = ${unit.unitId}
  `.execute(tx);
  for (const { table, answer } of loaded) {
    await sql`
      insert into download_part (account_id, download_id, name, project, tables, columns, row_count, dirty_row_count,
        dirty_row_status, new_dirty_row_count, new_dirty_row_status, bytes, dirty_key, new_dirty_key, sample_key)
      values (${unit.accountId}, ${unit.unitId}, ${table}, ${source.project}, ${JSON.stringify(answer.tables)}::jsonb,
        ${JSON.stringify(answer.columns)}::jsonb, ${answer.records}, ${answer.dirtyRows}, ${answer.dirtyStatus},
        ${answer.newDirtyRows}, ${answer.newDirtyStatus}, ${answer.bytes}, ${answer.dirtyKey}, ${answer.newDirtyKey},
        ${answer.sampleKey})
    `.execute(tx);
  }
  const records = sum(loaded, (answer) => answer.records);
  const dirty = sum(loaded, (answer) => answer.dirtyRows);
  const allDirty = dirtyRowStatus(records, dirty) === 'all';
  const message = allDirty ? errorText('ALL_ROWS_DIRTY') : null;
  await changeStatus(tx, 'download', unit, 'completed', [
    sql`finished = now()`,
    sql`row_count = ${records}`,
    // Every table is loaded from all files.
    sql`bytes = ${Math.max(0, ...loaded.map(({ answer }) => answer.bytes))}`,
    sql`dirty_row_count = ${dirty}`,
    sql`dirty_row_status = ${overall(loaded.map((part) => part.answer.dirtyStatus))}`,
    sql`new_dirty_row_count = ${sum(loaded, (answer) => answer.newDirtyRows)}`,
    sql`new_dirty_row_status = ${overall(loaded.map((part) => part.answer.newDirtyStatus))}`,
    sql`message = ${message}`,
    // A person who starts it again has had the source fixed: its files are fetched again.
    ...(allDirty ? [sql`raw = null`] : []),
    sql`progress = ${JSON.stringify({ rows: records, estimatedRows: records })}::jsonb`,
  ]);
  await finishUnit(tx, unit);
  const subject = await describeUnit(tx, unit);
  if (allDirty) {
    countFailure(tx, unit, 'ALL_ROWS_DIRTY');
    await recordEvent(tx, {
      ...subject,
      severity: 'error',
      code: 'ALL_ROWS_DIRTY',
      message: errorText('ALL_ROWS_DIRTY'),
      willRetry: false,
    });
    await suspendAfterFailures(tx, unit);
    return false;
  }
  await recordEvent(
    tx,
    dirty > 0
      ? {
          ...subject,
          severity: 'warn',
          code: 'DOWNLOAD_ROWS_DIRTY',
          parameters: { name: source.name, dirty, rows: records },
        }
      : { ...subject, severity: 'info', code: 'DOWNLOAD_COMPLETED', parameters: { name: source.name, rows: records } },
  );
  await tellIgnored(
    tx,
    unit,
    source.name,
    loaded.flatMap(({ answer }) => answer.ignored ?? []),
  );
  if (unit.purpose === 'production') await tellReplaced(tx, unit, source.name);
  return true;
}
