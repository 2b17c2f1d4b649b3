import { type Client, escapeIdentifier } from 'pg';
import type { DeliveryRequest } from '../../spec.ts';
import { holdsNoDates, holdsOtherDates, identifiesNoRows, type TableParameters } from '../../sql/table-parameters.ts';
import { folded } from './parameters.ts';
import {
  type ColumnTypes,
  countOtherDates,
  deleteAll,
  deleteDate,
  deleteKeys,
  findBadKey,
  insertStaged,
  onDate,
} from './statements.ts';

/** Refuses staged rows that the mode cannot take: rows of another date, or keys that do not identify rows. */
export async function checkStaged(
  client: Client,
  request: DeliveryRequest,
  target: TableParameters,
  types: ColumnTypes,
): Promise<void> {
  const { mode, columns, reportDate } = request;
  const { dateColumn, keyColumns } = target;
  if (mode === 'upsert') {
    const { rows } = await client.query<(string | null)[]>({ text: findBadKey(keyColumns), rowMode: 'array' });
    const [bad] = rows;
    if (bad !== undefined)
      throw identifiesNoRows(
        request,
        bad
          .slice(1)
          .map((part) => part ?? 'null')
          .join(', '),
        Number(bad[0]),
      );
  }
  if (mode !== 'replace_date' || dateColumn === null) return;
  const type = types.get(dateColumn.name) ?? 'unknown';
  if (onDate('', type, reportDate ?? '') === null) throw holdsNoDates(request, dateColumn.name, type);
  const column = columns.find(({ name }) => folded(name) === dateColumn.name);
  const count = column === undefined ? null : countOtherDates(column, types, reportDate ?? '');
  if (count === null) return;
  const { rows } = await client.query<string[]>({ text: count, rowMode: 'array' });
  const others = Number(rows[0]?.[0] ?? 0);
  if (others > 0) throw holdsOtherDates(request, dateColumn.name, others);
}

/** Replaces rows of the target by the staged ones as the mode says, in the open transaction. Returns the number of rows written. */
export async function replaceRows(
  client: Client,
  request: DeliveryRequest,
  target: TableParameters,
  types: ColumnTypes,
): Promise<number> {
  const { mode, columns, reportDate } = request;
  const { dateColumn } = target;
  if (mode === 'truncate') await client.query(deleteAll(target));
  if (mode === 'upsert') await client.query(deleteKeys(target, columns, types));
  if (mode === 'replace_date' && dateColumn !== null) {
    const name = escapeIdentifier(dateColumn.name);
    await client.query(deleteDate(target, onDate(name, types.get(dateColumn.name) ?? '', reportDate ?? '') ?? 'false'));
  }
  const { rowCount } = await client.query(insertStaged(target, columns, types, reportDate));
  return rowCount ?? 0;
}
