import { CARD_HEIGHT, ROW_HEIGHT } from '../theme/metrics.ts';
import type { Column, Density, GridForm } from './types.ts';

type Fitting = Pick<Column<never>, 'id' | 'part' | 'essential' | 'grow'>;

/** Of the width that its details would have had; the status gets the rest. */
const TITLE_SHARE = 1 / 5;

/** The columns of a grid and the ones that are drawn below its title column. */
export type FittedColumns<C> = { readonly shown: readonly C[]; readonly folded: readonly C[] };

/**
 * Fits the visible columns to the form of the grid: a narrow one folds details below the title; a card also leaves out
 * columns that are not essential.
 */
export function fitColumns<C extends Fitting>(visible: readonly C[], form: GridForm): FittedColumns<C> {
  if (form === 'wide' || !visible.some((column) => column.part === 'title')) return { shown: visible, folded: [] };
  const shown = visible.filter((column) => column.part !== 'detail');
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
