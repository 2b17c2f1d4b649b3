import { Button, Checkbox } from '@mantine/core';
import { LIMITS } from '@switchboard/model';
import { usableRange, utcToday } from '../../lib/dates.ts';
import { FilterChip } from './chip.tsx';
import { ChoiceChip, namesAsOptions } from './choice-chip.tsx';
import {
  clearedFilters,
  dayValue,
  type FilterSpec,
  type FilterValues,
  listValue,
  narrowing,
  textValue,
} from './filter-spec.ts';
import styles from './filters.module.css';
import { RangeChip } from './range-chip.tsx';
import { SearchField } from './search-field.tsx';

/** Option lists by name, as loaded from the server. */
export type LoadedOptions = {
  readonly names: Readonly<Record<string, readonly string[] | undefined>>;
  readonly loading: boolean;
};

export type FilterBarProps = {
  /** The list that the filters narrow: "Downloads". */
  readonly label: string;
  readonly specs: readonly FilterSpec[];
  readonly values: FilterValues;
  readonly onChange: (patch: FilterValues, options?: { readonly replace?: boolean }) => void;
  readonly loaded: LoadedOptions;
  /** The search field is the page's own, which `/` focuses. */
  readonly primary?: boolean;
};

/** The row of a list's filters, drawn from their descriptions. */
export function FilterBar({ label, specs, values, onChange, loaded, primary = false }: FilterBarProps) {
  return (
    <div className={styles['bar']} role="search" aria-label={`${label} filters`}>
      {specs.map((spec) => (
        <Filter
          key={spec.kind === 'days' ? spec.start : spec.parameter}
          spec={spec}
          values={values}
          onChange={onChange}
          loaded={loaded}
          primary={primary}
        />
      ))}
      {narrowing(specs, values) !== 'none' && (
        <Button variant="subtle" color="gray" onClick={() => onChange(clearedFilters(specs))}>
          Clear all
        </Button>
      )}
    </div>
  );
}

type FilterProps = Omit<Required<FilterBarProps>, 'label' | 'specs'> & { readonly spec: FilterSpec };

function Filter({ spec, values, onChange, loaded, primary }: FilterProps) {
  switch (spec.kind) {
    case 'search':
      return (
        <SearchField
          primary={primary}
          value={textValue(values, spec.parameter)}
          placeholder={spec.placeholder}
          debounce={LIMITS.searchDebounce}
          onChange={(word) => onChange({ [spec.parameter]: word }, { replace: true })}
        />
      );
    case 'choices': {
      const { options } = spec;
      return (
        <ChoiceChip
          label={spec.label}
          options={typeof options === 'string' ? namesAsOptions(loaded.names[options]) : options}
          loading={typeof options === 'string' && loaded.loading}
          selected={listValue(values, spec.parameter)}
          onChange={(selected) => onChange({ [spec.parameter]: selected })}
        />
      );
    }
    case 'days':
      return (
        <RangeChip
          label={spec.label}
          value={usableRange(dayValue(values, spec.start), dayValue(values, spec.end), utcToday(new Date()))}
          onChange={(range) => onChange({ [spec.start]: range?.start ?? null, [spec.end]: range?.end ?? null })}
        />
      );
    case 'flag':
      return (
        <Checkbox
          label={spec.label}
          checked={values[spec.parameter] === true}
          onChange={(event) => onChange({ [spec.parameter]: event.currentTarget.checked })}
        />
      );
    case 'link': {
      const value = textValue(values, spec.parameter);
      return value === '' ? null : (
        <FilterChip label={spec.label} value={value} onClear={() => onChange({ [spec.parameter]: '' })}>
          {() => value}
        </FilterChip>
      );
    }
  }
}
