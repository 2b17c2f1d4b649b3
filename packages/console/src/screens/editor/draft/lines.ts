import type { FileRange } from '../../../ui/editor/diagnostic.ts';

export type Lines = Omit<FileRange, 'path'>;

const PATTERN = /^(\d{1,7})-(\d{1,7})-(\d{1,7})-(\d{1,7})$/;

/** A stretch of a file as an address has it: start line, end line, start column, end column. Null for other texts. */
export function readLines(text: string): Lines | null {
  const [, line, endLine, column, endColumn] = (PATTERN.exec(text) ?? []).map(Number);
  if (line === undefined || endLine === undefined || column === undefined || endColumn === undefined) return null;
  if (line < 1 || column < 1 || endColumn < 1 || endLine < line) return null;
  return { line, endLine, column, endColumn };
}

export const writeLines = ({ line, endLine, column, endColumn }: Lines): string =>
  `${line}-${endLine}-${column}-${endColumn}`;
