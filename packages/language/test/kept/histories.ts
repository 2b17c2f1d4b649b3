import type { PlanTable } from '@switchboard/model/plan';
import { compile } from '../../src/index.ts';
import { CATALOG } from '../catalog.ts';
import { type Random, randomOf } from '../fuzz/random.ts';
import { createSources, type Database, openDatabase } from '../open-database.ts';
import {
  COLUMNS,
  type Column,
  type Form,
  type Load,
  type ModelRow,
  type Order,
  rowsAsOf,
  type Shown,
} from './kept-model.ts';
import { mergeKept, offerState, passOn, setDates } from './kept-tables.ts';

export type HistoryBatch = {
  readonly histories: number;
  readonly loads: number;
  readonly compared: number;
  readonly differences: readonly { readonly index: number; readonly difference: string }[];
};

const DATES = ['2026-10-30', '2026-10-31', '2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04'];

function randomOrder(random: Random): Order[] {
  const columns = COLUMNS.filter((column) => column !== 'k' && random.chance(0.4));
  return columns.map((by) => ({ by, descending: random.chance(0.5), nullsFirst: random.chance(0.3) }));
}

function randomForm(random: Random): Form {
  const kind = random.pick(['upsert', 'snapshot'] as const);
  const keys: readonly Column[] = random.chance(0.3) ? ['k', 'l'] : ['k'];
  const deletes = kind === 'upsert' && random.chance(0.5);
  return { kind, keys, order: randomOrder(random), deletes, empties: random.chance(0.4) };
}

const randomRow = (random: Random): ModelRow => ({
  k: random.pick(['a', 'b', 'c', null]),
  l: random.pick([1, 2, null]),
  n: random.pick([1, 2, 3, null]),
  s: random.pick(['gone', 'x', 'y', null]),
});

/** A load of a date: its first rows, others, fewer, the same again, those of another date, or none. */
function randomLoad(random: Random, before: readonly Load[], form: Form): Load & { readonly what: string } {
  const date = form.kind === 'upsert' && random.chance(0.08) ? null : random.pick(DATES);
  const same = before.findLast((load) => load.date === date && load.rows.length > 0);
  const other = before.length > 0 ? random.pick(before) : undefined;
  const some = Array.from({ length: 1 + random.whole(5) }, () => randomRow(random));
  const late = before.some((load) => load.date !== null && date !== null && load.date > date) ? 'late ' : '';
  const what = random.pick(['new', 'new', 'restated', 'withdrawn', 'same', 'copied', 'empty']);
  if (date === null) return { date, rows: some, what: 'undated' };
  if (what === 'empty') return { date, rows: [], what: 'empty' };
  if (what === 'copied' && other) return { date, rows: other.rows, what: `${late}copied` };
  if (same && what === 'same') return { date, rows: same.rows, what: 'loaded again' };
  if (same && what === 'withdrawn')
    return { date, rows: same.rows.filter(() => random.chance(0.5)), what: 'withdrawn' };
  if (same && what === 'restated') {
    const rows = same.rows.map((row) => (random.chance(0.5) ? { ...row, n: random.pick([1, 2, 3, null]) } : row));
    return { date, rows, what: 'restated' };
  }
  return { date, rows: some, what: `${late}${same ? 'replaced' : 'first'}` };
}

function scriptOf({ kind, keys, order, deletes, empties }: Form): string {
  const terms = order.map(
    ({ by, descending, nullsFirst }) => `${by}${descending ? ' desc' : ''} nulls ${nullsFirst ? 'first' : 'last'}`,
  );
  return `download d from { type: "web"; url: "https://example.com"; } using { k: string; l: integer; n: integer; s: string; };
    table t is ${kind} d by ${keys.join(', ')}${terms.length > 0 ? ` order by ${terms.join(', ')}` : ''}${deletes ? " delete where s == 'gone'" : ''}${empties ? ' when empty replace' : ''};
    upload t to { type: "disk"; path: "t.csv"; };`;
}

const literal = (value: string | number | null): string =>
  value === null ? 'NULL' : typeof value === 'string' ? `'${value}'` : String(value);

