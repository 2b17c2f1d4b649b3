import { useCallback, useEffect } from 'react';
import { useQuery } from 'urql';
import { SuspendedKeysDocument } from '../api/generated/documents/suspended-keys.ts';
import { useRefetchOnChanges } from '../api/live/use-refetch-on-changes.ts';
import { concernsKeys } from '../entities/key/concerns-keys.ts';
import { toastFailed } from '../ui/feedback/toasts.ts';

type Props = {
  /** A constant function. */
  readonly onCount: (count: number) => void;
};

/** Reports how many keys of the account are suspended, now and whenever that may have changed. Renders nothing. */
export function SuspendedKeys({ onCount }: Props) {
  const [{ data, error }, refetch] = useQuery({ query: SuspendedKeysDocument });
  useRefetchOnChanges(
    useCallback(() => refetch({ requestPolicy: 'network-only' }), [refetch]),
    concernsKeys,
  );
  const count = data?.getSuspendedCredentialCount;
  useEffect(() => {
    if (count !== undefined) onCount(count);
  }, [count, onCount]);
  // Once for failures that follow each other.
  const hasFailed = error !== undefined;
  useEffect(() => {
    if (hasFailed) toastFailed('Error loading the number of suspended credentials');
  }, [hasFailed]);
  return null;
}
