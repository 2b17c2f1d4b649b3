import { type LoadedOptions, optionsOf, type SettableFilter } from './filter-spec.ts';
import { matchingOptions, type Option } from './option.ts';

/** A filter, or one of its values. */
export type FoundFilter = { readonly filter: SettableFilter; readonly option?: Option };

const MAX_VALUES = 20;

/**
 * Finds filters by their label, then values of filters by theirs, those
 * that begin with the word first. Without a word, the filters.
 * @param addable the filters that are found by their own label
 * @param all the filters whose values are found
 */
export function findFilters(
  addable: readonly SettableFilter[],
  all: readonly SettableFilter[],
  loaded: LoadedOptions,
  word: string,
): readonly FoundFilter[] {
  const needle = word.trim().toLowerCase();
  const filters = addable.filter((filter) => filter.label.toLowerCase().includes(needle));
  const values =
    needle === ''
      ? []
      : all.flatMap((filter) =>
          filter.kind === 'choices'
            ? matchingOptions(optionsOf(filter, loaded), needle).map((option) => ({ filter, option }))
            : [],
        );
  const startsWith = ({ option }: FoundFilter): boolean => option?.label.toLowerCase().startsWith(needle) ?? false;
  // Stable: values that begin with the word come first.
  const sorted = values.toSorted((a, b) => Number(startsWith(b)) - Number(startsWith(a)));
  return [...filters.map((filter) => ({ filter })), ...sorted.slice(0, MAX_VALUES)];
}
