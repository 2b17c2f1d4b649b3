import { encodingsText, type LoadResult } from '@switchboard/engine';
import { errorText } from '@switchboard/model/errors/errors';
import type { Source } from '@switchboard/model/plan';
import { type DirtyRowStatus, dirtyRowStatus } from '@switchboard/model/status/status';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { UnitRef } from '../../db/unit-ref.ts';
import { recordUnitEvent } from '../../journal/record-event.ts';
import { countFailure } from '../../units/count-failure.ts';
import { type ClaimedUnit, finishUnit } from '../../units/unit.ts';
import { markRefill } from '../state/download-rows.ts';
import { changeStatus, hasGoodRowsIn } from '../state/unit-status.ts';
import { suspendAfterFailures } from '../suspension/suspend.ts';
import { recordUnusualVolume } from './judge-volume.ts';
import { recordColumns } from './record-columns.ts';

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
  // Parts of an earlier run whose rows were all dirty, which no flow has read.
  await sql`
    delete from download_part where account_id = ${unit.accountId} and download_id = ${unit.unitId}
  `.execute(tx);
  for (const { table, answer } of loaded) {
    await sql`
      insert into download_part (account_id, download_id, name, project, tables, columns, row_count, dirty_row_count,
        dirty_row_status, new_dirty_row_count, new_dirty_row_status, dirty_reasons, bytes, dirty_key, new_dirty_key, sample_key)
      values (${unit.accountId}, ${unit.unitId}, ${table}, ${source.project}, ${JSON.stringify(answer.tables)}::jsonb,
        ${JSON.stringify(answer.columns)}::jsonb, ${answer.records}, ${answer.dirtyRows}, ${answer.dirtyStatus},
        ${answer.newDirtyRows}, ${answer.newDirtyStatus}, ${JSON.stringify(answer.dirtyReasons ?? [])}::jsonb, ${answer.bytes}, ${answer.dirtyKey}, ${answer.newDirtyKey},
        ${answer.sampleKey})
    `.execute(tx);
  }
  const records = sum(loaded, (answer) => answer.records);
  const dirty = sum(loaded, (answer) => answer.dirtyRows);
  const allDirty = dirtyRowStatus(records, dirty) === 'all';
  const message = allDirty ? errorText('ALL_ROWS_DIRTY') : null;
  const assignments = [
    sql`finished = now()`,
    sql`tables_removed = null`,
    sql`samples_removed = null`,
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
  ];
  await changeStatus(tx, 'download', unit, 'completed', assignments, allDirty ? 'ALL_ROWS_DIRTY' : null);
  await finishUnit(tx, unit);
  if (unit.purpose === 'production') await recordColumns(tx, unit, source.name, loaded);
  if (allDirty) {
    countFailure(tx, unit, 'ALL_ROWS_DIRTY');
    await recordUnitEvent(tx, unit, {
      severity: 'error',
      code: 'ALL_ROWS_DIRTY',
      message: errorText('ALL_ROWS_DIRTY'),
      willRetry: false,
    });
    await suspendAfterFailures(tx, unit);
    return false;
  }
  const encodings = encodingsText(loaded.flatMap(({ answer }) => answer.encodings ?? []));
  const leftOut = shownNames(loaded.flatMap(({ answer }) => answer.leftOut ?? []));
  await recordUnitEvent(
    tx,
    unit,
    dirty > 0
      ? {
          severity: 'warn',
          code: 'DOWNLOAD_ROWS_DIRTY',
          parameters: { name: source.name, dirty, rows: records, encodings, leftOut },
        }
      : {
          severity: 'info',
          code: 'DOWNLOAD_COMPLETED',
          parameters: { name: source.name, rows: records, encodings, leftOut },
        },
  );
  const withoutFooter = [...new Set(loaded.flatMap(({ answer }) => answer.withoutFooter ?? []))];
  if (withoutFooter.length > 0)
    await recordUnitEvent(tx, unit, {
      severity: 'warn',
      code: 'FOOTER_MISSING',
      parameters: { name: source.name, files: shownNames(withoutFooter), count: withoutFooter.length },
    });
  await recordIgnoredColumns(
    tx,
    unit,
    source.name,
    loaded.flatMap(({ answer }) => answer.ignored ?? []),
  );
  if (unit.purpose === 'production') {
    await recordReplacedVersion(tx, unit, source.name);
    await recordUnusualVolume(tx, unit, source.name);
  }
  return true;
}

