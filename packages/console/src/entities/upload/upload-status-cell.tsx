import type { UploadRowFragment } from '../../api/generated/graphql.ts';
import { StatusCell } from '../transfer/status/status-cell.tsx';
import { UPLOAD_KIND } from './upload-kind.ts';
import { describeUploadStatus } from './upload-status.ts';

/** The status of an upload. */
export function UploadStatusCell({ upload }: { readonly upload: UploadRowFragment }) {
  return <StatusCell transfer={upload} described={describeUploadStatus(upload.status)} kind={UPLOAD_KIND} />;
}
