import type { Column } from '@switchboard/model/schema';
import type { ValueType } from '../../typed/typed.ts';

/** Separates the name of a table from the number of a query inside its own. No name contains it. */
export const WITHIN = '\u0001';

/**
 * The symbol that a part of a script refers to. `table` of a column is its source table or derived table; an alias is
 * identified by the offset at which its query declares it.
 */
export type ScriptSymbol =
  | {
      readonly kind: 'table' | 'bundle' | 'upload' | 'assertion' | 'constant' | 'function' | 'connector' | 'key';
      readonly name: string;
    }
  | { readonly kind: 'column'; readonly table: string; readonly name: string }
  | { readonly kind: 'alias'; readonly table: string; readonly name: string; readonly declaredAt: number }
  | { readonly kind: 'parameter'; readonly owner: string; readonly name: string };

/**
 * One place of a file that declares or uses a symbol: offsets in UTF-16 units, end exclusive; quotation marks belong to it.
 * A bare column in a select list is two: it uses the column of the table below and declares one of the table it is in.
 */
export type Occurrence = {
  readonly start: number;
  readonly end: number;
  readonly symbol: ScriptSymbol;
  readonly role: 'declaration' | 'use';
  /** Set for columns. */
  readonly type?: ValueType;
  readonly nullable?: boolean;
  /** Set for the declaration of a query that is read as a table. */
  readonly rows?: { readonly columns: readonly Column[]; readonly open: boolean };
};

/** Two symbols with the same key are the same thing. */
export function symbolKey(symbol: ScriptSymbol): string {
  switch (symbol.kind) {
    case 'column':
      return `column\u0000${symbol.table}\u0000${symbol.name}`;
    case 'alias':
      return `alias\u0000${symbol.declaredAt}\u0000${symbol.name}`;
    case 'parameter':
      return `parameter\u0000${symbol.owner}\u0000${symbol.name}`;
    default:
      return `${symbol.kind}\u0000${symbol.name}`;
  }
}
