import type { Checked, TableInfo, UsedColumns } from '../check/program.ts';
import type { DeclarationSpec } from '../declarations/declaration-spec.ts';
import { declarationSpecOf } from '../declarations/registry.ts';
import type { Diagnostic } from '../diagnostics/messages.ts';
import type { PlannedTable } from '../plan/planned-table.ts';
import type { Lines } from '../syntax/tokens/lines.ts';
import type { Declaration } from '../syntax/tree/declaration-tree.ts';
import type { Name } from '../syntax/tree/name.ts';
import type { Declaration as Listed } from './listed-declaration.ts';

const NONE: readonly never[] = [];
/** Replaced by the first list of its own that a name gets. */
const NO_LIST: never[] = [];

/** The file of an entry. */
export type EntryFile = {
  readonly path: string;
  readonly project: string;
  /** The syntax of its declarations, parsed again after it was dropped. */
  readonly declarations: readonly Declaration[];
  readonly lines: Lines;
  /** Drops the located messages; called when the diagnostics of an entry change. */
  readonly forgetMessages: () => void;
};

type Kept<Each> = Each extends Checked ? Omit<Each, 'query'> : never;

/** What is kept of a check: of a table not its query, which takes most of the memory and is needed for a plan only. */
export type Known = Kept<Checked>;

/** One declaration of the account's script with all that is known of it. */
export class Entry {
  readonly unit: EntryFile;
  /** Its place among the declarations of its file. */
  readonly index: number;
  readonly kind: Declaration['kind'];
  readonly start: number;
  readonly end: number;
  readonly spec: DeclarationSpec;
  /** Names that it wants for itself: an upload its own, a bundle also those of its tables. */
  readonly claimed: readonly Name[];
  /** The tables it brings. */
  readonly names: readonly Name[];

  /** What `names` and the tables it reads stand for in the graph, each of these once, from when it is in there. */
  brings: readonly TableName[] = NONE;
  reads: readonly TableName[] = NONE;

  /** Null until it is checked, and for tables that are made from themselves. */
  known: Known | null = null;
  cyclic = false;
  /** Whether it was checked when it was read first, because all was known that it reads. */
  early = false;
  /** Whether some names may not have been resolved, because of errors. */
  unresolved = false;
  /** Columns of sources that it names. */
  used: readonly UsedColumns[] = NONE;
  /** Names that it may mean by those that no table has. */
  meant: readonly string[] = NONE;

  checkDiagnostics: readonly Diagnostic[] = NONE;
  nameDiagnostics: readonly Diagnostic[] = NONE;
  cycleDiagnostics: readonly Diagnostic[] = NONE;
  unusedDiagnostics: readonly Diagnostic[] = NONE;

  /** What was made of it, on demand. */
  listed: Listed | null = null;
  planned: PlannedTable | null = null;

  constructor(unit: EntryFile, index: number, node: Declaration) {
    this.unit = unit;
    this.index = index;
    this.kind = node.kind;
    this.start = node.start;
    this.end = node.end;
    this.spec = declarationSpecOf(node.kind);
    this.names = this.spec.tables(node);
    if (node.kind === 'upload') this.claimed = [node.alias ?? node.table];
    else this.claimed = node.kind === 'bundle' ? [node.name, ...this.names] : this.names;
  }

  /** Its syntax, which is read again when it has been let go. */
  get node(): Declaration {
    const node = this.unit.declarations[this.index];
    if (!node) throw new Error(`${this.unit.path} has no declaration ${this.index}.`);
    return node;
  }

  /** Whether it stands before another, in the order of paths and text. */
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

/** The declaration of a name: the entry and the place of the name among those it brings. */
export type Holder = { readonly entry: Entry; readonly index: number };

/** A name of a table, whether there is such a table or somebody only believes so. */
export class TableName {
  readonly name: string;
  holders: Holder[] = NO_LIST;
  /** Declarations that read it or upload it, each once. */
  readers: Entry[] = NO_LIST;
  /** How many declarations of this name could not be read. */
  broken = 0;
  /** How often it occurs in what could not be read, or is the most likely meaning of an unknown name. */
  mentions = 0;

  /** The declaration that counts: that of the first source, else that of the first table. */
  winner: Holder | null = null;
  /** Whether it is declared in some way. */
  known = false;
  declared = false;
  /** What is known of the table. */
  info: TableInfo | undefined = undefined;
  /** Whether its rows reach an upload, as far as one can tell. */
  reached = false;
  /** Whether it stands among the names to be settled, and among those whose use may be another. */
  touched = false;
  disturbed = false;

  constructor(name: string) {
    this.name = name;
  }

  get idle(): boolean {
    return this.holders.length === 0 && this.readers.length === 0 && this.broken === 0 && this.mentions === 0;
  }
}
