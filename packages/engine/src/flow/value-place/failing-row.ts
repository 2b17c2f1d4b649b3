import { sqlName, sqlText } from '../../executors/configuration.ts';
import type { SqlSession } from '../../executors/executor.ts';
import type { FlowInput } from '../../requests.ts';
import { inputRows, type RowRange } from '../input-view.ts';
import { failsAlike } from './fails-alike.ts';

/** A query that later queries read by its name. */
type NamedQuery = { readonly name: string; readonly sql: string };

export type RowSearch = {
  readonly session: SqlSession;
  /** The reported reason. */
  readonly reason: string;
  /** The query that fails. */
  readonly probe: string;
  /** The queries between the inputs and `probe`, each after those that it reads. */
  readonly between: readonly NamedQuery[];
  readonly inputs: readonly { readonly input: FlowInput; readonly paths: readonly string[] }[];
};

/** Inputs beyond these are not searched: each takes twenty runs of the query for a million rows. */
const MAX_INPUTS = 3;

/**
 * Finds the rows of the inputs that make a query fail: the first row of each input that alone makes it fail by the same value.
 * @param onFound called after each found row with all rows found so far, as messages name them
 */
export async function findFailingRows(search: RowSearch, onFound: (rows: readonly string[]) => void): Promise<void> {
  const fixed: NamedQuery[] = [];
  const rows: string[] = [];
  for (const { input, paths } of search.inputs.slice(0, MAX_INPUTS)) {
    const counts: number[] = [];
    for (const path of paths) counts.push(await countRows(search.session, path));
    const slice = (from: number, to: number): NamedQuery => ({
      name: input.table,
      sql: inputRows(input, paths, rangesOf(counts, from, to)),
    });
    const isFailing = (from: number, to: number): Promise<boolean> =>
      failsAlike(
        search.session,
        withQueries([...fixed, slice(from, to), ...search.between], search.probe),
        search.reason,
      );

    let from = 0;
    let to = counts.reduce((sum, count) => sum + count, 0);
    if (to === 0) continue;
    while (to - from > 1) {
      const middle = Math.floor((from + to) / 2);
      if (await isFailing(from, middle)) to = middle;
      else from = middle;
    }
    // The other half was not run, so the row that is left need not be the one.
    if (!(await isFailing(from, to))) continue;
    const found = slice(from, to);
    fixed.push(found);
    rows.push(await describeRow(search.session, input, counts, from, found.sql));
    onFound(rows);
  }
}

function withQueries(queries: readonly NamedQuery[], sql: string): string {
  const parts = queries.map((query) => `${sqlName(query.name)} AS NOT MATERIALIZED (${query.sql})`);
  return `WITH ${parts.join(',\n')}\n${sql}`;
}

async function countRows(session: SqlSession, path: string): Promise<number> {
  const [row] = await session.run(`SELECT count(*) AS n FROM read_parquet(${sqlText(path)})`);
  return Number(row?.['n'] ?? 0);
}

/** The rows from `from` to `to`, counted over all parts, in each part. */
function rangesOf(counts: readonly number[], from: number, to: number): readonly RowRange[] {
  let before = 0;
  return counts.map((count) => {
    const range = { from: Math.max(0, from - before), to: Math.min(count, to - before) };
    before += count;
    return range;
  });
}

/** "line 12 of ads.csv" when the table keeps line numbers, else "row 11 of ads from ads.csv". */
async function describeRow(
  session: SqlSession,
  input: FlowInput,
  counts: readonly number[],
  row: number,
  sql: string,
): Promise<string> {
  const index = rangesOf(counts, row, row + 1).findIndex(({ from, to }) => to > from);
  const part = input.parts[index];
  const before = counts.slice(0, index).reduce((sum, count) => sum + count, 0);
  const date = part?.reportDate && input.parts.length > 1 ? ` for ${part.reportDate}` : '';
  const file = part ? ` of ${part.filename}${date}` : '';
  const isOwn = input.columns.some((column) => column.name.toLowerCase() === 'line_number');
  const [found] = isOwn ? [] : await session.run(`SELECT line_number FROM (${sql})`);
  const line = found?.['line_number'] ?? null;
  if (line !== null) return `line ${line}${file}`;
  return `row ${row - before + 1} of ${input.table}${part ? ` from ${part.filename}${date}` : ''}`;
}
