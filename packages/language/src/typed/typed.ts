import type { EmptyResultChoice } from '@switchboard/model/plan';
import type { Column, ColumnType } from '@switchboard/model/schema';
import { type BinaryOperator, partsOfCall } from '../syntax/tree/expression-tree.ts';
import type { Span } from '../text/span.ts';

/** The type of a value: a column's type, or that of a bare `null`, which fits every type. */
export type ValueType = ColumnType | { readonly kind: 'null' };

export type Operator =
  | Exclude<BinaryOperator, '~'>
  | 'not'
  | 'negate'
  | 'is-null'
  | 'is-not-null'
  | 'matches'
  | 'between';

export type TypedOrder = { readonly by: Typed; readonly descending: boolean; readonly nulls: 'first' | 'last' | null };

/** One end of a frame; `amount` is null for the current row and for the end of the partition. */
export type TypedBound = { readonly side: 'preceding' | 'current' | 'following'; readonly amount: string | null };

export type TypedFrame = {
  readonly unit: 'rows' | 'range';
  readonly first: TypedBound;
  readonly last: TypedBound;
};

export type TypedWindow = {
  readonly partition: readonly Typed[];
  readonly order: readonly TypedOrder[];
  readonly frame: TypedFrame | null;
};

/** The order in which an aggregate reads its rows, and the rows it reads. */
export type TypedModifiers = {
  readonly order: readonly TypedOrder[];
  readonly ignoreNulls: boolean;
  readonly filter: Typed | null;
};

/** A checked expression: every name resolved, every conversion explicit. This is all that a dialect sees. */
export type Typed = {
  readonly type: ValueType;
  readonly nullable: boolean;
  readonly span: Span;
} /** `table` is the alias it goes by in its query. */ /** `outer`: of a query around this one. */ & (
  | { readonly kind: 'column'; readonly table: string; readonly name: string; readonly outer?: true }
  /** An integer or decimal is held as its digits. */
  | { readonly kind: 'constant'; readonly value: string | boolean | null }
  | { readonly kind: 'operator'; readonly operator: Operator; readonly operands: readonly Typed[] }
  /** `withNull`: null was among the items as a word, and is found like any other value. */
  | {
      readonly kind: 'in';
      readonly operand: Typed;
      readonly items: readonly Typed[];
      readonly negated: boolean;
      readonly withNull: boolean;
    }
  | { readonly kind: 'condition'; readonly test: Typed; readonly value: Typed; readonly otherwise: Typed }
  | {
      readonly kind: 'call';
      readonly function: string;
      readonly arguments: readonly Typed[];
      readonly modifiers: TypedModifiers | null;
      readonly over: TypedWindow | null;
    }
  | { readonly kind: 'cast'; readonly operand: Typed; readonly lenient: boolean }
  | { readonly kind: 'field'; readonly target: Typed; readonly name: string }
  | { readonly kind: 'index'; readonly target: Typed; readonly index: Typed }
  | { readonly kind: 'list'; readonly items: readonly Typed[] }
  /** The fields of its type, in their order. */
  | { readonly kind: 'record'; readonly values: readonly Typed[] }
  /** A query in an expression: its only value, whether it has rows, or whether `operand` is one of its values. */
  | {
      readonly kind: 'query';
      readonly form: 'value' | 'exists' | 'in' | 'not-in';
      readonly operand: Typed | null;
      readonly query: CheckedQuery;
      /** Columns of the query around it that it names. */
      readonly outer: readonly Typed[];
    }
  /** Each column of an open table whose name matches, as only the data knows. */
  | { readonly kind: 'columns'; readonly matching: Matching }
);

/** Columns of an open table by name. `declared`: the declared ones among them; `hidden`: pseudo-columns, which never match. */
export type Matching = {
  readonly table: string;
  readonly pattern: string;
  readonly declared: readonly string[];
  readonly hidden: readonly string[];
};

export type OutputItem =
  | { readonly kind: 'value'; readonly name: string; readonly value: Typed }
  /** One column for each match of the `columns` inside, under its name. */
  | { readonly kind: 'matching'; readonly table: string; readonly value: Typed }
  /** All columns of an open table, those unknown to the compiler included. */
  | {
      readonly kind: 'rest';
      readonly table: string;
      readonly except: readonly string[];
      readonly replace: readonly { readonly name: string; readonly value: Typed }[];
    };

/** A table in a query. `open` tables have columns that only the data knows; `hidden` are its pseudo-columns, `named` those used. */
export type QueryTable = {
  readonly table: string;
  /** The query that is read in place of a table. */
  readonly query?: CheckedQuery;
  readonly alias: string;
  readonly pseudo: { readonly hidden: readonly string[]; readonly named: readonly string[] };
  readonly expanded: boolean;
};

