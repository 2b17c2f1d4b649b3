import { defineQueryById, readAccountPage } from '../../graphql/account-fields.ts';
import { optional } from '../../graphql/arguments.ts';
import { builder, VIEW } from '../../graphql/builder.ts';
import { boolean, dateTime, from, id, int, nullable, reference, string, strings } from '../../graphql/columns.ts';
import { defineConnection, pageArguments, REPORT_DATETIME_ARGUMENTS } from '../../graphql/connection.ts';
import { type LoaderDefinition, load, loadAll } from '../../graphql/loaders.ts';
import { defineObject, hasProperty } from '../../graphql/object-type.ts';
import { readPage } from '../../graphql/paging.ts';
import { reportDatetime } from '../../graphql/value-types.ts';
import { downloadRef } from '../transfers/downloads/graphql.ts';
import { DOWNLOAD } from '../transfers/downloads/loaders.ts';
import { assertionFileName, FLOW, flowRef } from '../transfers/flows/graphql.ts';
import { uploadRef } from '../transfers/uploads/graphql.ts';
import { UPLOAD } from '../transfers/uploads/loaders.ts';
import { PERSON, personRef } from '../users/graphql-person.ts';
import { type EventRow, eventFilter, eventsById, latestEventIds, listEvents } from './queries.ts';
import { relatedEvents } from './related-events.ts';

export const eventRef = builder.objectRef<EventRow>('Event');

const PAGE_SIZE = 50;

export const EVENT: LoaderDefinition<EventRow> = { batch: eventsById };
/** By flow: ids of its latest events, newest first. */
const FLOW_EVENTS: LoaderDefinition<string[]> = {
  batch: (tx, accountId, ids) => latestEventIds(tx, accountId, ids, PAGE_SIZE),
};

function defineEvent(): void {
  defineObject(eventRef, {
    description: 'An entry of the event log.',
    authScopes: VIEW,
    isTypeOf: hasProperty('download_declaration'),
    columns: {
      id: id('Opaque identifier; newer events have greater ids.'),
      created: dateTime('When it happened.'),
      report_datetime: reportDatetime('Report date of the event; null when it concerns none.'),
      severity: string('debug, info, warn, error or fatal.'),
      message: string('Full description of what happened.'),
      project_name: from('project', nullable(string('Project of the declaration.'))),
      download: from('download_id', reference(downloadRef, DOWNLOAD, 'The download that the event is about.')),
      flow: from('flow_id', reference(flowRef, FLOW, 'The flow that the event is about.')),
      upload: from('upload_id', reference(uploadRef, UPLOAD, 'The upload that the event is about.')),
      download_declaration: nullable(string('Name of the source.')),
      upload_declaration: nullable(string('Name of the upload declaration.')),
      will_retry: nullable(boolean('Whether the failed attempt is retried; null when the event is not a failure.')),
      code: string('Event code: DOWNLOAD_COMPLETED, KEY_SUSPENDED, …'),
      type: from('code', string('The event code, under the name that events of flows have.')),
      retry_count: nullable(int('Retries so far.')),
      retry_limit: nullable(int('Maximum number of attempts, including the first.')),
      comment: nullable(string('Comment written by a user.')),
      commented_on: nullable(dateTime('When the comment was written.')),
      commented_by: reference(personRef, PERSON, 'The person who wrote the comment.'),
    },
    fields: (t) => ({
      rows_file: t.string({
        nullable: true,
        description:
          'Name of the file with the first ten rows that contradict a failed assertion, below /api/{account}/files; null for other events.',
        resolve: ({ assertion_id: id }) => (id === null ? null : assertionFileName(id)),
      }),
    }),
  });
  builder.objectField(flowRef, 'events', (t) =>
    t.field({
      type: [eventRef],
      description: 'Latest events, newest first; at most 50.',
      resolve: async (row, _args, context) => loadAll(context, EVENT, (await load(context, FLOW_EVENTS, row.id)) ?? []),
    }),
  );
}

/** The filters of events besides their severity and comment. */
export const EVENT_FILTERS = {
  ...REPORT_DATETIME_ARGUMENTS,
  ...optional({
    search: string('Part of the message or a name, case-insensitive, or the first 8 or more characters of the id.'),
    created_before: string('Happened on or before this UTC day.'),
    created_after: string('Happened on or after this UTC day.'),
    project: strings('In any of these projects.'),
    downloadName: strings('Any of these sources.'),
    uploadName: strings('Any of these upload declarations.'),
    around: id(
      'Only events within ten minutes of this event that are about the same download, flow or upload, or about the same declaration; of an event about none of them, all events of these minutes.',
    ),
  }),
};

/** The event log of an account. */
export function defineEvents(): void {
  defineEvent();
  defineQueryById('event', eventRef, EVENT, { authScopes: VIEW });
  const connection = defineConnection('Event', eventRef, VIEW);
  builder.queryField('events', (t) =>
    t.field({
      type: connection,
      authScopes: VIEW,
      description: 'Events of the account, newest first. Filters combine with AND.',
      args: {
        ...pageArguments(PAGE_SIZE),
        ...EVENT_FILTERS,
        ...optional({
          severities: strings('Severities, or groups of them: errors, warnings, info.'),
          withComments: boolean('Only events with a comment.'),
          download_id: id('Only events of this download.'),
          upload_id: id('Only events of this upload.'),
          flow_id: id('Only events of this flow.'),
          backfill_id: id('Only events of this backfill.'),
        }),
      },
      resolve: (_root, args, context) =>
        readAccountPage(context, readPage(args, { order: 'events', size: PAGE_SIZE }), (tx, accountId, page) =>
          listEvents(tx, accountId, eventFilter(args, relatedEvents(accountId, args)), page),
        ),
    }),
  );
}
