import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import { lazyComponent } from '../../lib/load-chunk.ts';
import { type ChipOpening, FilterChip } from './chip.tsx';
import { type Option, selectedLabels, summarizeLabels, withSelected } from './option.ts';

const ChoiceMenu = lazyComponent(async () => (await import('./choice-menu.tsx')).ChoiceMenu);

type Props = ChipOpening & {
  readonly label: string;
  readonly options: readonly Option[];
  readonly selected: readonly string[];
  readonly onToggle: (value: string, isSelected: boolean) => void;
  readonly onClear: () => void;
  readonly loading?: boolean;
};

/** A filter for any number of the given values. */
export function ChoiceChip({ label, options, selected, onToggle, onClear, loading = false, ...opening }: Props) {
  const labels = selectedLabels(options, selected);
  return (
    <FilterChip
      {...opening}
      label={label}
      value={summarizeLabels(labels)}
      tip={labels.length > 1 ? labels.join(', ') : undefined}
      onClear={onClear}
    >
      {() => (
        <Suspense fallback={<Skeleton height="var(--menu-height)" width="var(--menu-width)" />}>
          <ChoiceMenu
            label={label}
            options={withSelected(options, selected)}
            selected={selected}
            onToggle={onToggle}
            loading={loading}
          />
        </Suspense>
      )}
    </FilterChip>
  );
}