export type CheckedSelect = {
  readonly kind: 'select';
  readonly distinct: boolean;
  readonly items: readonly OutputItem[];
  readonly from: QueryTable;
  readonly joins: readonly {
    readonly kind: 'inner' | 'left' | 'right' | 'full' | 'cross' | 'semi' | 'anti' | 'asof' | 'asof left';
    readonly table: QueryTable;
    readonly on: Typed | null;
  }[];
  readonly where: Typed | null;
  readonly grouped: boolean;
  /** Positions in `items` that are keys. */
  readonly keys: readonly number[];
  readonly having: Typed | null;
  readonly qualify: Typed | null;
  readonly order: readonly (Omit<TypedOrder, 'by'> & { readonly by: Typed | number })[];
  readonly limit: number | null;
  readonly offset: number;
};

export type CheckedUnion = {
  readonly kind: 'union';
  /** Absent for all rows of all parts; else the distinct rows of the first that the others lack, or have. */
  readonly operation?: 'except' | 'intersect';
  readonly byName: boolean;
  readonly parts: readonly CheckedSelect[];
};

/** The rows of a table and those kept from earlier runs, by key and report date. */
type CheckedKept = {
  /** The input's columns; of an open table all of them. */
  readonly input: CheckedSelect;
  /** The table under which the rows kept from before are read. */
  readonly state: string;
  /** The table under which the rows to keep are read. */
  readonly kept: string;
  /** The declared columns of the input. */
  readonly columns: readonly Column[];
  readonly keys: readonly string[];
  /** Over the input's columns, under its name. */
  readonly order: readonly TypedOrder[];
  /** Effect of a load without rows on the rows kept of its date. */
  readonly whenEmpty: EmptyResultChoice;
};

/** The first row of each key among those of all report dates. */
export type CheckedUpsert = CheckedKept & {
  readonly kind: 'upsert';
  /** Removes a key whose first row fulfils it. Over the input's columns, under its name. */
  readonly removed: Typed | null;
};

/** A row for each key and period of report dates during which its values were the same. */
export type CheckedSnapshot = CheckedKept & {
  readonly kind: 'snapshot';
  readonly validFrom: string;
  readonly validTo: string;
};

/** A row for each column of an open table that matches, its value as a text, beside all other columns. */
export type CheckedUnpivot = {
  readonly kind: 'unpivot';
  readonly from: QueryTable;
  readonly matching: Matching;
  readonly nameColumn: string;
  readonly valueColumn: string;
};

/** Dates from the first in steps up to the last. More than `limit` end the run, and so does a bound that is null. */
export type CheckedDates = {
  readonly kind: 'dates';
  readonly first: Typed;
  readonly last: Typed;
  readonly step: 'day' | 'week' | 'month' | 'quarter' | 'year';
  readonly limit: number;
};

/** Rows of constants: the values of each column, the same number for all. */
export type CheckedValues = {
  readonly kind: 'values';
  readonly columns: readonly { readonly name: string; readonly values: readonly Typed[] }[];
};

/** A query over tables that only it defines. `name` is what its parts and its body read them by. */
export type CheckedWith = {
  readonly kind: 'with';
  readonly parts: readonly { readonly name: string; readonly query: CheckedQuery }[];
  readonly body: CheckedQuery;
};

/** A query that a dialect emits as one statement. */
export type CheckedQuery =
  | CheckedWith
  | CheckedSelect
  | CheckedUnion
  | CheckedUpsert
  | CheckedSnapshot
  | CheckedUnpivot
  | CheckedDates
  | CheckedValues;

/** Stands for a query that nothing reads. */
export const NO_QUERY: CheckedQuery = { kind: 'union', byName: false, parts: [] };

type PartsByKind = { readonly [Kind in Typed['kind']]?: (node: Extract<Typed, { kind: Kind }>) => readonly Typed[] };

const PARTS: PartsByKind = {
  operator: ({ operands }) => operands,
  in: ({ operand, items }) => [operand, ...items],
  condition: ({ test, value, otherwise }) => [test, value, otherwise],
  call: partsOfCall,
  cast: ({ operand }) => [operand],
  field: ({ target }) => [target],
  index: ({ target, index }) => [target, index],
  list: ({ items }) => items,
  record: ({ values }) => values,
  query: ({ operand, outer }) => (operand ? [operand, ...outer] : outer),
};
const NONE: readonly Typed[] = [];

/** The typed expressions directly inside one. */
export function partsOf(node: Typed): readonly Typed[] {
  const parts = PARTS[node.kind] as ((each: Typed) => readonly Typed[]) | undefined;
  return parts ? parts(node) : NONE;
}

/** Two expressions with the same key compute the same value. */
export function valueKey(node: Typed): string {
  // By far the most are columns.
  if (node.kind === 'column') return `${node.table}\u0000${node.name}`;
  return JSON.stringify(node, (key, value: unknown) => (key === 'span' || key === 'nullable' ? undefined : value));
}
