import { type Choices, often, pick } from './choices.ts';
import { type Shape, sameShape } from './shapes.ts';

/** A column that an expression may name, as it must be written. */
export type Named = { readonly text: string; readonly shape: Shape };

/** Where an expression stands. */
export type Place = {
  readonly choices: Choices;
  readonly columns: readonly Named[];
  /** `row`: of one row; `group`: of a group, so that columns stand in aggregates; `window`: of one row, windows allowed. */
  readonly mode: 'row' | 'group' | 'window';
  readonly depth: number;
  /** Makes an expression inside another; handed down so that calls need not know all expressions. */
  readonly make: (place: Place, shape: Shape) => string;
};

export function deeper(place: Place): Place {
  return { ...place, depth: place.depth - 1 };
}

/** An expression that differs from row to row, or from group to group: an order by a constant is refused. */
export function varying(place: Place, shape: Shape): string {
  const { choices, columns, mode, make } = place;
  const fitting = columns.filter((column) => sameShape(column.shape, shape));
  if (mode !== 'group' && fitting.length > 0 && often(choices, 40)) return pick(choices, fitting).text;
  const test = mode === 'group' ? 'count() > 1' : `${pick(choices, columns).text} is null`;
  return `(${test} ? ${make(deeper(place), shape)} : ${make(place, shape)})`;
}
