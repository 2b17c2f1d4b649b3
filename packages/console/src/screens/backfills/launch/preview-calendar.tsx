import { Skeleton } from '@mantine/core';
import type { DateRange } from '@switchboard/model/backfill';
import { fullNumber, MONTH_NAMES } from '@switchboard/model/format';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { Row, Stack, Text } from '../../../ui/layout/layout.tsx';
import styles from './launch.module.css';
import {
  type DayOutcome,
  daysOf,
  describeDay,
  hasRuns,
  minutesText,
  OUTCOME_LABELS,
  outcomeOf,
  outcomesOf,
  type Preview,
  type PreviewDay,
  rowsText,
  weeksOf,
} from './preview-days.ts';

type Props = {
  /** Null while it loads, and when there is none. */
  readonly preview: Preview | null;
  readonly isLoading: boolean;
  readonly range: DateRange;
};

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const OUTCOMES: readonly DayOutcome[] = ['create', 'delivered', 'skip', 'conflict'];

/** Labels that fit into a day; its tooltip has the whole words. */
const SHORT_LABELS: Readonly<Record<DayOutcome, string>> = {
  create: 'create',
  delivered: 'good',
  skip: 'skip',
  conflict: 'conflict',
};

/** Exactly what the backfill would do, day by day. */
export function PreviewCalendar({ preview, isLoading, range }: Props) {
  if (preview === null && isLoading)
    return <Skeleton height="var(--menu-height)" role="status" aria-label="Loading the preview" />;
  if (preview === null)
    return (
      <Text as="p" minWidth="menu-width" flex={1} tone="dim">
        The preview could not be loaded.
      </Text>
    );
  const { counts, warnings, without_history: undated, expected, without_runs: unknown } = preview;
  const days = new Map(daysOf(preview).map((day) => [day.date, day]));
  return (
    <Stack as="section" gap={3} aria-label="Preview">
      {warnings.map((warning) => (
        <Banner key={warning} tone="warning" title="">
          {warning}
        </Banner>
      ))}
      {undated.length > 0 && (
        <Banner tone="info" title="">
          Without history, so that the newest data is used for every date: {undated.join(', ')}
        </Banner>
      )}
      <Text as="p" weight="medium">
        {count(counts.pipelines, 'run')}, {count(counts.downloads, 'download')}, {count(counts.create, 'upload')}
      </Text>
      <p className={styles['expected']}>
        Expected by earlier runs: {rowsText(expected, fullNumber)}, {minutesText(expected)}
        {expected.minutes !== null && ' if run one at a time'}.
        {unknown.length > 0 && ` Without earlier runs: ${named(unknown)}.`}
      </p>
      <Row as="ul" gap={[1, 4]} wrap size="small" className={styles['legend']} aria-label="Uploads by outcome">
        {OUTCOMES.map((outcome) => {
          const amount = outcome === 'create' ? counts.create - counts.delivered : counts[outcome];
          return (
            <li key={outcome} data-outcome={outcome} data-none={amount === 0 || undefined}>
              <span className={styles['swatch']} aria-hidden="true" />
              {OUTCOME_LABELS[outcome]} {fullNumber(amount)}
            </li>
          );
        })}
      </Row>
      <table className={styles['calendar']} aria-label="Report dates">
        <thead>
          <tr>
            {WEEKDAYS.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(range).map((week, index) => (
            <tr key={week[0]}>
              {week.map((date, place) => (
                <DayCell key={date} date={date} day={days.get(date)} isFirst={index === 0 && place === 0} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Stack>
  );
}

const count = (amount: number, noun: string): string => `${fullNumber(amount)} ${noun}${amount === 1 ? '' : 's'}`;

const NAMED = 5;

/** "a, b and 3 more" */
function named(names: readonly string[]): string {
  const more = names.length - NAMED;
  return `${names.slice(0, NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

type CellProps = { readonly date: string; readonly day: PreviewDay | undefined; readonly isFirst: boolean };

function DayCell({ date, day, isFirst }: CellProps) {
  const number = Number(date.slice(8));
  const month = (MONTH_NAMES[Number(date.slice(5, 7)) - 1] ?? '').slice(0, 3);
  const name = isFirst || number === 1 ? `${month} ${number}` : String(number);
  if (day === undefined)
    return (
      <Text as="td" tone="faint">
        <Text size="small" weight="medium" truncate>
          {name}
        </Text>
      </Text>
    );
  return (
    <td data-outcome={outcomeOf(day)} data-tip={`${date}: ${describeDay(day)}`}>
      <Text size="small" weight="medium" truncate>
        <time dateTime={date}>{name}</time>
      </Text>
      {outcomesOf(day).map((outcome) => (
        <span key={outcome} className={styles['dayText']} data-outcome={outcome}>
          {day[outcome]} {SHORT_LABELS[outcome]}
        </span>
      ))}
      {hasRuns(day) && (
        <>
          <span className={`${styles['dayText']} ${styles['expected']}`}>{rowsText(day.expected)}</span>
          <span className={`${styles['dayText']} ${styles['expected']}`}>{minutesText(day.expected)}</span>
        </>
      )}
    </td>
  );
}
