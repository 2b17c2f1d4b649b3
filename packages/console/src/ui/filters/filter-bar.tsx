import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { LIMITS } from '@switchboard/model/limits';
import type { ReactNode } from 'react';
import { Row } from '../layout/layout.tsx';
import { PHONE_QUERY } from '../theme/metrics.ts';
import { FilterChips } from './filter-chips.tsx';
import { clearedFilters, type Filters, narrowing, textValue } from './filter-spec.ts';
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
    <Row gap={2} align="start" padding={[0, 5, 3]} role="search" aria-label={`${label} filters`}>
      <Row gap={2} align="start" wrap minWidth={0} flex={1}>
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
      </Row>
      {aside && <Row gap={2}>{aside}</Row>}
    </Row>
  );
}
