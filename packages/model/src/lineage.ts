import type { Origin, Trace } from './column-origins.ts';
import type { Plan, PlanTable } from './plan.ts';

/** The source columns that a declared column comes from; null asks for the undeclared ones. Empty where nothing is known. */
export function originsOf(table: PlanTable, column: string | null): readonly Origin[] {
  const { lineage } = table;
  if (!lineage) return [];
  const index = table.columns.findIndex((each) => each.name === column);
  const list = column === null ? lineage.rest : lineage.columns[index];
  return originsAt(lineage, list ?? []);
}

/** The origins at some positions. */
export function originsAt(trace: Trace, positions: readonly number[]): Origin[] {
  return positions.map((at) => trace.origins[at]).filter((origin) => origin !== undefined);
}

/** A box of a lineage diagram. `download` is one source table; `source` names its download, a bundle or itself. */
export type LineageNode = {
  readonly id: string;
  readonly kind: 'download' | 'table' | 'upload';
  readonly name: string;
  readonly project: string;
  readonly source?: string;
  readonly columns: readonly string[];
  /** Whether it has columns besides these. */
  readonly open: boolean;
};

/** An arrow between two boxes: which columns become which (null: the undeclared ones), and which only decide about rows. */
export type LineageEdge = {
  readonly from: string;
  readonly to: string;
  readonly columns: readonly { readonly from: string | null; readonly to: string | null }[];
  readonly conditions: readonly (string | null)[];
};

export type LineageGraph = { readonly nodes: readonly LineageNode[]; readonly edges: readonly LineageEdge[] };

const names = (columns: readonly { readonly name: string }[]): string[] => columns.map((column) => column.name);

function edgeBetween(input: string, from: string, table: PlanTable): LineageEdge {
  const trace = table.lineage?.step ?? table.lineage;
  const taken = (list: readonly number[] | undefined): (string | null)[] =>
    trace ? originsAt(trace, list ?? []).flatMap(([of, column]) => (of === input ? [column] : [])) : [];
  const columns = table.columns.flatMap(({ name }, at) =>
    taken(trace?.columns[at]).map((each) => ({ from: each, to: name })),
  );
  const rest = taken(trace?.rest).map((each) => ({ from: each, to: null }));
  return { from, to: `table:${table.name}`, columns: [...columns, ...rest], conditions: taken(trace?.conditions) };
}

/** What an upload is made from, downloads first, column by column. Null when the plan has no such upload. */
export function lineageGraph(plan: Plan, upload: string): LineageGraph | null {
  const wanted = plan.uploads.find((each) => each.name === upload);
  if (!wanted) return null;
  const [tables, sources] = [new Set(wanted.tables), new Set(wanted.sourceTables)];
  const downloads = plan.sources.flatMap(({ name: source, project, tables: own }) =>
    own.flatMap(({ name, schema }): LineageNode[] =>
      sources.has(name)
        ? [
            {
              id: `download:${name}`,
              kind: 'download',
              name,
              project,
              source,
              columns: names(schema.columns),
              open: schema.rest,
            },
          ]
        : [],
    ),
  );
  const built = plan.tables.filter((table) => tables.has(table.name));
  const idOf = (table: string): string => `${tables.has(table) ? 'table' : 'download'}:${table}`;
  const sent = built.find((table) => table.name === wanted.table);
  const open = sent ? !sent.closed : downloads.some((node) => node.name === wanted.table && node.open);
  const end: LineageNode = {
    id: `upload:${upload}`,
    kind: 'upload',
    name: upload,
    project: wanted.project,
    columns: names(wanted.columns),
    open,
  };
  const last: LineageEdge = {
    from: idOf(wanted.table),
    to: end.id,
    columns: [
      ...names(wanted.columns).map((name) => ({ from: name, to: name })),
      ...(open ? [{ from: null, to: null }] : []),
    ],
    conditions: [],
  };
  return {
    nodes: [
      ...downloads,
      ...built.map(
        (table): LineageNode => ({
          id: idOf(table.name),
          kind: 'table',
          name: table.name,
          project: table.project,
          columns: names(table.columns),
          open: !table.closed,
        }),
      ),
      end,
    ],
    edges: [...built.flatMap((table) => table.inputs.map((input) => edgeBetween(input, idOf(input), table))), last],
  };
}
