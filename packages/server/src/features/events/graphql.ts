import { sql } from 'kysely';
import { type Builder, builder } from '../../graphql/builder.ts';
import { defineConnection, pageArguments } from '../../graphql/connection.ts';
import { inAccount } from '../../graphql/context.ts';
import { UUID } from '../../graphql/cursor.ts';
import { type LoaderDefinition, load, loadAll } from '../../graphql/loaders.ts';
import { readPage, toConnection } from '../../graphql/paging.ts';
import { reportDatetimeRef } from '../../graphql/value-types.ts';
import { downloadRef } from '../downloads/graphql.ts';
import { FLOW, flowRef } from '../flows/graphql.ts';
import { DOWNLOAD, UPLOAD } from '../transfers/loaders.ts';
import { uploadRef } from '../uploads/graphql.ts';
import { loadPerson, personRef } from '../users/graphql-person.ts';
import { type EventRow, eventFilter, eventsById, latestEventIds, listEvents } from './queries.ts';

export const eventRef = builder.objectRef<EventRow>('Event');

const VIEW = { permission: 'view' } as const;
const PAGE_SIZE = 50;

const EVENT: LoaderDefinition<EventRow> = { batch: eventsById };
/** By flow: ids of its latest events. */
const FLOW_EVENTS: LoaderDefinition<string[]> = {
  batch: (tx, accountId, ids) => latestEventIds(tx, accountId, ids, PAGE_SIZE),
};

function defineEvent(): void {
  eventRef.implement({
    description: 'Something that happened and that a person would care about.',
    authScopes: VIEW,
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Opaque; newer events have greater ids.' }),
      created: t.expose('created', { type: 'DateTime', description: 'When it happened.' }),
      report_datetime: t.field({
        type: reportDatetimeRef,
        nullable: true,
        description: 'The report date it concerns.',
        resolve: (row) => row.report_date,
      }),
      severity: t.exposeString('severity', { description: 'debug, info, warn, error or fatal.' }),
      message: t.exposeString('message', { description: 'What happened, whole.' }),
      project_name: t.exposeString('project', { nullable: true, description: 'The project it concerns.' }),
      download: t.field({
        type: downloadRef,
        nullable: true,
        description: 'The download it concerns.',
        resolve: (row, _args, context) => (row.download_id ? load(context, DOWNLOAD, row.download_id) : null),
      }),
      flow: t.field({
        type: flowRef,
        nullable: true,
        description: 'The flow it concerns.',
        resolve: (row, _args, context) => (row.flow_id ? load(context, FLOW, row.flow_id) : null),
      }),
      upload: t.field({
        type: uploadRef,
        nullable: true,
        description: 'The upload it concerns.',
        resolve: (row, _args, context) => (row.upload_id ? load(context, UPLOAD, row.upload_id) : null),
      }),
      download_declaration: t.exposeString('download_declaration', {
        nullable: true,
        description: "The source's name.",
      }),
      upload_declaration: t.exposeString('upload_declaration', { nullable: true, description: "The upload's name." }),
      will_retry: t.exposeBoolean('will_retry', { nullable: true, description: 'Whether it will be tried again.' }),
      code: t.exposeString('code', { description: 'What happened, as a code: DOWNLOAD_COMPLETED, KEY_SUSPENDED, …' }),
      retry_count: t.exposeInt('retry_count', { nullable: true, description: 'Retries made.' }),
      retry_limit: t.exposeInt('retry_limit', { nullable: true, description: 'Attempts at most, the first included.' }),
      comment: t.exposeString('comment', { nullable: true, description: 'What a person noted about it.' }),
      commented_on: t.expose('commented_on', { type: 'DateTime', nullable: true, description: 'When it was noted.' }),
      commented_by: t.field({
        type: personRef,
        nullable: true,
        description: 'Who noted it.',
        resolve: (row, _args, context) => loadPerson(context, row.commented_by),
      }),
    }),
  });
  builder.objectField(flowRef, 'events', (t) =>
    t.field({
      type: [eventRef],
      description: 'Its latest events, newest first; 50 at most.',
      resolve: async (row, _args, context) => loadAll(context, EVENT, (await load(context, FLOW_EVENTS, row.id)) ?? []),
    }),
  );
}

/** The event log. */
export function defineEvents(builder: Builder): void {
  defineEvent();
  const connection = defineConnection('Event', eventRef, VIEW);
  builder.queryField('events', (t) =>
    t.field({
      type: connection,
      authScopes: VIEW,
      description: "The account's events, newest first. All filters combine with AND.",
      args: {
        ...pageArguments(PAGE_SIZE),
        severities: t.arg.stringList({ description: 'Groups (errors, warnings, info) or severities.' }),
        search: t.arg.string({ description: 'Part of the message, the names or the id, in any case.' }),
        report_datetime_before: t.arg.string({ description: 'Report date on or before this day, yyyy-MM-dd.' }),
        report_datetime_after: t.arg.string({ description: 'Report date on or after this day.' }),
        created_before: t.arg.string({ description: 'Happened on or before this UTC day.' }),
        created_after: t.arg.string({ description: 'Happened on or after this UTC day.' }),
        withComments: t.arg.boolean({ description: 'Only those with a comment.' }),
        project: t.arg.stringList({ description: 'Of any of these projects.' }),
        downloadName: t.arg.stringList({ description: 'Of any of these sources.' }),
        uploadName: t.arg.stringList({ description: 'Of any of these upload declarations.' }),
        download_id: t.arg.id({ description: 'Only those of this download.' }),
        upload_id: t.arg.id({ description: 'Only those of this upload.' }),
        flow_id: t.arg.id({ description: 'Only those of this flow.' }),
        backfill_id: t.arg.id({ description: 'Only those of this backfill.' }),
      },
      resolve: (_root, args, context) => {
        const page = readPage(args, { order: 'events', size: PAGE_SIZE });
        return inAccount(context, async (tx, accountId) => {
          const filter = eventFilter(args, relatedIds(accountId, args));
          return toConnection(await listEvents(tx, accountId, filter, page), page);
        });
      },
    }),
  );
}

type Related = {
  readonly download_id?: string | null | undefined;
  readonly upload_id?: string | null | undefined;
  readonly flow_id?: string | null | undefined;
  readonly backfill_id?: string | null | undefined;
};

/** Ids of the events that belong to all of these; undefined when none is given. What is no id has no events. */
function relatedIds(accountId: string, related: Related) {
  const queries = (['download_id', 'upload_id', 'flow_id', 'backfill_id'] as const).flatMap((column) => {
    const id = related[column];
    if (!id) return [];
    const wanted = UUID.test(id) ? id : null;
    return [sql`select id from event where account_id = ${accountId}::uuid and ${sql.ref(column)} = ${wanted}::uuid`];
  });
  return queries.length > 0 ? sql`${sql.join(queries, sql` intersect `)}` : undefined;
}