const SHOWN = 10;
const NAME_LENGTH = 60;

/** Names of a provider as an event shows them: each once, and the first of many. */
function shownNames(given: readonly string[]): string {
  const names = [...new Set(given.map((name) => name.replace(/\p{Cc}/gu, '').slice(0, NAME_LENGTH)))];
  const more = names.length > SHOWN ? ` and ${names.length - SHOWN} more` : '';
  return names.slice(0, SHOWN).join(', ') + more;
}

/**
 * Records, in the transaction that completes a download, which columns of its files are not declared. The same columns of the
 * same source are recorded once, since most reports have undeclared columns every day. Each test run records its own, which
 * count for its draft only.
 */
export async function recordIgnoredColumns(
  tx: Tx,
  unit: ClaimedUnit,
  source: string,
  columns: readonly string[],
): Promise<void> {
  const ignored = shownNames(columns);
  if (ignored === '') return;
  if (unit.purpose !== 'proof' && (await wereReported(tx, unit.accountId, source, ignored))) return;
  const parameters = { name: source, columns: ignored };
  await recordUnitEvent(tx, unit, { severity: 'info', code: 'COLUMNS_IGNORED', parameters });
}

/** Read by the index of such events, `event_ignored`, however many others the source has. */
async function wereReported(tx: Tx, accountId: string, source: string, columns: string): Promise<boolean> {
  const known = await sql`
    select from event
    where account_id = ${accountId} and code = 'COLUMNS_IGNORED' and download_declaration = ${source}
      and md5(parameters ->> 'columns') = md5(${columns}) and parameters ->> 'columns' = ${columns} and purpose is distinct from 'proof' limit 1
  `.execute(tx);
  return known.rows.length > 0;
}

type Version = { id: string; date: string; description: string; raw: readonly { readonly sha256: string }[] | null };

/** Characters of a hash that identify a version. */
const HASH_LENGTH = 12;

const shown = (version: Version): string => {
  const hashes = (version.raw ?? []).map((file) => file.sha256.slice(0, HASH_LENGTH)).slice(0, 3);
  return hashes.length === 0 ? version.description : `${version.description} (sha256 ${hashes.join(', ')})`;
};

/** Records, in the transaction that completes a download, which earlier version of its report date it replaces. */
export async function recordReplacedVersion(tx: Tx, unit: ClaimedUnit, source: string): Promise<void> {
  const found = await sql<Version>`
    select other.id, other.report_date::text as date, other.description, other.raw
    from download own join download other on other.account_id = own.account_id and other.source = own.source
      and other.report_date = own.report_date and other.purpose = own.purpose
    where own.account_id = ${unit.accountId} and own.id = ${unit.unitId}
      and (other.id = own.id or (${hasGoodRowsIn('other')} and other.finished <= own.finished))
    order by other.id = own.id desc, other.finished desc, other.id desc limit 2
  `.execute(tx);
  const [own, before] = found.rows;
  if (!own || !before) return;
  const parameters = {
    name: source,
    version: shown(own),
    former: shown(before),
    date: own.date,
  };
  await recordUnitEvent(tx, unit, { severity: 'info', code: 'VERSION_REPLACED', parameters });
}

/**
 * Adds a completed download to the volumes of its month, its day and its tables, and marks it as a refill when another version
 * of its report date was completed before. In the transaction that completes it, as the last step: downloads of a project wait
 * for each other here.
 */
export async function recordVolume(tx: Tx, { accountId, unitId }: UnitRef): Promise<void> {
  await markRefill(tx, { accountId, unitId });
  await sql`
    select add_volume(d, 1) from download d
    where d.account_id = ${accountId} and d.id = ${unitId} and d.status = 'completed'
  `.execute(tx);
}
