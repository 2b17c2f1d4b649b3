import { Button, Skeleton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { lazyComponent } from '../../lib/load-chunk.ts';
import { Popup } from '../layers/popup.tsx';
import { SMALL_ICON_SIZE } from '../theme/metrics.ts';
import type { FilterPickerProps } from './filter-picker.tsx';

const FilterPicker = lazyComponent(async () => (await import('./filter-picker.tsx')).FilterPicker);

/** A button that adds a filter by typing its name or one of its values. */
export function AddFilter(props: Omit<FilterPickerProps, 'close'>) {
  const [opened, setOpened] = useState(false);
  return (
    <Popup
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      label="Add a filter"
      button={(buttonProps) => (
        <Button
          {...buttonProps}
          variant="subtle"
          color="gray"
          leftSection={<IconPlus size={SMALL_ICON_SIZE} aria-hidden="true" />}
        >
          Filter
        </Button>
      )}
    >
      {() => (
        <Suspense fallback={<Skeleton height="var(--menu-height)" width="var(--menu-width)" />}>
          <FilterPicker {...props} close={() => setOpened(false)} />
        </Suspense>
      )}
    </Popup>
  );
}
