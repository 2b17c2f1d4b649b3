import { Menu } from '@mantine/core';
import '../../theme/mantine-layer-styles.ts';
import { useState } from 'react';
import { AnchoredMenu } from '../../layers/anchored-menu.tsx';
import { COLUMN_WIDTHS } from '../../theme/metrics.ts';
import type { Column } from '../types.ts';
import type { HeaderActions } from './use-header-actions.ts';

export type OpenHeaderMenu = {
  readonly column: Column<never>;
  readonly button: HTMLElement;
  /** Width of the column in pixels, when the menu was opened. */
  readonly width: number;
};

type Props = {
  readonly open: OpenHeaderMenu;
  readonly id: string;
  readonly actions: HeaderActions;
  readonly onClose: () => void;
};

/** The menu of a column heading: sorting, place, width, visibility. */
export function HeaderMenu({ open, id, actions, onClose }: Props) {
  const { column } = open;
  const { sort } = column;
  const [width, setWidth] = useState(open.width);
  const resize = (step: number): void => {
    setWidth(width + step);
    actions.resize(column.id, width + step);
  };
  return (
    <AnchoredMenu button={open.button} id={id} position="bottom-start" onClose={onClose}>
      {sort !== undefined && (
        <>
          <Menu.Item onClick={() => actions.sortBy({ column: sort, direction: 'ASC' })}>Sort ascending</Menu.Item>
          <Menu.Item onClick={() => actions.sortBy({ column: sort, direction: 'DESC' })}>Sort descending</Menu.Item>
          <Menu.Divider />
        </>
      )}
      <Menu.Item onClick={() => actions.move(column.id, -1)}>Move left</Menu.Item>
      <Menu.Item onClick={() => actions.move(column.id, 1)}>Move right</Menu.Item>
      <Menu.Item closeMenuOnClick={false} onClick={() => resize(COLUMN_WIDTHS.step)}>
        Wider
      </Menu.Item>
      <Menu.Item closeMenuOnClick={false} onClick={() => resize(-COLUMN_WIDTHS.step)}>
        Narrower
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item onClick={() => actions.hide(column.id)}>Hide column</Menu.Item>
      <Menu.Item onClick={actions.reset}>Reset columns</Menu.Item>
    </AnchoredMenu>
  );
}
