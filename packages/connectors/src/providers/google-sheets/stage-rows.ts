import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { PipelineError } from '@switchboard/model/errors/errors';
import { faultMidway } from '../../delivery/fault-midway.ts';
import { throughStages } from '../../delivery/file-form.ts';
import { type CsvRecord, readRecords } from '../../delivery/read-records.ts';
import type { DeliveryContext, DeliveryRequest } from '../../spec.ts';
import { holdsOtherDates } from '../../sql/table-parameters.ts';
import { applyRequests, isInvalid, listSheets, quoteTitle, type SheetsApi, writeValues } from './api.ts';
import { type CellValue, dateOf, MAX_CELL_LENGTH, toCell } from './cells.ts';
import { addSheet, freeSheetId } from './commit-requests.ts';
import { RowBuffer } from './row-buffer.ts';
import type { Layout, Place, SheetState } from './sheet-state.ts';
import { HIDDEN_PREFIX, type Target, unfit } from './target.ts';

/** Google recommends requests of at most 2 MB. */
const REQUEST_BYTES = 1024 ** 2;
export const MAX_CELLS = 10_000_000;
const CLEAN_UP_MS = 5_000;
/** Age at which the stage of a unit that never came again is removed. */
const ABANDONED_MS = 24 * 3600_000;

export type Stage = { readonly id: number; readonly title: string };

/** Names the unit of a stage. */
const unitOf = ({ accountId, name, unitId }: DeliveryRequest): string =>
  createHash('sha256')
    .update(JSON.stringify([accountId, name, unitId]))
    .digest('hex')
    .slice(0, 16);

const STAGE = new RegExp(`^${HIDDEN_PREFIX}stage_([0-9a-f]{16})_(\\d+)_(\\d+)_`);

/** Creates a hidden sheet for the rows of one round. Throws DESTINATION_SCHEMA when the spreadsheet would be too big. */
export async function createStage(
  api: SheetsApi,
  request: DeliveryRequest,
  { state, layout, place }: { readonly state: SheetState; readonly layout: Layout; readonly place: Place },
  now: number,
): Promise<Stage> {
  const { content, attempt } = request;
  refuseTooMany(state, layout, place, content.rows);
  const title = `${HIDDEN_PREFIX}stage_${unitOf(request)}_${attempt}_${now}_${randomUUID().slice(0, 8)}`;
  const id = freeSheetId(state.sheets);
  try {
    await applyRequests(api, [addSheet(id, title, content.rows, layout.width, true)]);
  } catch (error) {
    // A request whose answer was lost was sent again, and found the sheet.
    if (!isInvalid(error) || !(await hasStage(api, id, title))) throw error;
  }
  return { id, title };
}

const hasStage = async (api: SheetsApi, id: number, title: string): Promise<boolean> =>
  (await listSheets(api)).some((sheet) => sheet.id === id && sheet.title === title);

/** Counts the cells that the spreadsheet has at the most while the rows are put in place. */
function refuseTooMany({ sheets, sheet }: SheetState, { width }: Layout, place: Place, rows: number): void {
  const sizeOf = (grid: { readonly rows: number; readonly columns: number }): number => grid.rows * grid.columns;
  const held = sheets.reduce((sum, one) => sum + sizeOf(one), 0);
  const [oldRows, oldColumns] = [sheet?.rows ?? 0, sheet?.columns ?? 0];
  const grown = { rows: Math.max(oldRows, place.at + rows), columns: Math.max(oldColumns, width) };
  const cells = held + rows * width + sizeOf(grown) - oldRows * oldColumns;
  if (cells <= MAX_CELLS) return;
  const reason = `the spreadsheet would have ${cells} cells while the rows are put in place, and Google Sheets takes ${MAX_CELLS}`;
  throw unfit(sheet?.title ?? 'to be created', reason);
}

/**
 * Writes the rows into a stage, a part at a time, in the columns of the sheet. Returns how many the API confirmed.
 * Throws DESTINATION_SCHEMA for a value that is too long, PARAMETER_INVALID for rows of another date than is replaced.
 */
