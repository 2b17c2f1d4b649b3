import type { CheckedResult } from '../check/checked-query.ts';
import type { Placed, Program } from '../check/program.ts';
import type { Cursor } from '../syntax/parse/cursor.ts';
import { SYMBOL } from '../syntax/tokens/codes.generated.ts';
import { codesOf } from '../syntax/tokens/codes.ts';
import type { TableNode } from '../syntax/tree/declaration-tree.ts';
import type { Name } from '../syntax/tree/name.ts';
import type { QueryNode } from '../syntax/tree/query-node.ts';
import { NO_QUERY } from '../typed/typed.ts';
import type { ColumnSource, FindTable } from './column-source.ts';
import { FORMS } from './forms.ts';
import type { QueryForm } from './query-form.ts';
import { SELECT } from './select/select-form.ts';
import { parseBracketed } from './set-operation/parse-bracketed.ts';

/** Every query form, the most usual one first. See docs/design/language.md. */
export const QUERY_FORMS: readonly QueryForm[] = [SELECT, ...FORMS.filter((form) => form.kind !== SELECT.kind)];

const byKind: ReadonlyMap<string, QueryForm> = new Map(QUERY_FORMS.map((form) => [form.kind, form]));

/** The form that starts with a keyword. */
export function findQueryForm(keyword: string): QueryForm | undefined {
  return byKind.get(keyword);
}

/** The form of a parsed query. */
export function queryFormOf({ kind }: QueryNode): QueryForm {
  const form = byKind.get(kind);
  if (!form) throw new Error(`No query form has nodes of kind ${kind}.`);
  return form;
}

let formByCode: readonly (QueryForm | undefined)[] | null = null;

/** Built on first use, so that token codes can be generated from a form whose keyword has none yet. */
function formsByCode(): readonly (QueryForm | undefined)[] {
  const forms: (QueryForm | undefined)[] = [];
  for (const form of QUERY_FORMS) for (const code of codesOf([form.kind])) forms[code] = form;
  return forms;
}

/** Parses what follows `table NAME is`. */
export function parseQuery(cursor: Cursor): QueryNode {
  formByCode ??= formsByCode();
  const { start, code } = cursor;
  if (code === SYMBOL.roundOpen) return parseBracketed(cursor);
  const form = formByCode[code];
  if (!form) {
    const kinds = QUERY_FORMS.map(({ kind }) => kind);
    return cursor.failWord(kinds);
  }
  cursor.take(code);
  return form.parse(cursor, start);
}

/** Checks what follows `table NAME is`. */
export function checkQuery(program: Program, placed: Placed<TableNode>, query: QueryNode): CheckedResult {
  const form = queryFormOf(query);
  if (form.preview)
    placed.report('SBS9002', { start: query.start, end: query.start + form.kind.length }, { form: form.kind });
  return form.check(program, placed, query);
}

/** Checks a query inside another. */
export function checkInnerQuery(program: Program, placed: Placed<TableNode>, query: QueryNode): CheckedResult {
  if (!queryFormOf(query).stateful) return checkQuery(program, placed, query);
  placed.report('SBS3045', { start: query.start, end: query.start + query.kind.length }, { form: query.kind });
  return { query: NO_QUERY, columns: [], open: true };
}

/** The tables that a query reads, in the order of the text. */
export function tablesOf(query: QueryNode): readonly Name[] {
  const form = queryFormOf(query);
  const own = form.tables(query);
  const nested = form.nested(query);
  if (nested.length === 0) return own;
  const within = nested.flatMap((each) => tablesOf(each.query).filter((name) => !each.locals.includes(name.text)));
  return [...own, ...within].toSorted((a, b) => a.start - b.start);
}

/** The columns that an output column of a query is under the same name. Empty when the query writes its name. */
export function columnSourcesOf(query: QueryNode, output: string, findTable: FindTable): ColumnSource[] {
  return queryFormOf(query).columnSources(query, output, findTable, columnSourcesOf);
}

/** A query and all queries inside it. */
export function queriesOf(query: QueryNode): readonly QueryNode[] {
  return [
    query,
    ...queryFormOf(query)
      .nested(query)
      .flatMap((each) => queriesOf(each.query)),
  ];
}
