import type { Parameters, SourceTable } from '@switchboard/model/plan';
import { numberSeparators } from '@switchboard/model/values/number-separators';
import type { Checked, Placed, Program, TableInfo } from '../check/program.ts';
import { columnsOf } from '../check/types/schema-types.ts';
import type { Report } from '../diagnostics/diagnostics.ts';
import { checkBlock, checkParameters, plainParameters } from '../parameters/check-block.ts';
import { DOWNLOAD_PARAMETERS } from '../parameters/download.ts';
import { MEMBER_PARAMETERS } from '../parameters/member.ts';
import type { Cursor } from '../syntax/parse/cursor.ts';
import { parseSchema } from '../syntax/parse/parse-schema.ts';
import { parseBlock } from '../syntax/parse/parse-values.ts';
import { SYMBOL, WORD } from '../syntax/tokens/codes.generated.ts';
import type { BundleNode, BundleTableNode, DownloadNode } from '../syntax/tree/declaration-tree.ts';
import type { Name } from '../syntax/tree/name.ts';
import type { SchemaNode } from '../syntax/tree/schema-tree.ts';
import type { BlockNode } from '../syntax/tree/value-tree.ts';
import type { Span } from '../text/span.ts';
import type { DeclarationSpec } from './declaration-spec.ts';

function parseBundleTable(cursor: Cursor): BundleTableNode {
  const { start } = cursor;
  cursor.expect(WORD.table, 'A bundle holds tables: table name using { … };');
  const name = cursor.expectName('a name');
  const parameters = cursor.take(WORD.from) ? parseBlock(cursor) : null;
  cursor.expect(WORD.using, 'After it come the columns: using { name: type; }.');
  const schema = parseSchema(cursor);
  cursor.expectEnd('the table', name);
  return { name, parameters, schema, start, end: cursor.end };
}

/** Skips the rest of a broken table with a missing brace. */
function skipTable(cursor: Cursor): void {
  while (cursor.atEntry) cursor.skipEntry();
  if (!cursor.at(SYMBOL.braceClose) || !cursor.ahead(WORD.using, 1)) return;
  cursor.next();
  cursor.skipEntry();
}

function parseBundle(cursor: Cursor, keyword: Span): BundleNode {
  cursor.take(WORD.bundle);
  const name = cursor.expectName('a name');
  cursor.take(WORD.from);
  const parameters = parseBlock(cursor);
  cursor.expect(WORD.using, 'After it come the tables: using { table … }.');
  const open = cursor.index;
  cursor.openBlock();
  const tables: BundleTableNode[] = [];
  while ((cursor.at(WORD.table) && !cursor.ahead(WORD.is, 2)) || !cursor.atBlockEnd) {
    const table = cursor.recovering(parseBundleTable);
    if (table) tables.push(table);
    else if (cursor.atDeclaration() && !cursor.at(WORD.table)) break;
    else skipTable(cursor);
  }
  cursor.closeBlock(open);
  cursor.expectEnd('the download', name);
  return { kind: 'bundle', keyword, name, parameters, tables, start: keyword.start, end: cursor.end };
}

function parseDownload(cursor: Cursor): DownloadNode | BundleNode {
  const keyword = cursor.takeKeyword();
  // A download may itself be called bundle: `download bundle from { … }`.
  const named = cursor.nameAhead(1) && !(cursor.ahead(WORD.from, 1) && cursor.ahead(SYMBOL.braceOpen, 2));
  if (cursor.at(WORD.bundle) && named) return parseBundle(cursor, keyword);
  const name = cursor.expectName('a name');
  cursor.expect(WORD.from, 'A download is written download name from { … } using { … };');
  const parameters = parseBlock(cursor);
  cursor.expect(WORD.using, 'After the parameters come the columns: using { name: type; } or using { * }.');
  const schema = parseSchema(cursor);
  cursor.expectEnd('the download', name);
  return { kind: 'download', keyword, name, parameters, schema, start: keyword.start, end: cursor.end };
}

