import { type Column, type ColumnType, PSEUDO_COLUMNS, typeName } from '@switchboard/model/schema';
import { CompletionItemKind } from 'vscode-languageserver-types';
import type { ExpressionPlace } from '../../query-forms/query-context.ts';
import type { SourceReference } from '../../query-forms/select/sources.ts';
import { writtenName } from '../../syntax/tokens/written-name.ts';
import type { KnownTable, Workspace } from '../../workspace.ts';
import type { Word } from '../context/cursor-text.ts';
import { code, markdown } from '../describe/markdown.ts';
import { asName, asText, type Candidate } from './candidate.ts';

/** A table as a query sees it. */
export type SeenTable = { readonly alias: string; readonly table: KnownTable; readonly isLocal: boolean };

type SeenColumn = { readonly seen: SeenTable; readonly column: Column; readonly pseudo: boolean };

/** The tables of a query that are known. */
export function seenTables(workspace: Workspace, sources: readonly SourceReference[]): SeenTable[] {
  return sources.flatMap(({ table: name, alias, query }) => {
    const table = query ? workspace.tableOf(query) : workspace.table(name);
    if (!table) return [];
    return [{ alias, table: query ? { ...table, name: alias } : table, isLocal: query !== undefined }];
  });
}

/** The tables of the queries around one that it sees: not those whose names nearer ones have. */
export function outerTables(workspace: Workspace, place: ExpressionPlace, own: readonly SeenTable[]): SeenTable[] {
  const taken = new Set(own.map(({ alias }) => alias));
  return seenTables(workspace, place.outer ?? []).filter(({ alias }) => !taken.has(alias) && taken.add(alias));
}

/** The columns of a table, its pseudo-columns last. */
function columnsOf(seen: SeenTable): SeenColumn[] {
  const { columns, kind } = seen.table;
  const own = columns.map((column) => ({ seen, column, pseudo: false }));
  const names = new Set(columns.map((column) => column.name));
  const pseudo = kind === 'source' ? PSEUDO_COLUMNS.filter((column) => !names.has(column.name)) : [];
  return [...own, ...pseudo.map((column) => ({ seen, column, pseudo: true }))];
}

function shownType({ type, nullable }: Column): string {
  const name = type.kind === 'unknown' ? 'known only from the data' : typeName(type);
  return `${name.length > 60 ? `${name.slice(0, 60)}…` : name}${nullable ? '' : ' not null'}`;
}

function candidate(
  { seen, column, pseudo }: SeenColumn,
  rank: number,
  naming: Pick<Candidate, 'text' | 'filter'>,
  label = column.name,
): Candidate {
  return {
    label,
    kind: CompletionItemKind.Field,
    rank: pseudo ? rank + 2 : rank,
    ...naming,
    details: () => ({
      detail: shownType(column),
      documentation: markdown(`${pseudo ? 'Pseudo-column' : 'Column'} of ${code(seen.table.name)}`),
    }),
  };
}

/** `owner.id`: the fields of a record. */
export function fieldCandidates(type: ColumnType, word: Word): Candidate[] {
  if (type.kind !== 'record') return [];
  return type.fields.map((field) => ({
    label: field.name,
    kind: CompletionItemKind.Field,
    rank: 0,
    ...asName(field.name, word),
    details: () => ({ detail: shownType(field) }),
  }));
}

/** Behind `alias.`: the columns of one table. */
export function memberCandidates(seen: SeenTable, word: Word): Candidate[] {
  return columnsOf(seen).map((each) => candidate(each, 0, asName(each.column.name, word)));
}

/** Bare names of columns, as lists of keys and `using` take them. */
export function bareColumns(tables: readonly SeenTable[], given: readonly string[], word: Word): Candidate[] {
  return tables
    .flatMap((seen) => columnsOf(seen).filter(({ pseudo, column }) => !pseudo && !given.includes(column.name)))
    .map((each) => candidate(each, 0, asName(each.column.name, word)));
}

/** Tables whose columns are offered before a query names its own. */
const OFFERED = 100;

/** The tables that a query without one may be about to name. */
export function anyTables(workspace: Workspace): SeenTable[] {
  return workspace
    .tableNames()
    .slice(0, OFFERED)
    .flatMap((name) => {
      const table = workspace.table(name);
      return table ? [{ alias: name, table, isLocal: false }] : [];
    });
}

