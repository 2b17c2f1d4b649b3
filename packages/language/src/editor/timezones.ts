import { DEFAULT_TIMEZONE } from '@switchboard/model/schedule/schedule';

let known: readonly string[] | null = null;

/** Names of timezones, the usual ones first. */
export function timezones(): readonly string[] {
  known ??= [...new Set(['UTC', DEFAULT_TIMEZONE, ...Intl.supportedValuesOf('timeZone')])];
  return known;
}
