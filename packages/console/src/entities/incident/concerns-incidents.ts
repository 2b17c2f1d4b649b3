import type { Changes } from '../../api/live/live.ts';

/** Whether changes may begin, change or end an incident. */
export const concernsIncidents = ({ downloads, uploads }: Changes): boolean => downloads.length + uploads.length > 0;
