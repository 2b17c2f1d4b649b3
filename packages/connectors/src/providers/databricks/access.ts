import { PipelineError } from '@switchboard/model/errors/errors';
import { requiredText } from '../../key-fields/key-fields.ts';
import { rememberSecret } from '../../secrets.ts';
import type { KeyProperties } from '../../spec.ts';
import {
  callWarehouse,
  type Json,
  kindOfStatus,
  objectOf,
  textOf,
  type WarehouseApi,
} from '../../warehouse/call-warehouse.ts';
import { WarehouseFailure, type WarehouseFailureKind } from '../../warehouse/warehouse-failure.ts';

/** Types of keys: a personal access token, or a service principal (OAuth machine to machine). */
export const KEY_TYPES = ['databricks', 'databricks_oauth'] as const;

const MARGIN_MS = 60_000;
/** Assumed life of a token whose answer states none. */
const LIFE_MS = 300_000;
/** Emulators of this machine, which the network guard refuses unless they are allowed. Everything else is HTTPS. */
const LOOPBACK = /^(?:localhost|127\.0\.0\.1)(?::\d{1,5})?$/;
const HOST = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/;

/** The APIs of the workspace that a key names. Throws KEY_MISSING, KEY_NOT_SUPPORTED or PARAMETER_INVALID; nothing is sent. */
export function openDatabricks(
  name: string,
  key: KeyProperties | null,
  context: WarehouseApi['context'],
): WarehouseApi {
  if (key === null) throw new PipelineError('KEY_MISSING', { name, key: KEY_TYPES[0] });
  if (!KEY_TYPES.some((type) => type === key.type)) {
    const reason = `keys of type ${key.type} are not for Databricks`;
    throw new PipelineError('KEY_NOT_SUPPORTED', { key: key.name, reason });
  }
  const host = requiredText(key, 'host').trim().toLowerCase();
  if (!HOST.test(host))
    throw new PipelineError('PARAMETER_INVALID', { name: key.name, parameter: 'host', reason: 'is not a host name' });
  const base = { key, origin: `${LOOPBACK.test(host) ? 'http' : 'https'}://${host}`, context, explain };
  if (key.type === 'databricks') {
    const token = requiredText(key, 'access_token').trim();
    return { ...base, authorize: async () => ({ authorization: `Bearer ${token}` }), renew: () => false };
  }
  return { ...base, ...servicePrincipal(base) };
}

type Base = Omit<WarehouseApi, 'authorize' | 'renew'>;

/** Tokens of a service principal, by the client credentials grant. One that is rejected is replaced. */
function servicePrincipal(base: Base): Pick<WarehouseApi, 'authorize' | 'renew'> {
  const { key, context } = base;
  const pair = `${requiredText(key, 'client_id').trim()}:${requiredText(key, 'client_secret').trim()}`;
  const authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
  let held: { readonly token: string; readonly until: number } | null = null;
  return {
    async authorize() {
      if (held === null || held.until <= context.now()) held = await obtain();
      return { authorization: `Bearer ${held.token}` };
    },
    renew() {
      const isOther = held !== null;
      held = null;
      return isOther;
    },
  };

  async function obtain() {
    const api: WarehouseApi = {
      ...base,
      authorize: async () => ({ authorization }),
      renew: () => false,
      explain: refused,
    };
    const answer = objectOf(
      await callWarehouse(api, {
        method: 'POST',
        path: '/oidc/v1/token',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: Buffer.from('grant_type=client_credentials&scope=all-apis'),
      }),
    );
    const token = textOf(answer['access_token']);
    if (token === '')
      throw new WarehouseFailure('busy', 'TOKEN', 'its answer holds no token', { host: new URL(base.origin).host });
    rememberSecret(key, token);
    const seconds = Number(answer['expires_in']);
    const life = Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : LIFE_MS;
    return { token, until: context.now() + life - MARGIN_MS };
  }
}

/** OAuth 2.0 answers 400 to a rejected client, which is a rejected key and not a wrong request. */
function refused(
  status: number,
  { error, error_description: description }: Json,
  text: string,
): ReturnType<typeof explain> {
  const kind = status === 400 ? 'login' : kindOfStatus(status);
  return [kind, textOf(error) || `status ${status}`, textOf(description) || textOf(error) || text];
}

/** Codes of the APIs whose status alone says less. */
const KINDS: Readonly<Record<string, WarehouseFailureKind>> = {
  QUOTA_EXCEEDED: 'full',
  RESOURCE_LIMIT_EXCEEDED: 'full',
  PERMISSION_DENIED: 'refused',
  RESOURCE_DOES_NOT_EXIST: 'missing',
  NOT_FOUND: 'missing',
};

function explain(
  status: number,
  { error_code: code, message }: Json,
  text: string,
): readonly [WarehouseFailureKind, code: string, message: string] {
  const given = textOf(code);
  const said = textOf(message) || text;
  const known = Object.hasOwn(KINDS, given) ? KINDS[given] : undefined;
  // A wrong token is answered with 403, too.
  const isToken = status === 403 && /\btoken\b/i.test(said);
  return [isToken ? 'login' : (known ?? kindOfStatus(status)), given || `status ${status}`, said];
}
