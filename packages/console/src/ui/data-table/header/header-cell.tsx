import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { type DragEvent, type PointerEvent, useRef, useState } from 'react';
import { Row } from '../../layout/layout.tsx';
import { SMALL_ICON_SIZE } from '../../theme/metrics.ts';
import type { Column, Sort } from '../types.ts';
import styles from './header.module.css';
import type { HeaderActions } from './use-header-actions.ts';

const DRAG_TYPE = 'text/x-column';

type Side = 'before' | 'after';

type Props<Row> = {
  readonly column: Column<Row>;
  readonly index: number;
  readonly sort: Sort | undefined;
  readonly actions: HeaderActions;
  readonly onMenu: (column: Column<Row>, button: HTMLElement, width: number) => void;
  /** The id of the menu's target while the menu of this column is open. */
  readonly menuTargetId: string | undefined;
};

function sideOf(event: DragEvent<HTMLElement>): Side {
  const box = event.currentTarget.getBoundingClientRect();
  return event.clientX < box.left + box.width / 2 ? 'before' : 'after';
}

/** A column heading: sorts on click, resizes by its edge, moves by dragging. Its menu offers the same by keyboard. */
export function HeaderCell<Row>({ column, index, sort, actions, onMenu, menuTargetId }: Props<Row>) {
  const cell = useRef<HTMLDivElement>(null);
  const [dropSide, setDropSide] = useState<Side | null>(null);
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

  const dragOver = (event: DragEvent<HTMLDivElement>): void => {
    if (!event.dataTransfer.types.includes(DRAG_TYPE)) return;
    event.preventDefault();
    setDropSide(sideOf(event));
  };

  const drop = (event: DragEvent<HTMLDivElement>): void => {
    setDropSide(null);
    const id = event.dataTransfer.getData(DRAG_TYPE);
    if (id === '') return;
    event.preventDefault();
    actions.drop(id, column.id, sideOf(event));
  };

  return (
    <Row
      align="center"
      minWidth={0}
      ref={cell}
      role="columnheader"
      aria-label={column.header}
      aria-colindex={index}
      aria-sort={sorted === null ? undefined : sorted === 'ASC' ? 'ascending' : 'descending'}
      className={styles['heading']}
      data-part={column.part}
      data-drop={dropSide ?? undefined}
      onDragOver={dragOver}
      onDragLeave={() => setDropSide(null)}
      onDrop={drop}
    >
      <HeadingLabel column={column} sorted={sorted} actions={actions} />
      <button
        type="button"
        className={styles['headingMenu']}
        id={menuTargetId}
        aria-label={`Change the column ${column.header}`}
        aria-haspopup="menu"
        aria-expanded={menuTargetId !== undefined}
        onClick={(event) => onMenu(column, event.currentTarget, width())}
      />
      <span className={styles['resizer']} aria-hidden="true" onPointerDown={startResize} />
    </Row>
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
