import { builder } from '../../graphql/builder.ts';
import type { Subgraph, SubgraphDownload } from './subgraph.ts';

export const subgraphRef = builder.objectRef<Subgraph>('Subgraph');
const downloadRef = builder.objectRef<SubgraphDownload>('SubgraphDownload');
const tableRef = builder.objectRef<SubgraphDownload['tables'][number]>('SubgraphTable');
const uploadRef = builder.objectRef<string>('SubgraphUpload');

const VIEW = { permission: 'view' } as const;

/** What a connection diagram draws. */
export function defineSubgraph(): void {
  uploadRef.implement({
    description: 'An upload declaration in a diagram.',
    authScopes: VIEW,
    fields: (t) => ({ name: t.string({ description: 'Its name.', resolve: (name) => name }) }),
  });
  tableRef.implement({
    description: 'A table of a download in a diagram.',
    authScopes: VIEW,
    fields: (t) => ({
      name: t.exposeString('name', { description: 'Its name.' }),
      exports: t.field({
        type: [uploadRef],
        description: 'The uploads of the diagram that read it.',
        resolve: (table) => [...table.exports],
      }),
    }),
  });
  downloadRef.implement({
    description: 'A download declaration in a diagram.',
    authScopes: VIEW,
    fields: (t) => ({
      name: t.exposeString('name', { description: 'Its name.' }),
      project: t.exposeString('project', { description: 'The project that declares it.' }),
      bundle_name: t.string({
        nullable: true,
        description: 'Its name again when it has several tables; else null.',
        resolve: (download) => (download.bundle ? download.name : null),
      }),
      tables: t.field({
        type: [tableRef],
        description: 'Its tables.',
        resolve: (download) => [...download.tables],
      }),
    }),
  });
  subgraphRef.implement({
    description: 'Which downloads lead to which uploads.',
    authScopes: VIEW,
    fields: (t) => ({
      download_declarations: t.field({
        type: [downloadRef],
        description: 'The downloads that the uploads read.',
        resolve: (graph) => [...graph.downloads],
      }),
      upload_declarations: t.field({
        type: [uploadRef],
        description: 'The uploads.',
        resolve: (graph) => [...graph.uploads],
      }),
    }),
  });
}
