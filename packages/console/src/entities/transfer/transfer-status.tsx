import type { DownloadRowFragment, UploadRowFragment } from '../../api/generated/graphql.ts';
import { useNow } from '../../lib/use-now.ts';
import { Meter } from '../../ui/status/meter.tsx';
import { StatusBadge } from '../../ui/status/status-badge.tsx';
import { dirtyStatusOf, dirtyText, newDirtyText } from '../download/dirty-rows.ts';
import { downloadStatusView, type TransferStatusView, uploadStatusView } from './status-view.ts';
import styles from './transfer-status.module.css';

const TICK = 1000;
const RARELY = 3_600_000;

/** A countdown in the cell needs the time each second; nothing else does. */
const tickOf = (transfer: { readonly next_try: string | null }): number => (transfer.next_try === null ? RARELY : TICK);

function StatusLine({ view, tip }: { readonly view: TransferStatusView; readonly tip?: string | undefined }) {
  return (
    <>
      <span className={styles['line']}>
        <StatusBadge tone={view.tone} label={view.label} icon={view.icon} />
        {view.text !== null && (
          <span className={styles['text']} data-tip={tip ?? view.text}>
            {view.text}
          </span>
        )}
      </span>
      {view.percent !== null && <Meter percent={view.percent} label={`${view.label}: ${view.text ?? ''}`} />}
    </>
  );
}

/** The status of a download with what belongs to it: progress, rows, the dirty ones in lines of their own. */
export function DownloadStatusCell({ download }: { readonly download: DownloadRowFragment }) {
  const view = downloadStatusView(download, useNow(tickOf(download)));
  const dirty = dirtyStatusOf(download);
  const counts = dirty === 'none' ? [] : [dirtyText(download), newDirtyText(download)];
  return (
    <div className={styles['stack']}>
      <StatusLine view={view} tip={download.message ?? undefined} />
      {counts.map(
        (count) =>
          count !== null && (
            <span key={count} className={styles['dirty']} data-all={dirty === 'all' || undefined}>
              {count}
            </span>
          ),
      )}
    </div>
  );
}

export function UploadStatusCell({ upload }: { readonly upload: UploadRowFragment }) {
  const view = uploadStatusView(upload, useNow(tickOf(upload)));
  return (
    <div className={styles['stack']}>
      <StatusLine view={view} tip={upload.message ?? undefined} />
    </div>
  );
}
