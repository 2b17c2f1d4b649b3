import { createHmac } from 'node:crypto';

/** The signed parts of a request, besides the key. */
export type SignedRequest = {
  readonly method: string;
  readonly url: string;
  /** The fields of a body that is a form. */
  readonly form: readonly (readonly [name: string, value: string])[];
  /** Further parameters of the protocol, such as oauth_callback and oauth_verifier. */
  readonly protocol?: readonly (readonly [name: string, value: string])[];
  /** Shown before the parameters, and not signed. */
  readonly realm?: string;
};

/** The key pair of the app, and that of the account that it acts for; both empty before there is one. */
export type OAuth1Credentials = {
  readonly consumerKey: string;
  readonly consumerSecret: string;
  readonly token: string;
  readonly tokenSecret: string;
};

/** Percent-encoding of RFC 5849, which knows fewer plain characters than that of addresses. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * The Authorization header of a request that is signed by HMAC-SHA1 (OAuth 1.0a).
 * @param once a text that no other request has
 * @param seconds since 1970
 */
export function signOAuth1(
  { method, url, form, protocol = [], realm }: SignedRequest,
  { consumerKey, consumerSecret, token, tokenSecret }: OAuth1Credentials,
  { once, seconds }: { readonly once: string; readonly seconds: number },
): string {
  const own: readonly (readonly [string, string])[] = [
    ['oauth_consumer_key', consumerKey],
    ['oauth_nonce', once],
    ['oauth_signature_method', 'HMAC-SHA1'],
    ['oauth_timestamp', String(seconds)],
    ...(token === '' ? [] : [['oauth_token', token] as const]),
    ['oauth_version', '1.0'],
    ...protocol,
  ];
  const { origin, pathname, searchParams } = new URL(url);
  const parameters = [...searchParams, ...form, ...own]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const base = [method.toUpperCase(), origin + pathname, parameters].map(encode).join('&');
  const signature = createHmac('sha1', `${encode(consumerSecret)}&${encode(tokenSecret)}`)
    .update(base)
    .digest('base64');
  const shown = [...own, ['oauth_signature', signature] as const].map(
    ([name, value]) => `${encode(name)}="${encode(value)}"`,
  );
  const around = realm === undefined ? [] : [`realm="${realm.replaceAll(/["\\\\]/g, '')}"`];
  return `OAuth ${[...around, ...shown].join(', ')}`;
}
