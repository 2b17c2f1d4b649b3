import { createPublicKey, randomUUID, verify } from 'node:crypto';
import type { KeyProperties } from '../../spec.ts';
import { RSA_PEMS } from '../rsa-pems.ts';

/** A service account of the stand-in. */
type Account = { readonly email: string; readonly publicPem: string; readonly isDenied: boolean };
type Token = { readonly email: string; readonly scopes: readonly string[]; readonly ends: number };
export type Reply = {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

export const PRIVATE_PEM: string = RSA_PEMS.google;
const PUBLIC_PEM = createPublicKey(PRIVATE_PEM).export({ type: 'spki', format: 'pem' }).toString();

const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const LONGEST_MS = 3600_000;
const rejected = (description: string): Reply => ({
  status: 400,
  body: { error: 'invalid_grant', error_description: description },
});

/**
 * The token endpoint of service accounts as it is documented: verifies signature, audience and times of an assertion, and
 * gives a token for its scopes.
 * @param clock epoch milliseconds
 */
export function createTokenEndpoint(tokenUri: () => string, clock: () => number) {
  const accounts = new Map<string, Account>();
  const tokens = new Map<string, Token>();
  let lifeSeconds = 3599;
  const add = (email: string, isDenied: boolean): void => {
    accounts.set(email, { email, publicPem: PUBLIC_PEM, isDenied });
  };
  add('loader@acme.example', false);
  add('denied@acme.example', true);

  function exchange(body: string): Reply {
    const form = new URLSearchParams(body);
    if (form.get('grant_type') !== GRANT) return { status: 400, body: { error: 'unsupported_grant_type' } };
    const [header = '', payload = '', signature = ''] = (form.get('assertion') ?? '').split('.');
    const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
    const { alg } = read(header);
    const { iss, aud, iat, exp, scope } = read(payload);
    const account = accounts.get(String(iss));
    if (account === undefined) return rejected('Invalid grant: account not found');
    if (alg !== 'RS256' || aud !== tokenUri()) return rejected('Invalid JWT: Failed audience check');
    const [issued, ends, now] = [Number(iat) * 1000, Number(exp) * 1000, clock()];
    if (issued > now || ends < now || ends - issued > LONGEST_MS)
      return rejected(
        'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check your iat and exp values in the JWT claim.',
      );
    const key = createPublicKey(account.publicPem);
    if (!verify('RSA-SHA256', Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, 'base64url')))
      return rejected('Invalid JWT Signature.');
    return issue(account.email, String(scope).split(' '));
  }

  function issue(email: string, scopes: readonly string[]): Reply {
    const token = `ya29.${randomUUID()}`;
    tokens.set(token, { email, scopes, ends: clock() + lifeSeconds * 1000 });
    return { status: 200, body: { access_token: token, expires_in: lifeSeconds, token_type: 'Bearer' } };
  }

  /** The answer of the metadata server of a machine, whose account is that of these tests. */
  function serveMetadata(flavor: string | undefined, scopes: string): Reply {
    if (flavor !== 'Google') return { status: 403, body: 'Missing Metadata-Flavor:Google header.' };
    return { ...issue('loader@acme.example', scopes.split(',')), headers: { 'metadata-flavor': 'Google' } };
  }

  /** Checks the Authorization header of a request that needs one of these scopes; null when it is valid. */
  function refusal(
    authorization: string | undefined,
    scopes: readonly string[],
  ): { status: number; reason: string } | null {
    const token = tokens.get((authorization ?? '').replace(/^Bearer /, ''));
    if (token === undefined || token.ends <= clock()) return { status: 401, reason: 'authError' };
    if (accounts.get(token.email)?.isDenied !== false) return { status: 403, reason: 'forbidden' };
    const allowed = [...scopes, 'https://www.googleapis.com/auth/cloud-platform'];
    return token.scopes.some((scope) => allowed.includes(scope))
      ? null
      : { status: 403, reason: 'insufficientPermissions' };
  }

  return {
    exchange,
    serveMetadata,
    refusal,
    /** Ends every token at once, as when an administrator revokes them. */
    revoke: (): void => tokens.clear(),
    setLife: (seconds: number): void => {
      lifeSeconds = seconds;
    },
    given: (): number => tokens.size,
    key: (change: Readonly<Record<string, unknown>> = {}): KeyProperties => {
      const json = {
        type: 'service_account',
        project_id: 'acme',
        private_key_id: 'k1',
        private_key: PRIVATE_PEM,
        client_email: 'loader@acme.example',
        token_uri: tokenUri(),
        ...change,
      };
      const properties = {
        key_type: 'json',
        service_account_json: JSON.stringify(json, null, 2),
        client_email: String(json.client_email),
      };
      return { name: 'google', type: 'google_service_account', properties };
    },
  };
}
