import type { Checked, TableInfo, UsedColumns } from '../check/program.ts';
import type { DeclarationSpec } from '../declarations/declaration-spec.ts';
import { declarationSpecOf } from '../declarations/registry.ts';
import type { Diagnostic } from '../diagnostics/messages.ts';
import type { Declaration } from '../syntax/tree/declaration-tree.ts';
import type { Name } from '../syntax/tree/name.ts';
import type { Lines } from '../text/lines.ts';
import type { Declaration as Listed } from './listed-declaration.ts';

const NONE: readonly never[] = [];
/** Replaced by the first list of its own that a name gets. */
const NO_LIST: never[] = [];

/** The file of an entry. */
export type EntryFile = {
  readonly path: string;
  readonly text: string;
  readonly project: string;
  /** The syntax of its declarations, parsed again after it was dropped. */
  readonly declarations: readonly Declaration[];
  readonly lines: Lines;
  /** Drops the located messages; called when the diagnostics of an entry change. */
  readonly forgetMessages: () => void;
};

type Kept<Each> = Each extends Checked ? Omit<Each, 'query'> : never;

/** The stored result of a check, without the query of a table: it takes most of the memory, and only a plan needs it. */
export type Known = Kept<Checked>;

/** One declaration of the account's script with its meaning and diagnostics. */
export class Entry {
  readonly unit: EntryFile;
  /** Its place among the declarations of its file. */
  readonly index: number;
  readonly kind: Declaration['kind'];
  readonly start: number;
  readonly end: number;
  readonly spec: DeclarationSpec;
  /** Names that it declares: of an upload or assertion its own, of a bundle also those of its tables. */
  readonly claimed: readonly Name[];
  /** The tables it declares. */
  readonly names: readonly Name[];

  /** The graph nodes of `names` and of the tables it reads, each once; empty before it is added to the graph. */
  brings: readonly TableName[] = NONE;
  reads: readonly TableName[] = NONE;

  /** Null until it is checked, and for tables of a cycle. */
  known: Known | null = null;
  cyclic = false;
  /** Whether it was checked while it was parsed, because all its inputs were known. */
  early = false;
  /** Whether some names may not have been resolved, because of errors. */
  unresolved = false;
  /** Columns of sources that it uses. */
  used: readonly UsedColumns[] = NONE;
  usedConstants: readonly string[] = NONE;
  /** Suggested names for unknown tables it reads. */
  meant: readonly string[] = NONE;

  checkDiagnostics: readonly Diagnostic[] = NONE;
  nameDiagnostics: readonly Diagnostic[] = NONE;
  cycleDiagnostics: readonly Diagnostic[] = NONE;
  unusedDiagnostics: readonly Diagnostic[] = NONE;

  /** Derived on demand. */
  listed: Listed | null = null;

  constructor(unit: EntryFile, index: number, node: Declaration) {
    this.unit = unit;
    this.index = index;
    this.kind = node.kind;
    this.start = node.start;
    this.end = node.end;
    this.spec = declarationSpecOf(node.kind);
    this.names = this.spec.tables(node);
    if (node.kind === 'upload') this.claimed = [node.alias ?? node.table];
    else if (node.kind === 'assertion' || node.kind === 'constant') this.claimed = [node.name];
    else this.claimed = node.kind === 'bundle' ? [node.name, ...this.names] : this.names;
  }

  /** Its syntax, parsed again after it was dropped. */
  get node(): Declaration {
    const node = this.unit.declarations[this.index];
    if (!node) throw new Error(`${this.unit.path} has no declaration ${this.index}.`);
    return node;
  }

  /** Whether it precedes another, in the order of paths and text. */
  isBefore(other: Entry): boolean {
    return this.unit === other.unit ? this.index < other.index : this.unit.path < other.unit.path;
  }

  get silent(): boolean {
    const { checkDiagnostics, nameDiagnostics, cycleDiagnostics, unusedDiagnostics } = this;
    return checkDiagnostics.length + nameDiagnostics.length + cycleDiagnostics.length + unusedDiagnostics.length === 0;
  }

  get diagnostics(): readonly (readonly Diagnostic[])[] {
    return [this.checkDiagnostics, this.nameDiagnostics, this.cycleDiagnostics, this.unusedDiagnostics];
  }
}

/** A declaration of a name: the entry and the index of the name among those it declares. */
export type Holder = { readonly entry: Entry; readonly index: number };

/** The name of a table that is declared, read or mentioned. */
export class TableName {
  readonly name: string;
  holders: Holder[] = NO_LIST;
  /** Declarations that read or upload it, each once. */
  readers: Entry[] = NO_LIST;
  /** The assertions among them. */
  assertions: Entry[] = NO_LIST;
  /** The number of broken declarations of this name. */
  broken = 0;
  /** The number of times it occurs in broken declarations or is suggested for an unknown name. */
  mentions = 0;

  /** The winning declaration: that of the first source, else that of the first table. */
  winner: Holder | null = null;
  /** Whether it is declared, perhaps by a broken declaration. */
  known = false;
  declared = false;
  /** The table, once it is checked. */
  info: TableInfo | undefined = undefined;
  /** Whether its rows reach an upload. */
  reached = false;
  /** Whether it is queued for `settle`, and for the search of unused tables. */
  touched = false;
  disturbed = false;

  constructor(name: string) {
    this.name = name;
  }

  get idle(): boolean {
    return this.holders.length === 0 && this.readers.length === 0 && this.broken === 0 && this.mentions === 0;
  }
}