export async function writeStage(
  api: SheetsApi,
  request: DeliveryRequest,
  target: Target,
  { layout, stage }: { readonly layout: Layout; readonly stage: Stage },
  context: DeliveryContext,
): Promise<number> {
  const { content } = request;
  const file = createReadStream(content.path, { highWaterMark: 64 * 1024 });
  const chunks = throughStages(file, [faultMidway(content.bytes, context)], context.signal);
  try {
    return await writeRows(api, request, target, { layout, stage }, chunks);
  } finally {
    chunks.destroy();
    file.destroy();
  }
}

async function writeRows(
  api: SheetsApi,
  request: DeliveryRequest,
  target: Target,
  { layout, stage }: { readonly layout: Layout; readonly stage: Stage },
  chunks: Readable,
): Promise<number> {
  let [read, written, confirmed, otherDates] = [0, 0, 0, 0];
  const pending = new RowBuffer(REQUEST_BYTES);
  const flush = async (): Promise<void> => {
    confirmed += await writeValues(api, `${quoteTitle(stage.title)}!A${written + 1}`, pending.body());
    written += pending.rows;
    pending.clear();
  };
  const { mode, reportDate, columns } = request;
  const checked =
    mode === 'replace_date' && target.dateColumn?.inRows === true
      ? columns.findIndex(({ name }) => name === target.dateColumn?.name)
      : -1;
  let isHeader = true;
  for await (const records of readRecords(chunks)) {
    for (const record of records) {
      if (isHeader) {
        isHeader = false;
        continue;
      }
      read += 1;
      refuseTooLong(request, target, record, read);
      if (checked >= 0 && dateOf(record[checked] ?? '') !== reportDate) otherDates += 1;
      pending.add(cellsOf(request, layout, record));
      if (pending.bytes >= REQUEST_BYTES) await flush();
    }
  }
  if (pending.rows > 0) await flush();
  if (target.dateColumn !== null && otherDates > 0) throw holdsOtherDates(request, target.dateColumn.name, otherDates);
  return confirmed;
}

/** The cells of a row, at the places that its columns have in the sheet. Columns of others stay empty. */
function cellsOf({ columns, reportDate }: DeliveryRequest, layout: Layout, record: CsvRecord): readonly CellValue[] {
  const cells: CellValue[] = Array.from({ length: layout.width }, () => '');
  for (const [index, at] of layout.positions.entries()) {
    const column = columns[index];
    cells[at] = column === undefined ? (reportDate ?? '') : toCell(column.type.kind, record[index] ?? null);
  }
  return cells;
}

function refuseTooLong({ columns }: DeliveryRequest, { sheet }: Target, record: CsvRecord, row: number): void {
  const at = record.findIndex((value) => value !== null && value.length > MAX_CELL_LENGTH);
  if (at < 0) return;
  const [length, column] = [record[at]?.length ?? 0, columns[at]?.name ?? ''];
  const reason = `column ${column} has ${length} characters in row ${row}, and a cell takes ${MAX_CELL_LENGTH}`;
  throw unfit(sheet, reason);
}

/** Removes a stage, if it is there. Never throws. */
export async function discardStage(api: SheetsApi, { id }: Stage): Promise<void> {
  const own = { ...api, context: { ...api.context, signal: AbortSignal.timeout(CLEAN_UP_MS) } };
  await applyRequests(own, [{ deleteSheet: { sheetId: id } }]).catch(() => undefined);
}

/** Removes stages that earlier attempts of this unit left, and those that were abandoned long ago. */
export async function sweepStages(api: SheetsApi, request: DeliveryRequest, now: number): Promise<void> {
  const unit = unitOf(request);
  const left = (await listSheets(api)).filter(({ title }) => {
    const [, of, attempt, began] = STAGE.exec(title) ?? [];
    return (of === unit && Number(attempt) <= request.attempt) || Number(began) < now - ABANDONED_MS;
  });
  if (left.length > 0)
    await applyRequests(
      api,
      left.map(({ id }) => ({ deleteSheet: { sheetId: id } })),
    );
}

/** Throws ROWS_NOT_CONFIRMED. */
export function confirmRows({ name, content }: DeliveryRequest, confirmed: number): void {
  if (confirmed !== content.rows)
    throw new PipelineError('ROWS_NOT_CONFIRMED', { name, sent: content.rows, confirmed });
}
