import { findKeyType, oauthOf } from '@switchboard/model';
import type { ReactNode } from 'react';
import { useClient } from 'urql';
import { describeFailure } from '../../api/failure.ts';
import { StartReconnectDocument } from '../../api/generated/documents/start-reconnect.ts';
import { usePermission } from '../../api/session/session.ts';
import { toastDone, toastFailed } from '../../ui/feedback/toasts.ts';
import { useConnect } from './use-connect.tsx';
import type { NamedKey } from './use-named-key.ts';

export type Reconnection = {
  /** Whether the key was connected by OAuth. */
  readonly isConnected: boolean;
  /** Connects the key again; undefined for other keys, and for people without the permission. */
  readonly reconnect: (() => void) | undefined;
  /** Where the sign-in stands. */
  readonly status: ReactNode;
};

/** Connects a key again, after its access has ended or for another account of the provider. */
export function useReconnect(key: NamedKey | null | undefined, onReconnected: () => void): Reconnection {
  const client = useClient();
  const mayReconnect = usePermission('manage-keys');
  const type = key ? findKeyType(key.credential_type) : undefined;
  const isConnected = type !== undefined && oauthOf(type) !== undefined;
  const begin = async (): Promise<string> => {
    const variables = { type: type?.name ?? '', id: key?.id ?? '' };
    const { data, error } = await client
      .query(StartReconnectDocument, variables, { requestPolicy: 'network-only' })
      .toPromise();
    if (data !== undefined && error === undefined) return data.start_oauth;
    const { message, requestId } = describeFailure(error ?? { graphQLErrors: [] });
    toastFailed(message, requestId);
    throw new Error(message);
  };
  const reconnect = (): void => connect(key?.name ?? '', begin());
  const { connect, status } = useConnect({
    provider: type?.displayName ?? '',
    onConnected: (name) => {
      toastDone(`${name} was successfully updated!`);
      onReconnected();
    },
    onRetry: reconnect,
  });
  return { isConnected, reconnect: isConnected && mayReconnect ? reconnect : undefined, status };
}
