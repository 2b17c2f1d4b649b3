import { findKeyType, oauthOf } from '@switchboard/model/key-types/key-types';
import type { ReactNode } from 'react';
import { usePermission } from '../../api/session/session.ts';
import { useKeyPaths } from '../../entities/key/key-paths.ts';
import { useConnect } from '../../entities/oauth/use-connect.tsx';
import { useStartOAuth } from '../../entities/oauth/use-start-oauth.ts';
import { toastDone } from '../../ui/feedback/toasts.ts';
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
  const start = useStartOAuth();
  const { list } = useKeyPaths();
  const mayReconnect = usePermission('manage-keys');
  const type = key ? findKeyType(key.credential_type) : undefined;
  const isConnected = type !== undefined && oauthOf(type) !== undefined;
  const begin = () => start({ entity: 'credential', type: type?.name ?? '', id: key?.id ?? '' });
  const reconnect = (): void => connect(key?.name ?? '', begin());
  const { connect, status } = useConnect({
    provider: type?.displayName ?? '',
    route: list,
    onConnected: ({ credential_name: name }) => {
      toastDone(`${name} was successfully updated!`);
      onReconnected();
    },
    onRetry: reconnect,
  });
  return { isConnected, reconnect: isConnected && mayReconnect ? reconnect : undefined, status };
}
