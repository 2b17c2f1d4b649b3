import type { RowSelection } from '../selection/use-row-selection.ts';
import type { Column, GridForm } from '../types.ts';

/** Props of a row of a grid. */
export type BodyRowProps<Row> = {
  readonly row: Row;
  readonly name: string;
  readonly columns: readonly Column<Row>[];
  /** Columns that are shown below the title. */
  readonly folded: readonly Column<Row>[];
  readonly form: GridForm;
  readonly index: number;
  /** In pixels from the top of the body. */
  readonly top: number;
  /** In pixels. */
  readonly height: number;
  readonly active: boolean;
  /** The row is open in a drawer. */
  readonly selected: boolean;
  /** Whether it is selected for an action on many rows; undefined where rows cannot be selected. */
  readonly checked: boolean | undefined;
  /** Always the same object. */
  readonly selecting: RowSelection;
  readonly filler: boolean;
  /** Undefined when rows do not expand. */
  readonly expanded: boolean | undefined;
  readonly onToggle: (row: Row) => void;
  readonly onOpen: ((row: Row) => void) | undefined;
  readonly onFocus: (row: Row) => void;
  /** Undefined when rows have no menus. */
  readonly onMenu: ((row: Row, button: HTMLElement) => void) | undefined;
  /** The id of the menu's target while the menu of this row is open. */
  readonly menuTargetId: string | undefined;
};
