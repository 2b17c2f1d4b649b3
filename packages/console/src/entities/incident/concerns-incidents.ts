import type { Changes } from '../../api/live/live.ts';

/** Whether changes may begin, change or end an incident, or are acts of people on one. */
export const concernsIncidents = ({ downloads, uploads, incidents }: Changes): boolean =>
  downloads.length + uploads.length + incidents.length > 0;
