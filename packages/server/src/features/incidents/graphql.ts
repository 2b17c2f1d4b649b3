import { optional } from '../../graphql/arguments.ts';
import { builder } from '../../graphql/builder.ts';
import { dateTime, id, int, nullable, object, string, strings } from '../../graphql/columns.ts';
import { defineConnection, pageArguments } from '../../graphql/connection.ts';
import { stateCountRef } from '../../graphql/lists/state-counts.ts';
import { defineObject } from '../../graphql/object-type.ts';
import { readPage, toConnection } from '../../graphql/paging.ts';
import { badRequest } from '../../graphql/request-error.ts';
import { defineIncidentWork, incidentWorkRef, workFilterOf } from './graphql-work.ts';
import type { IncidentUpload } from './incident-details.ts';
import { LOOKBACK, listIncidents, MAX_LOOKBACK, type ShownIncident } from './list-incidents.ts';
import type { VisibleAccount } from './queries.ts';

const SIGNED_IN = { signedIn: true } as const;
const PAGE_SIZE = 20;

const accountRef = builder.objectRef<VisibleAccount>('IncidentAccount');
const uploadRef = builder.objectRef<IncidentUpload>('IncidentUpload');
const incidentRef = builder.objectRef<ShownIncident>('Incident');

function defineTypes(): void {
  defineObject(accountRef, {
    description: 'The account of an incident.',
    authScopes: SIGNED_IN,
    columns: { url_name: string('Url name.'), name: string('Display name.') },
  });
  defineObject(uploadRef, {
    description: 'An upload that is not delivered while an incident lasts.',
    authScopes: SIGNED_IN,
    columns: {
      name: string('Name of the upload declaration.'),
      deadline: nullable(dateTime('The earliest deadline that it misses or will miss; null without one.')),
    },
    fields: (t) => ({
      is_late: t.boolean({
        description: 'Whether the deadline has passed.',
        resolve: ({ deadline }, _args, { now }) => deadline !== null && deadline.getTime() <= now(),
      }),
    }),
  });
  defineObject(incidentRef, {
    description:
      'Failures with the same cause. It ends when none of its downloads or uploads counts as failed or keeps failing any more.',
    authScopes: SIGNED_IN,
    columns: {
      id: id('Stays the same while the incident lasts.'),
      account: object(accountRef, 'The account.'),
      transfer: string('Kind of failed work: download or upload.'),
      purpose: string('The most important purpose of the failures: production, backfill or proof.'),
      code: string('Error code of the failures: SOURCE_AUTH_FAILED, …'),
      subject_kind: string('Kind of thing that they have in common besides: key, source, upload or destination.'),
      subject: string('Name of the key, source or upload, or the connector of the destination.'),
      names: strings('Names of the declarations, the latest failure first. With the code they filter the list.'),
      failed: object(stateCountRef, 'Failed downloads or uploads.'),
      retrying: object(stateCountRef, 'Runs that have failed repeatedly and are retried automatically.'),
    },
    fields: (t) => ({
      work: t.field({
        type: incidentWorkRef,
        description: 'The acts of people on it.',
        resolve: (row) => row,
      }),
      waiting: t.field({
        type: stateCountRef,
        description: 'Downloads and uploads that wait until the key or declaration is unsuspended.',
        resolve: (row) => row.waiting(),
      }),
      next_try: t.field({
        type: 'DateTime',
        nullable: true,
        description: 'When the next of those that are tried again is tried; null when none is scheduled.',
        resolve: async (row) => (await row.details()).next_try,
      }),
      is_suspended: t.boolean({
        description: 'Whether the key or declaration is suspended, so that nothing of it runs.',
        resolve: async (row) => (await row.details()).is_suspended,
      }),
      latest_id: t.id({
        nullable: true,
        description: 'The download or upload that failed last; null when it has ended meanwhile.',
        resolve: async (row) => (await row.details()).latest_id,
      }),
      message: t.string({
        nullable: true,
        description: 'Message of the latest failure.',
        resolve: async (row) => (await row.details()).message,
      }),
      affected_uploads: t.field({
        type: [uploadRef],
        description: 'The uploads that are not delivered while it lasts, the earliest deadline first.',
        resolve: async (row) => [...(await row.details()).affected],
      }),
      since: t.field({
        type: 'DateTime',
        description: 'When the first of the failures ended.',
        resolve: (row) => instantOf(row.first_failure),
      }),
      latest: t.field({
        type: 'DateTime',
        description: 'When the latest of the failures ended.',
        resolve: (row) => instantOf(row.latest_failure),
      }),
    }),
  });
}

/** @param text yyyy-MM-dd hh:mm:ss.ffffff+00 */
const instantOf = (text: string): Date => new Date(`${text.slice(0, 10)}T${text.slice(11, 23)}Z`);

function lookbackOf(days: number | null | undefined): number {
  if (days == null) return LOOKBACK;
  if (days < 1 || days > MAX_LOOKBACK) throw badRequest(`lookback_days must be 1 to ${MAX_LOOKBACK}.`);
  return days;
}

/** Failures grouped by cause, over all accounts that the person may view. */
export function defineIncidents(): void {
  defineTypes();
  defineIncidentWork();
  builder.queryField('incidents', (t) =>
    t.field({
      type: defineConnection('Incident', incidentRef, SIGNED_IN),
      authScopes: SIGNED_IN,
      description:
        'Failures of the last days grouped by cause, the worst first (production, backfills, tests), over all accounts in which the person has the permission view.',
      args: {
        ...pageArguments(PAGE_SIZE),
        ...optional({
          account: string('Only of the account with this url name.'),
          work: string('mine, unacknowledged or snoozed; without it all that are not snoozed.'),
          lookback_days: int(`Days before now: ${LOOKBACK} by default, at most ${MAX_LOOKBACK}.`),
        }),
      },
      resolve: async (_root, args, { database, session, now }) => {
        const page = readPage(args, { order: 'incidents', size: PAGE_SIZE, sortedBy: 'text' });
        const request = {
          session,
          account: args.account ?? null,
          lookbackDays: lookbackOf(args.lookback_days),
          work: workFilterOf(args.work),
          now: now(),
        };
        return toConnection(await listIncidents(database, request, page), page);
      },
    }),
  );
}
