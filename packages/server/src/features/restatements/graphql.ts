import { frozenDatesText } from '@switchboard/model/schedule/frozen-dates';
import { readAccountPage } from '../../graphql/account-fields.ts';
import { optional } from '../../graphql/arguments.ts';
import { builder, VIEW } from '../../graphql/builder.ts';
import { boolean, dateTime, float, id, nullable, objects, reference, string, strings } from '../../graphql/columns.ts';
import { defineConnection, pageArguments, REPORT_DATETIME_ARGUMENTS } from '../../graphql/connection.ts';
import { inAccount } from '../../graphql/context.ts';
import { type LoaderDefinition, load } from '../../graphql/loaders.ts';
import { defineObject, hasProperty } from '../../graphql/object-type.ts';
import { readPage } from '../../graphql/paging.ts';
import { reportDatetime } from '../../graphql/value-types.ts';
import { type FreezeRow, MAX_FREEZES } from '../../pipeline/restatements/freeze-dates.ts';
import { PERSON, personRef } from '../users/graphql-person.ts';
import {
  type ChangedTotal,
  freezesById,
  heldByFreezes,
  listFreezes,
  listRestatements,
  RESTATEMENT_CAUSES,
  RESTATEMENT_STATES,
  type RestatementRow,
  restatementFilter,
  restatementsById,
} from './queries.ts';

const PAGE_SIZE = 50;

export const restatementRef = builder.objectRef<RestatementRow>('Restatement');
export const freezeRef = builder.objectRef<FreezeRow>('DateFreeze');
const freezesRef = builder.objectRef<{ readonly freezes: readonly FreezeRow[] }>('DateFreezes');
const totalRef = builder.objectRef<ChangedTotal>('RestatedTotal');

export const RESTATEMENT: LoaderDefinition<RestatementRow> = { batch: restatementsById };
const FREEZE: LoaderDefinition<FreezeRow> = { batch: freezesById };
const HELD: LoaderDefinition<number> = { batch: heldByFreezes };

function defineTypes(): void {
  defineObject(freezeRef, {
    description: 'Report dates that a person has frozen: nothing replaces by itself what was delivered for them.',
    authScopes: VIEW,
    isTypeOf: hasProperty('frozen_by'),
    columns: {
      id: id('Opaque identifier.'),
      upload_name: nullable(string('Name of the upload; null for all uploads of the account.')),
      first: nullable(string('First frozen report date, yyyy-MM-dd; null for all dates up to the last one.')),
      last: string('Last frozen report date, yyyy-MM-dd.'),
      reason: string('Why, in the words of the person.'),
      frozen_by: reference(personRef, PERSON, 'The person who froze them.'),
      created: dateTime('When they were frozen.'),
    },
    fields: (t) => ({
      dates: t.string({ description: 'The frozen dates in words: "November 2026".', resolve: frozenDatesText }),
      held: t.int({
        description: 'How many changed results it keeps from being delivered.',
        resolve: async (row, _args, context) => (await load(context, HELD, row.id)) ?? 0,
      }),
    }),
  });
  defineObject(freezesRef, {
    description: 'The report dates of an account that are frozen.',
    authScopes: VIEW,
    columns: { freezes: objects(freezeRef, `The freezes, the latest dates first; at most ${MAX_FREEZES}.`) },
  });
  defineObject(totalRef, {
    description: 'A total of a numeric column of a result that differs.',
    authScopes: VIEW,
    columns: {
      column: string('Name of the column.'),
      before: nullable(string('The total that was delivered; null where the column did not exist.')),
      after: nullable(string('The total of the changed result; null where the column does not exist.')),
    },
  });
  defineObject(restatementRef, {
    description: 'A result of an upload that differs from what was delivered for its report date before.',
    authScopes: VIEW,
    isTypeOf: hasProperty('replaced_id'),
    columns: {
      id: id('Opaque identifier.'),
      created: dateTime('When the changed result was made.'),
      upload_id: id('The upload with the changed result.'),
      replaced_id: id('The upload that was delivered before.'),
      upload_name: string('Name of the upload.'),
      project: string('Project of the upload.'),
      report_datetime: reportDatetime('The report date.'),
      rows_before: float('Rows that were delivered before.'),
      rows_after: float('Rows of the changed result.'),
      totals: objects(totalRef, 'Totals of numeric columns that differ.'),
      cause: string(`Why: ${RESTATEMENT_CAUSES.join(', ')}.`),
      caused_by: reference(personRef, PERSON, 'The person whose act it was; null for a schedule or a source.'),
      download_id: nullable(
        id('The newest download that it is made from and the former result is not; null for none.'),
      ),
      changelist_id: id('The script version that made it.'),
      script: nullable(string('Description of that version.')),
      has_other_script: boolean('Whether another script version made the former result.'),
      destination: string('Where it is delivered.'),
      state: string(`${RESTATEMENT_STATES.join(', ')}: whether it was delivered.`),
      delivered: nullable(dateTime('When it was delivered; null before.')),
      held_by: reference(freezeRef, FREEZE, 'The freeze that keeps it from being delivered; null without one.'),
    },
  });
}

/** Results that differ from what was delivered, and report dates that are frozen. */
export function defineRestatements(): void {
  defineTypes();
  builder.queryFields((t) => ({
    restatements: t.field({
      type: defineConnection('Restatement', restatementRef, VIEW),
      authScopes: VIEW,
      description:
        'Results that differ from what was delivered for their report dates before, the newest first. Filters combine with AND.',
      args: {
        ...pageArguments(PAGE_SIZE),
        ...REPORT_DATETIME_ARGUMENTS,
        ...optional({
          state: string(`One of ${RESTATEMENT_STATES.join(', ')}.`),
          cause: strings(`Any of ${RESTATEMENT_CAUSES.join(', ')}.`),
          uploadName: strings('Names of uploads.'),
        }),
      },
      resolve: (_root, args, context) => {
        const filter = restatementFilter(args);
        return readAccountPage(
          context,
          readPage(args, { order: 'restatements', size: PAGE_SIZE }),
          (tx, accountId, page) => listRestatements(tx, accountId, filter, page),
        );
      },
    }),
    date_freezes: t.field({
      type: freezesRef,
      authScopes: VIEW,
      description: 'The report dates of the account that are frozen.',
      resolve: async (_root, _args, context) => ({ freezes: await inAccount(context, listFreezes) }),
    }),
  }));
}
