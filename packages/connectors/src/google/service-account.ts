import { createHash, createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { readServiceAccount } from '@switchboard/model/service-account';
import { fieldText } from '../key-fields/field-text.ts';
import type { Egress } from '../network/egress.ts';
import type { KeyProperties } from '../spec.ts';
import { GoogleFailure } from './google-failure.ts';

/** A service account that can ask for tokens. */
export type ServiceAccount = {
  readonly clientEmail: string;
  readonly privateKey: KeyObject;
  readonly keyId: string | null;
  readonly tokenUri: string;
  /** The project that the account belongs to; null where the JSON names none. */
  readonly projectId: string | null;
  /** Where the APIs are, instead of at Google: the origin of a host that the administrator has named. */
  readonly apiOrigin: string | null;
  /** Differs between accounts, and between versions of one. */
  readonly identity: string;
};

const TOKEN_URI = 'https://oauth2.googleapis.com/token';
/** Addresses at which Google has given tokens over the years. */
const GOOGLE_TOKEN_HOSTS: ReadonlySet<string> = new Set([
  'oauth2.googleapis.com',
  'www.googleapis.com',
  'accounts.google.com',
]);
const MIN_BITS = 1024;

/**
 * The service account in a key. Tokens are asked for only at Google, or at a host that the administrator has named.
 * Throws GoogleFailure of kind `login`, before anything is sent.
 */
export function openServiceAccount(key: KeyProperties, egress: Pick<Egress, 'isListed'>): ServiceAccount {
  const text = fieldText(key, 'service_account_json') ?? '';
  const json = readServiceAccount(text) ?? {};
  const read = (name: string): string | null => {
    const value = json[name];
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
  };
  const tokenUri = read('token_uri') ?? TOKEN_URI;
  const url = URL.canParse(tokenUri) ? new URL(tokenUri) : null;
  const host = url?.host ?? tokenUri.slice(0, 100);
  const refuse = (code: string, reason: string): never => {
    throw new GoogleFailure('login', code, reason, { host });
  };
  const isOfGoogle = url?.protocol === 'https:' && url.port === '' && GOOGLE_TOKEN_HOSTS.has(url.hostname);
  const isListed =
    url !== null && /^https?:$/.test(url.protocol) && egress.isListed(url.hostname, portOf(url)) && !isOfGoogle;
  if (url === null || url.username !== '' || url.password !== '' || !(isOfGoogle || isListed))
    return refuse('GOOGLE_TOKEN_ADDRESS', `The JSON names ${host} for tokens, which is not Google`);
  const pem = read('private_key') ?? refuse('GOOGLE_PRIVATE_KEY_MISSING', 'the JSON has no private key');
  return {
    clientEmail: read('client_email') ?? refuse('GOOGLE_ACCOUNT_UNKNOWN', 'the JSON has no client email'),
    privateKey: readPrivateKey(pem) ?? refuse('GOOGLE_PRIVATE_KEY_MALFORMED', 'its private key cannot be read'),
    keyId: read('private_key_id'),
    tokenUri,
    projectId: read('project_id'),
    apiOrigin: isListed ? url.origin : null,
    identity: createHash('sha256').update(text).digest('hex'),
  };
}

const portOf = ({ port, protocol }: URL): number => (port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port));

/** An RSA key from its PEM, null for anything else. */
function readPrivateKey(pem: string): KeyObject | null {
  try {
    const key = createPrivateKey(pem);
    const isUsable = key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= MIN_BITS;
    return isUsable ? key : null;
  } catch {
    return null;
  }
}

/** Seconds that an assertion is valid, the most that Google allows, and that it began in the past, for clocks that differ. */
const LIFE_SECONDS = 3600;
const BACKDATE_SECONDS = 60;

/** A signed JWT (RS256) that is exchanged for a token. `now` is in epoch milliseconds. */
export function signAssertion(account: ServiceAccount, scope: string, now: number): string {
  const { clientEmail, privateKey, keyId, tokenUri } = account;
  const issued = Math.floor(now / 1000) - BACKDATE_SECONDS;
  const header = { alg: 'RS256', typ: 'JWT', ...(keyId === null ? {} : { kid: keyId }) };
  const claims = { iss: clientEmail, scope, aud: tokenUri, iat: issued, exp: issued + LIFE_SECONDS };
  const signed = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), privateKey).toString('base64url')}`;
}
