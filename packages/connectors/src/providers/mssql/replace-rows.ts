import { createReadStream } from 'node:fs';
import { addAbortSignal, pipeline } from 'node:stream';
import { PipelineError } from '@switchboard/model/errors/errors';
import { faultMidway } from '../../delivery/fault-midway.ts';
import { readRecords } from '../../delivery/read-records.ts';
import { readSize } from '../../delivery/read-size.ts';
import type { ConnectorContext, DeliveryRequest } from '../../spec.ts';
import { type MssqlRow, type MssqlSession, quoteName } from '../../sql/mssql-session.ts';
import { holdsNoDates, holdsOtherDates, identifiesNoRows, type TableParameters } from '../../sql/table-parameters.ts';
import * as sql from './statements.ts';
import { namesOf } from './target.ts';

/** Sends the rows into a table of the session. Returns how many the server confirmed. */
export async function loadStage(
  session: MssqlSession,
  request: DeliveryRequest,
  context: ConnectorContext,
): Promise<number> {
  const names = sql.stagedNames(request.columns.length);
  await session.ask(sql.createStage(names));
  return session.load(sql.STAGE, names, recordsOf(request, context));
}

/** The records of a result. Throws DESTINATION_SCHEMA for rows under another header. */
async function* recordsOf(
  { content, columns }: DeliveryRequest,
  context: ConnectorContext,
): AsyncGenerator<MssqlRow, undefined> {
  const bytes = addAbortSignal(
    context.signal,
    pipeline(
      createReadStream(content.path, { highWaterMark: readSize(content.bytes) }),
      faultMidway(content.bytes, context),
      () => undefined,
    ),
  );
  let isHeader = true;
  for await (const records of readRecords(bytes as AsyncIterable<Buffer>)) {
    for (const record of records) {
      if (!isHeader) {
        yield record;
        continue;
      }
      isHeader = false;
      if (columns.every(({ name }, index) => name === record[index])) continue;
      const reason = `the rows have the columns ${record.join(', ')}`;
      throw new PipelineError('DESTINATION_SCHEMA', { table: sql.STAGE, reason });
    }
  }
}

/** Refuses staged rows that would be changed, or that the mode cannot take: rows of another date, keys that do not identify rows. */
export async function checkStaged(
  session: MssqlSession,
  request: DeliveryRequest,
  target: TableParameters,
  columns: sql.TableColumns,
): Promise<void> {
  const { mode, reportDate } = request;
  const { dateColumn } = target;
  const changes = sql.countChangedTexts(namesOf(request.columns), columns);
  const changed = changes === null ? 0 : Number((await session.ask(changes)).rows[0]?.[0] ?? 0);
  if (changed > 0) {
    const reason = `${changed} rows hold characters that its columns without Unicode would change; make them nvarchar`;
    throw new PipelineError('DESTINATION_SCHEMA', { table: `${target.schema}.${target.table}`, reason });
  }
  if (mode === 'upsert') {
    const [bad] = (await session.ask(sql.findBadKey(target, columns))).rows;
    if (bad !== undefined) {
      const key = bad.slice(1).map((part) => part ?? 'null');
      throw identifiesNoRows(request, key.join(', '), Number(bad[0]));
    }
  }
  if (mode !== 'replace_date' || dateColumn === null) return;
  const type = columns.get(dateColumn.name.toLowerCase())?.type ?? 'unknown';
  if (sql.onDate('', type, reportDate ?? '') === null) throw holdsNoDates(request, dateColumn.name, type);
  const count = dateColumn.inRows ? sql.countOtherDates(dateColumn.name, columns, reportDate ?? '') : null;
  if (count === null) return;
  const others = Number((await session.ask(count)).rows[0]?.[0] ?? 0);
  if (others > 0) throw holdsOtherDates(request, dateColumn.name, others);
}

/** Replaces rows of the target by the staged ones as the mode says, in the open transaction. Returns the number of rows written. */
export async function replaceRows(
  session: MssqlSession,
  request: DeliveryRequest,
  target: TableParameters,
  columns: sql.TableColumns,
): Promise<number> {
  const { mode, reportDate } = request;
  const { dateColumn } = target;
  const names = namesOf(request.columns);
  const count = async (statement: string): Promise<number> =>
    Number((await session.ask(sql.counted(statement))).rows.at(-1)?.[0] ?? 0);
  const insert = (): Promise<number> => count(sql.insertStaged(target, names, columns, reportDate));
  if (mode === 'truncate') await session.ask(sql.deleteAll(target));
  if (mode === 'replace_date' && dateColumn !== null) {
    const type = columns.get(dateColumn.name.toLowerCase())?.type ?? '';
    const condition = sql.onDate(quoteName(dateColumn.name), type, reportDate ?? '');
    await session.ask(sql.deleteDate(target, condition ?? '1 = 0'));
  }
  if (mode !== 'upsert') return insert();
  if ((await session.ask(sql.findTwice(target))).rows.length > 0) {
    await session.ask(sql.deleteKeys(target, columns));
    return insert();
  }
  const overwritten = await count(sql.updateKeys(target, names, columns, reportDate));
  return overwritten + (await count(sql.insertOthers(target, names, columns, reportDate)));
}
