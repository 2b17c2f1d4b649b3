import type { ColumnType } from '@switchboard/model/schema';
import { CompletionItemKind } from 'vscode-languageserver-types';
import { findFunction } from '../../functions/registry.ts';
import type { ExpressionPlace } from '../../query-forms/query-context.ts';
import { JOIN_KINDS } from '../../query-forms/select/select-words.ts';
import { wordOf } from '../../syntax/tokens/token-shape.ts';
import { writtenName } from '../../syntax/tokens/written-name.ts';
import type { Workspace } from '../../workspace.ts';
import type { Word } from '../context/cursor-text.ts';
import { code, markdown } from '../describe/markdown.ts';
import { asName, type Candidate } from './candidate.ts';
import {
  anyColumns,
  anyTables,
  columnCandidates,
  fieldCandidates,
  memberCandidates,
  outerTables,
  patternCandidates,
  resolveChain,
  type SeenTable,
  seenTables,
} from './columns.ts';
import { namedConstants } from './constants.ts';
import { constantCandidates, functionCandidates, parameterAt, suitsParameter } from './functions.ts';
import { wordCandidates } from './words.ts';

const OPERATORS = ['and', 'or', 'is null', 'is not null', 'in', 'not in', 'between', 'like', 'not like', 'ilike'];
const JOINS = [
  'join',
  ...JOIN_KINDS.filter((kind) => kind !== 'inner').map((kind) => `${kind} join`),
  'asof left join',
];

function snippet(label: string, text: string, rank: number): Candidate {
  return { label, kind: CompletionItemKind.Keyword, rank, text, snippet: true };
}

/** Clauses that may follow; those that the query has already are left out. */
function nextClauses({ clause, clauses }: ExpressionPlace): string[] {
  const left = (...words: readonly string[]): string[] =>
    words.filter((word) => !clauses.has(word.split(' ', 1)[0] ?? ''));
  switch (clause) {
    case 'items':
      return left('from');
    case 'where':
      return left('having', 'qualify', 'order by', 'limit');
    case 'group':
    case 'having':
      return left('qualify', 'order by', 'limit');
    case 'qualify':
      return left('order by', 'limit');
    case 'order':
      return left('limit');
    case 'limit':
      return [];
    default:
      return [...left('where'), ...JOINS, ...left('having', 'qualify', 'order by', 'limit')];
  }
}

const NOT_MERGED: ReadonlySet<string> = new Set();

/** Names of the tables in the query, to be followed by a dot. */
function aliasCandidates(tables: readonly SeenTable[], rank: number): Candidate[] {
  const named = tables.filter(({ alias }) => !alias.startsWith('('));
  return named.map(({ alias, table }) => ({
    label: alias,
    kind: CompletionItemKind.Variable,
    rank,
    text: `${writtenName(alias)}.`,
    filter: alias,
    details: () => ({
      detail: table.kind === 'source' ? 'download' : 'table',
      documentation: markdown(code(table.name)),
    }),
  }));
}

function outputCandidates(place: ExpressionPlace, word: Word): Candidate[] {
  const named = place.clause === 'having' || place.clause === 'qualify' || place.clause === 'order';
  if (!named || place.frame.kind === 'over') return [];
  return place.outputs.map((label) => ({
    label,
    kind: CompletionItemKind.Variable,
    rank: 0,
    ...asName(label, word),
    details: () => ({ detail: 'column of this table' }),
  }));
}

/** Whether the query names no table yet: the items of a select stand before its tables. */
function isBeforeTables({ clause, sources }: ExpressionPlace): boolean {
  return clause === 'items' && sources.length === 0;
}

/** The tables that the query may be about to name. */
function tablesAhead(workspace: Workspace, place: ExpressionPlace): readonly SeenTable[] {
  return isBeforeTables(place) ? anyTables(workspace) : [];
}

type Seen = { readonly tables: readonly SeenTable[]; readonly outer: readonly SeenTable[] };

function operands(workspace: Workspace, place: ExpressionPlace, { tables, outer }: Seen, word: Word): Candidate[] {
  const { frame, clause, merged } = place;
  if (frame.kind === 'call' && frame.name.toLowerCase() === 'columns')
    return patternCandidates(tables.length > 0 ? tables : tablesAhead(workspace, place), word);
  const parameter = parameterAt(place);
  const constants = constantCandidates(parameter, word);
  if (constants) return constants;
  // Text in single quotation marks is a constant, and so is that behind `literal`.
  if (word.quote === "'" || (word.quote && wordOf(place.previous) === 'literal')) return [];
  if (frame.kind === 'call' && frame.name.toLowerCase() === 'literal') return namedConstants(workspace, 0);
  const outputs = outputCandidates(place, word);
  const suits = (type: ColumnType): boolean => suitsParameter(parameter, type);
  const columns = [
    ...columnCandidates(tables, merged, word, 1, suits),
    ...columnCandidates(outer, NOT_MERGED, word, 2, suits, tables),
  ];
  if (tables.length === 0 && outer.length === 0 && isBeforeTables(place))
    columns.push(...anyColumns(workspace, word, 3));
  if (word.quote) return [...outputs, ...columns];
  const first = frame.fresh && clause === 'items';
  const aggregate = clause === 'having' || clause === 'items' ? 4 : 5;
  return [
    ...outputs,
    ...columns,
    ...wordCandidates(place.words?.before ?? [], 2),
    ...namedConstants(workspace, 2),
    ...(first ? [snippet('*', '*', 3)] : []),
    ...(first && place.previous === undefined ? wordCandidates(['distinct'], 6) : []),
    ...aliasCandidates([...tables, ...outer], tables.length + outer.length > 1 ? 3 : 6),
    ...functionCandidates(place, { scalar: clause === 'having' ? 5 : 4, aggregate }),
    ...wordCandidates(['not', 'null', 'true', 'false'], 7),
    snippet('cast', 'cast($1 as ${2:string})', 7),
    snippet('try_cast', 'try_cast($1 as ${2:string})', 7),
    snippet('record', 'record($1)', 7),
    snippet('literal', 'literal "$1"', 8),
    ...(clause === 'items' ? [snippet('columns', 'columns("$1")', 7)] : []),
  ];
}

