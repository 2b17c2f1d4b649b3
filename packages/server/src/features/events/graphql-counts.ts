import { builder, VIEW } from '../../graphql/builder.ts';
import { object } from '../../graphql/columns.ts';
import { inAccount } from '../../graphql/context.ts';
import { stateCountRef } from '../../graphql/lists/state-counts.ts';
import { defineObject } from '../../graphql/object-type.ts';
import { EVENT_FILTERS } from './graphql.ts';
import { countEvents, type EventCounts } from './queries-counts.ts';

const eventCountsRef = builder.objectRef<EventCounts>('EventCounts');

/** The counts above the list of events. */
export function defineEventCounts(): void {
  defineObject(eventCountsRef, {
    description: 'Events of a list by severity, and those with comments.',
    authScopes: VIEW,
    columns: {
      errors: object(stateCountRef, 'Errors: severities errors.'),
      warnings: object(stateCountRef, 'Warnings: severities warnings.'),
      info: object(stateCountRef, 'All others: severities info.'),
      commented: object(stateCountRef, 'Events with a comment: withComments.'),
    },
  });
  builder.queryField('event_counts', (t) =>
    t.field({
      type: eventCountsRef,
      authScopes: VIEW,
      description: 'Events by severity under the filters of the list, which combine with AND.',
      args: EVENT_FILTERS,
      resolve: (_root, args, context) => inAccount(context, (tx, accountId) => countEvents(tx, accountId, args)),
    }),
  );
}
