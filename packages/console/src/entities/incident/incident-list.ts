import type { IncidentRowFragment } from '../../api/generated/graphql.ts';
import type { BulkScope } from '../transfer/bulk/bulk-action.ts';

type Cause = Pick<IncidentRowFragment, 'transfer' | 'code' | 'names'>;

/** More names make an address too long; the cause alone then selects the rows. */
const MAX_NAMES = 25;

export const nounOf = ({ transfer }: Pick<Cause, 'transfer'>): 'download' | 'upload' =>
  transfer === 'upload' ? 'upload' : 'download';

/** The path below /app/{account}/ of the list with the failures of an incident. */
export function failuresPath(incident: Cause): string {
  const noun = nounOf(incident);
  const { code, names } = incident;
  const named = names.length <= MAX_NAMES ? { [noun === 'download' ? 'bundleNames' : 'uploadName']: list(names) } : {};
  return `${noun}s/list?${new URLSearchParams({ causes: code, ...named }).toString()}`;
}

/** The path below /app/{account}/ of the list with what an incident keeps failing. */
export function retryingPath(incident: Cause): string {
  const noun = nounOf(incident);
  const names = { [noun === 'download' ? 'bundleNames' : 'uploadName']: list(incident.names.slice(0, MAX_NAMES)) };
  return `${noun}s/list?${new URLSearchParams({ status: 'unfinished', ...names }).toString()}`;
}

/** A list in the address: a comma inside an item is escaped by a backslash. */
const list = (items: readonly string[]): string =>
  items.map((item) => item.replaceAll('\\', '\\\\').replaceAll(',', '\\,')).join(',');

/** All failures of an incident. */
export function failuresScope(incident: Cause): BulkScope {
  const { code, names } = incident;
  return {
    filters: { failure_codes: [code], [nounOf(incident) === 'download' ? 'bundleNames' : 'names']: names },
  };
}
