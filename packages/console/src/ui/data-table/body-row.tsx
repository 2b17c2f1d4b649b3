import { ActionIcon } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { type MouseEvent, memo } from 'react';
import { ICON_SIZE } from '../theme/metrics.ts';
import styles from './data-table.module.css';
import { RowMenu } from './row-menu.tsx';
import type { Column, RowAction } from './types.ts';

type Props<Row> = {
  readonly row: Row;
  readonly name: string;
  readonly columns: readonly Column<Row>[];
  readonly index: number;
  readonly active: boolean;
  readonly selected: boolean;
  readonly tall: boolean;
  readonly filler: boolean;
  /** Undefined when rows do not expand. */
  readonly expanded: boolean | undefined;
  readonly onToggle: (row: Row) => void;
  readonly onOpen: ((row: Row) => void) | undefined;
  readonly onFocus: (row: Row) => void;
  readonly actions: ((row: Row) => readonly RowAction[]) | undefined;
};

const INTERACTIVE = 'a, button, input, [role="menuitem"]';

/** True for a click on the row itself, not on a control in it and not at the end of a text selection. */
function opensRow(event: MouseEvent<HTMLElement>): boolean {
  const target = event.target;
  if (!(target instanceof Element) || !event.currentTarget.contains(target)) return false;
  return target.closest(INTERACTIVE) === null && (getSelection()?.isCollapsed ?? true);
}

function BodyRowView<Row extends { readonly id: string }>(props: Props<Row>) {
  const { row, columns, expanded, actions, active } = props;
  const first = expanded === undefined ? 1 : 2;
  const tabIndex = active ? 0 : -1;
  return (
    <div
      role="row"
      aria-rowindex={props.index + 2}
      aria-expanded={expanded}
      aria-level={expanded === undefined ? undefined : 1}
      aria-selected={props.onOpen === undefined ? undefined : props.selected}
      tabIndex={tabIndex}
      className={styles['row']}
      data-row-id={row.id}
      data-tall={props.tall || undefined}
      data-open={expanded || undefined}
      data-selected={props.selected || undefined}
      data-clickable={props.onOpen !== undefined || undefined}
      onFocus={() => props.onFocus(row)}
      onClick={(event) => {
        if (opensRow(event)) props.onOpen?.(row);
      }}
    >
      {expanded !== undefined && (
        <div role="gridcell" aria-colindex={1} className={styles['expander']}>
          <ActionIcon
            tabIndex={-1}
            aria-label={`${expanded ? 'Collapse' : 'Expand'} ${props.name}`}
            onClick={() => props.onToggle(row)}
          >
            <IconChevronRight size={ICON_SIZE} className={styles['chevron']} />
          </ActionIcon>
        </div>
      )}
      {columns.map((column, position) => (
        <div key={column.id} role="gridcell" aria-colindex={first + position} className={styles['cell']}>
          {column.cell(row)}
        </div>
      ))}
      {props.filler && <div role="presentation" />}
      {actions !== undefined && (
        <div role="gridcell" aria-colindex={first + columns.length} className={styles['menuCell']}>
          <RowMenu label={`Actions for ${props.name}`} actions={() => actions(row)} tabIndex={tabIndex} />
        </div>
      )}
    </div>
  );
}

/** One row, memoized. */
export const BodyRow = memo(BodyRowView) as typeof BodyRowView;
