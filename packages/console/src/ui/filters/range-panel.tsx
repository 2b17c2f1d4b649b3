import { Button } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { addDays } from '@switchboard/model/schedule/schedule';
import { useState } from 'react';
import { DAY_PRESETS, type DayRange, presetOf, presetRange, usableRange } from '../../lib/dates.ts';
import { Row } from '../layout/layout.tsx';
import styles from './filters.module.css';

export type RangePanelProps = {
  readonly value: DayRange | null;
  readonly today: string;
  /** The last days that are marked without a value; "Apply" chooses them. */
  readonly proposedDays?: number | undefined;
  readonly onChange: (range: DayRange | null) => void;
  readonly close: () => void;
};

/** Mantine shows weekends in red, which means an error in this console. */
const NO_WEEKEND: [] = [];
const LABELS = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous decade',
  nextDecade: 'Next decade',
};

/** A calendar for a range of days, with presets. Future days are disabled; only a complete range applies. */
export function RangePanel({ value, today, proposedDays, onChange, close }: RangePanelProps) {
  const proposed = proposedDays === undefined ? null : { start: addDays(today, -proposedDays), end: today };
  const first = value ?? proposed;
  const [draft, setDraft] = useState<[string | null, string | null]>([first?.start ?? null, first?.end ?? null]);
  const active = value === null ? null : presetOf(value, today);
  const choose = (range: DayRange | null): void => {
    onChange(range);
    close();
  };
  return (
    <Row gap={3} className={styles['range']}>
      <div className={styles['presets']}>
        {DAY_PRESETS.map((preset) => (
          <Button
            key={preset}
            variant="subtle"
            color="gray"
            justify="flex-start"
            data-active={active === preset || undefined}
            aria-pressed={active === preset}
            onClick={() => choose(presetRange(preset, today))}
          >
            {preset}
          </Button>
        ))}
        <Button variant="subtle" color="gray" justify="flex-start" onClick={() => choose(null)}>
          Reset
        </Button>
        {value === null && proposed !== null && draft[0] === proposed.start && draft[1] === proposed.end && (
          <Button onClick={() => choose(proposed)}>Apply</Button>
        )}
      </div>
      <DatePicker
        type="range"
        size="sm"
        hideOutsideDates
        ariaLabels={LABELS}
        allowSingleDateInRange
        weekendDays={NO_WEEKEND}
        maxDate={today}
        defaultDate={value?.end ?? today}
        value={draft}
        onChange={(next) => {
          setDraft(next);
          const range = usableRange(next[0], next[1], today);
          if (range !== null) choose(range);
        }}
      />
    </Row>
  );
}
