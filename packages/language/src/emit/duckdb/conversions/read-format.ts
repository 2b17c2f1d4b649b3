import { formatPattern, ZONE_OFFSETS } from '@switchboard/model/values/date-format';
import { readDateFormat } from '../../../functions/date-format.ts';
import { bound } from '../bound.ts';
import { strftimeOf } from '../date-specifiers.ts';
import { text } from '../literals.ts';
import { BLANK, IN_CALENDAR } from './read-text.ts';

/** Zones by name become offsets, for DuckDB would read any name, and PST in July as daylight time. */
function withOffsets(value: string): string {
  // Longer names first: EST is part of CEST.
  const names = Object.keys(ZONE_OFFSETS).sort((one, other) => other.length - one.length);
  return names.reduce((sql, name) => `replace(${sql}, ${text(name)}, ${text(ZONE_OFFSETS[name] ?? '')})`, value);
}

/**
 * SQL that reads a text of a date format as columns with that format are read; null when it has another form. DuckDB's own
 * function reads fewer digits than the format has, and other zones.
 */
export function readFormat(value: string, format: string, type: 'DATE' | 'TIMESTAMP'): string {
  const { tokens } = readDateFormat(format);
  const isZoned = tokens.includes('Z') || tokens.includes('zzz');
  let matched = `regexp_extract(${value}, ${text(`^${BLANK}(${formatPattern(format)})${BLANK}$`)}, 1)`;
  if (tokens.includes('a')) matched = `regexp_replace(${matched}, '([AaPp])[.]?([Mm])[.]?', '\\1\\2')`;
  const parsed = `try_strptime(${isZoned ? withOffsets(matched) : matched}, ${text(strftimeOf(format).replaceAll('%Z', '%z'))})`;
  const moment = isZoned ? `timezone('UTC', ${parsed})` : parsed;
  const isDay = type === 'DATE' ? ' AND t = CAST(t AS DATE)' : '';
  return bound(moment, 't', `CASE WHEN ${IN_CALENDAR}${isDay} THEN CAST(t AS ${type}) END`);
}
