import { EventCountsDocument } from '../../api/generated/documents/event-counts.ts';
import type { EventCountsQuery, EventCountsQueryVariables } from '../../api/generated/graphql.ts';
import type { StripDescription } from '../../api/lists/state-strip.tsx';

/** Events by severity. A chosen severity does not narrow the counts. */
export const EVENT_STRIP: StripDescription<EventCountsQuery, EventCountsQueryVariables> = {
  label: 'Events by severity',
  document: EventCountsDocument,
  parameter: 'severity',
  ignored: ['severities', 'withComments'],
  states: [
    { value: 'errors', label: 'errors', tone: 'error', select: (data) => data.event_counts.errors },
    { value: 'warnings', label: 'warnings', tone: 'warning', select: (data) => data.event_counts.warnings },
    { value: 'info', label: 'info', tone: 'working', icon: 'info', select: (data) => data.event_counts.info },
  ],
};
