import { DatePicker } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { useState } from 'react';
import { type DayRange, usableRange } from '../../lib/dates.ts';
import { Stack } from '../layout/layout.tsx';
import styles from './calendar.module.css';
import { CALENDAR_LABELS, NO_WEEKEND } from './calendar-labels.ts';
import { type DayStatuses, describeDay } from './day-status.ts';
import { StatusList } from './status-list.tsx';
import { StatusMark } from './status-mark.tsx';

type Props = {
  readonly label: string;
  readonly statuses: DayStatuses;
  /** The last day that can be chosen, as yyyy-MM-dd. */
  readonly today: string;
  readonly value: DayRange | null;
  /** Receives complete ranges only; a single day is chosen by clicking it twice. */
  readonly onChange: (range: DayRange) => void;
};

const monthOf = (day: string): string => day.slice(0, 'yyyy-MM'.length);

/** A calendar with the status of each day, to choose a range of days from. */
export function DayCalendar({ label, statuses, today, value, onChange }: Props) {
  const [draft, setDraft] = useState<[string | null, string | null]>([value?.start ?? null, value?.end ?? null]);
  const [shown, setShown] = useState(value?.end ?? today);
  return (
    <Stack gap={3} role="group" aria-label={label}>
      <DatePicker
        type="range"
        size="sm"
        hideOutsideDates
        allowSingleDateInRange
        ariaLabels={CALENDAR_LABELS}
        weekendDays={NO_WEEKEND}
        maxDate={today}
        date={shown}
        onDateChange={setShown}
        getDayAriaLabel={(day) => describeDay(statuses, day)}
        getDayProps={(day) => ({ 'data-tip': describeDay(statuses, day), className: styles['day'] ?? '' })}
        renderDay={(day) => <Content text={String(Number(day.slice(-2)))} status={statuses.get(day)} />}
        value={draft}
        onChange={(next) => {
          setDraft(next);
          const range = usableRange(next[0], next[1], today);
          if (range !== null) onChange(range);
        }}
      />
      <StatusList label={label} statuses={statuses} prefix={monthOf(shown)} />
    </Stack>
  );
}

type ContentProps = { readonly text: string; readonly status: ReturnType<DayStatuses['get']> };

function Content({ text, status }: ContentProps) {
  return (
    <Stack as="span" gap="half" align="center" className={styles['content']}>
      {text}
      {status !== undefined && <StatusMark tone={status.tone} />}
    </Stack>
  );
}
