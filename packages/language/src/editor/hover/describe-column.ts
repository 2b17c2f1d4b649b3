import { type Column, PSEUDO_COLUMNS, type SourceColumn } from '@switchboard/model/schema';
import { separatorText } from '@switchboard/model/values/number-separators';
import type { MarkupContent } from 'vscode-languageserver-types';
import { writtenName } from '../../syntax/tokens/written-name.ts';
import type { ValueType } from '../../typed/typed.ts';
import { shown } from '../../typed/types.ts';
import type { Workspace } from '../../workspace.ts';
import { code, codeBlock, markdown, prose } from '../describe/markdown.ts';
import { type ColumnName, originsOf } from './lineage.ts';

const MAX_ORIGINS = 6;

/** The header of a source column where it differs from the name, and how its values are written. */
function inFile(column: Column | undefined): string[] {
  const facts: string[] = [];
  if (!column) return facts;
  if ('header' in column && typeof column.header === 'string' && column.header !== column.name)
    facts.push(`header ${code(column.header)}`);
  if ('format' in column && typeof column.format === 'string') facts.push(`format ${code(column.format)}`);
  const { separators } = column as Partial<SourceColumn>;
  if (separators) facts.push(code(separatorText(separators)));
  return facts;
}

function originText(workspace: Workspace, name: ColumnName): string | null {
  const origins = originsOf(workspace, name);
  const own = origins.some((each) => each.table === name.table && each.column === name.column);
  if (origins.length === 0 || own) return null;
  const list = origins
    .slice(0, MAX_ORIGINS)
    .map(({ table, column }) => code(`${writtenName(table)}.${writtenName(column)}`));
  return `From ${list.join(', ')}${origins.length > MAX_ORIGINS ? ' and others' : ''}`;
}

/** A column: its type where it stands, its table, and which source columns it comes from. */
export function describeColumn(
  workspace: Workspace,
  name: ColumnName,
  facts: { readonly type: ValueType; readonly nullable: boolean } | null,
): MarkupContent {
  const table = workspace.table(name.table);
  const known = table?.columns.find((column) => column.name === name.column);
  const source = table?.kind === 'source';
  const pseudo = source && !known && PSEUDO_COLUMNS.find((column) => column.name === name.column);
  const { type, nullable } = facts ?? known ?? (pseudo || { type: { kind: 'unknown' }, nullable: true });
  const file = workspace.declaredIn('table', name.table);
  const typed = type.kind === 'unknown' ? '' : `: ${shown(type)}${nullable ? '' : ' not null'}`;
  const place = file === undefined ? '' : ` in ${code(file)}`;
  const read = inFile(known);
  return markdown(
    codeBlock(`${writtenName(name.column)}${typed}`),
    type.kind === 'unknown' && prose('Its type is known only from the data.'),
    `${pseudo ? 'Pseudo-column' : 'Column'} of the ${source ? 'download' : 'table'} ${code(name.table)}${place}`,
    read.length > 0 && `In the file: ${read.join(', ')}`,
    originText(workspace, name),
  );
}
