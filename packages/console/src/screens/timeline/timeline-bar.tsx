import { ActionIcon, Button, SegmentedControl } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import '../../ui/theme/mantine-layer-styles.ts';
import { LIMITS } from '@switchboard/model/limits';
import { addDays } from '@switchboard/model/schedule/schedule';
import { PURPOSE_LABELS, PURPOSES } from '@switchboard/model/status/status';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { day as dayParameter, type Values } from '../../lib/address/url-state.ts';
import { CALENDAR_LABELS } from '../../ui/calendar/calendar-labels.ts';
import { SearchField } from '../../ui/filters/search-field.tsx';
import { ToggleChips } from '../../ui/filters/toggle-chips.tsx';
import { Row } from '../../ui/layout/layout.tsx';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';
import styles from './timeline.module.css';
import type { TIMELINE_PARAMETERS } from './timeline-parameters.ts';

export type TimelineFilter = Values<typeof TIMELINE_PARAMETERS>;
export type ChangeTimeline = (patch: Partial<TimelineFilter>) => void;

type Props = {
  readonly filter: TimelineFilter;
  /** The shown day, and the one that is shown unless another is chosen. */
  readonly shownDay: string;
  readonly usualDay: string;
  readonly onChange: ChangeTimeline;
};

const BY = [
  { value: 'time', label: 'Day' },
  { value: 'report_date', label: 'Report date' },
];
const GROUPS = [
  { value: 'declaration', label: 'Name' },
  { value: 'worker', label: 'Worker' },
];
const VIEWS = [
  { value: 'timeline', label: 'Timeline' },
  { value: 'list', label: 'List' },
];
const PURPOSE_OPTIONS = PURPOSES.map((value) => ({ value, label: PURPOSE_LABELS[value] }));

/** The day, and what is shown of it. */
export function TimelineBar({ filter, shownDay, usualDay, onChange }: Props) {
  const { by, purpose, search } = filter;
  const go = (day: string): void => onChange({ day: day === usualDay ? null : day, unit: '' });
  const chosen = purpose.length === 0 ? PURPOSES : purpose;
  return (
    <Row as="search" gap={[2, 3]} align="center" wrap padding={[0, 5, 3]} aria-label="Choose the day and its work">
      <SegmentedControl
        aria-label="Work of"
        data={BY}
        value={by}
        onChange={(value) => onChange({ by: value === 'time' ? 'time' : 'report_date', day: null, unit: '' })}
      />
      <Row gap={1} align="center" role="group" aria-label="Day">
        <ActionIcon aria-label="Previous day" data-tip="Previous day" onClick={() => go(addDays(shownDay, -1))}>
          <IconChevronLeft size={ICON_SIZE} />
        </ActionIcon>
        <DateInput
          className={styles['day'] ?? ''}
          aria-label={by === 'time' ? 'Day in your time zone' : 'Report date'}
          valueFormat="YYYY-MM-DD"
          value={shownDay}
          hideOutsideDates
          ariaLabels={CALENDAR_LABELS}
          dateParser={(text) => dayParameter.read(text.trim())}
          onChange={(value) => {
            if (value !== null) go(value.slice(0, 10));
          }}
        />
        <ActionIcon aria-label="Next day" data-tip="Next day" onClick={() => go(addDays(shownDay, 1))}>
          <IconChevronRight size={ICON_SIZE} />
        </ActionIcon>
        {shownDay !== usualDay && (
          <Button variant="subtle" onClick={() => go(usualDay)}>
            {by === 'time' ? 'Today' : 'Latest'}
          </Button>
        )}
      </Row>
      <SearchField
        primary
        value={search}
        placeholder="Search name, project"
        debounce={LIMITS.searchDebounce}
        onChange={(text) => onChange({ search: text })}
      />
      <ToggleChips
        label="Purpose"
        options={PURPOSE_OPTIONS}
        selected={chosen}
        onToggle={(value, isSelected) => {
          const next = PURPOSES.filter((each) => (each === value ? isSelected : chosen.includes(each)));
          onChange({ purpose: next.length === PURPOSES.length ? [] : next });
        }}
      />
    </Row>
  );
}

type ViewsProps = Pick<Props, 'onChange'> & {
  readonly filter: Pick<TimelineFilter, 'groupBy'>;
  readonly view: 'timeline' | 'list';
};

/** How the work of a day is shown. */
export function TimelineViews({ filter: { groupBy }, view, onChange }: ViewsProps) {
  return (
    <>
      {view === 'timeline' && (
        <SegmentedControl
          aria-label="Rows by"
          data={GROUPS}
          value={groupBy}
          onChange={(value) => onChange({ groupBy: value === 'worker' ? 'worker' : 'declaration' })}
        />
      )}
      <SegmentedControl
        aria-label="View"
        data={VIEWS}
        value={view}
        onChange={(value) => onChange({ view: value === 'list' ? 'list' : 'timeline' })}
      />
    </>
  );
}
