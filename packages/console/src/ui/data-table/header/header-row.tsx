import { VisuallyHidden } from '@mantine/core';
import { useId, useState } from 'react';
import { lazyLayer } from '../../../lib/load-chunk.ts';
import { Row } from '../../layout/layout.tsx';
import { SelectBox } from '../selection/select-box.tsx';
import type { Column, Sort } from '../types.ts';
import styles from './header.module.css';
import { HeaderCell } from './header-cell.tsx';
import type { OpenHeaderMenu } from './header-menu.tsx';
import type { HeaderActions } from './use-header-actions.ts';

const HeaderMenu = lazyLayer(async () => (await import('./header-menu.tsx')).HeaderMenu);

type Props<Row> = {
  readonly columns: readonly Column<Row>[];
  readonly sort: Sort | undefined;
  readonly actions: HeaderActions;
  /** How many of the loaded rows are selected; undefined where rows cannot be selected. */
  readonly selected: 'all' | 'some' | 'none' | undefined;
  readonly onSelectAll: () => void;
  readonly hasExpander: boolean;
  readonly hasFiller: boolean;
  readonly hasMenus: boolean;
  /** Shown above the menus of the rows; without it they have a hidden heading. */
  readonly menuHeading: string | undefined;
};

/** The column headings of a grid. */
export function HeaderRow<Row>(props: Props<Row>) {
  const { columns, sort, actions, selected, hasExpander, hasFiller, hasMenus, menuHeading } = props;
  const [menu, setMenu] = useState<OpenHeaderMenu | null>(null);
  const menuId = useId();
  const checkCells = selected === undefined ? 0 : 1;
  const first = checkCells + (hasExpander ? 2 : 1);
  return (
    <div role="row" aria-rowindex={1} className={styles['head']}>
      {selected !== undefined && (
        <div role="columnheader" aria-colindex={1} className={styles['headCheck']}>
          <SelectBox
            label="Select all loaded rows"
            checked={selected === 'some' ? 'mixed' : selected === 'all'}
            tabIndex={0}
            onSelect={props.onSelectAll}
          />
        </div>
      )}
      {hasExpander && (
        <div role="columnheader" aria-colindex={checkCells + 1} className={styles['headExpander']}>
          <VisuallyHidden>Expand</VisuallyHidden>
        </div>
      )}
      {columns.map((column, index) => (
        <HeaderCell
          key={column.id}
          column={column}
          index={first + index}
          sort={sort}
          actions={actions}
          onMenu={(one, button, width) => setMenu({ column: one, button, width })}
          menuTargetId={menu?.column.id === column.id ? `${menuId}-target` : undefined}
        />
      ))}
      {hasFiller && <div role="presentation" />}
      {hasMenus && (
        <Row
          align="center"
          justify="end"
          nowrap
          role="columnheader"
          aria-colindex={first + columns.length}
          className={styles['headMenu']}
        >
          {menuHeading ?? <VisuallyHidden>Actions</VisuallyHidden>}
        </Row>
      )}
      {menu !== null && (
        <HeaderMenu key={menu.column.id} open={menu} id={menuId} actions={actions} onClose={() => setMenu(null)} />
      )}
    </div>
  );
}
