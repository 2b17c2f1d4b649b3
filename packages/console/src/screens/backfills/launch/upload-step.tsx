import { Select } from '@mantine/core';
import '../../../ui/theme/mantine-layer-styles.ts';
import { DateInput } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import type { BackfillProblem, DateRange } from '@switchboard/model/backfill';
import { useState } from 'react';
import { day } from '../../../lib/address/url-state.ts';
import { CALENDAR_LABELS } from '../../../ui/calendar/calendar-labels.ts';
import styles from './launch.module.css';
import type { LaunchForm } from './launch-form.ts';

type Props = {
  readonly form: LaunchForm;
  /** yyyy-MM-dd in UTC. */
  readonly today: string;
  readonly names: readonly string[];
  readonly isLoading: boolean;
  readonly problems: readonly BackfillProblem[];
  readonly onDates: (dates: Partial<DateRange>) => void;
  readonly onUpload: (name: string) => void;
};

/** Mantine shows weekends in red, which means an error in this console. */
const NO_WEEKEND: [] = [];
/** More are found by typing. */
const SHOWN_NAMES = 200;

/** The first step: report dates and an upload. */
export function UploadStep({ form, today, names, isLoading, problems, onDates, onUpload }: Props) {
  const [isVisited, setIsVisited] = useState(false);
  const rangeProblem = problems.find(({ field }) => field.endsWith('datetime'))?.message;
  const dates = [
    { name: 'start', label: 'First report date' },
    { name: 'end', label: 'Last report date' },
  ] as const;
  return (
    <>
      <div className={styles['dates']}>
        {dates.map(({ name, label }) => (
          <DateInput
            key={name}
            label={label}
            description={name === 'start' ? 'In UTC, yyyy-mm-dd' : 'Included'}
            valueFormat="YYYY-MM-DD"
            value={form[name]}
            maxDate={today}
            weekendDays={NO_WEEKEND}
            hideOutsideDates
            ariaLabels={CALENDAR_LABELS}
            dateParser={(text) => {
              const typed = day.read(text.trim());
              return typed !== null && typed > today ? today : typed;
            }}
            // Escape closes the calendar, not the dialog.
            data-mantine-stop-propagation
            onChange={(value) => {
              if (value !== null) onDates({ [name]: value.slice(0, 10) });
            }}
            error={name === 'end' ? rangeProblem : undefined}
          />
        ))}
      </div>
      <Select
        label="Upload"
        placeholder="Choose an upload"
        data={names}
        value={form.upload === '' ? null : form.upload}
        onChange={(name) => onUpload(name ?? '')}
        searchable
        limit={SHOWN_NAMES}
        maxDropdownHeight="var(--menu-height)"
        nothingFoundMessage={isLoading ? 'Loading…' : 'No results, try another word.'}
        comboboxProps={{ withinPortal: true }}
        onBlur={() => setIsVisited(true)}
        error={isVisited && form.upload === '' ? 'Select an Import.' : undefined}
      />
    </>
  );
}
