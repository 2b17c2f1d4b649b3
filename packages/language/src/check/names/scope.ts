import type { Column } from '@switchboard/model/schema';
import { PSEUDO_COLUMNS } from '@switchboard/model/schema';
import type { Report } from '../../diagnostics/diagnostics.ts';
import { advise, closest } from '../../suggest/suggest.ts';
import type { Expression } from '../../syntax/tree/expression-tree.ts';
import type { Name } from '../../syntax/tree/name.ts';
import type { Span } from '../../text/span.ts';
import type { Typed } from '../../typed/typed.ts';
import { UNKNOWN, valueType } from '../../typed/types.ts';
import { type LocalTable, markUsed, type OuterNames, type Program, type TableInfo } from '../program.ts';
import { constantAt, reportHiddenConstant } from './constant-names.ts';
import type { ScriptSymbol } from './occurrence.ts';
import { columnNamed } from './table-info.ts';
import { type Output, reportUnknownColumn } from './unknown-column.ts';

export const NO_NAMES: readonly string[] = [];

/** A table as one query sees it. `outer`: its columns may be null because a join found no partner. */
export type ScopeTable = {
  /** The name it goes by in the text. */
  readonly alias: string;
  /** The name it goes by in checked expressions. */
  readonly id: string;
  readonly info: TableInfo;
  outer: boolean;
  /** Pseudo-columns that the query names, each once. */
  pseudoNamed: readonly string[];
  /** Where the query names it. */
  readonly at: Span;
};

/** The result of a broken expression. It fits every type, so that no further errors are reported. */
export function failed(span: Span): Typed {
  return { kind: 'constant', value: null, type: UNKNOWN, nullable: true, span };
}

/** Whether a value is that of an expression that was reported. */
export function isFailed({ kind, type }: Typed): boolean {
  return kind === 'constant' && type.kind === 'unknown';
}

const pseudoColumns: ReadonlyMap<string, Column> = new Map(PSEUDO_COLUMNS.map((column) => [column.name, column]));

function columnIn(table: ScopeTable, name: string): Column | null {
  const declared = columnNamed(table.info, name);
  if (declared) return declared;
  return table.info.kind === 'source' ? (pseudoColumns.get(name) ?? null) : null;
}

function isPseudo(column: Column): boolean {
  for (const each of PSEUDO_COLUMNS) if (each === column) return true;
  return false;
}

const NO_OUTPUTS: readonly Output[] = [];
const NO_ITEMS: readonly OutputItem[] = [];

/** An item of a select, as far as messages need it. */
type OutputItem = { readonly kind: string; readonly alias?: Name | null; readonly value?: Expression };

function outputsOf(items: readonly OutputItem[]): Output[] {
  return items.flatMap(({ alias, value }) => (alias && value ? [{ name: alias.text, value }] : []));
}

/** The symbol of a table's column: of a column that a query inside another carries along, that of the table it is from. */
export function columnSymbol({ name: table, local }: TableInfo, name: string): ScriptSymbol & { kind: 'column' } {
  const origin = local?.carried.get(name);
  return origin ? { kind: 'column', ...origin } : { kind: 'column', table: local?.symbol ?? table, name };
}

/** The symbol of a query inside another: that of an alias. */
export function localSymbol({ name }: TableInfo, { symbol, at }: LocalTable): ScriptSymbol {
  return { kind: 'alias', table: symbol, name, declaredAt: at.start };
}

/** A value as a query inside the one it belongs to sees it. */
function asOuter(value: Typed): Typed {
  if (value.kind === 'column') return { ...value, outer: true };
  return value.kind === 'call' ? { ...value, arguments: value.arguments.map(asOuter) } : value;
}

const NO_MERGED: ReadonlyMap<string, Typed> = new Map();

/** The tables and merged columns that names in one query refer to. */
export class Scope {
  readonly tables: ScopeTable[] = [];
  /** The columns that the select names, for messages about a place where they are not known yet. */
  items: readonly OutputItem[] = NO_ITEMS;
  readonly depth: number;
  /** Columns that `using` made one of two. */
  merged: ReadonlyMap<string, Typed> = NO_MERGED;
  readonly #program: Program;
  readonly #report: Report;

  constructor(program: Program, report: Report) {
    this.#program = program;
    this.depth = program.outer ? program.outer.depth + 1 : 0;
    this.#report = report;
  }

  /** Merges two columns into one. */
  merge(name: string, value: Typed): void {
    this.merged = new Map([...this.merged, [name, value]]);
  }

  find(alias: string): ScopeTable | undefined {
    for (const table of this.tables) if (table.alias === alias) return table;
    return undefined;
  }

