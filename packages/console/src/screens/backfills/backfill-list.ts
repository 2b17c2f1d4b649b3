import { BackfillsDocument } from '../../api/generated/documents/backfill.ts';
import { describeList } from '../../api/lists/list-description.ts';
import type { Changes } from '../../api/live/live.ts';
import { TWO_LINE_ROW_HEIGHT } from '../../ui/theme/metrics.ts';
import { isActive } from './backfill-status.ts';

/** The ids of what changes may belong to a backfill: its downloads and uploads, and the events that it makes. */
export const backfillChanges = ({ downloads, uploads, events }: Changes): readonly string[] => [
  ...[...downloads, ...uploads].filter(({ purpose }) => purpose === 'backfill').map(({ id }) => id),
  ...events.filter(({ code }) => code.startsWith('BACKFILL_')).map(({ id }) => id),
];

/** Whether changes may concern a backfill. */
export const concernsBackfills = (changes: Changes): boolean => backfillChanges(changes).length > 0;

export const BACKFILL_LIST = describeList('Backfills', BackfillsDocument, {
  noun: 'backfill',
  select: (data) => data.backfills,
  // A backfill has no changes of its own: those of its downloads, uploads and events stand for it.
  changedIds: backfillChanges,
  isRunning: (rows) => rows.some(isActive),
  rowName: ({ title }) => title,
  // A narrow window has the dates below the title.
  rowHeight: TWO_LINE_ROW_HEIGHT,
});
