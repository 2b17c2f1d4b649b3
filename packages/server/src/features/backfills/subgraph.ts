import type { Plan, PlanUpload } from '@switchboard/model/plan';
import { uploadsBySource } from '../../pipeline/backfills/plan-backfill.ts';

/** Edges from downloads to the uploads that they feed. */
export type Subgraph = {
  readonly downloads: readonly SubgraphDownload[];
  /** Names. */
  readonly uploads: readonly string[];
};

export type SubgraphDownload = Pick<Plan['sources'][number], 'name' | 'project'> & {
  /** Its tables; a download that is not a bundle has one table with its own name. */
  readonly tables: readonly { readonly name: string; readonly exports: readonly string[] }[];
  /** Whether it has several tables. */
  readonly bundle: boolean;
};

/** The graph of these uploads and the downloads that they read. Tables that none of them reads have no exports. */
export function subgraphOf(plan: Plan, uploadNames: readonly string[]): Subgraph {
  const chosen = new Set(uploadNames);
  const uploads = plan.uploads.filter((upload) => chosen.has(upload.name));
  const readers = Map.groupBy(
    uploads.flatMap((upload) => upload.sourceTables.map((table) => ({ table, name: upload.name }))),
    ({ table }) => table,
  );
  const read = new Set(uploads.flatMap((upload) => upload.sources));
  return {
    uploads: uploads.map((upload) => upload.name),
    downloads: plan.sources
      .filter((source) => read.has(source.name))
      .map((source) => ({
        name: source.name,
        project: source.project,
        bundle: source.tables.some((table) => table.name !== source.name),
        tables: source.tables.map((table) => ({
          name: table.name,
          exports: (readers.get(table.name) ?? []).map(({ name }) => name),
        })),
      })),
  };
}

/** Names of these uploads and of all uploads that share a download with them, directly or through others. */
export function connectedNames(plan: Plan, uploadNames: readonly string[]): string[] {
  const chosen = new Set(uploadNames);
  const groups: readonly (readonly PlanUpload[])[] = uploadsBySource(plan.uploads);
  return groups
    .filter((group) => group.some((upload) => chosen.has(upload.name)))
    .flat()
    .map((upload) => upload.name);
}
