import type { ObjectRef } from '@pothos/core';
import { required } from '../../graphql/arguments.ts';
import type { SchemaTypes } from '../../graphql/builder.ts';
import { id, string } from '../../graphql/columns.ts';
import type { GraphqlContext } from '../../graphql/context.ts';
import type { LoaderDefinition } from '../../graphql/loaders.ts';
import { changeResult, changeRow, defineMutation } from '../../graphql/mutation.ts';
import { badRequest } from '../../graphql/request-error.ts';
import { Conflict, conflictRef, NotFound, notFoundRef } from '../../graphql/value-types.ts';
import { downloadRef } from './downloads/graphql.ts';
import { DOWNLOAD } from './downloads/loaders.ts';
import { refusalText } from './refusal-text.ts';
import { TRANSFER_KINDS, type TransferAction, type TransferKind } from './transfer-kinds.ts';
import { uploadRef } from './uploads/graphql.ts';
import { UPLOAD } from './uploads/loaders.ts';

const MANAGE = { permission: 'manage-pipelines' } as const;

/** @throws RequestError BAD_REQUEST */
function actionOf(status: string): TransferAction {
  if (status === 'abandoned') return 'abandon';
  if (status === 'queued') return 'retry';
  throw badRequest(`The status can be set to abandoned or queued, not to ${status}.`);
}

/** Abandons or retries a download or upload. */
async function change<Row>(
  context: GraphqlContext,
  loader: LoaderDefinition<Row>,
  kind: TransferKind,
  { id, action }: { readonly id: string; readonly action: TransferAction },
): Promise<Row | NotFound | Conflict> {
  return changeRow(context, loader, { noun: kind, id }, async () => {
    const outcome = await context.transfers[action](context.session, kind, id);
    const text = refusalText(outcome, action, kind);
    if (text === null) return null;
    return outcome === 'not_found' ? new NotFound(text) : new Conflict(text);
  });
}

type Changes<Row> = {
  readonly kind: TransferKind;
  readonly ref: ObjectRef<SchemaTypes, Row>;
  readonly loader: LoaderDefinition<Row>;
};

function defineChanges<Row>({ kind, ref, loader }: Changes<Row>): void {
  const { save, abandon } = TRANSFER_KINDS[kind].mutations;
  const types = [ref, notFoundRef, conflictRef];
  defineMutation(save.field, {
    authScopes: MANAGE,
    description: `Changes the status of the ${kind}: abandons it, or retries it after a failure.`,
    result: changeResult(save.result, kind, types),
    args: required({ id: id(`Id of the ${kind}.`), status: string('abandoned, or queued to retry after a failure.') }),
    resolve: ({ id, status }, context) => change(context, loader, kind, { id, action: actionOf(status) }),
  });
  defineMutation(abandon.field, {
    authScopes: MANAGE,
    description: `Abandons the ${kind}: it ends, and nothing of it is published.`,
    result: changeResult(abandon.result, kind, types),
    args: required({ id: id(`Id of the ${kind}.`) }),
    resolve: ({ id }, context) => change(context, loader, kind, { id, action: 'abandon' }),
  });
}

/** Changes to downloads and uploads. */
export function defineTransfers(): void {
  defineChanges({ kind: 'download', ref: downloadRef, loader: DOWNLOAD });
  defineChanges({ kind: 'upload', ref: uploadRef, loader: UPLOAD });
}
