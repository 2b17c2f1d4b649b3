import type { Checked, UsedColumns } from '../check/program.ts';
import type { DeclarationSpec } from '../declarations/declaration-spec.ts';
import { declarationSpecOf } from '../declarations/registry.ts';
import type { Remark } from '../diagnostics/messages.ts';
import type { PlannedTable } from '../plan/plan.ts';
import type { Declaration, Name } from '../syntax/tree/tree.ts';
import type { Declaration as Listed } from './declared-item.ts';
import type { ScriptUnit } from './script-unit.ts';
import type { TableName } from './table-graph.ts';

const NONE: readonly never[] = [];

type Kept<Each> = Each extends Checked ? Omit<Each, 'query'> : never;

/** What is kept of a check: of a table not its query, which takes most of the memory and is needed for a plan only. */
export type Known = Kept<Checked>;

/** One declaration of the account's script with all that is known of it. */
export class Entry {
  readonly unit: ScriptUnit;
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
  circular = false;
  /** Whether it was checked when it was read first, because all was known that it reads. */
  early = false;
  /** Whether some names may not have been resolved, because of errors. */
  unresolved = false;
  /** Columns of sources that it names. */
  used: readonly UsedColumns[] = NONE;
  /** Names that it may mean by those that no table has. */
  meant: readonly string[] = NONE;

  checkRemarks: readonly Remark[] = NONE;
  nameRemarks: readonly Remark[] = NONE;
  circleRemarks: readonly Remark[] = NONE;
  unusedRemarks: readonly Remark[] = NONE;

  /** What was made of it, on demand. */
  listed: Listed | null = null;
  planned: PlannedTable | null = null;

  constructor(unit: ScriptUnit, index: number, node: Declaration) {
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
    const { checkRemarks, nameRemarks, circleRemarks, unusedRemarks } = this;
    return checkRemarks.length + nameRemarks.length + circleRemarks.length + unusedRemarks.length === 0;
  }

  get remarks(): readonly (readonly Remark[])[] {
    return [this.checkRemarks, this.nameRemarks, this.circleRemarks, this.unusedRemarks];
  }
}
