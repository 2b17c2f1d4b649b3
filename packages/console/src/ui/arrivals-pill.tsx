import { Button } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import styles from './arrivals-pill.module.css';
import { SMALL_ICON_SIZE } from './theme/metrics.ts';

type Props = { readonly count: number; readonly onShow: () => void };

/** Says that rows came in above while the person was reading further down. */
export function ArrivalsPill({ count, onShow }: Props) {
  return (
    <div className={styles['anchor']} aria-live="polite">
      {count > 0 && (
        <Button
          className={styles['pill']}
          variant="filled"
          radius="xl"
          leftSection={<IconArrowUp size={SMALL_ICON_SIZE} />}
          onClick={onShow}
        >
          {count} new
        </Button>
      )}
    </div>
  );
}
