import type { DifferenceRowsFragment } from '../../../api/generated/graphql.ts';

export type ShownDifference = DifferenceRowsFragment;

export const CHANGES = ['changed', 'added', 'removed'] as const;
export type Change = (typeof CHANGES)[number];

/** A value of a row; with `before` where it differs from production. */
export type Cell = { readonly value: string | null; readonly before?: string | null };
export type DifferentRow = { readonly id: string; readonly change: Change; readonly cells: readonly Cell[] };

/** The rows of an answer: arrays of strings and nulls, which GraphQL does not type. */
const textsOf = (value: unknown): readonly (string | null)[] =>
  Array.isArray(value) ? value.map((one) => (one === null ? null : String(one))) : [];
const rowsOf = (value: unknown): readonly (readonly (string | null)[])[] =>
  Array.isArray(value) ? value.map(textsOf) : [];

/** Keys first, then the columns that changed in any row, then the others. @returns places in the difference's `columns` */
export function columnOrder(difference: ShownDifference): number[] {
  const relevant = relevantColumns(difference);
  const others = difference.columns.map((_, place) => place).filter((place) => !relevant.includes(place));
  return [...relevant, ...others];
}

/** The shown rows of a difference: those that changed, then those that only one of the results has. */
export function differentRows({ columns, added, removed, changed }: ShownDifference): DifferentRow[] {
  const only = (change: 'added' | 'removed', sample: unknown): DifferentRow[] =>
    rowsOf(sample).map((row, index) => ({ id: `${change}${index}`, change, cells: row.map((value) => ({ value })) }));
  return [
    ...changed.sample.map((row, index): DifferentRow => {
      const before = textsOf(row.before);
      return {
        id: `changed${index}`,
        change: 'changed',
        cells: textsOf(row.after).map((value, place) =>
          row.columns.includes(columns[place] ?? '') ? { value, before: before[place] ?? null } : { value },
        ),
      };
    }),
    ...only('added', added.sample),
    ...only('removed', removed.sample),
  ];
}

/** The columns that stay when those without a difference are hidden: keys, then those that changed in any row. */
export function relevantColumns({ columns, keys, columns_changed: changes }: ShownDifference): number[] {
  const changed = new Set(changes.map(({ name }) => name));
  const placesOf = (isWanted: (name: string) => boolean): number[] =>
    columns.flatMap((name, place) => (isWanted(name) ? [place] : []));
  return [...placesOf((name) => keys.includes(name)), ...placesOf((name) => !keys.includes(name) && changed.has(name))];
}
