import type { EngineContext } from '../context.ts';
import { sqlName } from '../executors/configuration.ts';
import type { TablePreview, TablePreviewRequest } from '../requests.ts';
import { uploadedValue } from '../values/decimal-text.ts';
import { buildTables, resultQuery } from './build-tables.ts';
import { withInputs } from './with-inputs.ts';

const MAX_ROWS = 1000;
/** Characters of a shown value, and of one of a wide table. */
const VALUE_LENGTH = 1000;
const WIDE_VALUE_LENGTH = 100;
const WIDE_COLUMNS = 100;
/** Milliseconds of the search for the value that made a query fail. */
const LOCATE_LIMIT = 3_000;

/**
 * Builds a table over its inputs and reads its first rows, in the order in which they are delivered. `rows` is cut to 1,000.
 * Nothing is stored, and the rows that tables keep stay as they are.
 * Throws INPUT_MISSING, SQL_NOT_ALLOWED, QUERY_*, PROCESS_STOPPED, STORAGE_*.
 */
export async function previewTable(request: TablePreviewRequest, context: EngineContext): Promise<TablePreview> {
  const { table } = request;
  const options = { folder: 'preview', locateLimit: LOCATE_LIMIT };
  return withInputs(request, context, options, async ({ session, kept }) => {
    // Counting and showing run its query twice, which is faster than keeping all of its rows.
    await buildTables(request, [table], kept, context, session);
    const { columns, items, order } = await resultQuery(table, request, session);
    // Every column of it stands for those of an input that has none.
    if (columns.length === 0) return { columns, rows: [], total: 0 };
    const [counted] = await session.run(`SELECT count(*) AS n FROM ${sqlName(table)}`, { table });
    const limit = Math.max(0, Math.min(Math.floor(request.rows), MAX_ROWS));
    const length = columns.length > WIDE_COLUMNS ? WIDE_VALUE_LENGTH : VALUE_LENGTH;
    const texts = columns.map(
      ({ name, type }, index) => `left(CAST(${uploadedValue(sqlName(name), type)} AS VARCHAR), ${length}) AS c${index}`,
    );
    const first = `SELECT ${items.join(', ')} FROM ${sqlName(table)}${order} LIMIT ${limit}`;
    const found =
      columns.length === 0 ? [] : await session.run(`SELECT ${texts.join(', ')} FROM (${first})`, { table });
    return {
      columns,
      rows: found.map((row) => columns.map((_column, index) => (row[`c${index}`] ?? null) as string | null)),
      total: Number(counted?.['n'] ?? 0),
    };
  });
}
