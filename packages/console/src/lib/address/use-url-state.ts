import { useCallback, useMemo } from 'react';
import { useQueryOfAddress } from './query-provider.tsx';
import { type ParameterSet, readState, type Values, writeState } from './url-state.ts';

/** Some values, or a function that makes them from the newest ones; its null changes nothing. */
export type UrlPatch<V> = Partial<V> | ((current: V) => Partial<V> | null);

export type UrlChangeOptions = {
  /** Whether it adds no history entry. Without it, quick changes of the same parameters share one; false gives it one of its own. */
  readonly replace?: boolean | undefined;
  /** Removes all parameters that begin with this prefix, as part of the same change. */
  readonly clear?: string;
};

export type UrlState<P extends ParameterSet> = readonly [
  Values<P>,
  /** Changes some values. They are read back at once. */
  (patch: UrlPatch<Values<P>>, options?: UrlChangeOptions) => void,
  /** The query of a link that makes the same change. */
  (patch: Partial<Values<P>>, options?: Pick<UrlChangeOptions, 'clear'>) => string,
];

/** The query parameters that a page describes. `parameters` must be a constant or memoized. */
export function useUrlState<P extends ParameterSet>(parameters: P): UrlState<P> {
  const { search, change: changeQuery } = useQueryOfAddress();
  const values = useMemo(() => readState(parameters, new URLSearchParams(search)), [parameters, search]);
  const change = useCallback(
    (patch: UrlPatch<Values<P>>, { replace, clear }: UrlChangeOptions = {}) =>
      changeQuery(
        (current) => {
          const changed = typeof patch === 'function' ? patch(readState(parameters, current)) : patch;
          return changed === null ? current : writeState(parameters, current, changed, clear);
        },
        { replace },
      ),
    [parameters, changeQuery],
  );
  const link = useCallback(
    (patch: Partial<Values<P>>, { clear }: Pick<UrlChangeOptions, 'clear'> = {}) =>
      `?${writeState(parameters, new URLSearchParams(search), patch, clear).toString()}`,
    [parameters, search],
  );
  return [values, change, link];
}
