import type { KeyReference } from '@switchboard/model/key-reference';
import { ServiceFailure } from '../network/service-failure.ts';
import { callKeyService, requireText, textOf } from './call-key-service.ts';
import type { KeyServiceContext, KeyWrapping, KmsCredentials } from './key-wrapping.ts';

const API_VERSION = '7.4';
const ALGORITHM = 'RSA-OAEP-256';
const FORM = 'application/x-www-form-urlencoded';

/** Where the clouds of Microsoft give tokens for their vaults, by the end of the vault's host. */
const CLOUDS: readonly { readonly vault: string; readonly authority: string }[] = [
  { vault: 'vault.azure.net', authority: 'https://login.microsoftonline.com' },
  { vault: 'managedhsm.azure.net', authority: 'https://login.microsoftonline.com' },
  { vault: 'vault.azure.cn', authority: 'https://login.chinacloudapi.cn' },
  { vault: 'vault.usgovcloudapi.net', authority: 'https://login.microsoftonline.us' },
];

/**
 * Wraps by wrapKey and unwrapKey of Azure Key Vault with an RSA key. The service binds no context, so callers compare what they
 * unwrap with its fingerprint.
 */
export function wrapAtAzure(
  { origin, name, version }: Extract<KeyReference, { kind: 'azure-kv' }>,
  credentials: Extract<KmsCredentials, { kind: 'azure-kv' }>,
): KeyWrapping {
  const { hostname } = new URL(origin);
  const cloud = CLOUDS.find(({ vault }) => hostname.endsWith(`.${vault}`));
  const keyUrl = `${origin}/keys/${name}`;
  const post = async (path: string, value: string, context: KeyServiceContext): Promise<string> => {
    if (cloud === undefined && !context.egress.isListed(hostname, portOf(origin)))
      throw new ServiceFailure('login', 'HostUnknown', `${hostname} is not a vault of Azure`, { host: hostname });
    const token = await obtainToken(credentials, cloud ?? CLOUDS[0], context);
    return callKeyService(
      {
        url: `${keyUrl}/${path}?api-version=${API_VERSION}`,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ alg: ALGORITHM, value }),
        secrets: [token, credentials.clientSecret],
        refusal: (text) => ({
          code: textOf(text, 'error.innererror.code') || textOf(text, 'error.code'),
          message: textOf(text, 'error.message'),
        }),
        kinds: { KeyDisabled: 'missing' },
      },
      context,
    );
  };
  return {
    async wrap(key, _bound, context) {
      const path = version === null ? 'wrapkey' : `${version}/wrapkey`;
      const answer = await post(path, key.toString('base64url'), context);
      const used = requireText(answer, 'kid', origin).split('/').at(-1) ?? '';
      return `${used}:${requireText(answer, 'value', origin)}`;
    },
    async unwrap(wrapped, _bound, context) {
      const [, used, value] = /^([a-f\d]{32}):([\w-]+)$/i.exec(wrapped) ?? [];
      if (used === undefined || value === undefined)
        throw new ServiceFailure('refused', 'Malformed', 'the wrapped key was not made by Azure', { host: hostname });
      const answer = await post(`${used}/unwrapkey`, value, context);
      return Buffer.from(requireText(answer, 'value', origin), 'base64url');
    },
  };
}

/** A token of an application for its vaults (OAuth client credentials). */
async function obtainToken(
  { tenantId, clientId, clientSecret, authority }: Extract<KmsCredentials, { kind: 'azure-kv' }>,
  cloud: (typeof CLOUDS)[number] | undefined,
  context: KeyServiceContext,
): Promise<string> {
  const base = authority ?? cloud?.authority ?? '';
  const url = `${new URL(base).origin}/${encodeURIComponent(tenantId)}/oauth2/v2.0/token`;
  const form = {
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
    scope: `https://${cloud?.vault ?? ''}/.default`,
  };
  const text = await callKeyService(
    {
      url,
      headers: { 'content-type': FORM, accept: 'application/json' },
      body: new URLSearchParams(form).toString(),
      secrets: [clientSecret],
      refusal: (answer) => ({ code: textOf(answer, 'error'), message: textOf(answer, 'error_description') }),
      kinds: { invalid_client: 'login', unauthorized_client: 'login', invalid_request: 'login' },
    },
    context,
  );
  return requireText(text, 'access_token', url);
}

function portOf(origin: string): number {
  const { port, protocol } = new URL(origin);
  return Number(port) || (protocol === 'https:' ? 443 : 80);
}
