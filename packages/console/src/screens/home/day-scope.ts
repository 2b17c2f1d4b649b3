import type { ArtifactType } from '../../entities/health/health-paths.ts';

/** Selection by a day of the calendar. */
export type DayScope = {
  readonly type: ArtifactType;
  readonly name: string;
  /** As yyyy-MM-dd. */
  readonly day: string;
  /** Whether the day is that of the report; else that on which a run ended, or an event happened. */
  readonly hasReportDates: boolean;
};

const both = (day: string, [start, end]: readonly [string, string]) => ({ [start]: day, [end]: day });

/** The variables of the list of downloads that select those of the day. */
export const downloadScope = ({ name, day, hasReportDates }: DayScope) => ({
  bundleNames: [name],
  purpose: ['production'],
  ...both(
    day,
    hasReportDates ? ['report_datetime_after', 'report_datetime_before'] : ['downloaded_after', 'downloaded_before'],
  ),
});

/** The variables of the list of uploads that select those of the day. */
export const uploadScope = ({ name, day, hasReportDates }: DayScope) => ({
  names: [name],
  purpose: ['production'],
  ...both(
    day,
    hasReportDates ? ['report_datetime_after', 'report_datetime_before'] : ['uploaded_after', 'uploaded_before'],
  ),
});

/** The variables of the list of events that select those of the day. */
export const eventScope = ({ type, name, day, hasReportDates }: DayScope) => ({
  [type === 'download' ? 'downloadName' : 'uploadName']: [name],
  ...both(
    day,
    hasReportDates ? ['report_datetime_after', 'report_datetime_before'] : ['created_after', 'created_before'],
  ),
});

const escapeItem = (item: string): string => item.replaceAll('\\', '\\\\').replaceAll(',', '\\,');

/** The path below /app/{account}/ of the full list of what the day selects. */
export function listPath({ type, name, day, hasReportDates }: DayScope, shows: 'runs' | 'events'): string {
  const item = escapeItem(name);
  const query = (values: Readonly<Record<string, string>>): string => new URLSearchParams(values).toString();
  if (shows === 'events') {
    const days = both(
      day,
      hasReportDates ? ['reportDatetimeStart', 'reportDatetimeEnd'] : ['createDatetimeStart', 'createDatetimeEnd'],
    );
    return `events?${query({ [type === 'download' ? 'downloadName' : 'uploadName']: item, ...days })}`;
  }
  return type === 'download'
    ? `downloads/list?${query({ bundleNames: item, ...both(day, hasReportDates ? ['start', 'end'] : ['downloaded_start', 'downloaded_end']) })}`
    : `uploads/list?${query({ uploadName: item, ...both(day, hasReportDates ? ['start', 'end'] : ['uploaded_start', 'uploaded_end']) })}`;
}
