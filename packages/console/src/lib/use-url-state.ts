import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { type ParameterSet, readState, type Values, writeState } from './url-state.ts';

export type UrlState<P extends ParameterSet> = readonly [
  Values<P>,
  /** Changes some values. `replace` adds no history entry; use it while a person types. */
  (patch: Partial<Values<P>>, options?: { readonly replace?: boolean }) => void,
  /** The query of a link that makes the same change. */
  (patch: Partial<Values<P>>) => string,
];

/** The query parameters that a page describes. `parameters` must be a constant or memoized. */
export function useUrlState<P extends ParameterSet>(parameters: P): UrlState<P> {
  const [search, setSearch] = useSearchParams();
  const values = useMemo(() => readState(parameters, search), [parameters, search]);
  const change = useCallback(
    (patch: Partial<Values<P>>, options?: { readonly replace?: boolean }) =>
      setSearch((current) => writeState(parameters, current, patch), {
        replace: options?.replace ?? false,
        preventScrollReset: true,
      }),
    [parameters, setSearch],
  );
  const link = useCallback(
    (patch: Partial<Values<P>>) => `?${writeState(parameters, search, patch).toString()}`,
    [parameters, search],
  );
  return [values, change, link];
}
