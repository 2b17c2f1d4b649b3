import type { Random } from './random.ts';

/** Column types as a script declares them. */
export type ColumnType = 'string' | 'integer' | 'decimal(18, 6)' | 'decimal(18, 2)' | 'date' | 'datetime' | 'boolean';

/** `header` is the name in the files. */
export type DatasetColumn = { readonly header: string; readonly type: ColumnType; readonly notNull: boolean };

/**
 * How a row is broken. Every kind breaks the row in every format, though not in the same way: what JSON cannot show
 * (a field too many, a stray quote) it shows as a value of the wrong type.
 */
export type DirtyKind =
  | 'wrong_type'
  | 'stray_text'
  | 'bad_date'
  | 'missing_value'
  | 'missing_field'
  | 'extra_field'
  | 'stray_quote';

/** How a good row is written so that only a lenient reader takes it. In CSV only. */
export type LenientKind = 'plus_sign' | 'trailing_zero' | 'spaces';

/** A correct row: text by header, as CSV writes it; null where there is no value. */
export type Values = Readonly<Record<string, string | null>>;

export type Day = {
  /** yyyy-MM-dd; '' for a dataset without dates. */
  readonly date: string;
  readonly account: string;
  readonly random: Random;
  readonly index: number;
};

/**
 * `flaky`: some dates fail twice first; `late`: the newest date is not there at first; `overdue`: it is never there; `withdrawn`:
 * it is gone; `unreadable`: all of its rows are dirty.
 */
export type Behaviour = 'steady' | 'flaky' | 'late' | 'overdue' | 'withdrawn' | 'unreadable';

export type Dataset = {
  readonly name: string;
  readonly doc: string;
  readonly dated: boolean;
  readonly columns: readonly DatasetColumn[];
  /** Columns that the reports have from the day before the provider started; scripts were written before. */
  readonly added?: readonly DatasetColumn[];
  /** Headers of the columns that identify a good row. */
  readonly keys: readonly string[];
  readonly rows: readonly [fewest: number, most: number];
  /** Share of dirty rows; 0 for a clean dataset. */
  readonly dirtyShare: number;
  readonly dirtyKinds: readonly DirtyKind[];
  readonly lenientShare: number;
  readonly behaviour: Behaviour;
  readonly make: (day: Day) => Values;
};

/** Columns by header, in order; `!` after the type means not null. */
export const columns = (types: Readonly<Record<string, ColumnType | `${ColumnType}!`>>): readonly DatasetColumn[] =>
  Object.entries(types).map(([header, type]) => ({
    header,
    type: type.replace(/!$/, '') as ColumnType,
    notNull: type.endsWith('!'),
  }));

/** A decimal text with so many digits after the point, from a whole number of its smallest unit. */
export function decimal(units: number, scale: number): string {
  const digits = String(units).padStart(scale + 1, '0');
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}
