import { PipelineError } from '@switchboard/model/errors/errors';
import type { KeyType } from '@switchboard/model/key-types/key-type';
import { findKeyType } from '@switchboard/model/key-types/key-types';
import { fieldText } from '../key-fields/field-text.ts';
import { rememberSecret } from '../secrets.ts';
import type { ConnectorContext, KeyProperties } from '../spec.ts';
import { openServiceAccount } from './service-account.ts';
import { accessToken, forgetToken } from './token-cache.ts';

const PRESENT_KEY = 'google_service_account';

/** Credentials and context of requests to a Google API. */
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
 * The access that a key gives: of a service account for one scope, of an account that was connected by OAuth for what the person
 * has allowed.
 * @param name the declaration's, for messages
 * @throws KEY_MISSING, KEY_NOT_SUPPORTED, GoogleFailure; `origin` throws KEY_FOR_OTHER_HOST
 */
export function openGoogleAccess(
  name: string,
  key: KeyProperties | null,
  scope: string,
  { egress, now }: Pick<ConnectorContext, 'egress' | 'now'>,
): GoogleAccess {
  if (key === null) throw new PipelineError('KEY_MISSING', { name, key: PRESENT_KEY });
  const type = findKeyType(key.type);
  if (type?.form === 'http') return connectedAccess(key, type);
  if (type?.form !== 'google') {
    const reason = `keys of type ${key.type} are not for Google`;
    throw new PipelineError('KEY_NOT_SUPPORTED', { key: key.name, reason });
  }
  const account = openServiceAccount(key, egress);
  return {
    key,
    projectId: account.projectId,
    origin: (host) => account.apiOrigin ?? `https://${host}`,
    token: (signal) => accessToken(account, scope, key, { egress, now, signal }),
    forget: (rejected) => forgetToken(account, scope, rejected, egress),
  };
}

/** The access of an account that was connected by OAuth: its tokens are refreshed elsewhere, and go only to the hosts of its type. */
function connectedAccess(key: KeyProperties, type: Extract<KeyType, { form: 'http' }>): GoogleAccess {
  return {
    key,
    projectId: null,
    origin(host) {
      if (type.hosts?.includes(host) === true) return `https://${host}`;
      throw new PipelineError('KEY_FOR_OTHER_HOST', { key: key.name, allowed: type.hosts?.join(' or ') ?? '', host });
    },
    async token() {
      const token = (await key.access?.current()) ?? fieldText(key, 'access_token') ?? '';
      rememberSecret(key, token);
      return token;
    },
    forget: async () => void (await key.access?.renew()),
  };
}
