import {
  type EventRowFragment,
  EventsDocument,
  type EventsQuery,
  type EventsQueryVariables,
} from '../../api/generated/graphql.ts';
import type { ListDescription } from '../../api/lists/list-description.ts';

export const EVENT_LIST: ListDescription<EventsQuery, EventsQueryVariables, EventRowFragment> = {
  title: 'Events',
  document: EventsDocument,
  select: (data) => data.events,
  changedIds: (changes) => changes.events.map((event) => event.id),
  // Other work of the account makes events at any time.
  isRunning: () => true,
  rowName: (event) => `event of ${event.created}`,
};