  /** Whether a name is certainly a column here, so that `"name"` means it. */
  has(name: string): boolean {
    return this.hasOwn(name) || (this.#program.outer?.has(name) ?? false);
  }

  /** The same of the tables of this query alone. */
  hasOwn(name: string): boolean {
    if (this.merged.size > 0 && this.merged.has(name)) return true;
    for (const table of this.tables) if (columnIn(table, name) !== null) return true;
    return false;
  }

  isUncertain(): boolean {
    const uncertain = this.tables.some((table) => table.info.open || table.info.flawed);
    return uncertain || (this.#program.outer?.isUncertain() ?? false);
  }

  isOpen(): boolean {
    const open = this.tables.some((table) => table.info.open && !table.info.flawed);
    return open || (this.#program.outer?.isOpen() ?? false);
  }

  tableNames(): readonly string[] {
    return [...this.tables.map((table) => table.alias), ...(this.#program.outer?.tableNames() ?? [])];
  }

  columnNames(): readonly string[] {
    const names: string[] = [];
    for (const { info } of this.tables) for (const column of info.columns) names.push(column.name);
    const { outer } = this.#program;
    return outer ? [...names, ...outer.columnNames()] : names;
  }

  hasTable(alias: string): boolean {
    return this.find(alias) !== undefined || (this.#program.outer?.hasTable(alias) ?? false);
  }

  /** `alias.column` of a table of this query, or of one around it. */
  columnOfTable(alias: string, at: Span, name: Name, span: Span): Typed {
    const table = this.find(alias);
    if (!table) return this.#fromOuter((outer) => outer.columnOfTable(alias, at, name, span)) ?? failed(span);
    this.named(table, at);
    return this.qualified(table, name, span);
  }

  /** The names of this query for one inside it. `used` collects the columns that it names. */
  around(used: Typed[]): OuterNames {
    const noted = (value: Typed): Typed => {
      if (value.kind !== 'constant') used.push(value);
      return value;
    };
    return {
      depth: this.depth,
      has: (name) => this.has(name),
      isUncertain: () => this.isUncertain(),
      isOpen: () => this.isOpen(),
      column: (name) => noted(this.column(name)),
      hasTable: (alias) => this.hasTable(alias),
      columnOfTable: (alias, at, name, span) => noted(this.columnOfTable(alias, at, name, span)),
      tableNames: () => this.tableNames(),
      columnNames: () => this.columnNames(),
    };
  }

  /** A column of a query around this one. */
  #fromOuter(find: (outer: OuterNames) => Typed): Typed | null {
    const { outer } = this.#program;
    if (!outer) return null;
    return asOuter(find(outer));
  }

  /** Whether a name before a dot is neither a column nor a table of this query. Reports it. */
  misnamed(name: string, span: Span, column: string): boolean {
    const { constants } = this.#program;
    if (this.has(name) || this.isUncertain() || constants.has(name) || constants.isBroken(name)) return false;
    const renamed = this.tables.find((table) => table.info.name === name);
    const known = this.tableNames();
    const near = renamed?.alias ?? closest(name, known);
    const fix =
      near === null ? undefined : { title: `Write ${near}`, edits: [{ start: span.start, end: span.end, text: near }] };
    const advice = renamed
      ? `It is called ${renamed.alias} here: write ${renamed.alias}.${column}.`
      : advise(name, known, 'table in this query');
    this.#report('SBS2016', span, { name, advice }, fix);
    return true;
  }

  /** The column of one table; null when it has none of that name. */
  columnOf(table: ScopeTable, name: string, span: Span): Typed | null {
    return this.#typed(table, columnIn(table, name), name, span);
  }

  #typed(table: ScopeTable, column: Column | null, name: string, span: Span): Typed | null {
    if (!column && !table.info.open && !table.info.flawed) return null;
    if (column && table.info.kind === 'source' && isPseudo(column) && !table.pseudoNamed.includes(name))
      table.pseudoNamed = [...table.pseudoNamed, name];
    markUsed(this.#program, table.info, name);
    const type = column ? valueType(column.type) : UNKNOWN;
    return {
      kind: 'column',
      table: table.id,
      name,
      type,
      nullable: table.outer || (column?.nullable ?? true),
      span,
    };
  }

  /** Records that a name means a column of a table. */
  recorded(table: ScopeTable, name: Name, value: Typed): Typed {
    this.#program.recorder?.use(columnSymbol(table.info, name.text), name, value);
    return value;
  }

  /** Records that a name means a table of this query, by its own name or by an alias. */
  named(table: ScopeTable, at: Span): void {
    const { recorder } = this.#program;
    const { name, local } = table.info;
    if (local && table.alias === name) recorder?.use(localSymbol(table.info, local), at);
    else if (table.alias === name) recorder?.use({ kind: 'table', name }, at);
    else
      recorder?.use({ kind: 'alias', table: local?.symbol ?? name, name: table.alias, declaredAt: table.at.start }, at);
  }

  /** `table.name`, reported when there is none. */
  qualified(table: ScopeTable, name: Name, span: Span = name): Typed {
    const column = this.columnOf(table, name.text, span);
    if (column) return this.recorded(table, name, column);
    const known = table.info.columns.map((each) => each.name);
    reportUnknownColumn(name, table.info.name, known, NO_OUTPUTS, this.#report);
    return failed(span);
  }

  /** Reports a constant whose name may be that of a column here, too. */
  #reportedHidden(name: Name): boolean {
    const owners = this.tables.filter((table) => columnIn(table, name.text) !== null);
    const certain = owners.length > 0 || (this.#program.outer?.has(name.text) ?? false);
    if (!certain && !this.isOpen()) return false;
    const open = this.tables.filter(({ info }) => info.open && !info.flawed);
    this.#program.usedConstants.add(name.text);
    reportHiddenConstant(name, certain, owners.length > 0 ? owners : certain ? [] : open, this.#report);
    return true;
  }

  /** A bare name, reported when it is unknown or in several tables. */
  column(name: Name): Typed {
    if (!name.quoted && this.#program.constants.has(name.text))
      return this.#reportedHidden(name) ? failed(name) : constantAt(name, this.#program);
    const merged = this.merged.size > 0 ? this.merged.get(name.text) : undefined;
    if (merged) {
      for (const table of this.tables) if (columnIn(table, name.text)) this.recorded(table, name, merged);
      return { ...merged, span: name };
    }
    // Nearly always exactly one table has it.
    let sole: ScopeTable | null = null;
    let found: Column | null = null;
    let several = false;
    for (const table of this.tables) {
      const column = columnIn(table, name.text);
      if (!column) continue;
      several = sole !== null;
      if (several) break;
      sole = table;
      found = column;
    }
    if (sole && !several) return this.recorded(sole, name, this.#typed(sole, found, name.text, name) ?? failed(name));
    const owners = this.tables.filter((table) => columnIn(table, name.text) !== null);
    const pseudo = PSEUDO_COLUMNS.some((column) => column.name === name.text);
    // A pseudo-column never makes a declared column of the same name ambiguous.
    const declared = owners.filter((table) => columnNamed(table.info, name.text) !== undefined);
    const candidates = pseudo && declared.length > 0 ? declared : owners;
    const [owner, other] = candidates;
    if (owner && other) {
      const choices = candidates.map((table) => `${table.alias}.${name.text}`);
      const edits = [{ start: name.start, end: name.end, text: choices[0] ?? '' }];
      const values = {
        name: name.text,
        tables: candidates.map((table) => table.alias).join(' and '),
        choices: choices.join(' or '),
      };
      this.#report('SBS2005', name, values, { title: `Write ${choices[0]}`, edits });
      return failed(name);
    }
    if (owner) return this.recorded(owner, name, this.columnOf(owner, name.text, name) ?? failed(name));
    const { outer } = this.#program;
    const around = outer?.has(name.text) ?? false;
    const open = this.tables.filter((table) => table.info.open);
    if (around && open.length === 0) return this.#fromOuter((each) => each.column(name)) ?? failed(name);
    if (this.tables.some((table) => table.info.flawed)) return failed(name);
    if (around) {
      const choices = open.map((table) => `${table.alias}.${name.text}`).join(' or ');
      const tables = `${open.map((table) => table.alias).join(' or ')} or a query around it`;
      this.#report('SBS2005', name, { name: name.text, tables, choices: `${choices}, or name the table outside` });
      return failed(name);
    }
    const [only] = open;
    if (only && open.length === 1)
      return this.recorded(only, name, this.columnOf(only, name.text, name) ?? failed(name));
    if (only) {
      const choices = open.map((table) => `${table.alias}.${name.text}`).join(' or ');
      this.#report('SBS2005', name, {
        name: name.text,
        tables: open.map((table) => table.alias).join(' or '),
        choices,
      });
      return failed(name);
    }
    if (outer?.isUncertain()) return this.#fromOuter((each) => each.column(name)) ?? failed(name);
    if (!name.quoted && this.#program.constants.isBroken(name.text)) return failed(name);
    const among = this.tables.map((table) => table.info.name).join(' or ');
    // A constant with the name of a column is not suggested: its bare name is refused.
    const constants = name.quoted ? NO_NAMES : this.#program.constants.names().filter((each) => !this.has(each));
    const near = reportUnknownColumn(name, among, this.columnNames(), outputsOf(this.items), this.#report, constants);
    if (near !== null && constants.includes(near)) this.#program.usedConstants.add(near);
    return failed(name);
  }
}
