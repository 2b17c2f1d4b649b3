import { DatePicker } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { Stack } from '../layout/layout.tsx';
import styles from './calendar.module.css';
import { CALENDAR_LABELS, NO_WEEKEND } from './calendar-labels.ts';
import { type DayStatuses, describeDay } from './day-status.ts';
import { StatusList } from './status-list.tsx';
import { StatusMark } from './status-mark.tsx';

type Props = {
  readonly label: string;
  readonly statuses: DayStatuses;
  /** The first day, which begins the former month, and the last day that can be chosen, as yyyy-MM-dd. */
  readonly first: string;
  readonly today: string;
  readonly value: string;
  readonly onChange: (day: string) => void;
};

const MONTHS = 2;
const monthOf = (day: string): string => day.slice(0, 'yyyy-MM'.length);

/** The previous and the current month with the status of each day, to choose a day from. */
export function TwoMonthCalendar({ label, statuses, first, today, value, onChange }: Props) {
  return (
    <Stack gap={3} role="group" aria-label={label}>
      <DatePicker
        size="sm"
        numberOfColumns={MONTHS}
        classNames={{ levelsGroup: styles['months'] ?? '' }}
        hideOutsideDates
        maxLevel="month"
        ariaLabels={CALENDAR_LABELS}
        weekendDays={NO_WEEKEND}
        minDate={first}
        maxDate={today}
        date={first}
        getDayAriaLabel={(day) => describeDay(statuses, day)}
        getDayProps={(day) => ({ 'data-tip': describeDay(statuses, day), className: styles['day'] ?? '' })}
        renderDay={(day) => {
          const status = statuses.get(day);
          return (
            <Stack as="span" gap="half" align="center" className={styles['content']}>
              {Number(day.slice(-2))}
              {status !== undefined && <StatusMark tone={status.tone} />}
            </Stack>
          );
        }}
        value={value}
        onChange={(day) => {
          if (day !== null) onChange(day);
        }}
      />
      {[monthOf(first), monthOf(today)].map((month) => (
        <StatusList key={month} label={label} statuses={statuses} prefix={month} />
      ))}
    </Stack>
  );
}
