import { ActionIcon } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { type RefObject, useEffect, useState } from 'react';
import { ICON_SIZE, SCROLL_TOP_DISTANCE } from '../theme/metrics.ts';
import styles from './scroll-top-button.module.css';

/** A button that scrolls a long list to its top. Shown once the list is scrolled far. */
export function ScrollTopButton({ scrollRef }: { readonly scrollRef: RefObject<HTMLElement | null> }) {
  const [isFar, setIsFar] = useState(false);
  useEffect(() => {
    const element = scrollRef.current;
    if (element === null) return;
    const onScroll = (): void => setIsFar(element.scrollTop > SCROLL_TOP_DISTANCE);
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => element.removeEventListener('scroll', onScroll);
  }, [scrollRef]);
  if (!isFar) return null;
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
