import type { DownloadsQueryVariables } from '../../api/generated/graphql.ts';
import { CAUSE_FILTER, PURPOSE_FILTER, transferFilters } from '../transfer/transfer-filters.ts';
import { DOWNLOAD_STATUS_OPTIONS } from './download-status.ts';

/** The filters of downloads. */
export const DOWNLOAD_FILTERS = transferFilters<DownloadsQueryVariables>(DOWNLOAD_STATUS_OPTIONS, [
  {
    kind: 'choices',
    label: 'Project',
    parameter: 'projects',
    variable: 'projects',
    options: 'projects',
    pinned: true,
  },
  {
    kind: 'choices',
    label: 'Name',
    parameter: 'downloadNames',
    variable: 'names',
    options: 'download_names',
    pinned: true,
  },
  { kind: 'choices', label: 'Bundle', parameter: 'bundleNames', variable: 'bundleNames', options: 'bundle_names' },
  PURPOSE_FILTER,
  CAUSE_FILTER,
  {
    kind: 'days',
    label: 'Downloaded',
    start: 'downloaded_start',
    end: 'downloaded_end',
    after: 'downloaded_after',
    before: 'downloaded_before',
  },
  { kind: 'link', label: 'Import', parameter: 'import_name', variable: 'import_name' },
]);
