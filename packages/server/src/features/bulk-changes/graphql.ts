import { defineQueryById } from '../../graphql/account-fields.ts';
import { builder } from '../../graphql/builder.ts';
import { boolean, dateTime, from, id, int, nullable, reference, references, string } from '../../graphql/columns.ts';
import type { LoaderDefinition } from '../../graphql/loaders.ts';
import { defineObject, hasProperty } from '../../graphql/object-type.ts';
import { downloadRef } from '../transfers/downloads/graphql.ts';
import { DOWNLOAD } from '../transfers/downloads/loaders.ts';
import { uploadRef } from '../transfers/uploads/graphql.ts';
import { UPLOAD } from '../transfers/uploads/loaders.ts';
import {
  type BulkChangeRow,
  bulkChangesById,
  type OutcomeCount,
  outcomesOfChanges,
  type RefusedItem,
  refusedItems,
} from './queries.ts';
import { MAX_ITEMS, type SkippedRows } from './select-items.ts';

export const MANAGE = { permission: 'manage-pipelines' } as const;
/** Refused items that are shown. */
const MAX_REFUSED = 100;

export const bulkChangeRef = builder.objectRef<BulkChangeRow>('BulkChange');
const outcomeRef = builder.objectRef<OutcomeCount>('BulkOutcome');
const refusedRef = builder.objectRef<RefusedItem>('BulkRefusal');
const skippedRef = builder.objectRef<SkippedRows>('BulkSkipped');

export const BULK_CHANGE: LoaderDefinition<BulkChangeRow> = { batch: bulkChangesById };
/** By change. */
const OUTCOMES: LoaderDefinition<readonly OutcomeCount[]> = { batch: outcomesOfChanges };
/** By change. */
const REFUSED: LoaderDefinition<readonly RefusedItem[]> = { batch: refusedItems(MAX_REFUSED) };

/** Changes of many downloads or uploads: their types and their state. */
export function defineBulkChanges(): void {
  defineObject(outcomeRef, {
    description: 'How many items of a change had an outcome.',
    authScopes: MANAGE,
    columns: {
      outcome: string('ok, finished, inputs, replaced, undecided, running, stopped, no_run, not_found or error.'),
      count: int('Number of items.'),
    },
  });
  defineObject(refusedRef, {
    description: 'An item that was not changed.',
    authScopes: MANAGE,
    columns: {
      outcome: string('finished, inputs, replaced, undecided, running, stopped, no_run, not_found or error.'),
      download: from('unitId', reference(downloadRef, DOWNLOAD, 'The download; null for an upload.')),
      upload: from('unitId', reference(uploadRef, UPLOAD, 'The upload; null for a download.')),
      message: string('Why it was not changed.'),
    },
  });
  defineObject(skippedRef, {
    description:
      'Rows of one status that matched and were not counted, because their status does not allow the action.',
    authScopes: MANAGE,
    columns: {
      status: string('Their status.'),
      count: int(`Number of rows, at most ${MAX_ITEMS} of all statuses.`),
      has_more: boolean('Whether there may be more rows than were counted.'),
    },
  });
  defineObject(bulkChangeRef, {
    description: 'Downloads or uploads that are abandoned or retried together. Nothing changes before it is run.',
    authScopes: MANAGE,
    isTypeOf: hasProperty('is_limited'),
    columns: {
      id: id('Opaque identifier; stands for the items that were counted.'),
      kind: string('download or upload.'),
      action: string('abandon, retry or run_again.'),
      count: int(`Number of items that were counted, at most ${MAX_ITEMS}.`),
      is_limited: boolean('Whether more rows matched than one change may have.'),
      open: int('Number of items that have not been processed.'),
      created: dateTime('When the items were counted.'),
      finished: nullable(dateTime('When the last item was processed; null before.')),
      outcomes: from('id', references(outcomeRef, OUTCOMES, 'The outcomes so far, the most frequent first.')),
      refusals: from(
        'id',
        references(refusedRef, REFUSED, `The items that were not changed, at most ${MAX_REFUSED} of them.`),
      ),
    },
    fields: (t) => ({
      skipped: t.field({
        type: [skippedRef],
        description:
          'Rows that matched and were not counted, by status, the most frequent first. In the answer of a preview; empty later.',
        resolve: ({ skipped = [] }) => [...skipped],
      }),
    }),
  });
  defineQueryById('bulk_change', bulkChangeRef, BULK_CHANGE, { authScopes: MANAGE, noun: 'bulk change' });
}
