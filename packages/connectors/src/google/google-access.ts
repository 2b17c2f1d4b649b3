import { PipelineError } from '@switchboard/model';
import type { ConnectorContext, KeyProperties } from '../spec.ts';
import { openServiceAccount } from './service-account.ts';
import { accessToken, forgetToken } from './token-room.ts';

/** What requests to an API of Google need of a key. */
export type GoogleAccess = {
  readonly key: KeyProperties;
  /** Where the API of a host of Google is: there, or at the stand-in that the key names. */
  origin(host: string): string;
  /** The project of the account; null where the key names none. */
  readonly projectId: string | null;
  /** Throws GoogleFailure, NetworkError, or the reason of an aborted signal. */
  token(signal: AbortSignal): Promise<string>;
  /** Makes the next token another one. */
  forget(rejected: string): Promise<void>;
};

/**
 * The access that a key gives, for one scope.
 * @param name the declaration's, for messages
 * @throws KEY_MISSING, GoogleFailure
 */
export function openGoogleAccess(
  name: string,
  key: KeyProperties | null,
  scope: string,
  { egress, now }: Pick<ConnectorContext, 'egress' | 'now'>,
): GoogleAccess {
  if (key === null) throw new PipelineError('KEY_MISSING', { name, key: 'google_service_account' });
  const account = openServiceAccount(key, egress);
  return {
    key,
    projectId: account.projectId,
    origin: (host) => account.apiOrigin ?? `https://${host}`,
    token: (signal) => accessToken(account, scope, key, { egress, now, signal }),
    forget: (rejected) => forgetToken(account, scope, rejected, egress),
  };
}
