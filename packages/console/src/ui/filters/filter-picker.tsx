import { Combobox, TextInput, useCombobox } from '@mantine/core';
import '../theme/mantine-layer-styles.ts';
import { useEffect, useState } from 'react';
import { Stack, Text } from '../layout/layout.tsx';
import { type FilterChange, keyOf, type LoadedOptions, type SettableFilter, toggleValue } from './filter-spec.ts';
import styles from './filters.module.css';
import { type FoundFilter, findFilters } from './find-filters.ts';

export type FilterPickerProps = {
  /** The filters that can be added. */
  readonly filters: readonly SettableFilter[];
  /** All filters, including the ones in the bar: their values are found as well. */
  readonly allFilters: readonly SettableFilter[];
  readonly loaded: LoadedOptions;
  /** Opens the menu of a filter. */
  readonly onAdd: (filter: SettableFilter) => void;
  readonly onChange: FilterChange;
  readonly close: () => void;
};

const idOf = ({ filter, option }: FoundFilter): string => `${keyOf(filter)}\n${option?.value ?? ''}`;

/** Finds filters by name, and their values: "vid" finds "Project: video". */
export function FilterPicker({ filters, allFilters, loaded, onAdd, onChange, close }: FilterPickerProps) {
  const [word, setWord] = useState('');
  const combobox = useCombobox({ defaultOpened: true });
  const found = findFilters(filters, allFilters, loaded, word);
  const { selectFirstOption } = combobox;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another word finds other options
  useEffect(() => void selectFirstOption(), [word, selectFirstOption]);
  const choose = ({ filter, option }: FoundFilter): void => {
    if (filter.kind === 'flag') onChange({ [filter.parameter]: true });
    else if (filter.kind === 'choices' && option !== undefined)
      onChange(toggleValue(filter.parameter, option.value, true));
    else onAdd(filter);
    close();
  };
  return (
    <Stack gap={2} minWidth="menu-width" maxWidth="picker-width">
      <Combobox
        store={combobox}
        onOptionSubmit={(id) => {
          const entry = found.find((candidate) => idOf(candidate) === id);
          if (entry !== undefined) choose(entry);
        }}
      >
        <Combobox.EventsTarget withExpandedAttribute>
          <TextInput
            data-autofocus
            aria-label="Find a filter"
            placeholder="Filter by…"
            value={word}
            onChange={(event) => setWord(event.currentTarget.value)}
          />
        </Combobox.EventsTarget>
        <Combobox.Options className={styles['found']} aria-label="Filters">
          {found.map((entry) => (
            <Combobox.Option key={idOf(entry)} value={idOf(entry)} className={styles['foundOption'] ?? ''}>
              {entry.option === undefined ? (
                entry.filter.label
              ) : (
                <>
                  <Text tone="dim">{entry.filter.label}: </Text>
                  {entry.option.label}
                </>
              )}
            </Combobox.Option>
          ))}
          {found.length === 0 && (
            <Text padding={1} tone="dim">
              No results, try another word.
            </Text>
          )}
        </Combobox.Options>
      </Combobox>
    </Stack>
  );
}
