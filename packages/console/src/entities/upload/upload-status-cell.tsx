import type { UploadRowFragment } from '../../api/generated/graphql.ts';
import { StatusCell } from '../transfer/status/status-cell.tsx';
import { UPLOAD_KIND } from '../transfer/transfer-kind.ts';
import { missText } from './forecast-text.ts';
import { describeUploadStatus } from './upload-status.ts';

/** The cell of a list with the status of an upload, and a hint when it is expected to miss its deadline. */
export function UploadStatusCell({ upload }: { readonly upload: UploadRowFragment }) {
  const hint = upload.late_since === null ? missText(upload) : null;
  return (
    <StatusCell transfer={upload} described={describeUploadStatus(upload.status)} hint={hint} kind={UPLOAD_KIND} />
  );
}
