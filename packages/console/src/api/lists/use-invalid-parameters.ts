import { useCallback, useEffect } from 'react';
import { useQueryOfAddress } from '../../lib/address/query-provider.tsx';
import {
  invalidParameters,
  type ParameterSet,
  readState,
  type Values,
  writeState,
} from '../../lib/address/url-state.ts';
import { utcToday } from '../../lib/dates.ts';
import { toastFailed } from '../../ui/feedback/toasts.ts';
import { type FilterSpec, invalidFilterParameters } from '../../ui/filters/filter-spec.ts';

const INVALID_ADDRESS = 'Page was accessed with the wrong URL params.';

/**
 * Removes invalid values from the address and shows a notice. Of a list, the valid items stay.
 * @param specs the filters of the page
 * @param parameters those of the filters, and others
 */
export function useInvalidParameters(specs: readonly FilterSpec[], parameters: ParameterSet): void {
  const { search, change } = useQueryOfAddress();
  const namesIn = useCallback(
    (query: URLSearchParams): readonly string[] => [
      ...invalidParameters(parameters, query),
      ...invalidFilterParameters(specs, query, utcToday(new Date())),
    ],
    [specs, parameters],
  );
  useEffect(() => {
    if (namesIn(new URLSearchParams(search)).length === 0) return;
    toastFailed(INVALID_ADDRESS);
    // What is wrong with the newest query, which the page may not show yet.
    change((query) => writeState(parameters, query, validValues(parameters, query, namesIn(query))), { replace: true });
  }, [search, namesIn, parameters, change]);
}

/** Returns the valid rest of invalid parameters: the valid items of a list, otherwise the default. */
function validValues(
  parameters: ParameterSet,
  query: URLSearchParams,
  names: readonly string[],
): Partial<Values<ParameterSet>> {
  const values = readState(parameters, query);
  return Object.fromEntries(
    names.map((name) => {
      const value = values[name];
      return [name, Array.isArray(value) ? value : parameters[name]?.read(null)];
    }),
  );
}
