import type { Source } from '@switchboard/model/plan';
import { isLoadedAlike } from '../../pipeline/state/plan-queries.ts';

/** Parameters that decide when a download runs, and nothing of its rows. */
const SCHEDULE_PARAMETERS: readonly string[] = [
  'period_hours',
  'hour_of_day',
  'delay_hours',
  'day_of_week',
  'day_of_month',
  'timezone',
  'repull_days',
  'lookback_days',
];

const unscheduled = (source: Source): Source => ({
  ...source,
  parameters: Object.fromEntries(
    Object.entries(source.parameters).filter(([name]) => !SCHEDULE_PARAMETERS.includes(name)),
  ),
});

/** Whether two declarations of a download make the same tables of the same files, whenever they run. */
export const makesSameRows = (one: Source | undefined, other: Source): boolean =>
  one !== undefined && isLoadedAlike(unscheduled(one), unscheduled(other));
