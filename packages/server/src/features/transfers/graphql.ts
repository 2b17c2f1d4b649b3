import { type Builder, builder as schemaBuilder } from '../../graphql/builder.ts';
import type { GraphqlContext } from '../../graphql/context.ts';
import { type LoaderDefinition, load, reload } from '../../graphql/loaders.ts';
import { badRequest } from '../../graphql/request-error.ts';
import { Conflict, conflictRef, NotFound, notFoundRef } from '../../graphql/value-types.ts';
import { defineDownloads, downloadRef } from '../downloads/graphql.ts';
import { defineDeclarations } from '../integrations/graphql.ts';
import { defineJournals } from '../integrations/graphql-journal.ts';
import { defineUploads, uploadRef } from '../uploads/graphql.ts';
import { defineFilterOptions } from './graphql-filter-options.ts';
import { defineWaiting } from './graphql-waiting.ts';
import { DOWNLOAD, UPLOAD } from './loaders.ts';
import type { TransferActions, TransferOutcome } from './service.ts';

const MANAGE = { permission: 'manage-pipelines' } as const;
const STATUS = 'abandoned, or queued to try a failed one again.';

const UNDECIDED =
  'The upload is just being delivered. It ends as soon as it turns out not to have arrived; look at it again shortly.';

type Verb = 'abandon' | 'retry';

/** @throws RequestError BAD_REQUEST */
function verbOf(status: string): Verb {
  if (status === 'abandoned') return 'abandon';
  if (status === 'queued') return 'retry';
  throw badRequest(`The status can be set to abandoned or queued, not to ${status}.`);
}

/** Does it, and answers with the transfer as it is then, or with why not. */
async function change<Row>(
  context: GraphqlContext,
  definition: LoaderDefinition<Row>,
  noun: 'download' | 'upload',
  input: { readonly id: string; readonly status: string },
): Promise<Row | NotFound | Conflict> {
  const verb = verbOf(input.status);
  const notFound = new NotFound(`There is no such ${noun}.`);
  if (!(await load(context, definition, input.id))) return notFound;
  const outcome = await act(context.transfers, verb, noun)(context.session, input.id);
  if (outcome === 'not_found') return notFound;
  if (outcome === 'finished') {
    return new Conflict(
      verb === 'abandon'
        ? `The ${noun} has already finished`
        : `The ${noun} has not failed, so it cannot be tried again.`,
    );
  }
  if (outcome === 'inputs')
    return new Conflict('A download that the upload is made from has failed. Try that download again.');
  if (outcome === 'replaced')
    return new Conflict('A later version of this report date has been downloaded or is on its way.');
  if (outcome === 'undecided') return new Conflict(UNDECIDED);
  return (await reload(context, definition, input.id)) ?? notFound;
}

function act(transfers: TransferActions, verb: Verb, noun: 'download' | 'upload') {
  const table: Readonly<Record<`${Verb} ${'download' | 'upload'}`, TransferActions['abandonDownload']>> = {
    'abandon download': (session, id): Promise<TransferOutcome> => transfers.abandonDownload(session, id),
    'retry download': (session, id) => transfers.retryDownload(session, id),
    'abandon upload': (session, id) => transfers.abandonUpload(session, id),
    'retry upload': (session, id) => transfers.retryUpload(session, id),
  };
  return table[`${verb} ${noun}`];
}

/** Downloads and uploads. */
export function defineTransfers(builder: Builder): void {
  defineWaiting();
  defineDeclarations(builder);
  defineDownloads(builder);
  defineUploads(builder);
  defineFilterOptions(builder);
  defineJournals(builder);
  const saveDownloadResult = schemaBuilder.unionType('SaveDownloadResult', {
    description: 'The download as it is now, or why it stays as it was.',
    types: [downloadRef, notFoundRef, conflictRef],
  });
  const saveUploadResult = schemaBuilder.unionType('SaveUploadResult', {
    description: 'The upload as it is now, or why it stays as it was.',
    types: [uploadRef, notFoundRef, conflictRef],
  });
  builder.mutationFields((t) => ({
    save_download: t.field({
      type: saveDownloadResult,
      authScopes: MANAGE,
      description: 'Abandons a download, or tries a failed one again.',
      args: {
        id: t.arg.id({ required: true, description: 'Its id.' }),
        status: t.arg.string({ required: true, description: STATUS }),
      },
      resolve: (_root, args, context) => change(context, DOWNLOAD, 'download', args),
    }),
    save_upload: t.field({
      type: saveUploadResult,
      authScopes: MANAGE,
      description: 'Abandons an upload, or tries a failed one again.',
      args: {
        id: t.arg.id({ required: true, description: 'Its id.' }),
        status: t.arg.string({ required: true, description: STATUS }),
      },
      resolve: (_root, args, context) => change(context, UPLOAD, 'upload', args),
    }),
  }));
}
