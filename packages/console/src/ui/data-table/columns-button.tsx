import { Button } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconColumns3 } from '@tabler/icons-react';
import { useState } from 'react';
import { lazyComponent } from '../../lib/load-chunk.ts';
import { Popup } from '../layers/popup.tsx';
import { ICON_SIZE, SMALL_ICON_SIZE } from '../theme/metrics.ts';
import type { ColumnsMenuProps } from './columns-menu.tsx';
import styles from './data-table.module.css';
import { columnVisibility } from './layout.ts';

const ColumnsMenu = lazyComponent(async () => (await import('./columns-menu.tsx')).ColumnsMenu);

/** The heading of the column that sorts the rows while it is hidden. */
function hiddenSortHeader({ columns, layout, sort }: ColumnsMenuProps): string | null {
  const visibility = columnVisibility(columns, layout);
  const sorting = columns.filter((column) => column.sort !== undefined && column.sort === sort?.column);
  return sorting.some(({ id }) => visibility[id] === true) ? null : (sorting.at(-1)?.header ?? null);
}

/** Opens the menu of the columns. Its button shows the order when no visible heading does. */
export function ColumnsButton(props: ColumnsMenuProps) {
  const [opened, setOpened] = useState(false);
  const hidden = hiddenSortHeader(props);
  const SortIcon = props.sort?.direction === 'ASC' ? IconArrowUp : IconArrowDown;
  return (
    <Popup
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      className={styles['columnList']}
      label="Columns"
      button={(buttonProps) => (
        <Button
          {...buttonProps}
          leftSection={<IconColumns3 size={ICON_SIZE} />}
          {...(hidden !== null && {
            rightSection: <SortIcon size={SMALL_ICON_SIZE} />,
            'data-tip': `Sorted by the hidden column ${hidden}`,
          })}
        >
          Columns
        </Button>
      )}
    >
      {() => <ColumnsMenu {...props} />}
    </Popup>
  );
}
