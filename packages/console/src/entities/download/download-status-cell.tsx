import type { DownloadRowFragment } from '../../api/generated/graphql.ts';
import { StatusCell } from '../transfer/status-cell.tsx';
import { dirtyStatusOf, dirtyText, newDirtyText } from './dirty-rows.ts';
import { describeDownloadStatus } from './download-status.ts';
import styles from './download-status-cell.module.css';

/** The status of a download, with its dirty rows in lines of their own. */
export function DownloadStatusCell({ download }: { readonly download: DownloadRowFragment }) {
  const dirty = dirtyStatusOf(download);
  const counts = dirty === 'none' ? [] : [dirtyText(download), newDirtyText(download)];
  return (
    <StatusCell transfer={download} described={describeDownloadStatus(download)}>
      {counts.map(
        (count) =>
          count !== null && (
            <span key={count} className={styles['dirty']} data-all={dirty === 'all' || undefined}>
              {count}
            </span>
          ),
      )}
    </StatusCell>
  );
}
