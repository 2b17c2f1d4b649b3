import type { Catalog, Column, ConnectorSpec, PlanTable, PlanUpload, Source, SourceColumn } from '@switchboard/model';
import type { Report } from '../diagnostics.ts';
import type { Span } from '../syntax/tokens.ts';
import type { Declaration } from '../syntax/tree.ts';
import type { Recorder } from '../workspace/recorder.ts';
import type { Dependencies } from './dependencies.ts';
import type { CheckedQuery } from './typed.ts';

/** A parsed declaration with where it stands. */
export type Placed<Node extends Declaration = Declaration> = {
  readonly node: Node;
  readonly project: string;
  readonly path: string;
  readonly report: Report;
};

/** What a query can read from. */
export type TableInfo = {
  readonly name: string;
  readonly kind: 'source' | 'table';
  readonly columns: readonly Column[];
  /** Whether it has columns that only the data knows. */
  readonly open: boolean;
  /** Its declaration is broken: messages about its columns would only repeat that. */
  readonly flawed: boolean;
};

/** A column of a source with where it is declared, to tell which are never used. */
export type DeclaredColumn = { readonly column: SourceColumn; readonly span: Span };

export type CheckedTable = Omit<PlanTable, 'sql' | 'lineage' | 'position'>;
/** `columns`: those of the table, as it has them; `spec`: its connector, if there is one of that name. */
export type CheckedUpload = Omit<PlanUpload, keyof Dependencies | 'position' | 'destination'> & {
  readonly spec: ConnectorSpec | null;
};

/** What a declaration means. `tables`: what others can read from it, in the order of its names. */
export type Checked =
  | {
      readonly kind: 'source';
      readonly tables: readonly TableInfo[];
      readonly source: Omit<Source, 'position' | 'schedule'>;
    }
  | {
      readonly kind: 'table';
      readonly tables: readonly [TableInfo];
      readonly table: CheckedTable;
      readonly query: CheckedQuery;
    }
  | { readonly kind: 'upload'; readonly tables: readonly []; readonly upload: CheckedUpload };

/** Names to offer for one that no table has. `known`: all tables if they are few, else some of them. */
export type Suggestion = { readonly near: string | null; readonly known: readonly string[] };

/** What one declaration can see of its account's script while it is checked. */
export type Program = {
  readonly catalog: Catalog;
  /** Tables and source tables about which something is known. */
  readonly tables: { readonly get: (name: string) => TableInfo | undefined };
  /** Whether a name is declared as a table, be it in a declaration that could not be read. */
  readonly declares: (name: string) => boolean;
  readonly suggest: (name: string) => Suggestion;
  /** Columns that this declaration names, by table. */
  readonly usedColumns: Map<string, Set<string>>;
  /** Whether somebody wants the checked queries themselves; else they may be left empty. */
  readonly queries: boolean;
  /** Told what every name means, for the editor; null where nobody asks. */
  readonly recorder: Recorder | null;
};

export function markUsed(program: Program, table: string, column: string): void {
  const used = program.usedColumns.get(table);
  if (used) used.add(column);
  else program.usedColumns.set(table, new Set([column]));
}
