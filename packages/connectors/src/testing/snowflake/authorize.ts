import { createHash, createPublicKey, verify } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { KeyProperties } from '../../spec.ts';
import { RSA_PEMS } from '../rsa-pems.ts';

const PUBLIC_KEY = createPublicKey(RSA_PEMS.snowflake);
const TOKEN = 'pat-of-the-loader-0123456789';
const LONGEST_SECONDS = 3600;

type Refusal = { readonly code: string; readonly message: string };
const INVALID_JWT: Refusal = {
  code: '390144',
  message: 'JWT token is invalid. [0ce9eb56-821d-4ca9-a774-04ae89a0cf5a]',
};

/** Checks the key of a request as the documentation describes; null when it is valid. */
export function refusalOf(headers: IncomingHttpHeaders, now: number): Refusal | null {
  const presented = (headers.authorization ?? '').replace(/^Bearer /, '');
  const type = headers['x-snowflake-authorization-token-type'];
  if (type === 'PROGRAMMATIC_ACCESS_TOKEN')
    return presented === TOKEN ? null : { code: '390303', message: 'Programmatic access token is invalid.' };
  if (type !== 'KEYPAIR_JWT') return { code: '390303', message: 'Invalid OAuth access token.' };
  const [header = '', payload = '', signature = ''] = presented.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
  const der = PUBLIC_KEY.export({ type: 'spki', format: 'der' });
  const fingerprint = createHash('sha256').update(der).digest('base64');
  const [issued, ends, seconds] = [Number(claims['iat']), Number(claims['exp']), now / 1000];
  const isNow = issued <= seconds && ends > seconds && ends - issued <= LONGEST_SECONDS;
  const isKnown = claims['sub'] === 'MYORG-ACME.LOADER' && claims['iss'] === `MYORG-ACME.LOADER.SHA256:${fingerprint}`;
  const isSigned = verify(
    'RSA-SHA256',
    Buffer.from(`${header}.${payload}`),
    PUBLIC_KEY,
    Buffer.from(signature, 'base64url'),
  );
  return isNow && isKnown && isSigned ? null : INVALID_JWT;
}

/** A key with a key pair, or with a token where `change` says so. */
export const snowflakeKey = (port: number, change: KeyProperties['properties'] = {}): KeyProperties => ({
  name: 'warehouse',
  type: 'snowflake',
  properties: {
    account: 'myorg-acme',
    user: 'loader',
    private_key: RSA_PEMS.snowflake,
    endpoint: `http://127.0.0.1:${port}`,
    ...change,
  },
});

export const tokenChange = (token: string = TOKEN): KeyProperties['properties'] => ({
  auth_type: 'token',
  token,
  private_key: null,
});
