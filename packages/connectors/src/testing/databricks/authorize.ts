import { randomUUID } from 'node:crypto';
import type { KeyProperties } from '../../spec.ts';
import type { StandInReply, StandInRequest } from '../warehouse/serve-stand-in.ts';

const TOKEN = 'dapi-of-the-loader-0123456789';
const CLIENT = { client_id: 'c0ffee00-client', client_secret: 'dose-of-the-loader-0123456789' };
const LIFE_SECONDS = 3600;

/** The tokens of a workspace, as they are documented. */
export function createTokens(now: () => number) {
  const tokens = new Map<string, number>();
  return {
    /** Ends every token of the service principal at once. */
    revoke: (): void => tokens.clear(),
    given: (): number => tokens.size,
    exchange({ headers, body }: StandInRequest): StandInReply {
      const pair = `${CLIENT.client_id}:${CLIENT.client_secret}`;
      const form = new URLSearchParams(body.toString());
      if (headers.authorization !== `Basic ${Buffer.from(pair).toString('base64')}`)
        return { status: 401, body: { error: 'invalid_client', error_description: 'Client authentication failed' } };
      if (form.get('grant_type') !== 'client_credentials' || form.get('scope') !== 'all-apis')
        return { status: 400, body: { error: 'invalid_request' } };
      const token = `eyJ-${randomUUID()}`;
      tokens.set(token, now() + LIFE_SECONDS * 1000);
      return { status: 200, body: { access_token: token, token_type: 'Bearer', expires_in: LIFE_SECONDS } };
    },
    refusal({ headers }: StandInRequest): StandInReply | null {
      const token = (headers.authorization ?? '').replace(/^Bearer /, '');
      if (token === TOKEN || (tokens.get(token) ?? 0) > now()) return null;
      return token.startsWith('eyJ-')
        ? { status: 401, body: { error_code: 401, message: 'Token is expired' } }
        : { status: 403, body: { error_code: '403', message: 'Invalid access token.' } };
    },
  };
}

/** A key with a personal access token. */
export const databricksKey = (port: number, change: KeyProperties['properties'] = {}): KeyProperties => ({
  name: 'lakehouse',
  type: 'databricks',
  properties: { host: `127.0.0.1:${port}`, access_token: TOKEN, ...change },
});

/** A key of a service principal. */
export const principalKey = (port: number, change: KeyProperties['properties'] = {}): KeyProperties => ({
  name: 'lakehouse',
  type: 'databricks_oauth',
  properties: { host: `127.0.0.1:${port}`, ...CLIENT, ...change },
});