function valuesOf(rows: readonly ModelRow[]): string {
  const columns = 'CAST(k AS VARCHAR) AS k, CAST(l AS BIGINT) AS l, CAST(n AS BIGINT) AS n, CAST(s AS VARCHAR) AS s';
  const lines = rows.map((row) => `(${COLUMNS.map((column) => literal(row[column])).join(', ')})`);
  return lines.length > 0
    ? `SELECT ${columns} FROM (VALUES ${lines.join(', ')}) AS v(k, l, n, s)`
    : `SELECT ${columns} FROM (VALUES (NULL, NULL, NULL, NULL)) AS v(k, l, n, s) WHERE false`;
}

const lineOf = (row: Readonly<Record<string, unknown>>): string =>
  ['k', 'l', 'n', 's', 'valid_from', 'valid_to']
    .map((column) => `${(row[column] ?? 'null') as string | bigint}`)
    .join(' ');

function differenceOf(shown: readonly Readonly<Record<string, unknown>>[], right: readonly Shown[]): string | null {
  const [ours, theirs] = [shown, right].map((rows) => rows.map(lineOf).toSorted().join('\n'));
  return ours === theirs ? null : `shown\n${ours}\nright\n${theirs}`;
}

type History = {
  readonly form: Form;
  /** The loads in their order, each with its kind and a further date as of which its rows are read. */
  readonly loads: readonly (Load & { readonly what: string; readonly asOf: string })[];
};

/** The history of a number. */
export function randomHistory(seed: number, index: number): History {
  const random = randomOf(seed, index);
  const form = randomForm(random);
  const loads: History['loads'][number][] = [];
  for (let left = 3 + random.whole(8); left > 0; left -= 1) {
    loads.push({ ...randomLoad(random, loads, form), asOf: random.pick(DATES) });
  }
  return { form, loads };
}

/** The kinds of a history: of its table, and of each load. */
export const kindsOf = ({ form, loads }: History): readonly string[] => [
  form.kind,
  ...(form.deletes ? ['delete where'] : []),
  ...(form.empties ? ['when empty replace'] : []),
  ...loads.map(({ what }) => what),
];

/** Plays a history. Returns what differs first, or null. */
async function playHistory(
  database: Database,
  { form, loads }: History,
): Promise<{ readonly difference: string | null; readonly loads: number; readonly compared: number }> {
  const text = scriptOf(form);
  const { plan } = compile([{ path: 'a.sbs', text }], CATALOG);
  const table: PlanTable | undefined = plan?.tables[0];
  if (!plan || !table) throw new Error(`The script does not compile: ${text}`);
  const played: Load[] = [];
  await createSources(database, plan, { d: valuesOf([]) });
  await offerState(database, table);
  let compared = 0;
  for (const { date, rows, asOf: other } of loads) {
    played.push({ date, rows });
    await createSources(database, plan, { d: valuesOf(rows) });
    await setDates(database, date);
    await mergeKept(database, table);
    for (const asOf of new Set([date, null, other])) {
      await setDates(database, date, asOf);
      const shown = await database.run(table.sql.duckdb);
      compared += 1;
      const difference = differenceOf(shown, rowsAsOf(form, played, asOf));
      if (difference === null) continue;
      return {
        difference: `${text}\nas of ${asOf}\n${difference}\n${JSON.stringify(played)}`,
        loads: played.length,
        compared,
      };
    }
    await passOn(database, table);
  }
  return { difference: null, loads: played.length, compared };
}

/** Plays the random histories from one number up to another, and compares what the SQL shows with the model after each load. */
export async function playHistories(from: number, to: number, seed: number): Promise<HistoryBatch> {
  const database = await openDatabase();
  const differences: { index: number; difference: string }[] = [];
  let [loads, compared] = [0, 0];
  for (let index = from; index < to; index += 1) {
    const played = await playHistory(database, randomHistory(seed, index));
    loads += played.loads;
    compared += played.compared;
    if (played.difference !== null) differences.push({ index, difference: played.difference });
  }
  return { histories: to - from, loads, compared, differences };
}
