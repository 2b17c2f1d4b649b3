import { optional } from '../../graphql/arguments.ts';
import { builder, VIEW } from '../../graphql/builder.ts';
import { boolean, from, id, nullable, objects, string, strings } from '../../graphql/columns.ts';
import { accountOf } from '../../graphql/context.ts';
import { defineQuery } from '../../graphql/mutation.ts';
import { defineObject, hasProperty } from '../../graphql/object-type.ts';
import { NoPublishedScriptbook, unpublishedRef } from '../home/unpublished.ts';
import { type Asset, type AssetGraph, readAssetGraph } from './read-asset-graph.ts';

const graphRef = builder.objectRef<AssetGraph>('AssetGraph');
const assetRef = builder.objectRef<Asset>('Asset');

function defineAsset(): void {
  defineObject(assetRef, {
    description: 'A download, table or upload of the published script, with its state in the last seven days.',
    authScopes: VIEW,
    columns: {
      id: id('Kind and name, with a colon between them; unique in the script.'),
      kind: string('download, table or upload.'),
      name: string('Name of the declaration.'),
      project: string('Project that declares it.'),
      destination: nullable(string('Destination of an upload; null for the others.')),
      level: string(
        'Working, Notice, Issue or Error. A table has the worst level of the downloads that it is made from.',
      ),
      artifact_status: from('artifactStatus', string('active, suspended, or paused by a person; active for a table.')),
      is_running: from('isRunning', boolean('Whether a run of one of the last seven days is in progress.')),
      message: nullable(string('How it is doing, in words; null for a table.')),
      message_kind: from(
        'messageKind',
        nullable(string('error, warning, dirty (some rows are) or information; null for a table.')),
      ),
      fresh_date: from(
        'freshDate',
        nullable(
          string(
            'The newest report date with good rows, yyyy-MM-dd; of a table the oldest of those of its downloads. Null without one in 90 days.',
          ),
        ),
      ),
      late_dates: from(
        'lateDates',
        strings('Report dates that missed their deadline and are not delivered, yyyy-MM-dd, the oldest first.'),
      ),
    },
    fields: (t) => ({
      inputs: t.intList({
        description: 'Positions, in the list of assets, of those that it reads.',
        resolve: ({ inputs }) => [...inputs],
      }),
    }),
  });
}

/** The published script as a graph of its downloads, tables and uploads. */
export function defineAssetGraph(): void {
  defineAsset();
  defineObject(graphRef, {
    description: 'The downloads, tables and uploads of the published script, and what each is made from.',
    authScopes: VIEW,
    isTypeOf: hasProperty('assets'),
    columns: {
      changelist_id: from('changelistId', id('Id of the published version of the scripts.')),
      assets: objects(assetRef, 'Each after those that it reads.'),
    },
    fields: (t) => ({
      refreshed_at: t.field({
        type: 'DateTime',
        description: 'When the states were determined.',
        resolve: ({ refreshedAt }) => new Date(refreshedAt),
      }),
    }),
  });
  defineQuery('asset_graph', {
    authScopes: VIEW,
    description: 'All downloads, tables and uploads of the published script, with their states and what they read.',
    result: {
      name: 'AssetGraphResult',
      description: 'The graph, or that nothing is published.',
      types: [graphRef, unpublishedRef],
    },
    args: optional({ refresh: boolean('Has no effect: the answer is always current.') }),
    resolve: async (_args, context) =>
      (await readAssetGraph(context.database, accountOf(context), context.now())) ?? new NoPublishedScriptbook(),
  });
}
