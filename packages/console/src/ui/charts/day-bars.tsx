import type { KeyboardEvent } from 'react';
import { Link } from 'react-router';
import { Row } from '../layout/layout.tsx';
import styles from './day-bars.module.css';

/** One bar of a chart: a day. */
export type DayBar = {
  /** yyyy-MM-dd */
  readonly day: string;
  /** Null for a day without data, which is drawn as a tick on the base line. */
  readonly tone: 'error' | 'working' | 'completed' | null;
  /** Height as a share of the chart, 0 to 1. */
  readonly share: number;
  /** The bar in words; shown in its tooltip and read by screen readers. */
  readonly text: string;
  /** Where the bar leads. */
  readonly to: string;
};

type Props = {
  /** The chart in words. */
  readonly label: string;
  readonly bars: readonly DayBar[];
};

/** The lowest bars, in percent: a day with few rows stays visible, and a failed day has room for its mark. */
const LOWEST = { error: 28, working: 14, completed: 14 } as const;
const STEPS: Readonly<Record<string, -1 | 1>> = { ArrowLeft: -1, ArrowRight: 1 };

/** Moves the focus to the neighbouring bar. */
function moveFocus(event: KeyboardEvent<HTMLUListElement>): void {
  const step = STEPS[event.key];
  if (step === undefined || !(event.target instanceof HTMLElement)) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a')];
  const next = links[links.indexOf(event.target) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

/** A bar for each day. One tab stop, the last day with data; the arrow keys move between days with data. */
export function DayBars({ label, bars }: Props) {
  const tabStop = bars.findLast((bar) => bar.tone !== null)?.day;
  return (
    <ul className={styles['bars']} aria-label={label} onKeyDown={moveFocus}>
      {bars.map((bar) => (
        <Row as="li" minWidth={0} key={bar.day}>
          {bar.tone === null ? (
            <Row as="span" align="end" minWidth={0} flex={1} className={styles['gap']} data-tip={bar.text} />
          ) : (
            <Row
              as={Link}
              align="end"
              minWidth={0}
              flex={1}
              to={bar.to}
              className={styles['link']}
              aria-label={bar.text}
              data-tip={bar.text}
              tabIndex={bar.day === tabStop ? 0 : -1}
            >
              <span
                className={styles['bar']}
                data-tone={bar.tone}
                style={{ height: `${Math.max(LOWEST[bar.tone], Math.min(1, bar.share) * 100)}%` }}
              />
            </Row>
          )}
        </Row>
      ))}
    </ul>
  );
}
