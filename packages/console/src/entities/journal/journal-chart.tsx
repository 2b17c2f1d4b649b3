import { dayTone, hasOnlyNullDate } from '@switchboard/model/presentation/journal-chart';
import { Link } from 'react-router';
import { type DayBar, DayBars } from '../../ui/charts/day-bars.tsx';
import { Row, Text } from '../../ui/layout/layout.tsx';
import { StatusBadge } from '../../ui/status/status-badge.tsx';
import styles from './journal.module.css';
import { type JournalDay, journalDayText, journalText, summarizeJournal } from './journal-day.ts';
import type { JournalRow } from './journal-kind.ts';

type Props = {
  readonly row: JournalRow;
  readonly days: readonly string[];
  /** Replaces the chart when no run has a date. */
  readonly undatedText: string;
  /** Where the declaration's name leads. */
  readonly listPath: string;
  /** Where the bar of a day leads. */
  readonly dayPath: (date: string) => string;
};

/** The runs of one declaration, a bar for each day. */
export function JournalChart({ row, days, undatedText, listPath, dayPath }: Props) {
  const summary = summarizeJournal(row.journal);
  return (
    <>
      <div className={styles['about']}>
        <Text as={Link} tone="text" weight="medium" underline="hover" to={listPath} truncate data-tip={row.name}>
          {row.name}
        </Text>
        <Text truncate>{row.project}</Text>
        <Row as="span" gap={[1, 2]} align="center" wrap size="small" tabular>
          {row.status === 'suspended' && <StatusBadge tone="error" label="Suspended" />}
          {row.status === 'paused' && <StatusBadge tone="inactive" label="Paused" />}
          {summary.failedDays.length > 0 && (
            <StatusBadge
              tone="error"
              label={`${summary.failedDays.length} failed`}
              tip={summary.failedDays.join(', ')}
            />
          )}
          <span>{summary.rows}</span>
        </Row>
      </div>
      <div className={styles['plot']}>
        {hasOnlyNullDate(row.journal) ? (
          <p className={styles['note']}>{undatedText}</p>
        ) : (
          <DayBars label={journalText(row.name, days, summary)} bars={barsOf(row.journal, days, dayPath)} />
        )}
      </div>
    </>
  );
}

function barsOf(journal: readonly JournalDay[], days: readonly string[], dayPath: Props['dayPath']): DayBar[] {
  const byDate = new Map(journal.map((day) => [day.date, day]));
  const highest = Math.max(1, ...journal.filter((day) => day.date !== null).map((day) => day.total_rows));
  return days.map((date) => {
    const day = byDate.get(date);
    return {
      day: date,
      tone: day === undefined ? null : dayTone(day),
      share: (day?.total_rows ?? 0) / highest,
      text: journalDayText(date, day),
      to: dayPath(date),
    };
  });
}
