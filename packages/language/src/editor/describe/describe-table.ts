import { typeName } from '@switchboard/model/schema';
import type { MarkupContent } from 'vscode-languageserver-types';
import { writtenName } from '../../syntax/tokens/written-name.ts';
import type { KnownTable } from '../../workspace.ts';
import { code, codeBlock, markdown, prose } from './markdown.ts';

const MAX_COLUMNS = 20;

/** A table with its columns; `file` declares it. */
export function describeTable({ name, kind, columns, open }: KnownTable, file?: string): MarkupContent {
  const lines = columns.slice(0, MAX_COLUMNS).map(({ name: column, type, nullable }) => {
    const shown = type.kind === 'unknown' ? 'unknown' : typeName(type);
    return `${writtenName(column)}: ${shown.length > 80 ? `${shown.slice(0, 80)}…` : shown}${nullable ? '' : ' not null'};`;
  });
  const more = columns.length - MAX_COLUMNS;
  if (more > 0) lines.push(`// and ${more} more`);
  if (open) lines.push('*');
  const what = kind === 'source' ? 'Download' : 'Table';
  const place = file === undefined ? '' : ` in ${code(file)}`;
  const known = lines.length > 0 ? codeBlock(lines.join('\n')) : prose('Its columns are not known.');
  return markdown(`${what} ${code(name)}${place}`, known);
}
