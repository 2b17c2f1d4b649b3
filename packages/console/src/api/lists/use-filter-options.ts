import { useQuery } from 'urql';
import type { FilterSpec, LoadedOptions } from '../../ui/filters/filter-spec.ts';
import { FilterOptionsDocument } from '../generated/documents/filter-options.ts';
import type { FilterOptionsQuery } from '../generated/graphql.ts';

/** The option lists that the server offers for filters. */
export type FilterOptionName = Exclude<keyof FilterOptionsQuery['filter_options'], '__typename'>;

const NO_NAMES = {};

/** Loads the option lists of the account, if any of the filters needs one. */
export function useFilterOptions(specs: readonly FilterSpec[]): LoadedOptions {
  const isNeeded = specs.some((spec) => spec.kind === 'choices' && typeof spec.options === 'string');
  const [{ data, fetching }] = useQuery({ query: FilterOptionsDocument, pause: !isNeeded });
  return { names: data?.filter_options ?? NO_NAMES, loading: fetching };
}
