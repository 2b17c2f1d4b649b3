import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tableRows } from '../markdown.ts';
import { KINDS, type Kind, type Line, type Proof, SECTIONS, type Section } from './line.ts';

/**
 * Reads the lines of a page of this folder, whose table has the columns Section, Kind, What and Proved by.
 * @throws when a row has an unknown section or kind, or an unreadable proof
 */
export function readLines(page: string): Line[] {
  return readRows(page).map(([section = '', kind = '', what = '', proofs = '']) => {
    if (!Object.hasOwn(SECTIONS, section) || !KINDS.some((known) => known === kind))
      throw new Error(`${page}: "${section}" or "${kind}" of "${what}" is unknown.`);
    return { section: section as Section, kind: kind as Kind, what, proofs: proofs.split('; ').map(readProof) };
  });
}

/** The rows of the table of a page, without its header. */
export function readRows(page: string): string[][] {
  return tableRows(readFileSync(join(import.meta.dirname, page), 'utf8'));
}

/** `id` names a whole test, `id ["cell", …]` the row of its table that begins with these cells. */
function readProof(text: string): Proof {
  const [, test, cells] = /^([a-z0-9-]+)(?: (\[.*\]))?$/.exec(text) ?? [];
  if (test === undefined) throw new Error(`"${text}" is not a proof: an id, then perhaps the cells of a row as JSON.`);
  return { test, row: cells === undefined ? [] : (JSON.parse(cells) as unknown[]) };
}
