import { CARD_HEIGHT, COLUMN_WIDTHS, ROW_HEIGHT } from '../theme/metrics.ts';
import type { Column, Density, GridForm } from './types.ts';

type Fitting = Pick<Column<never>, 'id' | 'part' | 'essential' | 'grow' | 'sort' | 'width'>;

/** Width that the title and the status need together beyond their least widths, in pixels. */
const SPARE_WIDTH = COLUMN_WIDTHS.outcome;
/** Share of the title in the width of hidden details; the status gets the rest. */
const TITLE_SHARE = 1 / 2;

/** The columns of a grid and the ones that are drawn below its title column. */
export type FittedColumns<C> = { readonly shown: readonly C[]; readonly folded: readonly C[] };

/**
 * Fits the visible columns to the form of the grid: a narrow one folds details below the title, and leaves out spare columns
 * without which the title and the status would be cut; a card leaves out all columns that are not essential.
 * @param room the width of all columns together, in pixels
 * @param sortedBy what the rows are sorted by; its column is never spare
 */
export function fitColumns<C extends Fitting>(
  visible: readonly C[],
  form: GridForm,
  room: number,
  sortedBy?: string,
): FittedColumns<C> {
  if (form === 'wide' || !visible.some((column) => column.part === 'title')) return { shown: visible, folded: [] };
  const undetailed = visible.filter((column) => column.part !== 'detail');
  const spare = room - undetailed.reduce((sum, { width }) => sum + width, 0);
  const isSorted = ({ sort }: C): boolean => sort !== undefined && sort === sortedBy;
  const shown = undetailed.filter((column) => column.part !== 'spare' || spare >= SPARE_WIDTH || isSorted(column));
  const folded = visible.filter((column) => column.part === 'detail');
  const grow = TITLE_SHARE * folded.reduce((sum, column) => sum + (column.grow ?? 0), 0);
  const widened = shown.map((column) =>
    column.part === 'title' && grow > 0 ? { ...column, grow: (column.grow ?? 0) + grow } : column,
  );
  return form === 'narrow'
    ? { shown: widened, folded }
    : { shown: shown.filter((column) => column.essential === true), folded };
}

/** Lines of a card are this many times as far apart as those of a row. */
const CARD_SPACING = 1.3;

/** The height in pixels of a row that is `wanted` pixels high in a wide, comfortable grid. */
export function fittedHeight(wanted: number, form: GridForm, density: Density): number {
  const extra = density === 'compact' ? 0 : wanted - ROW_HEIGHT;
  return form === 'cards' ? CARD_HEIGHT + Math.ceil(extra * CARD_SPACING) : ROW_HEIGHT + extra;
}
