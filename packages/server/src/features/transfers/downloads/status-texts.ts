import { formatDateTime } from '@switchboard/model/format';
import type { PlanValue } from '@switchboard/model/plan';
import type { DownloadRow } from './queries.ts';
import type { ProbeTimes } from './queries-probes.ts';

type Map = { readonly [name: string]: PlanValue };

export const REPORT_REQUESTED =
  'Report is being created at provider. Check back later for an estimated download start time.';
const CHECKING = 'Checking for new files';

/** The Description of a download: names of its files, or why it has none yet. */
export function describeDownload(
  row: Pick<DownloadRow, 'status' | 'description' | 'handle' | 'filenames' | 'file_count'>,
): string {
  if (row.status === 'requested') return REPORT_REQUESTED;
  if (row.filenames.length > 0) {
    const others = row.file_count - row.filenames.length;
    const names = others > 0 ? `${row.filenames.join(', ')} and ${others} more` : row.filenames.join(', ');
    const [start, end] = [textOf(row.handle, 'start_time'), textOf(row.handle, 'end_time')];
    return start === null || end === null ? names : `${names} (${start} to ${end})`;
  }
  const named = textOf(row.handle, 'filename') ?? textOf(row.handle, 'handle') ?? row.description;
  if (named !== '') return named;
  return row.status === 'queued' ? CHECKING : '';
}

/** Why a download has no data yet: a short text and its explanation. */
export type WaitingText = { readonly text: string; readonly tooltip: string };

/**
 * The text of a download that waits for its source; null for others.
 * @param now epoch milliseconds; times are shown in UTC
 */
export function waitingText(
  row: Parameters<typeof describeDownload>[0],
  probes: ProbeTimes | null,
  now: number,
): WaitingText | null {
  if (row.status === 'requested') return { text: 'Subscribing', tooltip: REPORT_REQUESTED };
  if (row.status !== 'queued' || describeDownload(row) !== CHECKING) return null;
  const shown = (time: Date): string =>
    `${formatDateTime(time.toISOString(), { now: new Date(now), timezone: 'UTC' })} UTC`;
  const { last_probe: last, next_probe: next } = probes ?? { last_probe: null, next_probe: null };
  const known = next !== null && next.getTime() > now;
  const tooltip = [
    last === null ? 'Source has not been probed yet.' : `Last probe: ${shown(last)}.`,
    known ? `Next probe: ${shown(next)}.` : 'Next probe will be scheduled shortly.',
  ];
  return { text: CHECKING, tooltip: tooltip.join(' ') };
}

function textOf(map: Map, name: string): string | null {
  const value = map[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** The report of a download, as its source identified it. Dates are yyyy-MM-dd. */
export type Handle = {
  readonly url: string | null;
  readonly filename: string | null;
  readonly handle: string;
  readonly report_date: string | null;
  readonly start_date: string | null;
  readonly end_date: string | null;
  readonly report_time: string | null;
  readonly start_time: string | null;
  readonly end_time: string | null;
};

/**
 * Reads the handle of a download. Parts that the source does not state are derived from the files, the report date and
 * the source's name.
 */
export function readHandle(row: Pick<DownloadRow, 'handle' | 'filenames' | 'report_date' | 'source'>): Handle {
  const stated = (name: string): string | null => textOf(row.handle, name);
  const filename = stated('filename') ?? row.filenames[0] ?? null;
  return {
    url: stated('url'),
    filename,
    handle: stated('handle') ?? filename ?? row.source,
    report_date: stated('report_date') ?? row.report_date,
    start_date: stated('start_date') ?? row.report_date,
    end_date: stated('end_date') ?? row.report_date,
    report_time: stated('report_time'),
    start_time: stated('start_time'),
    end_time: stated('end_time'),
  };
}

export type Work = { readonly rows: number | null; readonly bytes: number | null; readonly reports: number | null };

/** The stored progress, as completed and estimated work. Invalid and negative numbers are unknown. */
export function readProgress(stored: Map): { readonly completed: Work; readonly estimated: Work } {
  return {
    completed: { rows: amount(stored['rows']), bytes: amount(stored['bytes']), reports: amount(stored['reports']) },
    estimated: {
      rows: amount(stored['estimatedRows']),
      bytes: amount(stored['estimatedBytes']),
      reports: amount(stored['estimatedReports']),
    },
  };
}

function amount(value: PlanValue | undefined): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
}
