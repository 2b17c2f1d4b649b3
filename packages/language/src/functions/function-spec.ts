import type { ColumnType } from '@switchboard/model/schema';
import type { Typed } from '../typed/typed.ts';

/** One function of the language: what the checker, completion, hover and the reference need. Its SQL is the dialect's. */
export type FunctionSpec = {
  readonly name: string;
  /** `aggregate` folds rows, `window` needs `over (…)`, `rows` makes several rows of one. */
  readonly kind: 'scalar' | 'aggregate' | 'window' | 'rows';
  /**
   * `(text: string, length?: integer, ...others: T): T`. Besides the language's types: `number`, `moment` (date or datetime),
   * `clock` (datetime or
   * time), `scalar`, `any`, `T` (all T become one type), `[T]`, `[[T]]`, `[string]`, `[number]`; and texts that must be constants: `regex`, `format`, `unit`, `zone`, `path`, `digits`, `group` (of a regex before it), `position`, `positive`, `fraction`, `constant`.
   */
  readonly signature: string;
  readonly doc: string;
  /** An expression over the columns of the reference page. */
  readonly example: string;
  /** Where the signature cannot say the result's type. */
  readonly result?: (args: readonly Typed[]) => ColumnType;
  /** Whether the result may be null; by default when an argument may be. `all`: only when all arguments may be; a function: also when it says so. */
  readonly nullable?: boolean | 'all' | ((args: readonly Typed[]) => boolean);
  /** Whether it accepts `order by`, as its result depends on the order of its rows. */
  readonly ordered?: boolean;
  /** The effect of rows without an order on its result; absent where there is none. */
  readonly unordered?: string;
  /** Whether its result is the same for any order of the values of a list. */
  readonly ignoresOrder?: boolean;
  /** Whether it accepts `ignore nulls` over a window. */
  readonly ignoresNulls?: boolean;
  /** Whether it accepts a frame over a window; by default only aggregates do. */
  readonly framed?: boolean;
  /** Whether it converts its first argument to the result type, so that the conversion must exist. */
  readonly converts?: boolean;
};

/** A function in a family's table: its name is the key, its kind that of the family unless given. */
type FunctionRow = Omit<FunctionSpec, 'name' | 'kind'> & Partial<Pick<FunctionSpec, 'kind'>>;

/** The functions of a family of one kind. */
export function functionsOf(
  kind: FunctionSpec['kind'],
  rows: Readonly<Record<string, FunctionRow>>,
): readonly FunctionSpec[] {
  return Object.entries(rows).map(([name, row]) => ({ kind, ...row, name }));
}
