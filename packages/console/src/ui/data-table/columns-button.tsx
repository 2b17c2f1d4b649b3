import { Button, Checkbox, Popover } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { ICON_SIZE } from '../theme/metrics.ts';
import styles from './data-table.module.css';
import { ACTION_COLUMN, columnOrder, columnVisibility, showsActions } from './layout.ts';
import type { Column, GridLayout } from './types.ts';

type Props<Row> = {
  readonly columns: readonly Column<Row>[];
  /** The rows have menus, whose column can be hidden. */
  readonly hasActions: boolean;
  readonly layout: GridLayout;
  readonly onLayoutChange: (layout: GridLayout) => void;
};

/** A menu that shows and hides columns. */
export function ColumnsButton<Row>({ columns, hasActions, layout, onLayoutChange }: Props<Row>) {
  const visibility = columnVisibility(columns, layout);
  const setVisible = (id: string, isVisible: boolean): void =>
    onLayoutChange({
      ...layout,
      columnVisibilityModel: { ...layout.columnVisibilityModel, ...visibility, [id]: isVisible },
    });
  const shown = Object.values(visibility).filter(Boolean).length;
  const order = columnOrder(columns, layout);
  const sorted = order.flatMap((id) => columns.filter((column) => column.id === id));
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button leftSection={<IconColumns3 size={ICON_SIZE} />}>Columns</Button>
      </Popover.Target>
      <Popover.Dropdown className={styles['columnList']} aria-label="Columns">
        {sorted.map((column) => (
          <Checkbox
            key={column.id}
            label={column.header}
            checked={visibility[column.id] ?? false}
            disabled={visibility[column.id] === true && shown === 1}
            onChange={(event) => setVisible(column.id, event.currentTarget.checked)}
          />
        ))}
        {hasActions && (
          <Checkbox
            label="Actions"
            checked={showsActions(layout)}
            onChange={(event) => setVisible(ACTION_COLUMN, event.currentTarget.checked)}
          />
        )}
        <Button variant="subtle" onClick={() => onLayoutChange({})}>
          Reset columns
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
