import { ActionIcon } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { ICON_SIZE } from '../theme/metrics.ts';
import styles from './scroll-top-button.module.css';

type Props = {
  readonly scrollRef: RefObject<HTMLElement | null>;
  /** The list is scrolled far. */
  readonly shown: boolean;
};

/** A button that scrolls a long list to its top. */
export function ScrollTopButton({ scrollRef, shown }: Props) {
  if (!shown) return null;
  return (
    <ActionIcon
      className={styles['button']}
      variant="default"
      radius="xl"
      size="lg"
      aria-label="Scroll to top"
      data-tip="Scroll to top"
      onClick={() => scrollRef.current?.scrollTo({ top: 0, behavior: 'smooth' })}
    >
      <IconArrowUp size={ICON_SIZE} />
    </ActionIcon>
  );
}
