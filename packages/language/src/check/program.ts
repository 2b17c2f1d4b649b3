import type { Catalog, Column, PlanTable, PlanUpload, Position, Source, SourceColumn } from '@switchboard/model';
import type { Report } from '../diagnostics.ts';
import type { Span } from '../syntax/tokens.ts';
import type { Declaration } from '../syntax/tree.ts';
import type { Recorder } from '../workspace/recorder.ts';
import type { CheckedQuery } from './typed.ts';

/** A parsed declaration with where it stands. */
export type Placed<Node extends Declaration = Declaration> = {
  readonly node: Node;
  readonly project: string;
  readonly path: string;
  readonly report: Report;
  readonly positionOf: (span: Span) => Position;
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

export type CheckedTable = Omit<PlanTable, 'sql'> & { readonly query: CheckedQuery };

/** Everything known of the account's script while it is checked; each construct adds its part. */
export type Program = {
  readonly catalog: Catalog;
  readonly declarations: readonly Placed[];
  /** Names of all tables and source tables, whether checked already or not. */
  readonly tableNames: ReadonlySet<string>;
  /** Names of declarations that could not be read. */
  readonly brokenNames: ReadonlySet<string>;
  readonly tables: Map<string, TableInfo>;
  readonly sources: Source[];
  readonly checkedTables: CheckedTable[];
  readonly uploads: PlanUpload[];
  /** `table.column` pairs that some query names. */
  readonly usedColumns: Map<string, Set<string>>;
  /** Told what every name means, for the editor; null where nobody asks. */
  readonly recorder: Recorder | null;
};

/** Declarations of some kinds, in the order of files and text. */
export function placedOf<Kind extends Declaration['kind']>(
  program: Program,
  ...kinds: readonly Kind[]
): Placed<Extract<Declaration, { kind: Kind }>>[] {
  return program.declarations.filter((placed): placed is Placed<Extract<Declaration, { kind: Kind }>> =>
    kinds.some((kind) => kind === placed.node.kind),
  );
}

export function markUsed(program: Program, table: string, column: string): void {
  const used = program.usedColumns.get(table) ?? new Set<string>();
  used.add(column);
  program.usedColumns.set(table, used);
}
