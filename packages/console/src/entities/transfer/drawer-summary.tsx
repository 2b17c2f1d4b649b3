import type { DownloadRowFragment, UploadRowFragment } from '../../api/generated/graphql.ts';
import { Copyable } from '../../ui/text/copyable.tsx';
import text from '../../ui/text/text.module.css';
import { purposeLabel, ReportDate } from './cells.tsx';
import styles from './drawer-summary.module.css';
import { DownloadStatusCell, UploadStatusCell } from './transfer-status.tsx';

function Identifier({ id }: { readonly id: string }) {
  return (
    <Copyable text={id} what="id">
      <span className={text['mono']}>{id}</span>
    </Copyable>
  );
}

/** What the drawer's download is, above its uploads. */
export function DownloadSummary({ download }: { readonly download: DownloadRowFragment }) {
  return (
    <dl className={styles['summary']}>
      <dt>Status</dt>
      <dd>
        <DownloadStatusCell download={download} />
      </dd>
      <dt>Report Date</dt>
      <dd>
        <ReportDate value={download.report_datetime} /> · {purposeLabel(download.purpose)} · {download.project}
      </dd>
      {download.description !== '' && (
        <>
          <dt>Description</dt>
          <dd>{download.description}</dd>
        </>
      )}
      {download.message !== null && (
        <>
          <dt>Message</dt>
          <dd>{download.message}</dd>
        </>
      )}
      <dt>Id</dt>
      <dd>
        <Identifier id={download.id} />
      </dd>
    </dl>
  );
}

/** What the drawer's upload is, above its downloads. */
export function UploadSummary({ upload }: { readonly upload: UploadRowFragment }) {
  return (
    <dl className={styles['summary']}>
      <dt>Status</dt>
      <dd>
        <UploadStatusCell upload={upload} />
      </dd>
      <dt>Report Date</dt>
      <dd>
        <ReportDate value={upload.report_datetime} /> · {purposeLabel(upload.purpose)} · {upload.project}
      </dd>
      <dt>Destination</dt>
      <dd className={text['mono']}>{upload.destination}</dd>
      {upload.message !== null && (
        <>
          <dt>Message</dt>
          <dd>{upload.message}</dd>
        </>
      )}
      <dt>Id</dt>
      <dd>
        <Identifier id={upload.id} />
      </dd>
    </dl>
  );
}
