import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Column, type ColumnType, PipelineError, typeName } from '@switchboard/model';
import type { EngineContext } from '../context.ts';
import { sqlType } from '../executors/column-type.ts';
import { sqlName, sqlText } from '../executors/configuration.ts';
import type { SqlRow, SqlSession } from '../executors/executor.ts';
import type { CompareRequest, Difference, DifferenceSample, ResultSide } from '../requests.ts';

/** Rows that a difference shows of each kind at most. */
const SAMPLE_ROWS = 20;
/** Characters of a value that a sample shows at most. */
const SAMPLE_LENGTH = 200;

/** A column that both results have, as each of them selects it so that the two can be compared. */
type Compared = { readonly name: string; readonly before: ColumnType; readonly after: ColumnType };

const NUMERIC: ReadonlySet<ColumnType['kind']> = new Set(['integer', 'decimal', 'float']);
const sameType = (one: ColumnType, other: ColumnType): boolean => typeName(one) === typeName(other);
/** Whether values of these types can be compared as they are; others are compared as texts. */
const comparable = ({ before, after }: Compared): boolean =>
  sameType(before, after) || (NUMERIC.has(before.kind) && NUMERIC.has(after.kind));

/**
 * How one result differs from another: in columns, and in rows over the columns that both have. Counts are exact.
 * Rows are matched by `keys` when these are unique in both results; else whole rows are compared, as often as they
 * occur, and nothing counts as changed. Throws INPUT_MISSING, QUERY_*, PROCESS_STOPPED, STORAGE_*.
 */
export async function compareResults(request: CompareRequest, context: EngineContext): Promise<Difference> {
  const paths = { before: await pathOf(request, 'before', context), after: await pathOf(request, 'after', context) };
  const folder = join(context.scratch, 'compare');
  await mkdir(folder, { recursive: true });
  const reads = Object.values(paths).flatMap((path) => path ?? []);
  const session = await context.executor.open({ reads, writes: [folder], ...request.limits }, context.signal);
  try {
    const compared = comparedColumns(request);
    for (const side of ['before', 'after'] as const) {
      await session.run(viewOf(side, compared, paths[side]), { table: request.upload });
    }
    const run = (sql: string): Promise<readonly SqlRow[]> => session.run(sql, { table: request.upload });
    const keys = await usableKeys(request, compared, run);
    const rows = keys.length > 0 ? await byKeys(compared, keys, run) : await byWholeRows(compared, run);
    return {
      rowsBefore: await countOf(run, 'SELECT count(*) AS n FROM before_rows'),
      rowsAfter: await countOf(run, 'SELECT count(*) AS n FROM after_rows'),
      keys: keys.map((index) => compared[index]?.name ?? ''),
      columns: compared.map((column) => column.name),
      ...rows,
      ...columnChanges(request, compared),
    };
  } finally {
    await session.close();
  }
}

type Run = (sql: string) => ReturnType<SqlSession['run']>;
type RowChanges = Pick<Difference, 'added' | 'removed' | 'changed' | 'columnsChanged'>;

async function pathOf(
  request: CompareRequest,
  side: 'before' | 'after',
  { store, scratch }: EngineContext,
): Promise<string | null> {
  const key = request[side].resultKey;
  if (key === null) return null;
  if ((await store.head(key)) === null)
    throw new PipelineError('INPUT_MISSING', { input: request.upload, date: request.reportDate ?? 'its newest date' });
  return store.localPath(key, scratch);
}

function comparedColumns({ before, after }: CompareRequest): Compared[] {
  const known = new Map(before.columns.map((column) => [column.name, column.type]));
  return after.columns.flatMap(({ name, type }) => {
    const earlier = known.get(name);
    return earlier ? [{ name, before: earlier, after: type }] : [];
  });
}

function columnChanges(
  { before, after }: CompareRequest,
  compared: readonly Compared[],
): Pick<Difference, 'columnsAdded' | 'columnsRemoved' | 'columnsRetyped'> {
  const both = new Set(compared.map((column) => column.name));
  const only = (side: ResultSide): { name: string; type: string }[] =>
    side.columns
      .filter((column: Column) => !both.has(column.name))
      .map((column: Column) => ({ name: column.name, type: typeName(column.type) }));
  return {
    columnsAdded: only(after),
    columnsRemoved: only(before),
    columnsRetyped: compared
      .filter((column) => !sameType(column.before, column.after))
      .map((column) => ({ name: column.name, before: typeName(column.before), after: typeName(column.after) })),
  };
}

const place = (index: number): string => `c${index}`;
const places = (compared: readonly Compared[]): string => compared.map((_, index) => place(index)).join(', ');

