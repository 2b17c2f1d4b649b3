import type { Choices } from './choices.ts';
import type { Shape } from './shapes.ts';

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
