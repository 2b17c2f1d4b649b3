import type { Report } from '../diagnostics/diagnostics.ts';
import type { Expression } from '../syntax/tree/expression-tree.ts';
import type { Name } from '../syntax/tree/name.ts';
import type { QueryNode } from '../syntax/tree/query-node.ts';
import type { Matching, Typed } from '../typed/typed.ts';
import type { CheckedResult } from './checked-query.ts';
import type { Scope } from './names/scope.ts';
import type { Program } from './program.ts';

/** A call that reads rows without an order, and its name in the text. */
export type Unordered = { readonly call: Extract<Typed, { kind: 'call' }>; readonly name: Name };

/** The context of an expression. */
export type Context = {
  /** Checks an expression inside another; handed down so that operators and calls need not know all expressions. */
  readonly check: (node: Expression, context: Context) => Typed;
  readonly report: Report;
  readonly program: Program;
  readonly scope: Scope;
  /** Checks a query in an expression; null or absent where none may stand. */
  readonly nest?:
    | ((query: QueryNode, anyRows?: boolean) => { readonly result: CheckedResult; readonly outer: readonly Typed[] })
    | null;
  /** The clause, if it does not allow aggregates; else null. */
  readonly noAggregates: string | null;
  /** Calls whose result depends on the order of rows, for a query that decides at its end which rows those are. */
  readonly unordered?: Unordered[];
  /** Whether this is inside a window function. */
  readonly inWindow?: boolean;
  /** Whether this is the left side of another comparison. */
  readonly chained?: boolean;
  /** Output columns that a bare name means first, in having and order by. */
  readonly aliases: ReadonlyMap<string, Typed>;
  /** The column or columns that `columns(…)` represents at the moment. */
  readonly columns: { readonly name: string; readonly table: string } | Matching | null;
};
