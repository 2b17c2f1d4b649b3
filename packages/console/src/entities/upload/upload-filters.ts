import type { UploadsQueryVariables } from '../../api/generated/graphql.ts';
import { CAUSE_FILTER, PURPOSE_FILTER, transferFilters } from '../transfer/transfer-filters.ts';
import { UPLOAD_STATUS_OPTIONS } from './upload-status.ts';

/** The filters of uploads. */
export const UPLOAD_FILTERS = transferFilters<UploadsQueryVariables>(UPLOAD_STATUS_OPTIONS, [
  {
    kind: 'choices',
    label: 'Project',
    parameter: 'project',
    variable: 'projects',
    options: 'projects',
    pinned: true,
  },
  {
    kind: 'choices',
    label: 'Name',
    parameter: 'uploadName',
    variable: 'names',
    options: 'upload_names',
    pinned: true,
  },
  {
    kind: 'choices',
    label: 'Destination',
    parameter: 'destination',
    variable: 'destination',
    options: 'destinations',
  },
  PURPOSE_FILTER,
  CAUSE_FILTER,
  {
    kind: 'days',
    label: 'Uploaded',
    start: 'uploaded_start',
    end: 'uploaded_end',
    after: 'uploaded_after',
    before: 'uploaded_before',
  },
  { kind: 'link', label: 'Export project', parameter: 'project_id', variable: 'projects', isList: true },
]);
