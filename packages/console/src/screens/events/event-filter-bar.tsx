import { Checkbox } from '@mantine/core';
import { LIMITS } from '@switchboard/model';
import { useQuery } from 'urql';
import { EventFilterOptionsDocument } from '../../api/generated/graphql.ts';
import { SEVERITY_FILTER } from '../../entities/event/severity.ts';
import { usableRange, utcToday } from '../../lib/dates.ts';
import { ChoiceChip, namesAsOptions } from '../../ui/filters/choice-chip.tsx';
import { FilterBar } from '../../ui/filters/filter-bar.tsx';
import { RangeChip } from '../../ui/filters/range-chip.tsx';
import { SearchField } from '../../ui/filters/search-field.tsx';
import { EVENT_PARAMETERS, type EventFilters } from './event-filters.ts';

type Props = {
  readonly filters: EventFilters;
  readonly onChange: (patch: Partial<EventFilters>, options?: { readonly replace?: boolean }) => void;
  readonly onClearAll: (() => void) | null;
};

/** The filters of /events. */
export function EventFilterBar({ filters, onChange, onClearAll }: Props) {
  const [{ data, fetching }] = useQuery({ query: EventFilterOptionsDocument });
  const options = data?.filter_options;
  const today = utcToday(new Date());
  return (
    <FilterBar label="Events" onClearAll={onClearAll}>
      <SearchField
        primary
        value={filters.search}
        placeholder="Search messages"
        debounce={LIMITS.searchDebounce}
        onChange={(search) => onChange({ search }, { replace: true })}
      />
      <ChoiceChip
        label="Status"
        options={SEVERITY_FILTER}
        selected={filters.severity}
        onChange={(severity) => onChange({ severity: EVENT_PARAMETERS.severity.read(severity.join(',')) })}
      />
      <RangeChip
        label="Created"
        value={usableRange(filters.createDatetimeStart, filters.createDatetimeEnd, today)}
        onChange={(next) =>
          onChange({ createDatetimeStart: next?.start ?? null, createDatetimeEnd: next?.end ?? null })
        }
      />
      <RangeChip
        label="Report date"
        value={usableRange(filters.reportDatetimeStart, filters.reportDatetimeEnd, today)}
        onChange={(next) =>
          onChange({ reportDatetimeStart: next?.start ?? null, reportDatetimeEnd: next?.end ?? null })
        }
      />
      <ChoiceChip
        label="Project"
        options={namesAsOptions(options?.projects)}
        loading={fetching}
        selected={filters.projects}
        onChange={(projects) => onChange({ projects })}
      />
      <ChoiceChip
        label="Download"
        options={namesAsOptions(options?.download_names)}
        loading={fetching}
        selected={filters.downloadName}
        onChange={(downloadName) => onChange({ downloadName })}
      />
      <ChoiceChip
        label="Upload"
        options={namesAsOptions(options?.upload_names)}
        loading={fetching}
        selected={filters.uploadName}
        onChange={(uploadName) => onChange({ uploadName })}
      />
      <Checkbox
        label="With comments"
        checked={filters.withComments}
        onChange={(event) => onChange({ withComments: event.currentTarget.checked })}
      />
    </FilterBar>
  );
}
