import type { Catalog, ConnectorSpec } from '@switchboard/model/catalog';
import type { PlanAssertion, PlanTable, PlanUpload, Source } from '@switchboard/model/plan';
import type { Column } from '@switchboard/model/schema';
import type { Report } from '../diagnostics/diagnostics.ts';
import type { Declaration, TableNode } from '../syntax/tree/declaration-tree.ts';
import type { Name } from '../syntax/tree/name.ts';
import type { QueryNode } from '../syntax/tree/query-node.ts';
import type { Span } from '../text/span.ts';
import type { CheckedQuery, Typed } from '../typed/typed.ts';
import type { CheckedResult, LocalColumns } from './checked-query.ts';
import type { Recorder } from './names/recorder.ts';

/** A parsed declaration with where it stands. */
export type Placed<Node extends Declaration = Declaration> = {
  readonly node: Node;
  readonly project: string;
  readonly path: string;
  readonly report: Report;
};

/** The result of a query inside another, which that reads as a table. */
export type LocalTable = {
  /** The name that its columns are recorded under. */
  readonly symbol: string;
  /** Where its name is written. */
  readonly at: Span;
  /** Columns that it carries along from other tables under their names, by name. */
  readonly carried: LocalColumns;
  readonly query: CheckedQuery;
  /** The name of its statement, where several queries can read it; null for a query that is read in place. */
  readonly emitted: string | null;
  /** Whether its rows have an order. */
  readonly ordered: boolean;
};

/** A table that a query can read. */
export type TableInfo = {
  readonly name: string;
  readonly kind: 'source' | 'table';
  readonly columns: readonly Column[];
  /** Whether it has columns that only the data knows. */
  readonly open: boolean;
  /** Its declaration is broken: messages about its columns would only repeat that. */
  readonly flawed: boolean;
  /** Whether it is made without any download, so that no flow starts for it. */
  readonly sourceless?: boolean;
  /** Set for a nested query. */
  readonly local?: LocalTable;
};

export type CheckedTable = Omit<PlanTable, 'sql' | 'lineage' | 'position'>;
/** The tables and sources that an upload needs, which only a plan knows. */
export type Dependencies = Pick<PlanUpload, 'tables' | 'sourceTables' | 'sources'>;
/** `columns`: those of the table, as it has them; `spec`: its connector, if there is one of that name. */
export type CheckedUpload = Omit<PlanUpload, keyof Dependencies | 'position' | 'destination'> & {
  readonly spec: ConnectorSpec | null;
};

/** The claim of an assertion without its statement: the query of its rows is kept apart. */
export type CheckedAssertion = Omit<PlanAssertion, 'position' | 'claim'> & {
  readonly claim: Extract<PlanAssertion['claim'], { kind: 'row_count' }> | Omit<RowClaim, 'sql'>;
};
type RowClaim = Exclude<PlanAssertion['claim'], { kind: 'row_count' }>;

/** A checked declaration. `tables`: those that others can read, in the order of its names. */
export type Checked =
  | {
      readonly kind: 'source';
      readonly tables: readonly TableInfo[];
      readonly source: Omit<Source, 'position' | 'schedule'>;
      /** Offsets of the column declarations of each of `tables`, as alternating starts and ends. */
      readonly places: readonly (readonly number[])[];
    }
  | {
      readonly kind: 'table';
      readonly tables: readonly [TableInfo];
      readonly table: CheckedTable;
      readonly query: CheckedQuery;
    }
  | { readonly kind: 'upload'; readonly tables: readonly []; readonly upload: CheckedUpload }
  | { readonly kind: 'constant'; readonly tables: readonly [] }
  | {
      readonly kind: 'assertion';
      readonly tables: readonly [];
      readonly assertion: CheckedAssertion;
      readonly query: CheckedQuery;
    };

/** Suggestions for an unknown table. `known`: all tables if they are few, else some of them. */
export type Suggestion = { readonly near: string | null; readonly known: readonly string[] };

