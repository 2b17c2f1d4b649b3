import { useEffect, useRef } from 'react';
import { type AnyVariables, type TypedDocumentNode, useQuery } from 'urql';
import { toastFailed } from '../../ui/feedback/toasts.ts';

const DRAWER_FAILURE = 'There was a problem processing the request. Contact support if the problem persist';

/** How the subject of a drawer is queried when no list has loaded it. A constant. */
export type DrawerSubject<Data, Variables extends AnyVariables, Subject> = {
  readonly query: TypedDocumentNode<Data, Variables>;
  readonly select: (data: Data) => Subject | null | undefined;
};

export function drawerSubject<Data, Variables extends AnyVariables, Subject>(
  query: TypedDocumentNode<Data, Variables>,
  select: (data: Data) => Subject | null | undefined,
): DrawerSubject<Data, Variables, Subject> {
  return { query, select };
}

/**
 * Returns the subject of an open drawer. Undefined while it loads. Shows a toast and closes the drawer when it does not exist or
 * cannot be loaded.
 * @param known the subject as the list has loaded it, until the cache or the server has answered
 */
export function useDrawerSubject<Data, Variables extends AnyVariables, Subject>(
  { query, select }: DrawerSubject<Data, Variables, Subject>,
  variables: Variables,
  known: Subject | undefined,
  onClose: () => void,
): Subject | undefined {
  // Also what the list has loaded: a row that others push from its pages does not follow the cache any more.
  const [{ data, error, fetching }] = useQuery<Data, AnyVariables>({ query, variables });
  const queried = data === undefined ? undefined : select(data);
  const subject = queried ?? known;
  const isMissing = subject === undefined && !fetching && (error !== undefined || data !== undefined);
  const isReported = useRef(false);
  useEffect(() => {
    if (!isMissing || isReported.current) return;
    isReported.current = true;
    toastFailed(DRAWER_FAILURE);
    onClose();
  }, [isMissing, onClose]);
  return subject;
}
