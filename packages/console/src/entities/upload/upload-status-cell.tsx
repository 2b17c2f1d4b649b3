import type { UploadRowFragment } from '../../api/generated/graphql.ts';
import { StatusCell } from '../transfer/status-cell.tsx';
import { describeUploadStatus } from './upload-status.ts';

/** The status of an upload. */
export function UploadStatusCell({ upload }: { readonly upload: UploadRowFragment }) {
  return <StatusCell transfer={upload} described={describeUploadStatus(upload.status)} />;
}
