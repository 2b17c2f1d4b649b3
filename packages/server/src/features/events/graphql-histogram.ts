import { builder, VIEW } from '../../graphql/builder.ts';
import { object, objects, string } from '../../graphql/columns.ts';
import { inAccount } from '../../graphql/context.ts';
import { stateCountRef } from '../../graphql/lists/state-counts.ts';
import { defineObject } from '../../graphql/object-type.ts';
import { EVENT_FILTERS } from './graphql.ts';
import { countEventBars, type EventBar, MAX_BARS } from './queries-histogram.ts';

const eventBarRef = builder.objectRef<EventBar>('EventBar');
const eventHistogramRef = builder.objectRef<{ readonly bars: readonly EventBar[] }>('EventHistogram');

/** The bars above the list of events. */
export function defineEventHistogram(): void {
  defineObject(eventBarRef, {
    description: 'The events of a day, or of several days in a row, by severity.',
    authScopes: VIEW,
    columns: {
      start: string('First UTC day, yyyy-MM-dd.'),
      end: string('Last UTC day, yyyy-MM-dd.'),
      errors: object(stateCountRef, 'Errors among the newest events of these days.'),
      warnings: object(stateCountRef, 'Warnings among the newest events of these days.'),
      info: object(stateCountRef, 'Others among the newest events of these days.'),
    },
  });
  defineObject(eventHistogramRef, {
    description: 'The events of a list over time.',
    authScopes: VIEW,
    columns: { bars: objects(eventBarRef, `At most ${MAX_BARS} bars of equal length, oldest first.`) },
  });
  builder.queryField('event_histogram', (t) =>
    t.field({
      type: eventHistogramRef,
      authScopes: VIEW,
      description: `Events over time under the filters of the list, oldest first: the days from created_after to created_before in at most ${MAX_BARS} bars of equal length; without them the last ${MAX_BARS} days.`,
      args: EVENT_FILTERS,
      resolve: (_root, args, context) =>
        inAccount(context, async (tx, accountId) => ({
          bars: await countEventBars(tx, accountId, args, new Date().toISOString().slice(0, 10)),
        })),
    }),
  );
}
