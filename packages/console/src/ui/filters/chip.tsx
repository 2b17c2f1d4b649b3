import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Popup } from '../layers/popup.tsx';
import { Row } from '../layout/layout.tsx';
import { SMALL_ICON_SIZE } from '../theme/metrics.ts';
import styles from './filters.module.css';

export type ChipOpening = {
  /** The menu opens with the chip. */
  readonly startsOpened?: boolean;
  readonly onClosed?: () => void;
};

type Props = ChipOpening & {
  readonly label: string;
  /** The filter's value as shown; null when it is not set. */
  readonly value: string | null;
  /** The whole value, when `value` shortens it. */
  readonly tip?: string | undefined;
  readonly onClear: () => void;
  /** Renders the menu; receives a function that closes it. */
  readonly children: (close: () => void) => ReactNode;
};

/** A filter as a chip: dashed with a plus while unset; filled, with its value and a clear button, once set. */
export function FilterChip({ label, value, tip, onClear, startsOpened = false, onClosed, children }: Props) {
  const [opened, setOpened] = useState(startsOpened);
  const set = value !== null;
  const change = (next: boolean): void => {
    setOpened(next);
    if (!next) onClosed?.();
  };
  return (
    <Row
      as="span"
      inline
      align="center"
      height="control"
      background="plain"
      tone="dim"
      className={styles['chip']}
      data-set={set || undefined}
    >
      <Popup
        opened={opened}
        onChange={change}
        position="bottom-start"
        label={label}
        button={(props) => (
          <UnstyledButton
            {...props}
            className={styles['chipLabel']}
            aria-label={set ? `${label}: ${value}` : `Filter by ${label}`}
            data-tip={opened ? undefined : tip}
          >
            {!set && <IconPlus size={SMALL_ICON_SIZE} aria-hidden="true" />}
            <span className={styles['chipText']}>{set ? `${label}: ${value}` : label}</span>
          </UnstyledButton>
        )}
      >
        {() => children(() => change(false))}
      </Popup>
      {set && (
        <ActionIcon className={styles['chipClear']} color="indigo" aria-label={`Clear ${label}`} onClick={onClear}>
          <IconX size={SMALL_ICON_SIZE} />
        </ActionIcon>
      )}
    </Row>
  );
}
