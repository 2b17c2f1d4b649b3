import { LIMITS } from '@switchboard/model/limits';
import type { EventRowFragment, EventsQueryVariables } from '../../api/generated/graphql.ts';
import type { ListPageView } from '../../api/lists/use-list-page.ts';
import { SEVERITY_FILTER, SEVERITY_VALUES, severitiesOf } from '../../entities/event/severity.ts';

/** The filters and the drawer of /events, as its address holds them. */
export const EVENTS_VIEW: ListPageView<EventsQueryVariables, EventRowFragment> = {
  grid: 'events',
  pageSize: LIMITS.eventPageSize,
  drawer: { parameter: 'eventId' },
  filters: [
    { kind: 'search', parameter: 'search', variable: 'search', placeholder: 'Search messages' },
    {
      kind: 'choices',
      label: 'Status',
      parameter: 'severity',
      variable: 'severities',
      options: SEVERITY_FILTER,
      accepts: SEVERITY_VALUES,
      toVariable: severitiesOf,
      pinned: true,
    },
    {
      kind: 'days',
      label: 'Created',
      start: 'createDatetimeStart',
      end: 'createDatetimeEnd',
      after: 'created_after',
      before: 'created_before',
      pinned: true,
    },
    {
      kind: 'days',
      label: 'Report date',
      start: 'reportDatetimeStart',
      end: 'reportDatetimeEnd',
      after: 'report_datetime_after',
      before: 'report_datetime_before',
    },
    {
      kind: 'choices',
      label: 'Project',
      parameter: 'projects',
      variable: 'project',
      options: 'projects',
      pinned: true,
    },
    {
      kind: 'choices',
      label: 'Download',
      parameter: 'downloadName',
      variable: 'downloadName',
      options: 'download_names',
    },
    { kind: 'choices', label: 'Upload', parameter: 'uploadName', variable: 'uploadName', options: 'upload_names' },
    { kind: 'flag', label: 'With comments', parameter: 'withComments', variable: 'withComments' },
    { kind: 'link', label: 'Around event', parameter: 'around', variable: 'around' },
  ],
};
