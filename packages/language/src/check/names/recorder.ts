import type { Span } from '../../text/span.ts';
import type { Typed } from '../../typed/typed.ts';
import { type Occurrence, type ScriptSymbol, symbolKey } from './occurrence.ts';

type Facts = Pick<Typed, 'type' | 'nullable'>;

/** Records the meaning of the names of one file while its declarations are checked. */
export class Recorder {
  /** The file to record; names of other files are ignored. */
  readonly path: string;
  readonly occurrences: Occurrence[] = [];
  readonly #seen = new Set<string>();
  #current = '';
  #table = '';

  constructor(path: string) {
    this.path = path;
  }

  /** Starts a declaration of this file that declares `table`. */
  enter(path: string, table: string): void {
    this.#current = path;
    this.#table = table;
  }

  /** Records the columns of another query from now on. Returns the table whose columns were recorded before. */
  within(table: string): string {
    const before = this.#table;
    this.#table = table;
    return before;
  }

  declare(symbol: ScriptSymbol, span: Span, facts?: Facts): void {
    this.#add(symbol, span, 'declaration', facts);
  }

  /** Declares a query that is read as a table. */
  declareRows(symbol: ScriptSymbol, { start, end }: Span, { columns, open }: NonNullable<Occurrence['rows']>): void {
    if (this.#current !== this.path) return;
    this.occurrences.push({ start, end, symbol, role: 'declaration', rows: { columns, open } });
  }

  use(symbol: ScriptSymbol, span: Span, facts?: Facts): void {
    this.#add(symbol, span, 'use', facts);
  }

  /** A column of the table being declared. */
  output(role: Occurrence['role'], name: string, span: Span, facts: Facts): void {
    this.#add({ kind: 'column', table: this.#table, name }, span, role, facts);
  }

  #add(symbol: ScriptSymbol, { start, end }: Span, role: Occurrence['role'], facts?: Facts): void {
    if (this.#current !== this.path) return;
    const key = `${start} ${end} ${role} ${symbolKey(symbol)}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    const known = facts ? { type: facts.type, nullable: facts.nullable } : {};
    this.occurrences.push({ start, end, symbol, role, ...known });
  }
}