/** One side's rows over the compared columns, called c0, c1, …; a side without rows is typed all the same. */
function viewOf(side: 'before' | 'after', compared: readonly Compared[], path: string | null): string {
  const items = compared.map((column, index) => {
    const value = path === null ? `CAST(NULL AS ${sqlType(column[side]) ?? 'VARCHAR'})` : sqlName(column.name);
    return `${comparable(column) ? value : `CAST(${value} AS VARCHAR)`} AS ${place(index)}`;
  });
  const from = path === null ? 'WHERE false' : `FROM read_parquet(${sqlText(path)})`;
  return `CREATE TEMP VIEW ${side}_rows AS SELECT ${[...items, 'true AS present'].join(', ')} ${from}`;
}

/** Places of the key columns, if both results have them and no key occurs twice in either; else none. */
async function usableKeys(request: CompareRequest, compared: readonly Compared[], run: Run): Promise<number[]> {
  const keys = request.keys.map((name) => compared.findIndex((column) => column.name === name));
  if (keys.length === 0 || keys.includes(-1)) return [];
  const list = keys.map(place).join(', ');
  for (const side of ['before_rows', 'after_rows']) {
    const repeated = `SELECT ${list} FROM ${side} GROUP BY ${list} HAVING count(*) > 1 LIMIT 1`;
    if ((await countOf(run, `SELECT count(*) AS n FROM (${repeated})`)) > 0) return [];
  }
  return keys;
}

async function countOf(run: Run, sql: string): Promise<number> {
  const [row] = await run(sql);
  return Number(row?.['n'] ?? 0);
}

/** A list of shown texts, as JSON, of some columns of a row. */
function shown(columns: readonly string[]): string {
  const texts = columns.map((column) => `left(CAST(${column} AS VARCHAR), ${SAMPLE_LENGTH})`);
  return `CAST(to_json([${texts.join(', ')}]) AS VARCHAR)`;
}

const textsOf = (value: unknown): (string | null)[] => JSON.parse(String(value)) as (string | null)[];

/** The first rows of a query over the compared columns, in an order of their own, with how many there are. */
async function sampled(run: Run, compared: readonly Compared[], query: string): Promise<DifferenceSample> {
  const rows = await countOf(run, `SELECT count(*) AS n FROM (${query})`);
  const columns = compared.map((_, index) => place(index));
  if (rows === 0 || columns.length === 0) return { rows, sample: [] };
  const first = await run(
    `SELECT ${shown(columns)} AS texts FROM (SELECT * FROM (${query}) ORDER BY ALL LIMIT ${SAMPLE_ROWS})`,
  );
  return { rows, sample: first.map((row) => textsOf(row['texts'])) };
}

async function byWholeRows(compared: readonly Compared[], run: Run): Promise<RowChanges> {
  // Without a column in common no row of one is a row of the other.
  const missing = (from: string, other: string): string =>
    compared.length === 0
      ? `SELECT present FROM ${from}`
      : `SELECT ${places(compared)} FROM ${from} EXCEPT ALL SELECT ${places(compared)} FROM ${other}`;
  return {
    added: await sampled(run, compared, missing('after_rows', 'before_rows')),
    removed: await sampled(run, compared, missing('before_rows', 'after_rows')),
    changed: { rows: 0, sample: [] },
    columnsChanged: [],
  };
}

async function byKeys(compared: readonly Compared[], keys: readonly number[], run: Run): Promise<RowChanges> {
  const same = keys.map((key) => `b.${place(key)} IS NOT DISTINCT FROM a.${place(key)}`).join(' AND ');
  const unmatched = (from: string, other: string): string =>
    `SELECT ${places(compared)} FROM ${from} a ANTI JOIN ${other} b ON ${same}`;
  const rest = compared.map((_, index) => index).filter((index) => !keys.includes(index));
  const differs = (index: number): string => `b.${place(index)} IS DISTINCT FROM a.${place(index)}`;
  const changed = rest.length > 0 ? `(${rest.map(differs).join(' OR ')})` : 'false';
  const joined = `before_rows b JOIN after_rows a ON ${same} WHERE ${changed}`;
  const counts = rest.map((index) => `count(*) FILTER (WHERE ${differs(index)}) AS ${place(index)}`);
  const [counted] = await run(`SELECT ${['count(*) AS n', ...counts].join(', ')} FROM ${joined}`);
  const sides = (['b', 'a'] as const).map((side) => shown(compared.map((_, index) => `${side}.${place(index)}`)));
  const first = await run(
    `SELECT ${sides[0]} AS before, ${sides[1]} AS after FROM ${joined}
      ORDER BY ${keys.map((key) => `a.${place(key)}`).join(', ')} LIMIT ${SAMPLE_ROWS}`,
  );
  return {
    added: await sampled(run, compared, unmatched('after_rows', 'before_rows')),
    removed: await sampled(run, compared, unmatched('before_rows', 'after_rows')),
    changed: {
      rows: Number(counted?.['n'] ?? 0),
      sample: first.map((row) => ({ before: textsOf(row['before']), after: textsOf(row['after']) })),
    },
    columnsChanged: rest.flatMap((index) => {
      const rows = Number(counted?.[place(index)] ?? 0);
      return rows > 0 ? [{ name: compared[index]?.name ?? '', rows }] : [];
    }),
  };
}
