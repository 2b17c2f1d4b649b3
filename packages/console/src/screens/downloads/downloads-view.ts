import type { DownloadRowFragment, DownloadsQueryVariables } from '../../api/generated/graphql.ts';
import { DOWNLOAD_STATUS_OPTIONS } from '../../entities/download/download-status.ts';
import { CAUSE_FILTER, PURPOSE_FILTER, transferView } from '../../entities/transfer/transfer-filters.ts';
import { choice } from '../../lib/url-state.ts';

/** The page has one tab, which a link may name. */
const TAB = 'downloads-list-tab';

/** The filters and the drawer of /downloads/list, as its address holds them. */
export const DOWNLOADS_VIEW = transferView<DownloadsQueryVariables, DownloadRowFragment>('downloads', {
  drawer: { parameter: 'downloadBundleId' },
  statuses: DOWNLOAD_STATUS_OPTIONS,
  further: { currentTab: choice([TAB], TAB) },
  filters: [
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
  ],
});
