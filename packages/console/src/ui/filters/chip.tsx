import { ActionIcon, Popover, UnstyledButton } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { SMALL_ICON_SIZE } from '../theme/metrics.ts';
import styles from './filters.module.css';

type Props = {
  readonly label: string;
  /** The filter's value as shown; null when it is not set. */
  readonly value: string | null;
  readonly onClear: () => void;
  /** Renders the menu; receives a function that closes it. */
  readonly children: (close: () => void) => ReactNode;
};

/** A filter as a chip: dashed with a plus while unset; filled, with its value and a clear button, once set. */
export function FilterChip({ label, value, onClear, children }: Props) {
  const [opened, setOpened] = useState(false);
  const set = value !== null;
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus>
      <span className={styles['chip']} data-set={set || undefined}>
        <Popover.Target>
          <UnstyledButton
            className={styles['chipLabel']}
            aria-label={set ? `${label}: ${value}` : `Filter by ${label}`}
            onClick={() => setOpened(!opened)}
          >
            {!set && <IconPlus size={SMALL_ICON_SIZE} aria-hidden="true" />}
            {set ? `${label}: ${value}` : label}
          </UnstyledButton>
        </Popover.Target>
        {set && (
          <ActionIcon className={styles['chipClear']} color="indigo" aria-label={`Clear ${label}`} onClick={onClear}>
            <IconX size={SMALL_ICON_SIZE} />
          </ActionIcon>
        )}
      </span>
      <Popover.Dropdown aria-label={label}>{opened && children(() => setOpened(false))}</Popover.Dropdown>
    </Popover>
  );
}
