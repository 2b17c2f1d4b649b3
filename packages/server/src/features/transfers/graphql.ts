import type { ObjectRef } from '@pothos/core';
import { required } from '../../graphql/arguments.ts';
import type { SchemaTypes } from '../../graphql/builder.ts';
import { id, string } from '../../graphql/columns.ts';
import type { GraphqlContext } from '../../graphql/context.ts';
import type { LoaderDefinition } from '../../graphql/loaders.ts';
import { changeResult, changeRow, defineMutation } from '../../graphql/mutation.ts';
import { badRequest } from '../../graphql/request-error.ts';
import { Conflict, conflictRef, NotFound, notFoundRef } from '../../graphql/value-types.ts';
import { downloadRef } from '../downloads/graphql.ts';
import { uploadRef } from '../uploads/graphql.ts';
import { DOWNLOAD, UPLOAD } from './loaders.ts';
import type { TransferKind, TransferOutcome } from './service.ts';

const MANAGE = { permission: 'manage-pipelines' } as const;

type Verb = 'abandon' | 'retry';

/** @throws RequestError BAD_REQUEST */
function verbOf(status: string): Verb {
  if (status === 'abandoned') return 'abandon';
  if (status === 'queued') return 'retry';
  throw badRequest(`The status can be set to abandoned or queued, not to ${status}.`);
}

/** Why the change is not possible; null when it was made. */
function refusalOf(outcome: TransferOutcome, verb: Verb, kind: TransferKind): NotFound | Conflict | null {
  switch (outcome) {
    case 'ok':
      return null;
    case 'not_found':
      return new NotFound(`There is no such ${kind}.`);
    case 'finished':
      return new Conflict(
        verb === 'abandon'
          ? `The ${kind} has already finished`
          : `The ${kind} has not failed, so it cannot be tried again.`,
      );
    case 'inputs':
      return new Conflict('A download that the upload is made from has failed. Try that download again.');
    case 'replaced':
      return new Conflict('A later version of this report date has been downloaded or is on its way.');
    case 'undecided':
      return new Conflict(
        'The upload is being delivered. It is abandoned if the delivery does not complete; check its status again shortly.',
      );
  }
}

/** Abandons or retries a download or upload. */
async function change<Row>(
  context: GraphqlContext,
  loader: LoaderDefinition<Row>,
  kind: TransferKind,
  { id, status }: { readonly id: string; readonly status: string },
): Promise<Row | NotFound | Conflict> {
  const verb = verbOf(status);
  return changeRow(context, loader, { noun: kind, id }, async () =>
    refusalOf(await context.transfers[verb](context.session, kind, id), verb, kind),
  );
}

function defineSave<Row>(
  kind: TransferKind,
  result: string,
  ref: ObjectRef<SchemaTypes, Row>,
  loader: LoaderDefinition<Row>,
): void {
  defineMutation(`save_${kind}`, {
    authScopes: MANAGE,
    description: `Changes the status of the ${kind}: abandons it, or retries it after a failure.`,
    result: changeResult(result, kind, [ref, notFoundRef, conflictRef]),
    args: required({ id: id(`Id of the ${kind}.`), status: string('abandoned, or queued to retry after a failure.') }),
    resolve: (input, context) => change(context, loader, kind, input),
  });
}

/** Changes to downloads and uploads. */
export function defineTransfers(): void {
  defineSave('download', 'SaveDownloadResult', downloadRef, DOWNLOAD);
  defineSave('upload', 'SaveUploadResult', uploadRef, UPLOAD);
}
