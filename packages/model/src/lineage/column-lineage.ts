import type { LineageEdge, LineageGraph, LineageNode } from './lineage.ts';

/** A column of a box of a lineage diagram; null: its undeclared columns. */
export type ColumnRef = { readonly node: string; readonly column: string | null };

/** Two columns of which the second is computed from the first. */
export type ColumnLink = { readonly from: ColumnRef; readonly to: ColumnRef };

const keyOf = ({ node, column }: ColumnRef): string => (column === null ? node : `${node}\u0000${column}`);

/** Index of a lineage graph by column. Built once for a graph, then asked for single columns. */
export class ColumnLineage {
  readonly #nodes: ReadonlyMap<string, LineageNode>;
  readonly #declared: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #into: ReadonlyMap<string, readonly LineageEdge[]>;
  readonly #sources = new Map<string, ColumnRef[]>();
  readonly #targets = new Map<string, ColumnRef[]>();

  constructor({ nodes, edges }: LineageGraph) {
    this.#nodes = new Map(nodes.map((node) => [node.id, node]));
    this.#declared = new Map(nodes.map(({ id, columns }) => [id, new Set(columns)]));
    this.#into = Map.groupBy(edges, ({ to }) => to);
    for (const { from, to, columns } of edges)
      for (const pair of columns) {
        const source = this.resolve({ node: from, column: pair.from });
        const target = this.resolve({ node: to, column: pair.to });
        add(this.#sources, target, source);
        add(this.#targets, source, target);
      }
  }

  /**
   * The column that a name means. A table has no column of its own for a name that it does not declare: it is one of its undeclared
   * columns. A download can be read by such a name.
   */
  resolve({ node, column }: ColumnRef): ColumnRef {
    const isKnown = column === null || this.#declared.get(node)?.has(column) === true;
    return isKnown || this.#nodes.get(node)?.kind === 'download' ? { node, column } : { node, column: null };
  }

  /** The columns that one is computed from, and those that are computed from it. */
  sources(ref: ColumnRef): readonly ColumnRef[] {
    return this.#sources.get(keyOf(ref)) ?? [];
  }

  targets(ref: ColumnRef): readonly ColumnRef[] {
    return this.#targets.get(keyOf(ref)) ?? [];
  }

  /** All columns behind one, through all tables, and all that depend on it, with the links between them. The column itself comes first. */
  trace(start: ColumnRef): { readonly columns: readonly ColumnRef[]; readonly links: readonly ColumnLink[] } {
    const begin = this.resolve(start);
    const links = new Map<string, ColumnLink>();
    const walk = (
      next: (ref: ColumnRef) => readonly ColumnRef[],
      link: (ref: ColumnRef, other: ColumnRef) => ColumnLink,
    ) => {
      const reached = new Map([[keyOf(begin), begin]]);
      for (const ref of reached.values())
        for (const other of next(ref)) {
          reached.set(keyOf(other), other);
          const made = link(ref, other);
          links.set(`${keyOf(made.from)}\u0001${keyOf(made.to)}`, made);
        }
      return reached;
    };
    const before = walk(
      (ref) => this.sources(ref),
      (to, from) => ({ from, to }),
    );
    const after = walk(
      (ref) => this.targets(ref),
      (from, to) => ({ from, to }),
    );
    return { columns: [...new Map([...before, ...after]).values()], links: [...links.values()] };
  }

  /** The columns of downloads that one comes from, through all tables between. */
  origins(start: ColumnRef): readonly ColumnRef[] {
    const reached = new Map([[keyOf(start), start]]);
    for (const ref of reached.values()) for (const other of this.sources(ref)) reached.set(keyOf(other), other);
    return [...reached.values()].filter(({ node }) => this.#nodes.get(node)?.kind === 'download');
  }

  /** The columns of downloads that decide which rows a table or upload has, through all tables between. */
  rowOrigins(node: string): readonly ColumnRef[] {
    const found = new Map<string, ColumnRef>();
    const reached = new Set([node]);
    for (const id of reached)
      for (const { from, conditions } of this.#into.get(id) ?? []) {
        reached.add(from);
        for (const column of conditions)
          for (const origin of this.origins(this.resolve({ node: from, column }))) found.set(keyOf(origin), origin);
      }
    return [...found.values()];
  }
}

function add(into: Map<string, ColumnRef[]>, key: ColumnRef, value: ColumnRef): void {
  const list = into.get(keyOf(key));
  if (list === undefined) into.set(keyOf(key), [value]);
  else if (!list.some((each) => keyOf(each) === keyOf(value))) list.push(value);
}

/** The boxes that lead to one and those that it leads to, itself included. */
export function connectedNodes({ edges }: LineageGraph, start: string): ReadonlySet<string> {
  const walk = (from: 'from' | 'to', to: 'from' | 'to'): Set<string> => {
    const by = Map.groupBy(edges, (edge) => edge[from]);
    const reached = new Set([start]);
    for (const id of reached) for (const edge of by.get(id) ?? []) reached.add(edge[to]);
    return reached;
  };
  return new Set([...walk('from', 'to'), ...walk('to', 'from')]);
}
