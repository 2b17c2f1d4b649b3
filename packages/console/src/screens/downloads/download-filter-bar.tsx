import { LIMITS } from '@switchboard/model';
import { useQuery } from 'urql';
import { FilterOptionsDocument } from '../../api/generated/graphql.ts';
import {
  DOWNLOAD_PARAMETERS,
  DOWNLOAD_STATUS_FILTER,
  type DownloadFilters,
  PURPOSE_FILTER,
} from '../../entities/transfer/filters.ts';
import { type DayRange, usableRange, utcToday } from '../../lib/dates.ts';
import { FilterChip } from '../../ui/filters/chip.tsx';
import { ChoiceChip, namesAsOptions } from '../../ui/filters/choice-chip.tsx';
import { FilterBar } from '../../ui/filters/filter-bar.tsx';
import { RangeChip } from '../../ui/filters/range-chip.tsx';
import { SearchField } from '../../ui/filters/search-field.tsx';

type Props = {
  readonly filters: DownloadFilters;
  readonly onChange: (patch: Partial<DownloadFilters>, options?: { readonly replace?: boolean }) => void;
  readonly onClearAll: (() => void) | null;
};

/** The filters of /downloads/list. */
export function DownloadFilterBar({ filters, onChange, onClearAll }: Props) {
  const [{ data, fetching }] = useQuery({ query: FilterOptionsDocument });
  const options = data?.filter_options;
  const today = utcToday(new Date());
  const range = (start: string | null, end: string | null): DayRange | null => usableRange(start, end, today);
  return (
    <FilterBar label="Downloads" onClearAll={onClearAll}>
      <SearchField
        primary
        value={filters.search}
        placeholder="Search name, description, id"
        debounce={LIMITS.searchDebounce}
        onChange={(search) => onChange({ search }, { replace: true })}
      />
      <RangeChip
        label="Report date"
        value={range(filters.start, filters.end)}
        onChange={(next) => onChange({ start: next?.start ?? null, end: next?.end ?? null })}
      />
      <ChoiceChip
        label="Status"
        options={DOWNLOAD_STATUS_FILTER}
        selected={filters.status}
        onChange={(status) => onChange({ status: DOWNLOAD_PARAMETERS.status.read(status.join(',')) })}
      />
      <ChoiceChip
        label="Project"
        options={namesAsOptions(options?.projects)}
        loading={fetching}
        selected={filters.projects}
        onChange={(projects) => onChange({ projects })}
      />
      <ChoiceChip
        label="Name"
        options={namesAsOptions(options?.download_names)}
        loading={fetching}
        selected={filters.downloadNames}
        onChange={(downloadNames) => onChange({ downloadNames })}
      />
      <ChoiceChip
        label="Bundle"
        options={namesAsOptions(options?.bundle_names)}
        loading={fetching}
        selected={filters.bundleNames}
        onChange={(bundleNames) => onChange({ bundleNames })}
      />
      <ChoiceChip
        label="Purpose"
        options={PURPOSE_FILTER}
        selected={filters.purpose}
        onChange={(purpose) => onChange({ purpose: DOWNLOAD_PARAMETERS.purpose.read(purpose.join(',')) })}
      />
      <RangeChip
        label="Downloaded"
        value={range(filters.downloaded_start, filters.downloaded_end)}
        onChange={(next) => onChange({ downloaded_start: next?.start ?? null, downloaded_end: next?.end ?? null })}
      />
      {filters.import_name !== '' && (
        <FilterChip label="Import" value={filters.import_name} onClear={() => onChange({ import_name: '' })}>
          {() => filters.import_name}
        </FilterChip>
      )}
    </FilterBar>
  );
}
