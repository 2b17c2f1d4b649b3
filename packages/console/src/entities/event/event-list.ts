import { EventsDocument } from '../../api/generated/documents/event.ts';
import { describeList } from '../../api/lists/list-description.ts';

export const EVENT_LIST = describeList('Events', EventsDocument, {
  noun: 'event',
  select: (data) => data.events,
  changedIds: (changes) => changes.events.map((event) => event.id),
  changedRows: ({ events }) => events,
  // Other work of the account makes events at any time.
  isRunning: () => true,
  rowName: (event) => `event of ${event.created}`,
});