/** Columns of all tables, each name once, for a query that names no table yet. */
export function anyColumns(workspace: Workspace, word: Word, rank: number, given: readonly string[] = []): Candidate[] {
  const names = new Set(given);
  return anyTables(workspace).flatMap((seen) =>
    columnsOf(seen).flatMap((each) => {
      if (each.pseudo || names.has(each.column.name)) return [];
      names.add(each.column.name);
      return [candidate(each, rank, asName(each.column.name, word))];
    }),
  );
}

/** The columns that a table has in common with one before it. */
export function joinColumns(tables: readonly SeenTable[], given: readonly string[], word: Word): Candidate[] {
  const last = tables.at(-1);
  const earlier = new Set(tables.slice(0, -1).flatMap(({ table }) => table.columns.map((column) => column.name)));
  if (!last) return [];
  return columnsOf(last)
    .filter(({ column }) => earlier.has(column.name) && !given.includes(column.name))
    .map((each) => candidate(each, 0, asName(each.column.name, word)));
}

/**
 * Columns in an expression: qualified where two tables have one of that name, or one of `hiding`. `suits` moves fitting types
 * forward.
 */
export function columnCandidates(
  tables: readonly SeenTable[],
  merged: ReadonlySet<string>,
  word: Word,
  rank: number,
  suits: (type: ColumnType) => boolean,
  hiding: readonly SeenTable[] = [],
): Candidate[] {
  const columns = tables.flatMap(columnsOf);
  const hidden = new Set(hiding.flatMap(columnsOf).map(({ column }) => column.name));
  const owners = new Map<string, number>();
  for (const { column, pseudo } of columns)
    if (!pseudo || tables.length > 1) owners.set(column.name, (owners.get(column.name) ?? 0) + 1);
  return columns.map((each) => {
    const { column, seen } = each;
    const place = suits(column.type) ? rank : rank + 1;
    const isUnique = merged.has(column.name) || (owners.get(column.name) ?? 0) < 2;
    if (isUnique && !hidden.has(column.name)) return candidate(each, place, asName(column.name, word));
    const text = `${writtenName(seen.alias)}.${writtenName(column.name)}`;
    const filter = word.quote ? asName(column.name, word).text : column.name;
    return candidate(each, place, { text, filter: filter ?? column.name }, `${seen.alias}.${column.name}`);
  });
}

/** The type that a chain of names before a dot leads to; null when it is unknown, a table when it names one. */
export function resolveChain(
  tables: readonly SeenTable[],
  chain: readonly (string | null)[],
): SeenTable | ColumnType | null {
  const [first, ...rest] = chain;
  if (first === undefined || first === null) return null;
  const table = tables.find((each) => each.alias === first);
  if (table && rest.length === 0) return table;
  const [second, ...deeper] = rest;
  const inTable = table?.table.columns.find((column) => column.name === second);
  const column = inTable ?? tables.flatMap((each) => each.table.columns).find((each) => each.name === first);
  let type: ColumnType | null = column?.type ?? null;
  for (const part of inTable ? deeper : rest) {
    if (type?.kind === 'list' && part === null) type = type.element;
    else if (type?.kind === 'record') type = type.fields.find((field) => field.name === part)?.type ?? null;
    else return null;
  }
  return type;
}

/** Regular expressions for `columns("…")`: the beginnings that several columns have in common, then each column. */
export function patternCandidates(tables: readonly SeenTable[], word: Word): Candidate[] {
  const counts = new Map<string, number>();
  for (const { table } of tables)
    for (const { name } of table.columns) {
      const beginning = /^[^_]+_/.exec(name)?.[0];
      if (beginning !== undefined) counts.set(beginning, (counts.get(beginning) ?? 0) + 1);
    }
  const common = [...counts].filter(([, count]) => count > 1).map(([beginning]) => `^${beginning}`);
  const names = new Set(tables.flatMap(({ table }) => table.columns.map(({ name }) => name)));
  const whole = [...names].filter((name) => /^\w+$/.test(name)).map((name) => `^${name}$`);
  return [...common, ...whole].map((label, index) => {
    const rank = index < common.length ? 0 : 1;
    return { label, kind: CompletionItemKind.Value, rank, ...asText(label, word) };
  });
}
