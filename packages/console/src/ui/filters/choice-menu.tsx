import { Checkbox, TextInput } from '@mantine/core';
import '../theme/mantine-layer-styles.ts';
import { useState } from 'react';
import { Stack, Text } from '../layout/layout.tsx';
import styles from './filters.module.css';
import { matchingOptions, type Option } from './option.ts';

type Props = {
  readonly label: string;
  readonly options: readonly Option[];
  readonly selected: readonly string[];
  readonly onToggle: (value: string, isSelected: boolean) => void;
  readonly loading: boolean;
};

/** The menu has a search field from this many options on. */
const SEARCHABLE = 8;
/** More options than these are found by searching. */
const MAX_SHOWN = 100;

/** Checkboxes for any number of the given values. */
export function ChoiceMenu({ label, options, selected, onToggle, loading }: Props) {
  const [word, setWord] = useState('');
  const matching = matchingOptions(options, word);
  const shown = matching.slice(0, MAX_SHOWN);
  return (
    <Stack gap={2} minWidth="menu-width" maxWidth="picker-width">
      {options.length >= SEARCHABLE && (
        <TextInput
          data-autofocus
          aria-label={`Search ${label}`}
          placeholder="Search"
          value={word}
          onChange={(event) => setWord(event.currentTarget.value)}
        />
      )}
      <div className={styles['options']} role="group" aria-label={label}>
        {shown.map((option) => (
          <Checkbox
            key={option.value}
            label={option.label}
            checked={selected.includes(option.value)}
            onChange={(event) => onToggle(option.value, event.currentTarget.checked)}
          />
        ))}
        {matching.length > shown.length && (
          <Text padding={1} tone="dim">
            {matching.length - shown.length} more. Search to find them.
          </Text>
        )}
        {shown.length === 0 && (
          <Text padding={1} tone="dim">
            {loading ? 'Loading…' : 'No results, try another word.'}
          </Text>
        )}
      </div>
    </Stack>
  );
}
