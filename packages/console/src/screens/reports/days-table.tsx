import { abbreviateNumber, formatBytes, fullNumber } from '@switchboard/model/format';
import type { SourceDayFragment } from '../../api/generated/graphql.ts';
import { Row } from '../../ui/layout/layout.tsx';
import { StatusBadge } from '../../ui/status/status-badge.tsx';
import { Timestamp } from '../../ui/text/timestamp.tsx';
import { dayVerdicts } from './day-verdicts.ts';
import styles from './reports.module.css';

type Props = { readonly name: string; readonly days: readonly SourceDayFragment[] };

/** The last days of a source: rows, bytes and arrival beside what is usual on the weekday. */
export function DaysTable({ name, days }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a narrow window scrolls it sideways, also by keyboard
    <section className={styles['scroll']} aria-label={`Days of ${name}`} tabIndex={0}>
      <table className={`${styles['payload']} ${styles['days']}`} aria-label={`Volume and arrival of ${name}`}>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Rows</th>
            <th scope="col">Usual rows</th>
            <th scope="col">Bytes</th>
            <th scope="col">Arrived</th>
            <th scope="col">Usually by</th>
            <th scope="col">Assessment</th>
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.day}>
              <th scope="row">{day.day}</th>
              <Amount value={day.rows} text={abbreviateNumber} />
              <td>
                {day.rows_low === null || day.rows_high === null
                  ? '—'
                  : `${abbreviateNumber(Math.round(day.rows_low))} to ${abbreviateNumber(Math.round(day.rows_high))}`}
              </td>
              <Amount value={day.bytes} text={formatBytes} />
              <td>
                <Timestamp value={day.arrived} />
              </td>
              <td>
                <Timestamp value={day.expected_by} />
              </td>
              <td>
                <Row as="span" inline gap={1} wrap>
                  {dayVerdicts(day).map((verdict) => (
                    <StatusBadge key={verdict.label} {...verdict} />
                  ))}
                </Row>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Amount({ value, text }: { readonly value: number | null; readonly text: (value: number) => string }) {
  return value === null ? <td>—</td> : <td data-tip={fullNumber(value)}>{text(value)}</td>;
}
