import type { ValueType } from '../../../typed/typed.ts';

/** An argument of a call. `constant` is the value of an argument that must be a constant. */
export type SqlArgument = {
  readonly sql: string;
  readonly type: ValueType;
  readonly constant: string | null;
};

/** `inside`: the modifiers behind the arguments, ` ORDER BY …` and ` IGNORE NULLS`, for functions that accept them. */
export type EmitCall = (args: readonly SqlArgument[], type: ValueType, inside?: string) => string;

/** DuckDB implementation of one function. `recast`: its result type differs from ours, so it is cast. */
export type FunctionSql = EmitCall | { readonly emit: EmitCall; readonly recast: true };

/** The SQL of one family of functions, by name. */
export type FunctionFamilySql = Readonly<Record<string, FunctionSql>>;

export function recast(emit: EmitCall): FunctionSql {
  return { emit, recast: true };
}

/** Calls DuckDB's function of that name with the same arguments. */
export function call(name: string): EmitCall {
  return (args, _type, inside = '') => `${name}(${args.map((arg) => arg.sql).join(', ')}${inside})`;
}

/** The SQL of one argument; NULL when it was left out. */
export function sqlOf(args: readonly SqlArgument[], index: number): string {
  return args[index]?.sql ?? 'NULL';
}
