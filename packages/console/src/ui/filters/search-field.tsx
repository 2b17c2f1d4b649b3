import { CloseButton, Kbd, TextInput } from '@mantine/core';
import { LIMITS } from '@switchboard/model/limits';
import { textProblem } from '@switchboard/model/presentation/text-problem';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { SMALL_ICON_SIZE } from '../theme/metrics.ts';
import styles from './filters.module.css';

type Props = {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder: string;
  /** Milliseconds without typing before the search starts; Enter starts it at once. */
  readonly debounce: number;
  /** The page's search field, which `/` focuses. */
  readonly primary?: boolean;
};

/** A search field with a debounced value. */
export function SearchField({ value, onChange, placeholder, debounce, primary = false }: Props) {
  const [typed, setTyped] = useState(value);
  const [shown, setShown] = useState(value);
  const timer = useRef(0);
  if (value !== shown) {
    setShown(value);
    // The value also changes through Back and "Clear all". A search that was just sent must not change the text.
    if (value !== typed.trim()) setTyped(value);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  const problemOf = (text: string): string | null => textProblem('A search', text, LIMITS.filterTextLength);
  const send = (text: string): void => {
    clearTimeout(timer.current);
    if (problemOf(text) === null) onChange(text.trim());
  };
  return (
    <TextInput
      className={styles['search']}
      type="text"
      role="searchbox"
      aria-label={placeholder}
      placeholder={placeholder}
      data-page-search={primary || undefined}
      leftSection={<IconSearch size={SMALL_ICON_SIZE} aria-hidden="true" />}
      rightSection={
        typed !== '' ? (
          <CloseButton
            size="xs"
            aria-label="Clear search"
            onClick={() => {
              setTyped('');
              send('');
            }}
          />
        ) : primary ? (
          <Kbd aria-hidden="true">/</Kbd>
        ) : null
      }
      value={typed}
      error={problemOf(typed)}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyped(text);
        clearTimeout(timer.current);
        timer.current = window.setTimeout(() => send(text), debounce);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') send(typed);
        if (event.key === 'Escape' && typed !== '') {
          event.stopPropagation();
          setTyped('');
          send('');
        }
      }}
    />
  );
}
