import { StatusBadge } from '../status/status-badge.tsx';
import styles from './calendar.module.css';
import { type DayStatuses, statusesWithin } from './day-status.ts';

const WORDS = {
  working: 'Working',
  completed: 'Completed',
  warning: 'Warning',
  error: 'Error',
  inactive: 'Inactive',
  skipped: 'Skipped',
} as const;

type Props = {
  readonly label: string;
  readonly statuses: DayStatuses;
  /** Begins the days or months that are listed. */
  readonly prefix: string;
};

/** Lists the days of a calendar in a table, with their statuses in words instead of colours. */
export function StatusList({ label, statuses, prefix }: Props) {
  const listed = statusesWithin(statuses, prefix);
  return (
    <details className={styles['list']}>
      <summary>Show {prefix} as a table</summary>
      <table aria-label={`${label} in ${prefix}`}>
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">Status</th>
            <th scope="col">Runs</th>
          </tr>
        </thead>
        <tbody>
          {listed.map(([day, { tone, text }]) => (
            <tr key={day}>
              <th scope="row">{day}</th>
              <td>
                <StatusBadge tone={tone} label={WORDS[tone]} />
              </td>
              <td>{text}</td>
            </tr>
          ))}
          {listed.length === 0 && (
            <tr>
              <td colSpan={3}>No runs</td>
            </tr>
          )}
        </tbody>
      </table>
    </details>
  );
}
