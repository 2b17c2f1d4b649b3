import { Button, Checkbox, Divider } from '@mantine/core';
import '../theme/mantine-layer-styles.ts';
import { ACTION_COLUMN, columnOrder, columnVisibility, showsActions, withoutColumnChanges } from './layout.ts';
import type { Column, GridLayout, Sort } from './types.ts';

export type ColumnsMenuProps = {
  readonly columns: readonly Column<never>[];
  /** The rows have menus, whose column can be hidden. */
  readonly hasActions: boolean;
  readonly layout: GridLayout;
  /** The order of the rows; absent where they have one only. */
  readonly sort?: Sort | undefined;
  readonly onLayoutChange: (layout: GridLayout) => void;
};

/** Shows and hides columns, and makes the rows compact. */
export function ColumnsMenu({ columns, hasActions, layout, onLayoutChange }: ColumnsMenuProps) {
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
    <>
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
      <Divider />
      <Checkbox
        label="Compact rows"
        checked={layout.density === 'compact'}
        onChange={(event) =>
          onLayoutChange({ ...layout, density: event.currentTarget.checked ? 'compact' : 'comfortable' })
        }
      />
      <Button variant="subtle" onClick={() => onLayoutChange(withoutColumnChanges(layout))}>
        Reset columns
      </Button>
    </>
  );
}
