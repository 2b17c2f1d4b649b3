import { addDays } from '@switchboard/model/schedule/schedule';
import type { HealthDayFragment } from '../../api/generated/graphql.ts';
import { Row } from '../../ui/layout/layout.tsx';
import styles from './day-strip.module.css';
import { dayText } from './health-views.ts';

type Props = {
  /** Name of the object that the days are about. */
  readonly name: string;
  /** Oldest first. */
  readonly days: readonly HealthDayFragment[];
  /** The first day, yyyy-MM-dd. */
  readonly firstDate: string;
};

/** Marks of the days that are not clean, besides their colour. */
const MARKS: Readonly<Record<string, string>> = { failed: '×', issue: '!', warning: '!', retrying: '↻', missing: '–' };

/** The last days of a download or upload: a square for each. */
export function DayStrip({ name, days, firstDate }: Props) {
  const dated = days.map((day, index) => ({ ...day, date: addDays(firstDate, index) }));
  const label = dated.map((day) => `${day.date} ${dayText(day)}`).join(', ');
  return (
    <Row
      as="span"
      inline
      gap="half"
      role="img"
      aria-label={`Last 7 days of ${name}: ${label}`}
      className={styles['strip']}
    >
      {dated.map(({ date, status, running }) => (
        <Row
          as="span"
          align="center"
          justify="center"
          size="tiny"
          weight="strong"
          key={date}
          className={styles['day']}
          data-status={status ?? 'none'}
          data-running={running || undefined}
          data-tip={`${date}: ${dayText({ status, running })}`}
        >
          {MARKS[status ?? '']}
        </Row>
      ))}
    </Row>
  );
}
