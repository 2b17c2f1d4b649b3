import type { DayStatus, DayStatuses } from '../../src/ui/calendar/day-status.ts';
import type { TreeChoice } from '../../src/ui/pickers/tree-choice.ts';

export const TODAY = '2026-11-21';
const DAY = 86_400_000;
const KINDS: readonly DayStatus[] = [
  { tone: 'completed', text: '2 completed' },
  { tone: 'completed', text: '1 completed' },
  { tone: 'error', text: '1 failed, 1 completed' },
  { tone: 'working', text: '1 running' },
  { tone: 'warning', text: '1 completed, 12 dirty rows' },
  { tone: 'skipped', text: '1 skipped' },
];

const kindOf = (index: number): DayStatus => KINDS[index % KINDS.length] ?? { tone: 'inactive', text: 'no runs' };

/** Sixty days up to today, with gaps. */
export const SAMPLE_DAYS: DayStatuses = new Map(
  Array.from({ length: 60 }, (_, index) => index)
    .filter((index) => index % 7 !== 5)
    .map((index) => [new Date(Date.parse(TODAY) - index * DAY).toISOString().slice(0, 10), kindOf(index)]),
);

export const SAMPLE_MONTHS: DayStatuses = new Map(
  Array.from({ length: 8 }, (_, index) => [`2026-${String(index + 3).padStart(2, '0')}`, kindOf(index)]),
);

export const SAMPLE_TREE: readonly TreeChoice[] = ['ads', 'video', 'commerce'].map((project) => ({
  value: project,
  label: project,
  children: ['orders', 'clicks_by_campaign', 'inventory_snapshot'].map((name) => ({
    value: `${project}/${name}`,
    label: name,
  })),
}));
