import { useEffect, useMemo } from 'react';
import { utcToday } from '../../lib/dates.ts';
import { useQueryOfAddress } from '../../lib/query-provider.tsx';
import { invalidParameters, type ParameterSet } from '../../lib/url-state.ts';
import type { UrlState } from '../../lib/use-url-state.ts';
import { toastFailed } from '../../ui/feedback/toasts.ts';
import { type FilterSpec, invalidFilterParameters } from '../../ui/filters/filter-spec.ts';

const INVALID_ADDRESS = 'Page was accessed with the wrong URL params.';

/**
 * Removes invalid values from the address and shows a notice. Of a list, the valid items stay.
 * @param parameters those of the filters, and others
 */
export function useInvalidParameters(
  specs: readonly FilterSpec[],
  parameters: ParameterSet,
  change: UrlState<ParameterSet>[1],
): void {
  const { search } = useQueryOfAddress();
  const invalid = useMemo(() => {
    const query = new URLSearchParams(search);
    return [
      ...invalidParameters(parameters, query),
      ...invalidFilterParameters(specs, query, utcToday(new Date())),
    ].join();
  }, [specs, parameters, search]);
  useEffect(() => {
    if (invalid === '') return;
    toastFailed(INVALID_ADDRESS);
    change(
      (values) =>
        Object.fromEntries(
          invalid.split(',').map((name) => {
            const value = values[name];
            return [name, Array.isArray(value) ? value : parameters[name]?.read(null)];
          }),
        ),
      { replace: true },
    );
  }, [invalid, parameters, change]);
}
