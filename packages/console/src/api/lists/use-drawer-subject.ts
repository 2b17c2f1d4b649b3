import { useEffect, useRef } from 'react';
import { type AnyVariables, type TypedDocumentNode, useQuery } from 'urql';
import { toastFailed } from '../../ui/feedback/toasts.ts';

const DRAWER_FAILURE = 'There was a problem processing the request. Contact support if the problem persist';

type Options<Data, Variables extends AnyVariables, Subject> = {
  /** The subject, when the list has loaded it already; otherwise the query asks for it. */
  readonly known: Subject | undefined;
  readonly query: TypedDocumentNode<Data, Variables>;
  readonly variables: Variables;
  readonly select: (data: Data) => Subject | null | undefined;
  readonly onClose: () => void;
};

/**
 * What an open drawer is about. Undefined while it loads. Shows a toast and closes the drawer when it does not exist or
 * cannot be loaded.
 */
export function useDrawerSubject<Data, Variables extends AnyVariables, Subject>(
  options: Options<Data, Variables, Subject>,
): Subject | undefined {
  const { known, query, variables, select, onClose } = options;
  const [{ data, error, fetching }] = useQuery<Data, AnyVariables>({ query, variables, pause: known !== undefined });
  const subject = known ?? (data === undefined ? undefined : (select(data) ?? undefined));
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
