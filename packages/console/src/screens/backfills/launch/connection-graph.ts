import type { ImportBundlesQuery, SubgraphPartsFragment } from '../../../api/generated/graphql.ts';
import type { GraphData, GraphEdge, GraphNode } from '../../../ui/graph/graph-data.ts';

/** A download, its tables, and the uploads that read each. */
export type Connection = {
  readonly name: string;
  readonly tables: readonly { readonly name: string; readonly uploads: readonly string[] }[];
};

/** Downloads and the uploads that are made from them. */
export type Connections = { readonly downloads: readonly Connection[]; readonly uploads: readonly string[] };

type Bundle = ImportBundlesQuery['source_bundles']['nodes'][number];

const uploadsOf = ({ tables }: Connection): readonly string[] => [...new Set(tables.flatMap(({ uploads }) => uploads))];

/** The uploads that share a download with one, directly or through others, and those downloads. */
export function connectionsOf(bundles: readonly Bundle[], upload: string): Connections {
  const all = bundles.map(
    ({ bundle_name: name, tables }): Connection => ({
      name,
      tables: tables.map((table) => ({ name: table.name, uploads: table.exports.map((each) => each.name) })),
    }),
  );
  const uploads = new Set([upload]);
  let reached = 0;
  let downloads: readonly Connection[] = [];
  while (uploads.size > reached) {
    reached = uploads.size;
    downloads = all.filter((download) => uploadsOf(download).some((name) => uploads.has(name)));
    for (const download of downloads) for (const name of uploadsOf(download)) uploads.add(name);
  }
  return { downloads, uploads: [...uploads] };
}

/** The connections of a launched backfill. */
export function connectionsOfSubgraph(subgraph: SubgraphPartsFragment): Connections {
  return {
    uploads: subgraph.upload_declarations.map(({ name }) => name),
    downloads: subgraph.download_declarations.map(({ name, tables }) => ({
      name,
      tables: tables.map((table) => ({ name: table.name, uploads: table.exports.map((each) => each.name) })),
    })),
  };
}

export const uploadId = (name: string): string => `upload ${name}`;
const downloadId = (name: string): string => `download ${name}`;
const tableId = (download: string, table: string): string => `table ${download} ${table}`;

/** The names of the uploads behind a node: itself, or those that are made from it. */
export function uploadsBehind({ downloads, uploads }: Connections, id: string): readonly string[] {
  const own = uploads.find((name) => uploadId(name) === id);
  if (own !== undefined) return [own];
  for (const download of downloads) {
    if (downloadId(download.name) === id) return uploadsOf(download);
    const table = download.tables.find(({ name }) => tableId(download.name, name) === id);
    if (table !== undefined) return table.uploads;
  }
  return [];
}

/**
 * The diagram of connections. A table stands between only where its download has several.
 * @param chosen names of the uploads that are chosen; without it nothing can be chosen
 */
export function connectionGraph({ downloads, uploads }: Connections, chosen?: ReadonlySet<string>): GraphData {
  const isLinked = (names: readonly string[]): boolean =>
    chosen === undefined || names.some((name) => chosen.has(name));
  const nodes: GraphNode[] = [];
  const edges: GraphEdge[] = [];
  const link = (from: string, to: string, names: readonly string[]): void =>
    void edges.push({ from, to, ...(isLinked(names) ? {} : { isFaint: true }) });
  for (const download of downloads) {
    const id = downloadId(download.name);
    const read = download.tables.filter((table) => table.uploads.length > 0);
    nodes.push({ id, label: download.name, kind: 'Download' });
    for (const table of read) {
      const isOnly = download.tables.length === 1;
      const from = isOnly ? id : tableId(download.name, table.name);
      if (!isOnly) {
        nodes.push({ id: from, label: table.name, kind: 'Table' });
        link(id, from, table.uploads);
      }
      for (const name of table.uploads) link(from, uploadId(name), [name]);
    }
  }
  for (const name of uploads)
    nodes.push({
      id: uploadId(name),
      label: name,
      kind: 'Upload',
      ...(chosen === undefined ? {} : { isChosen: chosen.has(name) }),
    });
  return { nodes, edges };
}

/** Whether any download is connected with a chosen upload. */
export function hasLinks({ downloads }: Connections, chosen: ReadonlySet<string>): boolean {
  return downloads.some((download) => uploadsOf(download).some((name) => chosen.has(name)));
}
