import { Skeleton } from '@mantine/core';
import { formatReportDate } from '@switchboard/model/format';
import { Suspense } from 'react';
import { type DayRange, presetOf, utcToday } from '../../lib/dates.ts';
import { lazyComponent } from '../../lib/load-chunk.ts';
import { type ChipOpening, FilterChip } from './chip.tsx';

const RangePanel = lazyComponent(async () => (await import('./range-panel.tsx')).RangePanel);

type Props = ChipOpening & {
  readonly label: string;
  readonly value: DayRange | null;
  /** The last days that the calendar proposes without a value. */
  readonly proposedDays?: number | undefined;
  readonly onChange: (range: DayRange | null) => void;
};

function formatRange(range: DayRange, now: Date): string {
  const preset = presetOf(range, utcToday(now));
  if (preset !== null) return preset;
  const start = formatReportDate(range.start, { now });
  return range.start === range.end ? start : `${start} – ${formatReportDate(range.end, { now })}`;
}

/** A filter for a range of days in UTC. The calendar is loaded when it first opens. */
export function RangeChip({ label, value, proposedDays, onChange, ...opening }: Props) {
  const now = new Date();
  return (
    <FilterChip
      {...opening}
      label={label}
      value={value === null ? null : formatRange(value, now)}
      onClear={() => onChange(null)}
    >
      {(close) => (
        <Suspense fallback={<Skeleton height="var(--menu-height)" width="var(--picker-width)" />}>
          <RangePanel {...{ value, proposedDays, onChange, close }} today={utcToday(now)} />
        </Suspense>
      )}
    </FilterChip>
  );
}
