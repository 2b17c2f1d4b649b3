import { TextInput } from '@mantine/core';
import { KEY_TYPES } from '@switchboard/model/key-types/key-types';
import { useState } from 'react';
import type { DayRange } from '../src/lib/dates.ts';
import { DayCalendar } from '../src/ui/calendar/day-calendar.tsx';
import { MonthCalendar } from '../src/ui/calendar/month-calendar.tsx';
import { TreePicker } from '../src/ui/pickers/tree-picker.tsx';
import { TypePicker } from '../src/ui/pickers/type-picker.tsx';
import { StepDialog } from '../src/ui/stepper/step-dialog.tsx';
import styles from './gallery.module.css';
import { Opener } from './opener.tsx';
import { SAMPLE_DAYS, SAMPLE_MONTHS, SAMPLE_TREE, TODAY } from './samples/sample-days.ts';
import { Section, Specimen } from './specimen.tsx';

const CHOICES = KEY_TYPES.filter(({ deprecated }) => !deprecated).map(({ name, displayName, category }) => ({
  value: name,
  label: displayName,
  category,
}));

function Steps({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('');
  return (
    <StepDialog
      title="Backfill reports"
      finishLabel="Start"
      isUnsaved={name !== ''}
      onClose={onClose}
      onFinish={async () => true}
      steps={[
        {
          label: 'Choose reports',
          problem: () => (name.trim() === '' ? 'Enter the name of a report.' : null),
          content: <TextInput label="Report" value={name} onChange={(event) => setName(event.currentTarget.value)} />,
        },
        { label: 'Choose dates', content: <p>The last 7 days.</p> },
        { label: 'Check', content: <p>{name} is fetched again for the last 7 days.</p> },
      ]}
    />
  );
}

/** Pickers, calendars and dialogs of several steps. */
export function PickerSpecimens() {
  const [type, setType] = useState('none');
  const [node, setNode] = useState<string | null>(null);
  const [range, setRange] = useState<DayRange | null>({ start: '2026-11-10', end: '2026-11-14' });
  const [month, setMonth] = useState<string | null>('2026-11');
  return (
    <Section title="Pickers">
      <Specimen title="Type picker" padded>
        <Opener
          label="Add key"
          layer={(close) => (
            <TypePicker
              title="Select credential type"
              choices={CHOICES}
              onClose={close}
              onChoose={(value) => {
                setType(value);
                close();
              }}
            />
          )}
        />
        <span role="status">Chosen: {type}</span>
      </Specimen>
      <Specimen title="Tree picker: none chosen, one chosen" padded>
        <TreePicker label="Imports" placeholder="All imports" nodes={SAMPLE_TREE} value={node} onChange={setNode} />
        <TreePicker
          label="Exports"
          placeholder="All exports"
          nodes={SAMPLE_TREE}
          value="ads/orders"
          onChange={() => undefined}
        />
      </Specimen>
      <Specimen title="Days with their status, a range chosen">
        <div className={styles['block']}>
          <DayCalendar label="Runs of orders" statuses={SAMPLE_DAYS} today={TODAY} value={range} onChange={setRange} />
          <p>{range === null ? 'No range' : `${range.start} to ${range.end}`}</p>
        </div>
      </Specimen>
      <Specimen title="Months with their status">
        <div className={styles['block']}>
          <MonthCalendar
            label="Months of orders"
            statuses={SAMPLE_MONTHS}
            today={TODAY}
            value={month}
            onChange={setMonth}
          />
        </div>
      </Specimen>
      <Specimen title="Three steps" padded>
        <Opener label="Open three steps" layer={(close) => <Steps onClose={close} />} />
      </Specimen>
    </Section>
  );
}