const FRAMES = ['rows between', 'range between'];

/** The modifiers that the function of a call accepts behind its arguments. */
function modifiersOf({ frame }: ExpressionPlace): string[] {
  const spec = frame.kind === 'call' ? findFunction(frame.name.toLowerCase()) : undefined;
  return [
    ...(spec?.ordered ? ['order by', 'desc', 'nulls last'] : []),
    ...(spec?.ignoresNulls ? ['ignore nulls'] : []),
  ];
}

function operators(place: ExpressionPlace): Candidate[] {
  const { frame, clause, previous } = place;
  const root = frame.kind === 'query';
  if (frame.kind === 'cast' || frame.kind === 'record')
    return [...wordCandidates(['as'], 0), ...wordCandidates(OPERATORS, 1)];
  if (frame.kind === 'replace') return [...wordCandidates(['as'], 0), ...wordCandidates(OPERATORS, 1)];
  const over =
    previous?.text === ')'
      ? [snippet('over', 'over (${1:partition by $2 }order by $3)', 4), snippet('filter', 'filter (where $1)', 4)]
      : [];
  const order = ['desc', 'asc', 'nulls last', 'nulls first'];
  if (frame.kind === 'over')
    return [
      ...wordCandidates(['order by'], 0),
      ...wordCandidates(order, 1),
      ...wordCandidates(FRAMES, 2),
      ...wordCandidates(OPERATORS, 3),
    ];
  if (!root) return [...wordCandidates(OPERATORS, 0), ...wordCandidates(modifiersOf(place), 1), ...over];
  const likely = clause === 'items' ? ['as', ...nextClauses(place)] : clause === 'order' ? order : [];
  const later = clause === 'items' ? [] : [...nextClauses(place), ...(place.words?.behind ?? [])];
  return [...wordCandidates(likely, 0), ...wordCandidates(OPERATORS, 1), ...wordCandidates(later, 2), ...over];
}

/** The words that may follow a table of `from` or of a join. */
function afterTable(place: ExpressionPlace, renamed: boolean): Candidate[] {
  const joined = place.clause === 'join' && !place.cross;
  const condition = joined ? [...wordCandidates(['on'], 0), snippet('using', 'using ($1)', 0)] : [];
  return [...condition, ...wordCandidates(nextClauses(place), 1), ...wordCandidates(renamed ? [] : ['as'], 2)];
}

function members(workspace: Workspace, place: ExpressionPlace, { tables, outer }: Seen, word: Word): Candidate[] {
  const near = [...tables, ...outer];
  const found = resolveChain(near.length > 0 ? near : tablesAhead(workspace, place), place.chain);
  if (!found) return [];
  if (!('alias' in found)) return fieldCandidates(found, word);
  const star = place.clause === 'items' && place.frames.length === 1 && !word.quote ? [snippet('*', '*', 1)] : [];
  return [...memberCandidates(found, word), ...star];
}

/** The candidates at a place of an expression or between the clauses of a query. */
export function expressionCandidates(workspace: Workspace, place: ExpressionPlace, word: Word): Candidate[] {
  const tables = seenTables(workspace, place.sources);
  const seen = { tables, outer: outerTables(workspace, place, tables) };
  const { expect } = place.frame;
  if (expect === 'operand') return operands(workspace, place, seen, word);
  if (expect === 'member') return members(workspace, place, seen, word);
  if (word.quote) return [];
  switch (expect) {
    case 'operator':
      return operators(place);
    case 'star':
      return [
        snippet('except', 'except ($1)', 1),
        snippet('replace', 'replace ($1 as $2)', 1),
        ...wordCandidates(nextClauses(place), 0),
      ];
    case 'after-table':
      return afterTable(place, false);
    case 'after-alias':
      return afterTable(place, true);
    case 'after-name':
      return place.frame.kind === 'query' ? wordCandidates(nextClauses(place), 0) : [];
    case 'is':
      return wordCandidates(['null', 'not null'], 0);
    case 'is-not':
      return wordCandidates(['null'], 0);
    case 'not':
      return wordCandidates(['in', 'between', 'like', 'ilike'], 0);
    case 'by':
      return wordCandidates(['by'], 0);
    case 'join':
      return wordCandidates(['join'], 0);
    case 'nulls':
      return wordCandidates(['last', 'first'], 0);
    case 'after-direction':
      return wordCandidates(
        [
          'nulls last',
          'nulls first',
          ...(place.frame.kind === 'query' ? nextClauses(place) : []),
          ...(place.frame.kind === 'over' ? FRAMES : []),
        ],
        0,
      );
    case 'after-nulls':
      return wordCandidates(FRAMES, 0);
    case 'ignore':
      return wordCandidates(['nulls'], 0);
    case 'filter':
      return wordCandidates(['where'], 0);
    case 'frame':
      return wordCandidates(['between'], 0);
    case 'bound':
      return wordCandidates(['unbounded preceding', 'current row', 'unbounded following'], 0);
    case 'bound-side':
      return wordCandidates(['preceding', 'following'], 0);
    case 'bound-row':
      return wordCandidates(['row'], 0);
    case 'bound-end':
      return wordCandidates(['and'], 0);
    case 'window':
      return wordCandidates(['partition by', 'order by'], 0);
    default:
      return [];
  }
}
