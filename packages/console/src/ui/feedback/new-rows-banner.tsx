import { Button } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { Row } from '../layout/layout.tsx';
import { SMALL_ICON_SIZE } from '../theme/metrics.ts';
import styles from './new-rows-banner.module.css';

type Props = { readonly count: number; readonly onShow: () => void };

/** Offers to show rows that arrived above while the list was scrolled. */
export function NewRowsBanner({ count, onShow }: Props) {
  return (
    <Row justify="center" height={0} className={styles['anchor']} aria-live="polite">
      {count > 0 && (
        <Button
          className={styles['banner']}
          variant="filled"
          radius="xl"
          leftSection={<IconArrowUp size={SMALL_ICON_SIZE} />}
          onClick={onShow}
        >
          {count} new
        </Button>
      )}
    </Row>
  );
}
