import type { ColumnType } from '@switchboard/model';
import type { Typed, ValueType } from '../check/typed.ts';

/** An argument as a dialect gets it. `constant` is the text of an argument that had to be one. */
export type SqlArgument = { readonly sql: string; readonly type: ValueType; readonly constant: string | null };

/** One function of the language: everything that checking, emission, completion, hover and the reference page need. */
export type FunctionSpec = {
  readonly name: string;
  /** `aggregate` folds rows, `window` needs `over (…)`, `rows` makes several rows of one. */
  readonly kind: 'scalar' | 'aggregate' | 'window' | 'rows';
  /**
   * `(text: string, length?: integer, ...others: T): T`. Besides the language's types: `number`, `moment` (date or datetime),
   * `scalar`, `any`, `T` (all T become one type), `[T]`; and texts that must be constants: `regex`, `format`, `unit`, `zone`, `path`, `digits`, `constant`.
   */
  readonly signature: string;
  readonly doc: string;
  /** An expression over the columns of the reference page. */
  readonly example: string;
  /** Where the signature cannot say the result's type. */
  readonly result?: (args: readonly Typed[]) => ColumnType;
  /** Whether the result may be null; by default when an argument may be. `all`: only when all arguments may be. */
  readonly nullable?: boolean | 'all';
  /** Whether it turns its first argument into the result's type, so that there has to be a way. */
  readonly converts?: boolean;
  /** DuckDB gives another type than ours: the emitter casts the result. */
  readonly recast?: boolean;
  readonly duckdb: (args: readonly SqlArgument[], type: ValueType) => string;
};

/** The SQL of all arguments, separated by commas. */
export function list(args: readonly SqlArgument[]): string {
  return args.map((arg) => arg.sql).join(', ');
}

/** Emits a call of DuckDB's function of that name with the same arguments. */
export function plain(name: string): FunctionSpec['duckdb'] {
  return (args) => `${name}(${list(args)})`;
}

/** The SQL of one argument; NULL when it was left out. */
export function sqlOf(args: readonly SqlArgument[], index: number): string {
  return args[index]?.sql ?? 'NULL';
}
