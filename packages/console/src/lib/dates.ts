export {
  DAY_PRESETS,
  type DayRange,
  presetOf,
  presetRange,
  usableRange,
} from '@switchboard/model/presentation/day-range';

/** The current day in UTC. */
export function utcToday(now: Date): string {
  return now.toISOString().slice(0, 10);
}
