import type { Changes } from '../../api/live/live.ts';

/** Whether changes may change the health of a download or upload. */
export const concernsHealth = ({ downloads, uploads, changelists }: Changes): boolean =>
  downloads.length + uploads.length + changelists.length > 0;
