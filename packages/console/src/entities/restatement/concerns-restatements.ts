import type { Changes } from '../../api/live/live.ts';

const CODES: ReadonlySet<string> = new Set(['DATE_RESTATED', 'HELD_BY_FREEZE', 'DATES_FROZEN', 'DATES_UNFROZEN']);

/** Whether a message is about changed results, frozen dates, or uploads that may have delivered a changed result. */
export const concernsRestatements = ({ events, uploads }: Changes): boolean =>
  uploads.length > 0 || events.some(({ code }) => CODES.has(code));
