import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tableRows } from '../markdown.ts';

/** Note of a row of the coverage tables, besides what a machine finds. */
export type Note =
  | { readonly kind: 'none' }
  /** A page of `docs` says what holds in its place: `design/values.md#infinity-and-range`. */
  | { readonly kind: 'ruled'; readonly page: string; readonly text: string }
  | { readonly kind: 'partial' | 'absent'; readonly text: string };

/** The cells of a row before its last column, and that column, the note. */
export type CoverageRow = { readonly cells: readonly string[]; readonly note: Note };

const RULED = /^ruled ((?:contradictions|design\/[\w-]+)\.md(?:#[\w-]+)?): (.+)$/;
const OPEN = /^(partial|absent): (.+)$/;

/**
 * Reads the table of one page of this folder.
 * @throws when a note is neither empty nor of a known kind
 */
export function readRows(name: string): CoverageRow[] {
  const page = readFileSync(join(import.meta.dirname, name), 'utf8');
  return tableRows(page).map((row) => ({ cells: row.slice(0, -1), note: readNote(name, row.at(-1) ?? '') }));
}

/** Every proof id that a table of this folder names. */
export function proofsOfTables(): string[] {
  const pages = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.md'));
  return pages.flatMap((name) =>
    [...readFileSync(join(import.meta.dirname, name), 'utf8').matchAll(/\bproof:([a-z0-9-]+)/g)].flatMap(
      ([, id]) => id ?? [],
    ),
  );
}

/** The words of a cell that lists names. */
export const wordsOf = (cell: string): string[] => cell.split(/\s+/).filter((word) => word !== '');

function readNote(name: string, text: string): Note {
  if (text === '') return { kind: 'none' };
  const [, ruledBy, ruling] = RULED.exec(text) ?? [];
  if (ruledBy !== undefined && ruling !== undefined) return { kind: 'ruled', page: ruledBy, text: ruling };
  const [, kind, reason] = OPEN.exec(text) ?? [];
  if (reason !== undefined && (kind === 'partial' || kind === 'absent')) return { kind, text: reason };
  throw new Error(`${name}: the note "${text}" is neither "ruled PAGE#HEADING: …", "partial: …" nor "absent: …".`);
}
