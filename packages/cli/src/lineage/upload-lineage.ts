import type { Origin } from '@switchboard/model/lineage/column-origins';
import { type LineageGraph, lineageGraph, originsAt, originsOf } from '@switchboard/model/lineage/lineage';
import type { Plan } from '@switchboard/model/plan';

/** All about where an upload comes from: its boxes and arrows, and of each column the columns of downloads behind it. */
export type UploadLineage = LineageGraph & {
  readonly upload: string;
  /** The destination as a person reads it. */
  readonly destination: string;
  /** `name` is null when the columns are undeclared. */
  readonly columns: readonly { readonly name: string | null; readonly origins: readonly Origin[] }[];
  /** Columns that determine which rows are uploaded, such as those of filters and joins. */
  readonly conditions: readonly Origin[];
};

/** Where an upload of a plan comes from; null when the plan has no such upload. */
export function uploadLineage(plan: Plan, name: string): UploadLineage | null {
  const upload = plan.uploads.find((each) => each.name === name);
  const graph = lineageGraph(plan, name);
  if (!upload || !graph) return null;
  const table = plan.tables.find((each) => each.name === upload.table);
  const open = graph.nodes.find((node) => node.kind === 'upload')?.open ?? false;
  const names = [...upload.columns.map((column) => column.name), ...(open ? [null] : [])];
  return {
    upload: name,
    destination: upload.destination,
    columns: names.map((column) => ({
      name: column,
      origins: table ? originsOf(table, column) : [[upload.table, column]],
    })),
    conditions: table?.lineage ? originsAt(table.lineage, table.lineage.conditions) : [],
    ...graph,
  };
}
