import type { Client } from 'urql';
import { readState } from '../../lib/address/url-state.ts';
import { utcToday } from '../../lib/dates.ts';
import { recordPrefetched } from '../prefetched.ts';
import type { Identified, ListDescription, ListView } from './list-description.ts';
import { listParameters, listVariables } from './list-variables.ts';
import type { PageVariables } from './use-connection.ts';

/**
 * Asks for the first rows of a page that is a list, before the page is rendered.
 * @param send does not act on refusals: whether the person may see the page is decided by their login
 */
export type Prefetch = (client: Client, search: URLSearchParams, send: typeof fetch) => void;

/** Prefetches a list with the filters and the order of the address. */
export function prefetchList<Data, Variables extends PageVariables, Row extends Identified>(
  list: ListDescription<Data, Variables, Row>,
  view: ListView<Variables>,
): Prefetch {
  return (client, search, send) => {
    const values = readState(listParameters(view), search);
    const variables = listVariables(view, values, utcToday(new Date()), {});
    recordPrefetched(client, list.title, JSON.stringify(variables));
    void client.query(list.document, { ...variables, first: view.pageSize } as Variables, { fetch: send }).toPromise();
  };
}
