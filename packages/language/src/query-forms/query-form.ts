import type { CheckedResult } from '../check/checked-query.ts';
import type { Placed, Program } from '../check/program.ts';
import type { GrammarRule } from '../syntax/grammar.ts';
import type { Cursor } from '../syntax/parse/cursor.ts';
import type { Keyword } from '../syntax/tokens/keywords.ts';
import { isName } from '../syntax/tokens/token-shape.ts';
import type { Token } from '../syntax/tokens/tokens.ts';
import type { TableNode } from '../syntax/tree/declaration-tree.ts';
import type { Name } from '../syntax/tree/name.ts';
import type { QueryNode } from '../syntax/tree/query-node.ts';
import type { VisitName } from '../syntax/tree/visit-names.ts';
import type { Span } from '../text/span.ts';
import { type ColumnSource, columnsByName, type FindTable } from './column-source.ts';
import type { QueryContext } from './query-context.ts';
import type { Frame } from './select/select-reader.ts';

/** The columns that an output column of a query inside another is. */
export type InnerSources = (query: QueryNode, output: string, findTable: FindTable) => ColumnSource[];

/** A query inside another. `locals`: tables that only the query around it defines. */
export type NestedQuery = { readonly query: QueryNode; readonly locals: readonly string[] };

/** The tokens of an unfinished query around a cursor. `before` starts behind the form's keyword. */
export type QueryAtCursor = {
  /** The table being declared. */
  readonly table: string;
  readonly before: readonly Token[];
  readonly after: readonly Token[];
  /** The word being typed. */
  readonly word: Span;
};

/** Names that a query gives to its columns, for renaming. */
export type WrittenOutputs = {
  /** Names written for a column alone: a rename overwrites them. */
  readonly names: readonly Name[];
  /** Expressions that a column takes its name from: a rename adds an alias. */
  readonly bare: readonly (Span & { readonly name: string })[];
};

/**
 * One way to make a table, such as `select` or `union`: how it is parsed, checked and shown. A form is its folder,
 * its diagnostics and a sample script. Its check lowers it to a query that every dialect emits, so that it needs no SQL.
 */
export type QueryForm<Node extends QueryNode = QueryNode> = {
  /** The keyword that starts it, and the kind of its nodes. */
  readonly kind: string;
  /** The leading keyword, and the keywords that only this form uses. */
  readonly keywords: readonly Keyword[];
  /** The rule of the form first, then the rules that only it needs. */
  readonly grammar: readonly GrammarRule[];
  /** The snippet that completion inserts. */
  readonly snippet: string;
  /** Whether its syntax may still change: every use is then reported as beta. */
  readonly preview?: true;
  /** Parses what follows the keyword, which starts at `start`. Throws SyntaxStop after a syntax error. */
  parse(cursor: Cursor, start: number): Node;
  /** Whether it keeps rows from run to run, so that it must be the whole query of a table. */
  readonly stateful?: true;
  /** The queries directly inside it. */
  nested(node: Node): readonly NestedQuery[];
  /** The tables it reads, in the order of the text, without those of queries inside it. */
  tables(node: Node): readonly Name[];
  check(program: Program, placed: Placed<TableNode>, node: Node): CheckedResult;
  visitNames(node: Node, visit: VisitName): void;
  outputs(node: Node): WrittenOutputs;
  /** The columns that an output column is under the same name. Empty when the query writes its name. */
  columnSources(node: Node, output: string, findTable: FindTable, inner: InnerSources): ColumnSource[];
  /** Names of columns that it adds, which no script writes. */
  readonly added: readonly string[];
  /** Regular expressions that choose columns by name. */
  patterns(node: Node): readonly string[];
  /** Whether the name of a column of a table it reads becomes a value in its rows, so that a rename changes data. */
  isNameData(node: Node, column: string): boolean;
  /** Where its clauses start, if each is formatted on a line of its own; empty for forms of one line. */
  clauses(node: Node): readonly Span[];
  /** Returns the grammar context at a cursor. */
  contextAt(cursor: QueryAtCursor): QueryContext;
  /** The brackets that are open behind the tokens of its expressions. */
  framesAt(before: readonly Token[]): readonly Frame[];
  /** The tables it names; `tokens` are all of it behind the keyword, perhaps unfinished. */
  tablesIn(tokens: readonly Token[]): readonly string[];
};

const NO_QUERIES: readonly NestedQuery[] = [];

type Optional =
  | 'nested'
  | 'outputs'
  | 'columnSources'
  | 'added'
  | 'patterns'
  | 'isNameData'
  | 'clauses'
  | 'framesAt'
  | 'tablesIn';

/** A form whose optional parts have defaults: it reads one table, keeps its columns and contains no expressions. */
export type QueryFormParts<Node extends QueryNode> = Omit<QueryForm<Node>, Optional> & Partial<QueryForm<Node>>;

export function queryForm<Node extends QueryNode>(form: QueryFormParts<Node>): QueryForm<Node> {
  const outputs = form.outputs ?? (() => ({ names: [], bare: [] }));
  return {
    nested: () => NO_QUERIES,
    outputs,
    columnSources: (node, output, findTable) =>
      outputs(node).names.some((name) => name.text === output)
        ? []
        : columnsByName(form.tables(node), output, findTable),
    added: [],
    patterns: () => [],
    isNameData: () => false,
    clauses: () => [],
    framesAt: () => [],
    tablesIn: ([first]) => (isName(first) ? [first.text] : []),
    ...form,
  };
}
