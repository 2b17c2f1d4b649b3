import { ActionIcon } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { type RefObject, useEffect, useState } from 'react';
import { ICON_SIZE, SCROLL_TOP_DISTANCE } from '../theme/metrics.ts';
import styles from './scroll-top-button.module.css';

/** Goes back to the top of a long list; there only once it is far away. */
export function ScrollTopButton({ scrollRef }: { readonly scrollRef: RefObject<HTMLElement | null> }) {
  const [far, setFar] = useState(false);
  useEffect(() => {
    const element = scrollRef.current;
    if (element === null) return;
    const look = (): void => setFar(element.scrollTop > SCROLL_TOP_DISTANCE);
    element.addEventListener('scroll', look, { passive: true });
    return () => element.removeEventListener('scroll', look);
  }, [scrollRef]);
  if (!far) return null;
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
