import { Button } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useState } from 'react';
import { lazyComponent } from '../../lib/load-chunk.ts';
import { Popup } from '../layers/popup.tsx';
import { ICON_SIZE } from '../theme/metrics.ts';
import type { ColumnsMenuProps } from './columns-menu.tsx';
import styles from './data-table.module.css';

const ColumnsMenu = lazyComponent(async () => (await import('./columns-menu.tsx')).ColumnsMenu);

/** Opens the menu of the columns. */
export function ColumnsButton(props: ColumnsMenuProps) {
  const [opened, setOpened] = useState(false);
  return (
    <Popup
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      className={styles['columnList']}
      label="Columns"
      button={(buttonProps) => (
        <Button {...buttonProps} leftSection={<IconColumns3 size={ICON_SIZE} />}>
          Columns
        </Button>
      )}
    >
      {() => <ColumnsMenu {...props} />}
    </Popup>
  );
}