type SourcePart = { readonly table: SourceTable; readonly places: readonly number[]; readonly broken: boolean };

/** A table of a source, as the plan has it, with where its columns are declared. */
function sourceTable(
  program: Program,
  placed: Placed,
  name: Name,
  schema: SchemaNode,
  member: string | null = null,
): SourcePart {
  const { columns, places } = columnsOf(schema, placed.report);
  const { recorder } = program;
  recorder?.enter(placed.path, name.text);
  recorder?.declare({ kind: 'table', name: name.text }, name);
  for (const [index, column] of recorder ? columns.entries() : []) {
    const span = { start: places[2 * index] ?? 0, end: places[2 * index + 1] ?? 0 };
    recorder?.output('declaration', column.name, span, column);
  }
  const table = {
    name: name.text,
    ...(member === null ? {} : { member }),
    schema: { columns, rest: schema.rest !== null },
    keepsLineNumbers: false,
  };
  return { table, places, broken: schema.broken };
}

function bundleTable(program: Program, placed: Placed, node: BundleTableNode): SourcePart {
  if (node.parameters)
    checkParameters(node.parameters, MEMBER_PARAMETERS, 'a bundle’s table', placed.report, node.parameters.broken);
  const member = node.parameters ? plainParameters(node.parameters).member : undefined;
  return sourceTable(program, placed, node.name, node.schema, typeof member === 'string' ? member : null);
}

/** Reports a group separator that is also the decimal separator. */
function checkSeparators(block: BlockNode, parameters: Parameters, report: Report): void {
  const { decimal_separator: decimal, group_separator: group } = parameters;
  if (typeof group !== 'string' || (decimal !== undefined && typeof decimal !== 'string')) return;
  const at = block.entries.find(({ name }) => name.text === 'group_separator');
  if (at && numberSeparators(decimal, group) === null) report('SBS4030', at, { value: group });
}

function infoOf({ name, schema }: SourceTable, flawed: boolean): TableInfo {
  return { name, kind: 'source', columns: schema.columns, open: schema.rest, flawed };
}

function check(program: Program, placed: Placed): Checked | null {
  const { node, report, project } = placed;
  if (node.kind !== 'download' && node.kind !== 'bundle') return null;
  program.recorder?.enter(placed.path, node.name.text);
  if (node.kind === 'bundle') program.recorder?.declare({ kind: 'bundle', name: node.name.text }, node.name);
  const { connector, spec, key, parameters } = checkBlock(
    node.parameters,
    'source',
    DOWNLOAD_PARAMETERS,
    program,
    report,
  );
  checkSeparators(node.parameters, parameters, report);
  const parts =
    node.kind === 'download'
      ? [sourceTable(program, placed, node.name, node.schema)]
      : node.tables.map((table) => bundleTable(program, placed, table));
  const tables = parts.map((part) => part.table);
  const dated = spec?.source?.isDated === true ? ({ isDated: true } as const) : {};
  const source = { name: node.name.text, project, connector, key, parameters, tables, ...dated };
  const infos = parts.map(({ table, broken }) => infoOf(table, broken));
  return { kind: 'source', tables: infos, source, places: parts.map((part) => part.places) };
}

const NO_NAMES: readonly Name[] = [];

export const DOWNLOAD: DeclarationSpec = {
  keywords: ['download', 'import'],
  followers: ['from', 'using'],
  doc: 'Declares where data comes from, when, and which columns it has.',
  example:
    'download ads from { type: "http"; url: "https://example.com/ads?date={YYYY-MM-DD}"; } using { date: date; clicks: integer; };',
  kinds: ['download', 'bundle'],
  parse: parseDownload,
  tables: (node) =>
    node.kind === 'download' ? [node.name] : node.kind === 'bundle' ? node.tables.map((table) => table.name) : NO_NAMES,
  reads: () => NO_NAMES,
  check,
};
