import type { UploadRowFragment } from '../../api/generated/graphql.ts';
import { StatusCell } from '../transfer/status/status-cell.tsx';
import { missText } from './forecast-text.ts';
import { UPLOAD_KIND } from './upload-kind.ts';
import { describeUploadStatus } from './upload-status.ts';

/** The status of an upload. */
export function UploadStatusCell({ upload }: { readonly upload: UploadRowFragment }) {
  const hint = upload.late_since === null ? missText(upload) : null;
  return (
    <StatusCell transfer={upload} described={describeUploadStatus(upload.status)} hint={hint} kind={UPLOAD_KIND} />
  );
}
