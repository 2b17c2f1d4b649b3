import { type CSSProperties, type MouseEvent, memo } from 'react';
import styles from './row.module.css';
import { CardCells, RowCells } from './row-cells.tsx';
import type { BodyRowProps } from './row-props.ts';

const INTERACTIVE = 'a, button, input, [role="menuitem"]';

/** True for a click on the row itself, not on a control in it and not at the end of a text selection. */
function opensRow(event: MouseEvent<HTMLElement>): boolean {
  const target = event.target;
  if (!(target instanceof Element) || !event.currentTarget.contains(target)) return false;
  return target.closest(INTERACTIVE) === null && (getSelection()?.isCollapsed ?? true);
}

function BodyRowView<Row extends { readonly id: string }>(props: BodyRowProps<Row>) {
  const { row, expanded, active, top, height } = props;
  const style: CSSProperties = { height, transform: `translateY(${top}px)` };
  const Cells = props.form === 'cards' ? CardCells : RowCells;
  return (
    <div
      role="row"
      aria-rowindex={props.index + 2}
      aria-expanded={expanded}
      aria-level={expanded === undefined ? undefined : 1}
      aria-selected={props.checked ?? (props.onOpen === undefined ? undefined : props.selected)}
      aria-current={props.selected || undefined}
      tabIndex={active ? 0 : -1}
      className={props.form === 'cards' ? styles['card'] : styles['row']}
      style={style}
      data-row-id={row.id}
      data-open={expanded || undefined}
      data-selected={props.selected || undefined}
      data-checked={props.checked || undefined}
      onFocus={() => props.onFocus(row)}
      onClick={(event) => {
        if (opensRow(event)) props.onOpen?.(row);
      }}
    >
      <Cells {...props} />
    </div>
  );
}

/** One row, memoized. */
export const BodyRow = memo(BodyRowView) as typeof BodyRowView;
