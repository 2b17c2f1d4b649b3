import type { Changes } from '../../api/live/live.ts';

/** The severities of events that suspend no key. */
const ROUTINE = new Set(['debug', 'info']);

/** Whether changes may suspend or unsuspend a key: a failure suspends it, and an event of its own says that it is unsuspended. */
export const concernsKeys = ({ events }: Pick<Changes, 'events'>): boolean =>
  events.some(({ severity, code }) => !ROUTINE.has(severity) || code.startsWith('KEY_'));
