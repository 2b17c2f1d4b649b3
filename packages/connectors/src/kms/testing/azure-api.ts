import { constants, createPublicKey, privateDecrypt, publicEncrypt, randomUUID } from 'node:crypto';
import { RSA_PEMS } from '../../testing/rsa-pems.ts';
import type { KeyServiceApi } from './serve-key-services.ts';

export const AZURE_APPLICATION = {
  tenantId: 'b3f8a1c0-0000-4000-8000-000000000001',
  clientId: 'b3f8a1c0-0000-4000-8000-000000000002',
  clientSecret: 'secret~of~the~azure~stand-in',
} as const;
export const AZURE_KEY = 'wrapping';
const VERSION = 'a'.repeat(32);
const OAEP = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' } as const;

const refuse = (status: number, code: string, message: string, inner?: string) => ({
  status,
  body: { error: { code, message, ...(inner === undefined ? {} : { innererror: { code: inner } }) } },
});

/** Tokens of an application, and wrapKey and unwrapKey of a vault with an RSA key, as documented. */
export function azureApi(origin: () => string, isDisabled: () => boolean): KeyServiceApi {
  const tokens = new Set<string>();
  return ({ path, headers, body }) => {
    if (path === `/${AZURE_APPLICATION.tenantId}/oauth2/v2.0/token`) {
      const form = Object.fromEntries(new URLSearchParams(body));
      const { clientId, clientSecret } = AZURE_APPLICATION;
      const isKnown = form['client_id'] === clientId && form['client_secret'] === clientSecret;
      if (!isKnown || form['grant_type'] !== 'client_credentials')
        return {
          status: 401,
          body: { error: 'invalid_client', error_description: 'AADSTS7000215: Invalid client secret provided.' },
        };
      if (form['scope'] !== 'https://vault.azure.net/.default')
        return { status: 400, body: { error: 'invalid_scope', error_description: 'AADSTS70011' } };
      const token = randomUUID();
      tokens.add(token);
      return { status: 200, body: { token_type: 'Bearer', expires_in: 3599, access_token: token } };
    }
    const [, name, version = VERSION, act] = /^\/keys\/([^/]+)(?:\/([^/]+))?\/(wrapkey|unwrapkey)$/.exec(path) ?? [];
    if (name === undefined) return null;
    if (!tokens.has((headers.authorization ?? '').replace(/^Bearer /, '')))
      return refuse(401, 'Unauthorized', 'AKV10000: Request is missing a Bearer or PoP token.');
    if (name !== AZURE_KEY || version !== VERSION)
      return refuse(404, 'KeyNotFound', `A key with (name/id) ${name} was not found in this key vault.`);
    if (isDisabled()) return refuse(403, 'Forbidden', 'Operation is not allowed on a disabled key.', 'KeyDisabled');
    const { alg, value } = JSON.parse(body) as { alg: string; value: string };
    if (alg !== 'RSA-OAEP-256') return refuse(400, 'BadParameter', 'Property alg has invalid value');
    const given = Buffer.from(value, 'base64url');
    try {
      const result =
        act === 'wrapkey'
          ? publicEncrypt({ key: createPublicKey(RSA_PEMS.google), ...OAEP }, given)
          : privateDecrypt({ key: RSA_PEMS.google, ...OAEP }, given);
      const kid = `${origin()}/keys/${name}/${version}`;
      return { status: 200, body: { kid, value: result.toString('base64url') } };
    } catch {
      return refuse(400, 'BadParameter', 'The parameter is incorrect.');
    }
  };
}
