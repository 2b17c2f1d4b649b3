import { clearedFilters, type FilterValues } from '../../ui/filters/filter-spec.ts';
import { EVENTS_VIEW } from './events-view.ts';

/** The change of the address that shows the events around one, whatever the list was filtered by. */
export const showAround = (eventId: string): FilterValues => ({
  ...clearedFilters(EVENTS_VIEW.filters),
  around: eventId,
});
