import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { LIMITS } from '@switchboard/model/limits';
import type { ReactNode } from 'react';
import { PHONE_QUERY } from '../theme/metrics.ts';
import { FilterChips } from './filter-chips.tsx';
import { clearedFilters, type Filters, narrowing, textValue } from './filter-spec.ts';
import styles from './filters.module.css';
import { PhoneFilters } from './phone-filters.tsx';
import { SearchField } from './search-field.tsx';

export type FilterBarProps = Filters & {
  /** The list that the filters narrow: "Downloads". */
  readonly label: string;
  /** The search field is the page's own, which `/` focuses. */
  readonly primary?: boolean;
  /** Content at the end of the bar. */
  readonly aside?: ReactNode;
};

/** The row of a list's filters, drawn from their descriptions. A phone has one button for all but the search field. */
export function FilterBar({ label, primary = false, aside, ...filters }: FilterBarProps) {
  const { specs, values, onChange } = filters;
  const isPhone = useMediaQuery(PHONE_QUERY, undefined, { getInitialValueInEffect: false });
  const canClear = narrowing(specs, values) !== 'none';
  const clearAll = (): void => onChange(clearedFilters(specs));
  return (
    <div className={styles['bar']} role="search" aria-label={`${label} filters`}>
      <div className={styles['filters']}>
        {specs.map(
          (spec) =>
            spec.kind === 'search' && (
              <SearchField
                key={spec.parameter}
                primary={primary}
                value={textValue(values, spec.parameter)}
                placeholder={spec.placeholder}
                debounce={LIMITS.searchDebounce}
                onChange={(word) => onChange({ [spec.parameter]: word })}
              />
            ),
        )}
        {isPhone ? (
          <PhoneFilters {...filters} onClearAll={canClear ? clearAll : undefined} />
        ) : (
          <>
            <FilterChips {...filters} />
            {canClear && (
              <Button variant="subtle" color="gray" onClick={clearAll}>
                Clear all
              </Button>
            )}
          </>
        )}
      </div>
      {aside && <div className={styles['aside']}>{aside}</div>}
    </div>
  );
}
