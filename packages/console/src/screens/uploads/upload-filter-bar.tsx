import { LIMITS } from '@switchboard/model';
import { useQuery } from 'urql';
import { FilterOptionsDocument } from '../../api/generated/graphql.ts';
import {
  PURPOSE_FILTER,
  UPLOAD_PARAMETERS,
  UPLOAD_STATUS_FILTER,
  type UploadFilters,
} from '../../entities/transfer/filters.ts';
import { usableRange, utcToday } from '../../lib/dates.ts';
import { FilterChip } from '../../ui/filters/chip.tsx';
import { ChoiceChip, namesAsOptions } from '../../ui/filters/choice-chip.tsx';
import { FilterBar } from '../../ui/filters/filter-bar.tsx';
import { RangeChip } from '../../ui/filters/range-chip.tsx';
import { SearchField } from '../../ui/filters/search-field.tsx';

type Props = {
  readonly filters: UploadFilters;
  readonly onChange: (patch: Partial<UploadFilters>, options?: { readonly replace?: boolean }) => void;
  readonly onClearAll: (() => void) | null;
};

/** The filters of /uploads/list. */
export function UploadFilterBar({ filters, onChange, onClearAll }: Props) {
  const [{ data, fetching }] = useQuery({ query: FilterOptionsDocument });
  const options = data?.filter_options;
  const today = utcToday(new Date());
  return (
    <FilterBar label="Uploads" onClearAll={onClearAll}>
      <SearchField
        primary
        value={filters.search}
        placeholder="Search name, description, id"
        debounce={LIMITS.searchDebounce}
        onChange={(search) => onChange({ search }, { replace: true })}
      />
      <RangeChip
        label="Report date"
        value={usableRange(filters.start, filters.end, today)}
        onChange={(next) => onChange({ start: next?.start ?? null, end: next?.end ?? null })}
      />
      <ChoiceChip
        label="Status"
        options={UPLOAD_STATUS_FILTER}
        selected={filters.status}
        onChange={(status) => onChange({ status: UPLOAD_PARAMETERS.status.read(status.join(',')) })}
      />
      <ChoiceChip
        label="Project"
        options={namesAsOptions(options?.projects)}
        loading={fetching}
        selected={filters.project}
        onChange={(project) => onChange({ project })}
      />
      <ChoiceChip
        label="Name"
        options={namesAsOptions(options?.upload_names)}
        loading={fetching}
        selected={filters.uploadName}
        onChange={(uploadName) => onChange({ uploadName })}
      />
      <ChoiceChip
        label="Destination"
        options={namesAsOptions(options?.destinations)}
        loading={fetching}
        selected={filters.destination}
        onChange={(destination) => onChange({ destination })}
      />
      <ChoiceChip
        label="Purpose"
        options={PURPOSE_FILTER}
        selected={filters.purpose}
        onChange={(purpose) => onChange({ purpose: UPLOAD_PARAMETERS.purpose.read(purpose.join(',')) })}
      />
      <RangeChip
        label="Uploaded"
        value={usableRange(filters.uploaded_start, filters.uploaded_end, today)}
        onChange={(next) => onChange({ uploaded_start: next?.start ?? null, uploaded_end: next?.end ?? null })}
      />
      {filters.project_id !== '' && (
        <FilterChip label="Export project" value={filters.project_id} onClear={() => onChange({ project_id: '' })}>
          {() => filters.project_id}
        </FilterChip>
      )}
    </FilterBar>
  );
}
