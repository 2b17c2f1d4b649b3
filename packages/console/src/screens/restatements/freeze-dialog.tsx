import { SegmentedControl, Select } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import { DateInput, MonthPickerInput } from '@mantine/dates';
import { FormDialog } from '../../ui/feedback/form-dialog.tsx';
import { ReasonField, reasonProblem } from '../../ui/form/reason-field.tsx';
import '@mantine/dates/styles.layer.css';
import { frozenDatesText } from '@switchboard/model/schedule/frozen-dates';
import { addDays } from '@switchboard/model/schedule/schedule';
import { useState } from 'react';
import { FreezeDatesDocument } from '../../api/generated/documents/restatements.ts';
import { useMutationAction } from '../../api/use-mutation-action.ts';
import { day as dayParameter } from '../../lib/address/url-state.ts';
import { utcToday } from '../../lib/dates.ts';
import { CALENDAR_LABELS } from '../../ui/calendar/calendar-labels.ts';
import { Text } from '../../ui/layout/layout.tsx';

type Props = {
  readonly uploadNames: readonly string[];
  readonly onClose: () => void;
  readonly onFrozen: () => void;
};

const SPANS = [
  { value: 'month', label: 'A month' },
  { value: 'range', label: 'A range' },
  { value: 'until', label: 'All up to' },
] as const;
type Span = (typeof SPANS)[number]['value'];

const firstOfMonth = (day: string): string => `${day.slice(0, 'yyyy-MM'.length)}-01`;
/** A month has at most 31 days: 31 days after its first one lies in the next. */
const lastOfMonth = (first: string): string => addDays(firstOfMonth(addDays(first, 31)), -1);

/** The frozen dates of what was chosen, or why they cannot be frozen. */
function readDates(span: Span, chosen: { month: string | null; first: string | null; last: string | null }) {
  const { month, first, last } = chosen;
  if (span === 'month')
    return month === null ? 'Choose a month.' : { first: firstOfMonth(month), last: lastOfMonth(firstOfMonth(month)) };
  if (last === null) return 'Choose the last date.';
  if (span === 'until') return { first: null, last };
  if (first === null) return 'Choose the first date.';
  return first > last ? 'The first date must not be after the last one.' : { first, last };
}

/** Freezes a month, a range of report dates or all up to a date, of the account or of one upload. After a failure the input stays. */
export function FreezeDialog({ uploadNames, onClose, onFrozen }: Props) {
  const [today] = useState(() => utcToday(new Date()));
  const [span, setSpan] = useState<Span>('month');
  const [month, setMonth] = useState<string | null>(() => firstOfMonth(addDays(firstOfMonth(today), -1)));
  const [first, setFirst] = useState<string | null>(null);
  const [last, setLast] = useState<string | null>(null);
  const [upload, setUpload] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const [isTried, setIsTried] = useState(false);
  const { run, isPending } = useMutationAction(FreezeDatesDocument, {
    done: ({ freeze_dates: frozen }) => ('freeze' in frozen ? frozenText(frozen.freeze.dates, frozen.under_way) : null),
  });
  const dates = readDates(span, { month, first, last });
  const datesProblem = typeof dates === 'string' ? dates : null;
  const submit = async (): Promise<void> => {
    setIsTried(true);
    if (typeof dates === 'string' || reasonProblem(reason) !== null) return;
    const answer = await run({ ...dates, upload_name: upload, reason: reason.trim() });
    if (answer === null) return;
    onFrozen();
    onClose();
  };
  return (
    <FormDialog
      title="Freeze report dates"
      submitLabel={typeof dates === 'string' ? 'Freeze' : `Freeze ${frozenDatesText(dates)}`}
      isPending={isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      <Text tone="dim">
        Nothing replaces what was delivered for frozen dates: changed results are held until a person delivers them.
        First deliveries go on.
      </Text>
      <SegmentedControl
        aria-label="Dates"
        fullWidth
        value={span}
        data={[...SPANS]}
        onChange={(value) => setSpan(SPANS.find((each) => each.value === value)?.value ?? 'month')}
      />
      {span === 'month' && (
        <MonthPickerInput
          label="Month"
          required
          valueFormat="MMMM YYYY"
          ariaLabels={CALENDAR_LABELS}
          maxDate={today}
          value={month}
          error={isTried && datesProblem}
          onChange={setMonth}
        />
      )}
      {span === 'range' && (
        <DayField label="First date" value={first} error={isTried && datesProblem} onChange={setFirst} />
      )}
      {span !== 'month' && (
        <DayField
          label="Last date"
          value={last}
          error={isTried && span === 'until' && datesProblem}
          onChange={setLast}
        />
      )}
      <Select
        label="Upload"
        placeholder="All uploads"
        data={[...uploadNames]}
        value={upload}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'All uploads' }}
        maxDropdownHeight="var(--menu-height)"
        nothingFoundMessage="No results, try another word."
        onChange={setUpload}
      />
      <ReasonField value={reason} isTried={isTried} onChange={setReason} />
    </FormDialog>
  );
}

type DayProps = {
  readonly label: string;
  readonly value: string | null;
  readonly error: string | false | null;
  readonly onChange: (day: string | null) => void;
};

function DayField({ label, value, error, onChange }: DayProps) {
  return (
    <DateInput
      label={label}
      required
      placeholder="yyyy-MM-dd"
      valueFormat="YYYY-MM-DD"
      hideOutsideDates
      ariaLabels={CALENDAR_LABELS}
      dateParser={(text) => dayParameter.read(text.trim())}
      value={value}
      error={error}
      onChange={(next) => onChange(next === null ? null : next.slice(0, 10))}
    />
  );
}

/** @param underWay deliveries of these dates that had begun */
function frozenText(dates: string, underWay: number): string {
  const isFrozen = `${dates} ${dates.startsWith('all') ? 'are' : 'is'} frozen.`;
  if (underWay === 0) return isFrozen;
  return `${isFrozen} ${underWay} ${underWay === 1 ? 'delivery that had begun is' : 'deliveries that had begun are'} finished.`;
}
