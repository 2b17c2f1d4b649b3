import { builder, VIEW } from '../../graphql/builder.ts';
import { from, objects, string } from '../../graphql/columns.ts';
import { defineObject } from '../../graphql/object-type.ts';
import type { Subgraph, SubgraphDownload } from './subgraph.ts';

export const subgraphRef = builder.objectRef<Subgraph>('Subgraph');
const downloadRef = builder.objectRef<SubgraphDownload>('SubgraphDownload');
const tableRef = builder.objectRef<SubgraphDownload['tables'][number]>('SubgraphTable');
const uploadRef = builder.objectRef<string>('SubgraphUpload');

/** The graph of downloads and uploads that a diagram draws. */
export function defineSubgraph(): void {
  defineObject(uploadRef, {
    description: 'An upload declaration in a diagram.',
    authScopes: VIEW,
    fields: (t) => ({ name: t.string({ description: 'Name of the declaration.', resolve: (name) => name }) }),
  });
  defineObject(tableRef, {
    description: 'A table of a download in a diagram.',
    authScopes: VIEW,
    columns: {
      name: string('Name of the table.'),
      exports: objects(uploadRef, 'The uploads of the diagram that read it.'),
    },
  });
  defineObject(downloadRef, {
    description: 'A download declaration in a diagram.',
    authScopes: VIEW,
    columns: {
      name: string('Name of the declaration.'),
      project: string('Project that declares it.'),
      tables: objects(tableRef, 'Its tables.'),
    },
    fields: (t) => ({
      bundle_name: t.string({
        nullable: true,
        description: 'Name of the declaration when it has several tables; null otherwise.',
        resolve: (download) => (download.bundle ? download.name : null),
      }),
    }),
  });
  defineObject(subgraphRef, {
    description: 'The downloads that feed each upload.',
    authScopes: VIEW,
    columns: {
      download_declarations: from('downloads', objects(downloadRef, 'The downloads that the uploads read.')),
      upload_declarations: from('uploads', objects(uploadRef, 'The uploads.')),
    },
  });
}