/** The names of the queries around a nested one. */
export type OuterNames = {
  /** Nesting depth of the query. */
  readonly depth: number;
  /** Whether a name is certainly a column here. */
  readonly has: (name: string) => boolean;
  /** Whether it has columns that are not known, so that any name may be one. */
  readonly isUncertain: () => boolean;
  /** The same, leaving out tables whose declarations have errors. */
  readonly isOpen: () => boolean;
  /** The column of a bare name; reported when there is none. */
  readonly column: (name: Name) => Typed;
  readonly hasTable: (alias: string) => boolean;
  /** `alias.column`; reported when the table has none of that name. */
  readonly columnOfTable: (alias: string, at: Span, name: Name, span: Span) => Typed;
  readonly tableNames: () => readonly string[];
  readonly columnNames: () => readonly string[];
};

/** Why a constant has no value, and what to do. */
export type ConstantProblem = { readonly reason: string; readonly advice: string };

/** The constants of the account. */
export type Constants = {
  readonly has: (name: string) => boolean;
  /** Whether a declaration of this name could not be read, so that it may be a constant. */
  readonly isBroken: (name: string) => boolean;
  /** The value of a constant; null when its declaration has an error. */
  readonly valueOf: (name: string) => Typed | null;
  /** The problem to report at the declaration at this place, which those of other constants do not explain. */
  readonly problemAt: (path: string, name: Name) => ConstantProblem | null;
  readonly names: () => readonly string[];
};

/** The context in which a declaration is checked. */
export type Program = {
  readonly catalog: Catalog;
  /** Tables and source tables about which something is known. */
  readonly tables: { readonly get: (name: string) => TableInfo | undefined };
  /** Whether a name is declared as a table, be it in a declaration that could not be read. */
  readonly declares: (name: string) => boolean;
  readonly suggest: (name: string) => Suggestion;
  /** The table whose declaration is checked. */
  readonly declaring: string | null;
  /** Columns of sources that this declaration names. */
  readonly usedColumns: UsedColumns[];
  readonly constants: Constants;
  /** Constants that this declaration uses. */
  readonly usedConstants: Set<string>;
  /** Tables that a `with` around defines. */
  readonly locals: readonly string[];
  /** The names around a query inside an expression; null for all others. */
  readonly outer: OuterNames | null;
  /** Whether it only matters that the query has rows, as in `exists`. */
  readonly anyRows?: boolean;
  /** The number of queries inside queries of this declaration so far. */
  readonly nesting: { count: number };
  /** Checks a query inside another; handed down because query forms contain each other. */
  readonly checkQuery: (program: Program, placed: Placed<TableNode>, query: QueryNode) => CheckedResult;
  /** Whether the checked queries are needed; if not, they are left empty. */
  readonly queries: boolean;
  /** Records the meaning of every name for the editor; null when compiling. */
  readonly recorder: Recorder | null;
};

/** Names of columns of one source, each once; many are also in a set. */
export type UsedColumns = { readonly table: string; names: string[]; set: Set<string> | null };

/** Up to this many names, a linear search is faster than a set. */
const FEW = 24;

function addTo(used: UsedColumns, column: string): void {
  if (isUsed(used, column)) return;
  used.names.push(column);
  if (used.set) used.set.add(column);
  else if (used.names.length > FEW) used.set = new Set(used.names);
}

/** Whether a column is among those used. */
export function isUsed({ names, set }: UsedColumns, column: string): boolean {
  if (set) return set.has(column);
  for (const name of names) if (name === column) return true;
  return false;
}

/** The used columns of a table; undefined if there are none. */
export function usedOf(used: readonly UsedColumns[], table: string): UsedColumns | undefined {
  for (const each of used) if (each.table === table) return each;
  return undefined;
}

/** Records that a declaration uses a column of a source. Unused columns of other tables are not reported. */
export function markUsed({ usedColumns }: Program, { name, kind }: TableInfo, column: string): void {
  if (kind !== 'source') return;
  const used = usedOf(usedColumns, name);
  if (used) addTo(used, column);
  else usedColumns.push({ table: name, names: [column], set: null });
}
