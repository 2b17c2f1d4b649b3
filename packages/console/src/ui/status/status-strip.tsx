import { abbreviateNumber, fullNumber } from '@switchboard/model/format';
import type { StatusTone } from '@switchboard/model/status/status';
import type { ReactNode } from 'react';
import { Row } from '../layout/layout.tsx';
import { SMALL_ICON_SIZE } from '../theme/metrics.ts';
import { STATUS_ICONS, type StatusIcon } from './status-icons.ts';
import styles from './status-strip.module.css';

export type StatusCount = {
  /** The value that `onToggle` receives. */
  readonly value: string;
  /** Follows the number: "3 failed". */
  readonly label: string;
  readonly tone: StatusTone;
  /** Overrides the tone's icon. */
  readonly icon?: StatusIcon;
  /** Null while it is unknown. */
  readonly count: number | null;
  /** There may be more than were counted. */
  readonly hasMore?: boolean;
};

type Props = {
  /** Accessible name of the group: "Downloads by status". */
  readonly label: string;
  readonly counts: readonly StatusCount[];
  /** The values by which the list is filtered. */
  readonly selected: readonly string[];
  readonly onToggle: (value: string) => void;
  /** Some are selected from the start: the border of the first count, not its symbol, stands below the title. */
  readonly isBordered?: boolean;
  /** Shown beside the counts. */
  readonly children?: ReactNode;
};

/** The state of a list in one line. Each count filters the list by its status. */
export function StatusStrip({ label, counts, selected, onToggle, isBordered, children }: Props) {
  return (
    <Row gap={2} align="center" minWidth={0} className={styles['line']} data-bordered={isBordered || undefined}>
      <fieldset className={styles['strip']} aria-label={label}>
        {counts.map((entry) => (
          <CountButton
            key={entry.value}
            entry={entry}
            isSelected={selected.includes(entry.value)}
            onClick={() => onToggle(entry.value)}
          />
        ))}
      </fieldset>
      {children}
    </Row>
  );
}

type ButtonProps = { readonly entry: StatusCount; readonly isSelected: boolean; readonly onClick: () => void };

function CountButton({ entry, isSelected, onClick }: ButtonProps) {
  const { label, tone, icon = tone, count, hasMore = false } = entry;
  const StatusSymbol = STATUS_ICONS[icon];
  const isAbbreviated = count !== null && abbreviateNumber(count) !== String(count);
  return (
    <button
      type="button"
      className={styles['count']}
      aria-pressed={isSelected}
      data-tone={count === 0 || count === null ? 'none' : tone}
      data-tip={isAbbreviated ? `${fullNumber(count)}${hasMore ? ' or more' : ''} ${label}` : undefined}
      onClick={onClick}
    >
      <StatusSymbol size={SMALL_ICON_SIZE} aria-hidden="true" />
      <span className={styles['number']}>
        {count === null ? '–' : `${abbreviateNumber(count)}${hasMore ? '+' : ''}`}
      </span>{' '}
      {label}
    </button>
  );
}
