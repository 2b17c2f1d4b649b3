import { MonthPicker } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { MONTH_NAMES } from '@switchboard/model/format';
import { useState } from 'react';
import { Stack } from '../layout/layout.tsx';
import styles from './calendar.module.css';
import { CALENDAR_LABELS } from './calendar-labels.ts';
import { type DayStatuses, describeDay } from './day-status.ts';
import { StatusList } from './status-list.tsx';
import { StatusMark } from './status-mark.tsx';

type Props = {
  readonly label: string;
  /** By month, as yyyy-MM. */
  readonly statuses: DayStatuses;
  readonly today: string;
  /** As yyyy-MM. */
  readonly value: string | null;
  readonly onChange: (month: string) => void;
};

const monthOf = (day: string): string => day.slice(0, 'yyyy-MM'.length);

/** A calendar with the status of each month of a year, to choose a month from. */
export function MonthCalendar({ label, statuses, today, value, onChange }: Props) {
  const [shown, setShown] = useState(value === null ? today : `${value}-01`);
  return (
    <Stack gap={3} role="group" aria-label={label}>
      <MonthPicker
        size="sm"
        ariaLabels={CALENDAR_LABELS}
        maxDate={today}
        date={shown}
        onDateChange={setShown}
        getMonthControlProps={(day) => ({
          'aria-label': describeDay(statuses, monthOf(day)),
          'data-tip': describeDay(statuses, monthOf(day)),
          className: styles['day'] ?? '',
          children: <Content month={monthOf(day)} statuses={statuses} />,
        })}
        value={value === null ? null : `${value}-01`}
        onChange={(next) => {
          if (next !== null) onChange(monthOf(next));
        }}
      />
      <StatusList label={label} statuses={statuses} prefix={shown.slice(0, 'yyyy'.length)} />
    </Stack>
  );
}

function Content({ month, statuses }: { readonly month: string; readonly statuses: DayStatuses }) {
  const status = statuses.get(month);
  return (
    <Stack as="span" gap="half" align="center" className={styles['content']}>
      {MONTH_NAMES[Number(month.slice(-2)) - 1]}
      {status !== undefined && <StatusMark tone={status.tone} />}
    </Stack>
  );
}
