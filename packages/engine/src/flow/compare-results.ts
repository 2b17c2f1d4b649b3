import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PipelineError } from '@switchboard/model/errors/errors';
import { type Column, type ColumnType, typeName } from '@switchboard/model/schema';
import type { EngineContext } from '../context.ts';
import { sqlType } from '../executors/column-type.ts';
import { sqlName, sqlText } from '../executors/configuration.ts';
import type { SqlRow, SqlSession } from '../executors/executor.ts';
import type { CompareRequest, Difference, DifferenceSample, ResultSide } from '../requests.ts';

/** Rows that a difference shows at most. */
const SAMPLE_ROWS = 200;
/** Values that a difference shows at most: wide results show fewer rows. */
const SAMPLE_VALUES = 20_000;
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
    const rows = await (keys.length > 0 ? byKeys(compared, keys, run) : byWholeRows(compared, run));
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

/** How many rows are shown when there are `columns` columns. */
const sampleSize = (columns: number): number =>
  columns === 0 ? 0 : Math.max(1, Math.min(SAMPLE_ROWS, Math.floor(SAMPLE_VALUES / columns)));

/**
 * Divides the shown rows among kinds of differences: evenly, and what a kind does not need goes to the others.
 * @returns the share of each kind, in the order of `counts`
 */
export function shareSample(counts: readonly number[], size: number): number[] {
  const shares = counts.map(() => 0);
  let left = size;
  const smallestFirst = counts.map((_, index) => index).sort((one, other) => (counts[one] ?? 0) - (counts[other] ?? 0));
  for (const [place, index] of smallestFirst.entries()) {
    const share = Math.min(counts[index] ?? 0, Math.floor(left / (counts.length - place)));
    shares[index] = share;
    left -= share;
  }
  return shares;
}

const rowCount = (run: Run, query: string): Promise<number> => countOf(run, `SELECT count(*) AS n FROM (${query})`);

/** The first rows of a query over the compared columns, in their own order. */
async function firstRows(
  run: Run,
  compared: readonly Compared[],
  query: string,
  limit: number,
): Promise<DifferenceSample['sample']> {
  if (limit === 0) return [];
  const columns = compared.map((_, index) => place(index));
  const first = await run(
    `SELECT ${shown(columns)} AS texts FROM (SELECT * FROM (${query}) ORDER BY ALL LIMIT ${limit})`,
  );
  return first.map((row) => textsOf(row['texts']));
}

async function byWholeRows(compared: readonly Compared[], run: Run): Promise<RowChanges> {
  // Without a column in common no row of one is a row of the other.
  const missing = (from: string, other: string): string =>
    compared.length === 0
      ? `SELECT present FROM ${from}`
      : `SELECT ${places(compared)} FROM ${from} EXCEPT ALL SELECT ${places(compared)} FROM ${other}`;
  const queries = { added: missing('after_rows', 'before_rows'), removed: missing('before_rows', 'after_rows') };
  const counts = { added: await rowCount(run, queries.added), removed: await rowCount(run, queries.removed) };
  const [added = 0, removed = 0] = shareSample([counts.added, counts.removed], sampleSize(compared.length));
  return {
    added: { rows: counts.added, sample: await firstRows(run, compared, queries.added, added) },
    removed: { rows: counts.removed, sample: await firstRows(run, compared, queries.removed, removed) },
    changed: { rows: 0, sample: [] },
    columnsChanged: [],
  };
}

async function byKeys(compared: readonly Compared[], keys: readonly number[], run: Run): Promise<RowChanges> {
  const same = keys.map((key) => `b.${place(key)} IS NOT DISTINCT FROM a.${place(key)}`).join(' AND ');
  const unmatched = (from: string, other: string): string =>
    `SELECT ${places(compared)} FROM ${from} a ANTI JOIN ${other} b ON ${same}`;
  const queries = { added: unmatched('after_rows', 'before_rows'), removed: unmatched('before_rows', 'after_rows') };
  const rest = compared.map((_, index) => index).filter((index) => !keys.includes(index));
  const differs = (index: number): string => `b.${place(index)} IS DISTINCT FROM a.${place(index)}`;
  const changed = rest.length > 0 ? `(${rest.map(differs).join(' OR ')})` : 'false';
  const joined = `before_rows b JOIN after_rows a ON ${same} WHERE ${changed}`;
  const perColumn = rest.map((index) => `count(*) FILTER (WHERE ${differs(index)}) AS ${place(index)}`);
  const [counted] = await run(`SELECT ${['count(*) AS n', ...perColumn].join(', ')} FROM ${joined}`);
  const counts = [
    await rowCount(run, queries.added),
    await rowCount(run, queries.removed),
    Number(counted?.['n'] ?? 0),
  ] as const;
  const [addedShare = 0, removedShare = 0, changedShare = 0] = shareSample(counts, sampleSize(compared.length));
  const nameOf = (index: number): string => compared[index]?.name ?? '';
  return {
    added: { rows: counts[0], sample: await firstRows(run, compared, queries.added, addedShare) },
    removed: { rows: counts[1], sample: await firstRows(run, compared, queries.removed, removedShare) },
    changed: {
      rows: counts[2],
      sample: changedShare === 0 ? [] : await firstChanges(run, compared, { keys, rest, joined, limit: changedShare }),
    },
    columnsChanged: rest.flatMap((index) => {
      const rows = Number(counted?.[place(index)] ?? 0);
      return rows > 0 ? [{ name: nameOf(index), rows }] : [];
    }),
  };
}

type Changes = {
  readonly keys: readonly number[];
  /** The columns that are not keys. */
  readonly rest: readonly number[];
  /** The rows of both sides, joined, that differ. */
  readonly joined: string;
  readonly limit: number;
};

/** The first changed rows, in the order of their keys. */
async function firstChanges(
  run: Run,
  compared: readonly Compared[],
  { keys, rest, joined, limit }: Changes,
): Promise<Difference['changed']['sample']> {
  const [before, after] = (['b', 'a'] as const).map((side) =>
    shown(compared.map((_, index) => `${side}.${place(index)}`)),
  );
  const differs = rest.map((index) => `b.${place(index)} IS DISTINCT FROM a.${place(index)}`);
  const first = await run(
    `SELECT ${before} AS before, ${after} AS after, CAST(to_json([${differs.join(', ')}]) AS VARCHAR) AS differs
      FROM ${joined} ORDER BY ${keys.map((key) => `a.${place(key)}`).join(', ')} LIMIT ${limit}`,
  );
  return first.map((row) => {
    const isChanged = JSON.parse(String(row['differs'])) as boolean[];
    return {
      before: textsOf(row['before']),
      after: textsOf(row['after']),
      columns: rest.filter((_, position) => isChanged[position]).map((index) => compared[index]?.name ?? ''),
    };
  });
}
