import { Button } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useState } from 'react';
import { lazyLayer } from '../../lib/load-chunk.ts';
import { SMALL_ICON_SIZE } from '../theme/metrics.ts';
import type { FilterSheetProps } from './filter-sheet.tsx';
import { isFilterSet } from './filter-spec.ts';

const FilterSheet = lazyLayer(async () => (await import('./filter-sheet.tsx')).FilterSheet);

/** One button for all filters, with how many are set; it opens them in a sheet from below. */
export function PhoneFilters(props: Omit<FilterSheetProps, 'onClose'>) {
  const [opened, setOpened] = useState(false);
  const set = props.specs.filter((spec) => spec.kind !== 'search' && isFilterSet(spec, props.values)).length;
  return (
    <>
      <Button
        leftSection={<IconFilter size={SMALL_ICON_SIZE} aria-hidden="true" />}
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      >
        {set === 0 ? 'Filters' : `Filters · ${set}`}
      </Button>
      {opened && <FilterSheet {...props} onClose={() => setOpened(false)} />}
    </>
  );
}
