import type { Tx } from '../../db/database.ts';
import { checkRequestId, required } from '../../graphql/arguments.ts';
import { builder } from '../../graphql/builder.ts';
import { id, string } from '../../graphql/columns.ts';
import { type GraphqlContext, inAccount } from '../../graphql/context.ts';
import type { ListFilter } from '../../graphql/lists/page-queries.ts';
import { load, reload } from '../../graphql/loaders.ts';
import { changeResult, defineMutation } from '../../graphql/mutation.ts';
import { badRequest } from '../../graphql/request-error.ts';
import { Conflict, conflictRef, NotFound, notFoundRef } from '../../graphql/value-types.ts';
import { DOWNLOAD_FILTERS, downloadFilter } from '../transfers/downloads/graphql-filters.ts';
import type { BulkAction, TransferKind } from '../transfers/transfer-kinds.ts';
import { UPLOAD_FILTERS, uploadFilter } from '../transfers/uploads/graphql-filters.ts';
import { BULK_CHANGE, bulkChangeRef, MANAGE } from './graphql.ts';
import { type BulkChangeRow, storeBulkChange } from './queries.ts';
import { countSkipped, MAX_ITEMS, ofIds, selectItems } from './select-items.ts';
import type { RunOutcome } from './service.ts';

/** @throws RequestError BAD_REQUEST */
function actionOf(action: string): BulkAction {
  if (action === 'abandon' || action === 'retry' || action === 'run_again') return action;
  throw badRequest(`The action can be abandon, retry or run_again, not ${action.slice(0, 50)}.`);
}

/** The arguments of a preview besides the filters. */
const ITEM_ARGUMENTS = builder.args((t) => ({
  action: t.string({ required: true, description: 'Action for each item: abandon, retry or run_again.' }),
  ids: t.idList({ description: `Only the rows with these ids; at most ${MAX_ITEMS}.` }),
}));

type Preview = {
  readonly kind: TransferKind;
  readonly action: BulkAction;
  readonly ids: readonly string[] | null | undefined;
  readonly filterOf: (tx: Tx, accountId: string) => Promise<ListFilter>;
};

/** Counts and stores the items of a change. */
async function preview(context: GraphqlContext, { kind, action, ids, filterOf }: Preview): Promise<BulkChangeRow> {
  if (ids && ids.length > MAX_ITEMS) throw badRequest(`ids takes at most ${MAX_ITEMS} values.`);
  const personId = context.session.person.id;
  const { changeId, skipped } = await inAccount(context, async (tx, accountId) => {
    const all = await filterOf(tx, accountId);
    const filter = ids ? ofIds(all, ids) : all;
    const { unitIds, isLimited } = await selectItems(tx, accountId, { kind, action }, filter);
    return {
      changeId: await storeBulkChange(tx, accountId, { kind, action, isLimited, personId, unitIds }),
      skipped: await countSkipped(tx, accountId, { kind, action }, filter),
    };
  });
  const stored = await load(context, BULK_CHANGE, changeId);
  if (!stored) throw new Error(`The bulk change ${changeId} was not stored.`);
  return { ...stored, skipped };
}

function definePreviews(): void {
  builder.mutationFields((t) => ({
    preview_bulk_downloads: t.field({
      type: bulkChangeRef,
      authScopes: MANAGE,
      description:
        'Counts the downloads that match the filters and whose status allows the action, and stores them for run_bulk_change. Changes none of them.',
      args: { ...DOWNLOAD_FILTERS, ...ITEM_ARGUMENTS },
      resolve: (_root, { action, ids, ...filters }, context) =>
        preview(context, {
          kind: 'download',
          action: actionOf(action),
          ids,
          filterOf: (tx, accountId) => downloadFilter(tx, accountId, filters),
        }),
    }),
    preview_bulk_uploads: t.field({
      type: bulkChangeRef,
      authScopes: MANAGE,
      description:
        'Counts the uploads that match the filters and whose status allows the action, and stores them for run_bulk_change. Changes none of them.',
      args: { ...UPLOAD_FILTERS, ...ITEM_ARGUMENTS },
      resolve: (_root, { action, ids, ...filters }, context) =>
        preview(context, {
          kind: 'upload',
          action: actionOf(action),
          ids,
          filterOf: (tx, accountId) => uploadFilter(tx, accountId, filters),
        }),
    }),
  }));
}

function refusalOf(outcome: RunOutcome): NotFound | Conflict | null {
  switch (outcome) {
    case 'ok':
      return null;
    case 'not_found':
      return new NotFound('There is no such bulk change of yours.');
    case 'expired':
      return new Conflict('The items were counted more than an hour ago. Count them again.');
    case 'other_request':
      return new Conflict('The bulk change was run by another request already. Count the items again.');
  }
}

/** Changing many downloads or uploads: the previews, and running them. */
export function defineBulkRuns(): void {
  definePreviews();
  defineMutation('run_bulk_change', {
    authScopes: MANAGE,
    description:
      'Processes the next items of a bulk change, at most 100 a call. Repeat it with the same request_id until none is open. No item is changed twice.',
    result: changeResult('RunBulkChangeResult', 'bulk change', [bulkChangeRef, notFoundRef, conflictRef]),
    args: required({
      id: id('Id of the bulk change.'),
      request_id: string(
        'Chosen by the client, 1 to 200 printable ASCII characters: the same for all calls that run this change.',
      ),
    }),
    resolve: async ({ id: changeId, request_id: requestId }, context) => {
      checkRequestId(requestId);
      if ((await load(context, BULK_CHANGE, changeId)) === null) return refusalOf('not_found');
      const refused = refusalOf(await context.bulkChanges.run(context.session, changeId, requestId));
      return refused ?? reload(context, BULK_CHANGE, changeId);
    },
  });
}
