import { Button, SegmentedControl } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import { LIMITS } from '@switchboard/model/limits';
import { HEALTH_LEVELS, type HealthLevel } from '@switchboard/model/status/health';
import { LEVEL_VIEWS } from '../../entities/health/health-views.ts';
import { SearchField } from '../../ui/filters/search-field.tsx';
import { ToggleChips } from '../../ui/filters/toggle-chips.tsx';
import { Row } from '../../ui/layout/layout.tsx';
import { StatusStrip } from '../../ui/status/status-strip.tsx';
import type { HealthFilter } from './health-rows.ts';
import { LEVELS, TYPES } from './home-view.ts';

type Props = {
  readonly filter: HealthFilter;
  readonly onChange: (patch: Partial<HealthFilter>) => void;
};

const GROUPS = [
  { value: 'status', label: 'Status' },
  { value: 'project', label: 'Project' },
];
const TYPE_OPTIONS = [
  { value: 'download', label: 'Downloads' },
  { value: 'upload', label: 'Uploads' },
];
const FILTER_LABELS: Readonly<Record<HealthLevel, string>> = {
  Error: 'Error',
  Issue: 'Issues',
  Notice: 'Notice',
  Working: 'Working',
};

/** Search, grouping and types of Home. */
export function HomeFilters({ filter, onChange }: Props) {
  const { search, groupBy, type, status } = filter;
  const types = type.length === 0 ? TYPES : type;
  const isNarrowed = search !== '' || type.length > 0 || status !== 'Working';
  return (
    <Row as="search" gap={[2, 3]} align="center" wrap aria-label="Filter downloads and uploads">
      <SearchField
        primary
        value={search}
        placeholder="Search name, project, destination"
        debounce={LIMITS.searchDebounce}
        onChange={(text) => onChange({ search: text })}
      />
      <SegmentedControl
        aria-label="Group by"
        data={GROUPS}
        value={groupBy}
        onChange={(value) => onChange({ groupBy: value === 'project' ? 'project' : 'status' })}
      />
      <ToggleChips
        label="Type"
        options={TYPE_OPTIONS}
        selected={types}
        onToggle={(value, isSelected) => {
          const next = TYPES.filter((each) => (each === value ? isSelected : types.includes(each)));
          onChange({ type: next.length === TYPES.length ? [] : next });
        }}
      />
      {isNarrowed && (
        <Button variant="subtle" onClick={() => onChange({ search: '', type: [], status: 'Working' })}>
          Clear all filters
        </Button>
      )}
    </Row>
  );
}

type LevelsProps = Props & {
  /** Rows of each level, by its rank; null while they load. */
  readonly counts: readonly number[] | null;
};

/** How many rows each level has. A level is shown with all that are more serious. */
export function LevelFilter({ filter, counts, onChange }: LevelsProps) {
  const least = HEALTH_LEVELS.indexOf(filter.status);
  return (
    <StatusStrip
      label="Status"
      isBordered
      counts={LEVELS.map((level) => ({
        ...LEVEL_VIEWS[level],
        value: level,
        label: FILTER_LABELS[level],
        count: counts?.[HEALTH_LEVELS.indexOf(level)] ?? null,
      }))}
      selected={LEVELS.filter((level) => HEALTH_LEVELS.indexOf(level) >= least)}
      onToggle={(value) => onChange({ status: LEVELS.find((level) => level === value) ?? 'Working' })}
    />
  );
}
