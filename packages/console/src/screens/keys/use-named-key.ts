import { useCallback } from 'react';
import { useQuery } from 'urql';
import { describeFailure, type Failure } from '../../api/failure.ts';
import { KeyDetailsDocument } from '../../api/generated/documents/key-details.ts';
import type { KeyDetailsQuery } from '../../api/generated/graphql.ts';
import { useUrlState } from '../../lib/address/use-url-state.ts';
import { KEY_PARAMETERS } from './keys-view.ts';

export type NamedKey = NonNullable<KeyDetailsQuery['credential']>;

export type KeyState = {
  /** The name in the address; empty without one. */
  readonly name: string;
  /** The key; null when the account has none of this name; undefined while it loads, and after a failure. */
  readonly key: NamedKey | null | undefined;
  readonly failure: Failure | null;
  readonly refresh: () => void;
};

/** The key that the address names. What is edited is read from the server, not from the cache. */
export function useNamedKey(requestPolicy: 'cache-and-network' | 'network-only' = 'cache-and-network'): KeyState {
  const [{ keyName: name }] = useUrlState(KEY_PARAMETERS);
  const [{ data, error }, refetch] = useQuery({
    query: KeyDetailsDocument,
    variables: { name },
    requestPolicy,
    pause: name === '',
  });
  const refresh = useCallback(() => refetch({ requestPolicy: 'network-only' }), [refetch]);
  const failure = error === undefined ? null : describeFailure(error);
  return { name, key: data?.credential, failure, refresh };
}
