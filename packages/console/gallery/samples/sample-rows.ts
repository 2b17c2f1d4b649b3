import type { StatusTone } from '@switchboard/model/status/status';

/** A row of the gallery's tables, with about as much text as a download. */
export type SampleRow = {
  readonly id: string;
  readonly name: string;
  readonly project: string;
  readonly purpose: string;
  readonly started: string;
  readonly description: string;
  readonly tone: StatusTone;
  readonly status: string;
  readonly text: string;
};

const NAMES = ['adsense_daily', 'marketplace_sales', 'orders', 'clicks_by_campaign', 'inventory_snapshot'];
const PROJECTS = ['ads', 'video', 'commerce'];
const STATES: readonly Pick<SampleRow, 'tone' | 'status' | 'text'>[] = [
  { tone: 'completed', status: 'Completed', text: '1,893,204 rows' },
  { tone: 'completed', status: 'Completed', text: '41,201 rows' },
  { tone: 'working', status: 'Downloading', text: '62% · 1.2M of 1.9M rows' },
  { tone: 'warning', status: 'Retrying', text: '2/4 · in 40 s' },
  { tone: 'error', status: 'Failed', text: 'The source answered 503: Service Unavailable.' },
  { tone: 'skipped', status: 'Skipped', text: 'No new files' },
  { tone: 'inactive', status: 'Cancelled', text: '' },
];
const FIRST = Date.parse('2026-11-21T05:00:00Z');
const HOUR = 3_600_000;

const at = <T>(list: readonly [T, ...T[]] | readonly T[], index: number): T => list[index % list.length] as T;

/** As many rows as wanted, the same ones each time. */
export function sampleRows(count: number): readonly SampleRow[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `row-${index}`,
    name: `${at(NAMES, index)}_${index}`,
    project: at(PROJECTS, index),
    purpose: index % 9 === 0 ? 'Test' : 'Published',
    started: new Date(FIRST - index * HOUR).toISOString(),
    description: `${at(NAMES, index + 1)}-${index}.csv.gz`,
    ...at(STATES, index),
  }));
}
