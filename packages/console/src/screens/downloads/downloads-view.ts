import type { DownloadRowFragment, DownloadsQueryVariables } from '../../api/generated/graphql.ts';
import { DOWNLOAD_FILTERS } from '../../entities/download/download-filters.ts';
import { transferView } from '../../entities/transfer/transfer-filters.ts';
import { choice } from '../../lib/address/url-state.ts';

/** The page has one tab, which a link may name. */
const TAB = 'downloads-list-tab';

/** The query parameters of /downloads/list: its filters and its open drawer. */
export const DOWNLOADS_VIEW = transferView<DownloadsQueryVariables, DownloadRowFragment>('downloads', {
  drawer: { parameter: 'downloadBundleId' },
  further: { currentTab: choice([TAB], TAB) },
  filters: DOWNLOAD_FILTERS,
});
