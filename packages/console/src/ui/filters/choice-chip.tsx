import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FilterChip } from './chip.tsx';
import styles from './filters.module.css';

export type Option = { readonly value: string; readonly label: string };

/** Options whose values are shown as they are. */
export const namesAsOptions = (names: readonly string[] | undefined): Option[] =>
  (names ?? []).map((name) => ({ value: name, label: name }));

type Props = {
  readonly label: string;
  readonly options: readonly Option[];
  readonly selected: readonly string[];
  readonly onChange: (selected: readonly string[]) => void;
  readonly loading?: boolean;
};

/** The menu has a search field from this many options on. */
const SEARCHABLE = 8;

function summary(options: readonly Option[], selected: readonly string[]): string | null {
  const [first] = selected;
  if (first === undefined) return null;
  if (selected.length > 1) return String(selected.length);
  return options.find((option) => option.value === first)?.label ?? first;
}

/** A filter for any number of the given values. */
export function ChoiceChip({ label, options, selected, onChange, loading = false }: Props) {
  const [needle, setNeedle] = useState('');
  const known = new Set(options.map((option) => option.value));
  const all = [...options, ...selected.filter((value) => !known.has(value)).map((value) => ({ value, label: value }))];
  const shown = all.filter((option) => option.label.toLowerCase().includes(needle.trim().toLowerCase()));
  return (
    <FilterChip label={label} value={summary(options, selected)} onClear={() => onChange([])}>
      {() => (
        <div className={styles['menu']}>
          {all.length >= SEARCHABLE && (
            <TextInput
              data-autofocus
              aria-label={`Search ${label}`}
              placeholder="Search"
              value={needle}
              onChange={(event) => setNeedle(event.currentTarget.value)}
            />
          )}
          <div className={styles['options']} role="group" aria-label={label}>
            {shown.map((option) => (
              <Checkbox
                key={option.value}
                label={option.label}
                checked={selected.includes(option.value)}
                onChange={(event) =>
                  onChange(
                    event.currentTarget.checked
                      ? [...selected, option.value]
                      : selected.filter((value) => value !== option.value),
                  )
                }
              />
            ))}
            {shown.length === 0 && (
              <span className={styles['none']}>{loading ? 'Loading…' : 'No results, try another word.'}</span>
            )}
          </div>
        </div>
      )}
    </FilterChip>
  );
}
