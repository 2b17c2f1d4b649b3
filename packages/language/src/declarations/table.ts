import type { Checked, Placed, Program } from '../check/program.ts';
import { checkQuery, findQueryForm, parseQuery, QUERY_FORMS, tablesOf } from '../query-forms/registry.ts';
import type { Cursor } from '../syntax/parse/cursor.ts';
import { WORD } from '../syntax/tokens/codes.generated.ts';
import type { TableNode } from '../syntax/tree/declaration-tree.ts';
import type { Name } from '../syntax/tree/name.ts';
import { NO_QUERY } from '../typed/typed.ts';
import type { DeclarationSpec } from './declaration-spec.ts';

const WRITTEN = 'A table is written table name is select … ;';

/** A query without `is`, or without a name before `is`. */
function refuseQuery(cursor: Cursor, name: Name): never {
  if (name.quoted || name.text !== 'is') cursor.reportMissing('is', WRITTEN);
  else cursor.report('SBS1007', name, { expected: 'a name', found: 'is', advice: WRITTEN });
  return cursor.stop();
}

function parse(cursor: Cursor): TableNode {
  const keyword = cursor.takeKeyword();
  const name = cursor.expectName('a name');
  if (findQueryForm(cursor.word)) refuseQuery(cursor, name);
  cursor.expect(WORD.is, WRITTEN);
  const query = parseQuery(cursor);
  cursor.expectEnd('the table', name);
  return { kind: 'table', keyword, name, query, start: keyword.start, end: cursor.end };
}

function check(program: Program, placed: Placed): Checked | null {
  const { node, project, path } = placed;
  if (node.kind !== 'table') return null;
  const name = node.name.text;
  program.recorder?.enter(path, name);
  program.recorder?.declare({ kind: 'table', name }, node.name);
  let reported = false;
  const report: typeof placed.report = (code, span, values, fix) => {
    reported = true;
    placed.report(code, span, values, fix);
  };
  const { query, columns, open } = checkQuery(program, { node, project, path, report }, node.query);
  const read = tablesOf(node.query);
  const [first] = read;
  const inputs = first && read.length === 1 ? [first.text] : [...new Set(read.map((each) => each.text))].sort();
  // A broken table may lack columns, so errors of its readers are not reported.
  const flawed = reported && columns.length === 0;
  const sourceless = read.every((each) => program.tables.get(each.text)?.sourceless === true);
  return {
    kind: 'table',
    tables: [{ name, kind: 'table', columns, open, flawed, sourceless }],
    table: { name, project, inputs, columns, closed: !open },
    query: program.queries ? query : NO_QUERY,
  };
}

const NO_NAMES: readonly Name[] = [];

export const TABLE: DeclarationSpec = {
  keywords: ['table'],
  followers: ['is', ...QUERY_FORMS.map((form) => form.kind)],
  doc: 'Declares a table derived from others.',
  example: 'table daily is select date, sum(clicks) as clicks from ads;',
  kinds: ['table'],
  parse,
  parseQuery,
  tables: (node) => (node.kind === 'table' ? [node.name] : NO_NAMES),
  reads: (node) => (node.kind === 'table' ? tablesOf(node.query) : NO_NAMES),
  check,
};
