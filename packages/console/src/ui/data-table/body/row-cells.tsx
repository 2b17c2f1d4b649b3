import { SelectBox } from '../selection/select-box.tsx';
import type { Column } from '../types.ts';
import styles from './row.module.css';
import type { BodyRowProps } from './row-props.ts';

/** The column at this place among the columns of the grid, counted from one. */
function columnIndex<Row>(props: BodyRowProps<Row>, column: Column<Row>): number {
  return leadingCells(props) + props.columns.indexOf(column) + 1;
}

/** The number of cells before the columns: check box and expander. */
function leadingCells<Row>({ checked, expanded }: BodyRowProps<Row>): number {
  return (checked === undefined ? 0 : 1) + (expanded === undefined ? 0 : 1);
}

/** The cells of a row: one for each column, in their order. */
export function RowCells<Row extends { readonly id: string }>(props: BodyRowProps<Row>) {
  const { row, columns, folded } = props;
  return (
    <>
      <CheckCell {...props} />
      <ExpanderCell {...props} />
      {columns.map((column) => (
        <div
          key={column.id}
          role="gridcell"
          aria-colindex={columnIndex(props, column)}
          className={styles['cell']}
          data-part={column.part}
        >
          {column.cell(row)}
          {column.part === 'title' && folded.length > 0 && <Folded row={row} columns={folded} />}
        </div>
      ))}
      {props.filler && <div role="presentation" />}
      <MenuCell {...props} />
    </>
  );
}

/** The cells of a card: title and menu, status, then everything else in one line. */
export function CardCells<Row extends { readonly id: string }>(props: BodyRowProps<Row>) {
  const { row, columns, folded } = props;
  const title = columns.find((column) => column.part === 'title') ?? columns[0];
  const status = columns.find((column) => column.part === 'status');
  const others = columns.filter((column) => column !== title && column !== status);
  return (
    <>
      <CheckCell {...props} />
      <ExpanderCell {...props} />
      {[title, status].map(
        (column) =>
          column !== undefined && (
            <div
              key={column.id}
              role="gridcell"
              aria-colindex={columnIndex(props, column)}
              className={styles[column === title ? 'cardTitle' : 'cardStatus']}
            >
              {column.cell(row)}
            </div>
          ),
      )}
      <div role="presentation" className={styles['cardDetails']}>
        {others.map((column) => (
          <div
            key={column.id}
            role="gridcell"
            aria-colindex={columnIndex(props, column)}
            className={styles['cardDetail']}
            data-shrinks={column.grow === undefined ? undefined : true}
          >
            {column.cell(row)}
          </div>
        ))}
        {folded.length > 0 && (
          <div role="gridcell" className={styles['cardDetail']}>
            <Folded row={row} columns={folded} />
          </div>
        )}
      </div>
      <MenuCell {...props} />
    </>
  );
}

type FoldedProps<Row> = { readonly row: Row; readonly columns: readonly Column<Row>[] };

/** The details of a row in one line. */
function Folded<Row>({ row, columns }: FoldedProps<Row>) {
  return (
    <div className={styles['folded']}>
      {columns.map((column) => (
        <span key={column.id}>{column.cell(row)}</span>
      ))}
    </div>
  );
}

function CheckCell<Row extends { readonly id: string }>({ row, name, checked, active, selecting }: BodyRowProps<Row>) {
  if (checked === undefined) return null;
  return (
    <div role="gridcell" aria-colindex={1} className={styles['check']}>
      <SelectBox
        label={`Select ${name}`}
        checked={checked}
        tabIndex={active ? 0 : -1}
        onSelect={(extend) => (extend ? selecting.extend(row, row) : selecting.toggle(row))}
      />
    </div>
  );
}

function ExpanderCell<Row extends { readonly id: string }>(props: BodyRowProps<Row>) {
  const { row, name, expanded, onToggle } = props;
  if (expanded === undefined) return null;
  return (
    <div role="gridcell" aria-colindex={leadingCells(props)} className={styles['expander']}>
      <button
        type="button"
        className={styles['chevron']}
        tabIndex={-1}
        aria-label={`${expanded ? 'Collapse' : 'Expand'} ${name}`}
        onClick={() => onToggle(row)}
      />
    </div>
  );
}

function MenuCell<Row extends { readonly id: string }>(props: BodyRowProps<Row>) {
  const { row, columns, onMenu, menuTargetId } = props;
  if (onMenu === undefined) return null;
  return (
    <div role="gridcell" aria-colindex={leadingCells(props) + columns.length + 1} className={styles['menuCell']}>
      <button
        type="button"
        className={styles['menuButton']}
        id={menuTargetId}
        tabIndex={props.active ? 0 : -1}
        aria-label={`Actions for ${props.name}`}
        aria-haspopup="menu"
        aria-expanded={menuTargetId !== undefined}
        data-row-menu
        onClick={(event) => onMenu(row, event.currentTarget)}
      />
    </div>
  );
}
