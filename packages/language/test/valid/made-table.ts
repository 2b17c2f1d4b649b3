import type { Shape } from './shapes.ts';

export type MadeColumn = { readonly name: string; readonly shape: Shape };
/** A table that queries can read. Of an open one, not all columns are known. */
export type MadeTable = {
  readonly name: string;
  readonly columns: readonly MadeColumn[];
  readonly open: boolean;
  readonly source: boolean;
};

/** A declaration or several, and the tables that they make. */
export type Made = { readonly text: string; readonly tables: readonly MadeTable[] };

/** A name as a script writes it. */
export function written(name: string): string {
  return /^[a-z_]\w*$/.test(name) ? name : `"${name.replaceAll('"', '\\"')}"`;
}

export function lower(name: string): string {
  return name.toLowerCase();
}
