/**
 * `upsert` and `snapshot` as plain lists: no SQL, and nothing kept but what was loaded. Every answer is computed from
 * all loads.
 */

export type ModelRow = {
  readonly k: string | null;
  readonly l: number | null;
  readonly n: number | null;
  readonly s: string | null;
};
export type Column = keyof ModelRow;
export type Order = {
  readonly by: Column;
  readonly descending: boolean;
  readonly nullsFirst: boolean;
};
export type Form = {
  readonly kind: 'upsert' | 'snapshot';
  readonly keys: readonly Column[];
  readonly order: readonly Order[];
  /** `delete where s == 'gone'` */
  readonly deletes: boolean;
  /** `when empty replace`: a load without rows takes back those of its date. */
  readonly empties: boolean;
};
/** The rows of a report date; null for a source without dates. */
export type Load = { readonly date: string | null; readonly rows: readonly ModelRow[] };
export type Shown = ModelRow & { readonly valid_from?: string; readonly valid_to?: string | null };

export const COLUMNS: readonly Column[] = ['k', 'l', 'n', 's'];
type Value = string | number | null;

function compareValues(a: Value, b: Value, nullsFirst: boolean, descending: boolean): number {
  if (a === b) return 0;
  if (a === null) return nullsFirst ? -1 : 1;
  if (b === null) return nullsFirst ? 1 : -1;
  return (a < b ? -1 : 1) * (descending ? -1 : 1);
}

function compareOrder(a: ModelRow, b: ModelRow, order: readonly Order[]): number {
  for (const { by, nullsFirst, descending } of order) {
    const compared = compareValues(a[by], b[by], nullsFirst, descending);
    if (compared !== 0) return compared;
  }
  return 0;
}

const compareRest = (a: ModelRow, b: ModelRow, columns: readonly Column[]): number =>
  compareOrder(
    a,
    b,
    columns.map((by) => ({ by, nullsFirst: false, descending: false })),
  );

const keyOf = (row: ModelRow, { keys }: Form): string => JSON.stringify(keys.map((key) => row[key]));
const restOf = ({ keys }: Form): readonly Column[] => COLUMNS.filter((column) => !keys.includes(column));

type Dated = { readonly date: string | null; readonly load: number; readonly row: ModelRow };

/** Whether a load takes the place of the earlier ones of its date. */
const isReplacing = ({ rows }: Load, { empties }: Form): boolean => rows.length > 0 || empties;

/** The rows that count at a date: of each date those of its last load that replaces others; of loads without a date all. */
function loadedRows(form: Form, loads: readonly Load[], asOf: string | null): Dated[] {
  const newest = new Map<string, number>();
  for (const [index, load] of loads.entries())
    if (load.date !== null && isReplacing(load, form)) newest.set(load.date, index);
  return loads.flatMap(({ date, rows }, load) => {
    const counts = date === null || (newest.get(date) === load && (asOf === null || date <= asOf));
    return counts ? rows.map((row) => ({ date, load, row })) : [];
  });
}

function upserted(form: Form, loads: readonly Load[], asOf: string | null): Shown[] {
  const byKey = Map.groupBy(loadedRows(form, loads, asOf), ({ row }) => keyOf(row, form));
  const winners = [...byKey.values()].flatMap((rows) => {
    const [first] = rows.toSorted(
      (a, b) =>
        compareOrder(a.row, b.row, form.order) ||
        compareValues(a.date, b.date, false, true) ||
        (a.date === null ? b.load - a.load : 0) ||
        compareRest(a.row, b.row, restOf(form)),
    );
    return first ? [first.row] : [];
  });
  return form.deletes ? winners.filter(({ s }) => s !== 'gone') : winners;
}

function snapshotted(form: Form, loads: readonly Load[], asOf: string | null): Shown[] {
  const rows = loadedRows(form, loads, asOf);
  const loaded = loads.flatMap((load) => (isReplacing(load, form) ? (load.date ?? []) : []));
  const dates = [...new Set(loaded)].filter((date) => asOf === null || date <= asOf).toSorted();
  const open = new Map<string, { row: ModelRow; from: string }>();
  const shown: Shown[] = [];
  const close = (key: string, to: string): void => {
    const period = open.get(key);
    if (period) shown.push({ ...period.row, valid_from: period.from, valid_to: to });
    open.delete(key);
  };
  for (const date of dates) {
    const there = new Map<string, ModelRow>();
    for (const { row } of rows.filter((each) => each.date === date)) {
      const key = keyOf(row, form);
      const other = there.get(key);
      const isFirst = !other || (compareOrder(row, other, form.order) || compareRest(row, other, restOf(form))) < 0;
      if (isFirst) there.set(key, row);
    }
    for (const [key, { row }] of [...open]) {
      const now = there.get(key);
      if (!now || COLUMNS.some((column) => now[column] !== row[column])) close(key, date);
    }
    for (const [key, row] of there) if (!open.has(key)) open.set(key, { row, from: date });
  }
  for (const { row, from } of open.values()) shown.push({ ...row, valid_from: from, valid_to: null });
  return shown;
}

/** The rows that a table shows after these loads, as of a date, in any order. */
export function rowsAsOf(form: Form, loads: readonly Load[], asOf: string | null): readonly Shown[] {
  return form.kind === 'upsert' ? upserted(form, loads, asOf) : snapshotted(form, loads, asOf);
}
