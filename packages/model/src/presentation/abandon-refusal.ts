import { DOWNLOAD_ABORTABLE, UPLOAD_ABORTABLE } from '../status/status.ts';

const ABORTABLE: Readonly<Record<'download' | 'upload', readonly string[]>> = {
  download: DOWNLOAD_ABORTABLE,
  upload: UPLOAD_ABORTABLE,
};

/** Why a download or upload in this status cannot be abandoned; null when it can. */
export function abandonRefusal(noun: 'download' | 'upload', status: string): string | null {
  return ABORTABLE[noun].includes(status) ? null : `The ${noun} has already finished`;
}
