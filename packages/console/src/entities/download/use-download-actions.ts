import type { DownloadRowFragment } from '../../api/generated/graphql.ts';
import { type RowActionOptions, type RowActions, useRowActions } from '../transfer/use-row-actions.tsx';
import { DOWNLOAD_KIND } from './download-kind.ts';

/** The entries of a download's row menu. */
export function useDownloadActions(options: RowActionOptions<DownloadRowFragment>): RowActions<DownloadRowFragment> {
  return useRowActions(DOWNLOAD_KIND, options);
}
