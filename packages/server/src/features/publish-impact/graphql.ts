import { required } from '../../graphql/arguments.ts';
import { builder } from '../../graphql/builder.ts';
import { boolean, from, id, int, nullable, object, objects, string, strings } from '../../graphql/columns.ts';
import { defineMutation } from '../../graphql/mutation.ts';
import { defineObject, hasProperty } from '../../graphql/object-type.ts';
import { notFoundRef, reportDatetimeRef } from '../../graphql/value-types.ts';
import { errorsRef } from '../changelists/graphql-compilation.ts';
import { editedScript, failureRef, noPlanResult, SCRIPT_ARGUMENTS } from '../previews/graphql-script.ts';
import { columnRef, differenceRef, retypedRef, shownDifference } from '../transfers/uploads/graphql-difference.ts';
import type { ImpactRows } from './impact-rows.ts';
import type { ScheduleChange, UploadChange } from './script-changes.ts';
import type { PublishImpact } from './service.ts';

const PUBLISH = { permission: 'publish-scripts' } as const;

const impactRef = builder.objectRef<PublishImpact>('PublishImpact');
const uploadRef = builder.objectRef<UploadChange>('PublishedUploadChange');
const scheduleRef = builder.objectRef<ScheduleChange>('PublishedScheduleChange');
const rowsRef = builder.objectRef<ImpactRows>('PublishedRows');

function defineChanges(): void {
  defineObject(uploadRef, {
    description: 'Changes by publishing a draft for one upload.',
    authScopes: PUBLISH,
    columns: {
      name: string('Name of the upload declaration.'),
      change: string('added, changed or removed.'),
      destination: string('Where it delivers.'),
      aspects: strings(
        'Differences besides the columns: destination, key, mode, parameters, project, query, or download with its name.',
      ),
      columns_added: from('columnsAdded', objects(columnRef, 'Columns that only the draft has.')),
      columns_removed: from('columnsRemoved', objects(columnRef, 'Columns that only the published version has.')),
      columns_retyped: from('columnsRetyped', objects(retypedRef, 'Columns whose type differs.')),
      rows_may_change: from(
        'mayChangeRows',
        boolean('Whether its rows may differ: preview_publish_rows compares them.'),
      ),
    },
  });
  defineObject(scheduleRef, {
    description: 'A download that is added or removed, or that gets another schedule.',
    authScopes: PUBLISH,
    columns: {
      name: string('Name of the download declaration.'),
      change: string('added, changed or removed.'),
      before: nullable(string('The schedule of the published version.')),
      after: nullable(string('The schedule of the draft.')),
    },
  });
  defineObject(impactRef, {
    description: 'Changes by publishing a draft.',
    authScopes: PUBLISH,
    isTypeOf: hasProperty('publishedId'),
    columns: {
      published_id: from('publishedId', nullable(id('Id of the published changelist; null when none is published.'))),
      uploads: objects(uploadRef, 'Uploads that are added, changed or removed, by name.'),
      unchanged: int('Number of uploads that stay as they are.'),
      schedules: objects(scheduleRef, 'Downloads that are added or removed, or get another schedule, by name.'),
    },
  });
  defineMutation('preview_publish', {
    authScopes: PUBLISH,
    description: 'Compares a script, with changes that are not saved, with the published one. Changes nothing.',
    result: {
      name: 'PreviewPublishResult',
      description: 'Changes by publishing, or why they are unknown.',
      types: [impactRef, errorsRef, failureRef, notFoundRef],
    },
    args: SCRIPT_ARGUMENTS,
    resolve: async (args, context) => {
      const outcome = await context.impact.changes(context.session, editedScript(args));
      return outcome.kind === 'impact' ? outcome : noPlanResult(outcome);
    },
  });
}

function defineRows(): void {
  defineObject(rowsRef, {
    description:
      'How the rows of an upload would differ from those that production delivered for its newest report date.',
    authScopes: PUBLISH,
    isTypeOf: hasProperty('difference'),
    columns: {
      upload: string('Name of the upload declaration.'),
      report_datetime: from(
        'reportDate',
        nullable(object(reportDatetimeRef, 'The newest delivered report date; null for uploads without dates.')),
      ),
      milliseconds: int('Time that it took.'),
    },
    fields: (t) => ({
      difference: t.field({
        type: differenceRef,
        description: 'The difference. Counts are exact.',
        resolve: ({ uploadId, difference }) => shownDifference(uploadId, difference),
      }),
    }),
  });
  defineMutation('preview_publish_rows', {
    authScopes: PUBLISH,
    description:
      'Computes the rows of an upload by a script, with changes that are not saved, and compares them with those delivered. Delivers and changes nothing. One at a time for a person; a later one ends the earlier.',
    result: {
      name: 'PreviewPublishRowsResult',
      description: 'The difference, or why it is not known.',
      types: [rowsRef, errorsRef, failureRef, notFoundRef],
    },
    args: { ...SCRIPT_ARGUMENTS, ...required({ upload: string('Name of an upload declaration of the draft.') }) },
    resolve: async (args, context) => {
      const outcome = await context.impact.rows(context.session, {
        ...editedScript(args),
        upload: args.upload,
        signal: context.signal,
      });
      return outcome.kind === 'compared' || outcome.kind === 'failed' ? outcome : noPlanResult(outcome);
    },
  });
}

/** Defines the fields for the effects of publishing a draft. */
export function definePublishImpact(): void {
  defineChanges();
  defineRows();
}
