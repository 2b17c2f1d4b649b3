import type { Plan, PlanTable, PlanUpload, SourceTable } from '../plan.ts';
import type { Origin, Trace } from './column-origins.ts';

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

const downloadNode = (source: Plan['sources'][number], { name, schema }: SourceTable): LineageNode => ({
  id: `download:${name}`,
  kind: 'download',
  name,
  project: source.project,
  source: source.name,
  columns: names(schema.columns),
  open: schema.rest,
});

const tableNode = ({ name, project, columns, closed }: PlanTable): LineageNode => ({
  id: `table:${name}`,
  kind: 'table',
  name,
  project,
  columns: names(columns),
  open: !closed,
});

const uploadNode = ({ name, project, columns }: PlanUpload, open: boolean): LineageNode => ({
  id: `upload:${name}`,
  kind: 'upload',
  name,
  project,
  columns: names(columns),
  open,
});

/** An upload sends each column as it is. */
function edgeToUpload({ name, columns }: PlanUpload, from: string, open: boolean): LineageEdge {
  const sent = names(columns).map((column) => ({ from: column, to: column }));
  const rest = open ? [{ from: null, to: null }] : [];
  return { from, to: `upload:${name}`, columns: [...sent, ...rest], conditions: [] };
}

/** The diagram of some source tables, the tables that are built of them in this order, and the uploads that send them. */
function graphOf(
  sources: readonly LineageNode[],
  tables: readonly PlanTable[],
  uploads: readonly PlanUpload[],
): LineageGraph {
  const open = new Map([
    ...sources.map((node) => [node.name, node.open] as const),
    ...tables.map((table) => [table.name, !table.closed] as const),
  ]);
  const built = new Set(tables.map(({ name }) => name));
  const idOf = (table: string): string => `${built.has(table) ? 'table' : 'download'}:${table}`;
  return {
    nodes: [
      ...sources,
      ...tables.map(tableNode),
      ...uploads.map((upload) => uploadNode(upload, open.get(upload.table) ?? false)),
    ],
    edges: [
      ...tables.flatMap((table) => table.inputs.map((input) => edgeBetween(input, idOf(input), table))),
      ...uploads.map((upload) => edgeToUpload(upload, idOf(upload.table), open.get(upload.table) ?? false)),
    ],
  };
}

/** Returns the lineage of an upload by column, downloads first. Null when the plan has no such upload. */
export function lineageGraph(plan: Plan, upload: string): LineageGraph | null {
  const wanted = plan.uploads.find((each) => each.name === upload);
  if (!wanted) return null;
  const [tables, sources] = [new Set(wanted.tables), new Set(wanted.sourceTables)];
  return graphOf(
    scriptSources(plan).filter(({ name }) => sources.has(name)),
    plan.tables.filter((table) => tables.has(table.name)),
    [wanted],
  );
}

const scriptSources = ({ sources }: Plan): LineageNode[] =>
  sources.flatMap((source) => source.tables.map((table) => downloadNode(source, table)));

/** Returns the lineage of all downloads, tables and uploads of a script, by column. */
export const scriptLineage = (plan: Plan): LineageGraph => graphOf(scriptSources(plan), plan.tables, plan.uploads);
