import { Button, NativeSelect, TextInput } from '@mantine/core';
import '../theme/mantine-layer-styles.ts';
import { LIMITS } from '@switchboard/model/limits';
import { type FormEvent, useState } from 'react';
import { Stack } from '../layout/layout.tsx';
import { type ChipOpening, FilterChip } from './chip.tsx';
import { COMPARISONS, type Comparison } from './filter-spec.ts';

const LABELS: Readonly<Record<Comparison, string>> = {
  contains: 'contains',
  equals: 'equals',
  startsWith: 'starts with',
};

type Props = ChipOpening & {
  readonly label: string;
  /** Empty while the filter is not set. */
  readonly text: string;
  readonly comparison: Comparison;
  readonly onChange: (text: string, comparison: Comparison) => void;
};

/** A filter for a text that equals, contains or starts with a word. */
export function ComparisonChip({ label, text, comparison, onChange, ...opening }: Props) {
  return (
    <FilterChip
      {...opening}
      label={label}
      value={text === '' ? null : `${LABELS[comparison]} “${text}”`}
      tip={text === '' ? undefined : text}
      onClear={() => onChange('', 'contains')}
    >
      {(close) => (
        <ComparisonPanel
          label={label}
          text={text}
          comparison={comparison}
          onApply={(next, chosen) => {
            onChange(next, chosen);
            close();
          }}
        />
      )}
    </FilterChip>
  );
}

type PanelProps = Pick<Props, 'label' | 'text' | 'comparison'> & { readonly onApply: Props['onChange'] };

function ComparisonPanel({ label, text, comparison, onApply }: PanelProps) {
  const [draft, setDraft] = useState(text);
  const [chosen, setChosen] = useState(comparison);
  const apply = (event: FormEvent): void => {
    event.preventDefault();
    onApply(draft.trim(), draft.trim() === '' ? 'contains' : chosen);
  };
  return (
    <Stack as="form" gap={2} padding={3} width="menu-width" onSubmit={apply}>
      <NativeSelect
        aria-label={`How the ${label.toLowerCase()} is compared`}
        data={COMPARISONS.map((value) => ({ value, label: LABELS[value] }))}
        value={chosen}
        onChange={(event) => setChosen(event.currentTarget.value as Comparison)}
      />
      <TextInput
        data-autofocus
        aria-label={label}
        maxLength={LIMITS.filterTextLength}
        value={draft}
        onChange={(event) => setDraft(event.currentTarget.value)}
      />
      <Button type="submit" variant="filled">
        Apply
      </Button>
    </Stack>
  );
}
