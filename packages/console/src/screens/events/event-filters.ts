import type { EventsQueryVariables } from '../../api/generated/graphql.ts';
import { SEVERITY_VALUES, severitiesOf } from '../../entities/event/severity.ts';
import { usableRange } from '../../lib/dates.ts';
import { choices, day, flag, list, text, type Values } from '../../lib/url-state.ts';

/** The query of /events. */
export const EVENT_PARAMETERS = {
  search: text,
  severity: choices(SEVERITY_VALUES),
  reportDatetimeStart: day,
  reportDatetimeEnd: day,
  createDatetimeStart: day,
  createDatetimeEnd: day,
  withComments: flag,
  projects: list,
  downloadName: list,
  uploadName: list,
  eventId: text,
};
export type EventFilters = Values<typeof EVENT_PARAMETERS>;

export const NO_EVENT_FILTERS = {
  search: '',
  severity: [],
  reportDatetimeStart: null,
  reportDatetimeEnd: null,
  createDatetimeStart: null,
  createDatetimeEnd: null,
  withComments: false,
  projects: [],
  downloadName: [],
  uploadName: [],
} satisfies Partial<EventFilters>;

/** What hides events: nothing, a search word alone, or filters. */
export function eventsNarrowedBy(filters: EventFilters): 'no' | 'search' | 'filter' {
  const others =
    filters.withComments ||
    [filters.severity, filters.projects, filters.downloadName, filters.uploadName].some(
      (values) => values.length > 0,
    ) ||
    [
      filters.reportDatetimeStart,
      filters.reportDatetimeEnd,
      filters.createDatetimeStart,
      filters.createDatetimeEnd,
    ].some((value) => value !== null);
  if (others) return 'filter';
  return filters.search === '' ? 'no' : 'search';
}

const some = <T>(values: readonly T[]): T[] | null => (values.length === 0 ? null : [...values]);

export function eventVariables(filters: EventFilters, today: string): Omit<EventsQueryVariables, 'first' | 'after'> {
  const reported = usableRange(filters.reportDatetimeStart, filters.reportDatetimeEnd, today);
  const created = usableRange(filters.createDatetimeStart, filters.createDatetimeEnd, today);
  return {
    severities: severitiesOf(filters.severity),
    search: filters.search || null,
    report_datetime_after: reported?.start ?? null,
    report_datetime_before: reported?.end ?? null,
    created_after: created?.start ?? null,
    created_before: created?.end ?? null,
    withComments: filters.withComments || null,
    project: some(filters.projects),
    downloadName: some(filters.downloadName),
    uploadName: some(filters.uploadName),
  };
}
