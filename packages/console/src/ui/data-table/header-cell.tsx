import { ActionIcon, Menu, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconChevronDown } from '@tabler/icons-react';
import { type DragEvent, type PointerEvent, useRef } from 'react';
import { COLUMN_WIDTHS, SMALL_ICON_SIZE } from '../theme/metrics.ts';
import styles from './data-table.module.css';
import type { Column, Sort } from './types.ts';

const DRAG_TYPE = 'text/x-column';

export type HeaderActions = {
  readonly sortBy: (sort: Sort) => void;
  readonly resize: (id: string, width: number) => void;
  readonly drop: (id: string, target: string, side: 'before' | 'after') => void;
  readonly move: (id: string, step: -1 | 1) => void;
  readonly hide: (id: string) => void;
  readonly reset: () => void;
};

type Props<Row> = {
  readonly column: Column<Row>;
  readonly index: number;
  readonly sort: Sort | undefined;
  readonly actions: HeaderActions;
};

/** A column heading: sorts on click, resizes by its edge, moves by dragging. Its menu offers the same by keyboard. */
export function HeaderCell<Row>({ column, index, sort, actions }: Props<Row>) {
  const cell = useRef<HTMLDivElement>(null);
  const sorted = sort !== undefined && column.sort === sort.column ? sort.direction : null;
  const width = (): number => cell.current?.getBoundingClientRect().width ?? column.width;

  const startResize = (down: PointerEvent<HTMLSpanElement>): void => {
    down.preventDefault();
    const handle = down.currentTarget;
    const start = width();
    handle.setPointerCapture(down.pointerId);
    const move = (event: globalThis.PointerEvent): void =>
      actions.resize(column.id, start + event.clientX - down.clientX);
    const end = (): void => {
      handle.removeEventListener('pointermove', move);
      handle.removeEventListener('pointerup', end);
      handle.removeEventListener('pointercancel', end);
    };
    handle.addEventListener('pointermove', move);
    handle.addEventListener('pointerup', end);
    handle.addEventListener('pointercancel', end);
  };

  const drop = (event: DragEvent<HTMLDivElement>): void => {
    const id = event.dataTransfer.getData(DRAG_TYPE);
    if (id === '') return;
    event.preventDefault();
    const box = event.currentTarget.getBoundingClientRect();
    actions.drop(id, column.id, event.clientX < box.left + box.width / 2 ? 'before' : 'after');
  };

  return (
    <div
      ref={cell}
      role="columnheader"
      aria-colindex={index}
      aria-sort={sorted === null ? undefined : sorted === 'ASC' ? 'ascending' : 'descending'}
      className={styles['heading']}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes(DRAG_TYPE)) event.preventDefault();
      }}
      onDrop={drop}
    >
      <HeadingLabel column={column} sorted={sorted} actions={actions} />
      <Menu position="bottom-start">
        <Menu.Target>
          <ActionIcon className={styles['headingMenu']} aria-label={`Column ${column.header}`}>
            <IconChevronDown size={SMALL_ICON_SIZE} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {column.sort !== undefined && (
            <>
              <Menu.Item onClick={() => actions.sortBy({ column: column.sort ?? '', direction: 'ASC' })}>
                Sort ascending
              </Menu.Item>
              <Menu.Item onClick={() => actions.sortBy({ column: column.sort ?? '', direction: 'DESC' })}>
                Sort descending
              </Menu.Item>
              <Menu.Divider />
            </>
          )}
          <Menu.Item onClick={() => actions.move(column.id, -1)}>Move left</Menu.Item>
          <Menu.Item onClick={() => actions.move(column.id, 1)}>Move right</Menu.Item>
          <Menu.Item closeMenuOnClick={false} onClick={() => actions.resize(column.id, width() + COLUMN_WIDTHS.step)}>
            Wider
          </Menu.Item>
          <Menu.Item closeMenuOnClick={false} onClick={() => actions.resize(column.id, width() - COLUMN_WIDTHS.step)}>
            Narrower
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item onClick={() => actions.hide(column.id)}>Hide column</Menu.Item>
          <Menu.Item onClick={actions.reset}>Reset columns</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <span className={styles['resizer']} aria-hidden="true" onPointerDown={startResize} />
    </div>
  );
}

type LabelProps<Row> = {
  readonly column: Column<Row>;
  readonly sorted: Sort['direction'] | null;
  readonly actions: HeaderActions;
};

function HeadingLabel<Row>({ column, sorted, actions }: LabelProps<Row>) {
  const drag = {
    draggable: true,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.setData(DRAG_TYPE, column.id);
      event.dataTransfer.effectAllowed = 'move';
    },
  };
  if (column.sort === undefined) {
    return (
      <span className={styles['headingLabel']} {...drag}>
        {column.header}
      </span>
    );
  }
  const name = column.sort;
  return (
    <UnstyledButton
      className={styles['headingLabel']}
      {...drag}
      onClick={() => actions.sortBy({ column: name, direction: sorted === 'DESC' ? 'ASC' : 'DESC' })}
    >
      {column.header}
      {sorted === 'DESC' && <IconArrowDown size={SMALL_ICON_SIZE} aria-hidden="true" />}
      {sorted === 'ASC' && <IconArrowUp size={SMALL_ICON_SIZE} aria-hidden="true" />}
    </UnstyledButton>
  );
}
