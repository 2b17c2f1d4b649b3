import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { KeyField, KeyType } from '@switchboard/model/key-types/key-type';
import { KEY_TYPES } from '@switchboard/model/key-types/key-types';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signOAuth1 } from '../oauth/sign-oauth1.ts';
import type { KeyProperties } from '../spec.ts';
import { ASKED_ADDRESS, standInContext } from '../testing/stand-in.ts';
import { authenticate } from './key-request.ts';
import { type KeyVerdict, verifyKey } from './verify-key.ts';

type Received = {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};
type Answer = { readonly status: number; readonly body: string };

let received: Received[] = [];
let answer: (request: Received) => Answer;
/** The only stand-in: every provider’s address leads to it, and the address that was asked for is in a header. */
const server = createServer((request, response) => {
  void text(request).then((body) => {
    const { [ASKED_ADDRESS]: url = '', ...headers } = request.headers;
    const one = { method: request.method ?? '', url: String(url), headers, body };
    received.push(one);
    const { status, body: answered } = answer(one);
    response.writeHead(status, { 'content-type': 'application/json' }).end(answered);
  });
});
let origin: string;
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  received = [];
});

const buildStandIn = () => standInContext(() => origin);

type HttpType = Extract<KeyType, { form: 'http' }>;
/** Sign-ins by OAuth 1.0a have tests of their own. */
const PROVIDERS = KEY_TYPES.filter(
  (type): type is HttpType =>
    type.form === 'http' && type.hosts !== null && type.authentication.scheme !== 'oauth1_login',
);
const TRIED = PROVIDERS.filter(({ probe, authentication: how }) => probe !== null || ('token' in how && how.token));
const named = (types: readonly HttpType[]) => types.map((type) => [type.name, type] as const);

const TOKEN = 'canary"token/+1';

/** A value that the field accepts. Those of secret fields hold what JSON, URLs and base64 write in another way. */
function enteredFor(field: KeyField): string {
  if (field.secret) return `canary"${field.name}/+&1`;
  if (field.kind === 'choice') return field.choices.at(-1)?.value ?? '';
  if (field.kind !== 'text' || field.pattern === undefined) return `some ${field.name}`;
  return new RegExp(`^(?:${field.pattern})$`).test('acme') ? 'acme' : 'shop.acme.example';
}

const keyOf = (type: HttpType): KeyProperties => ({
  name: 'k',
  type: type.name,
  properties: Object.fromEntries(type.fields.map((field) => [field.name, enteredFor(field)])),
});

/** A template as documentation reads it: a name in braces is what the person entered, else the token that was obtained. */
const filled = (template: string, { properties }: KeyProperties): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => String(properties[name] ?? TOKEN));

const decoded = (header: string | undefined): string =>
  Buffer.from((header ?? '').replace(/^Basic /, ''), 'base64').toString();

const SENT_BY_EVERY_REQUEST = ['accept', 'accept-encoding', 'connection', 'content-length', 'content-type', 'host'];

/** Compares what arrived with the row: exactly its headers, its query parameters, or its user name and password. */
function expectCarried(type: HttpType, key: KeyProperties, request: Received | undefined): void {
  if (request === undefined) throw new Error(`no request for ${type.name} arrived`);
  const how = type.authentication;
  const probe = type.probe !== null && 'url' in type.probe ? type.probe : null;
  const templates = how.scheme === 'template' ? { ...how.headers } : {};
  const own = Object.keys(probe?.headers ?? {}).map((name) => name.toLowerCase());
  const rest = Object.entries(request.headers).filter(
    ([name]) => ![...SENT_BY_EVERY_REQUEST, 'user-agent', ...own].includes(name),
  );
  if (how.scheme === 'basic') {
    expect(rest.map(([name]) => name)).toEqual(['authorization']);
    const pair = decoded(request.headers.authorization);
    expect(pair).toBe(`${filled(how.username, key)}:${filled(how.password, key)}`);
    return;
  }
  if (how.scheme === 'oauth1') {
    expect(rest.map(([name]) => name)).toEqual(['authorization']);
    const { authorization = '' } = request.headers;
    const part = (name: string): string => new RegExp(`${name}="([^"]*)"`).exec(authorization)?.[1] ?? '';
    const fieldOf = (field: string): string => String(key.properties[field]);
    const credentials = {
      consumerKey: fieldOf(how.consumerKey),
      consumerSecret: fieldOf(how.consumerSecret),
      token: fieldOf(how.token),
      tokenSecret: fieldOf(how.tokenSecret),
    };
    const at = { once: part('oauth_nonce'), seconds: Number(part('oauth_timestamp')) };
    const { method = 'GET', url } = request;
    expect(authorization).toBe(signOAuth1({ method, url, form: [] }, credentials, at));
    return;
  }
  expect(Object.fromEntries(rest)).toEqual(
    Object.fromEntries(Object.entries(templates).map(([name, value]) => [name.toLowerCase(), filled(value, key)])),
  );
  const query = how.scheme === 'template' ? (how.query ?? {}) : {};
  const parameters = new URL(request.url).searchParams;
  for (const [name, template] of Object.entries(query))
    expect(parameters.getAll(name)).toEqual([filled(template, key)]);
}

const isTokenRequest = ({ authentication: how }: HttpType, key: KeyProperties, { url }: Received): boolean =>
  how.scheme === 'template' && how.token !== undefined && url === filled(how.token.url, key);

/** JSON with a value at a dotted path. */
const jsonWith = (path: string, value: unknown): string =>
  JSON.stringify(path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value));

/** Answers as the provider does to a right key. */
const acceptingAnswer =
  (type: HttpType, key: KeyProperties) =>
  (request: Received): Answer => {
    const how = type.authentication;
    if (how.scheme === 'template' && how.token !== undefined && isTokenRequest(type, key, request))
      return { status: 200, body: jsonWith(how.token.field, TOKEN) };
    const accepts = type.probe !== null && 'url' in type.probe ? type.probe.accepts : undefined;
    return { status: 200, body: accepts === undefined ? '' : jsonWith(accepts.field, accepts.equals) };
  };

/** Everything of a key, and of what is made of it, that no message may hold. */
function expectNoSecret(type: HttpType, key: KeyProperties, verdict: KeyVerdict): void {
  const messages = verdict.ok ? '' : verdict.problems.map(({ message }) => message).join('\n');
  const how = type.authentication;
  const pairs = how.scheme === 'basic' ? [`${filled(how.username, key)}:${filled(how.password, key)}`] : [];
  for (const secret of [...pairs, TOKEN, 'canary'])
    for (const form of [secret, Buffer.from(secret).toString('base64').replace(/=+$/, ''), encodeURIComponent(secret)])
      expect(messages).not.toContain(form);
}

/** The echo of a careless provider: everything that it received. */
const echo = ({ method, url, headers, body }: Received): string => JSON.stringify({ method, url, headers, body });

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** From the documentation of well-known providers, word for word. */
describe.each([
  ['stripe', { api_key: 'sk_1' }, 'https://api.stripe.com/v1/balance', { authorization: 'Bearer sk_1' }],
  [
    'mailchimp',
    { api_key: 'k-us1', server_prefix: 'us1' },
    'https://us1.api.mailchimp.com/3.0/ping',
    { authorization: `Basic ${base64('anystring:k-us1')}` },
  ],
  [
    'mailgun',
    { api_key: 'k' },
    'https://api.mailgun.net/v4/domains?limit=1',
    { authorization: `Basic ${base64('api:k')}` },
  ],
  [
    'freshdesk',
    { api_key: 'k', domain: 'acme' },
    'https://acme.freshdesk.com/api/v2/agents/me',
    { authorization: `Basic ${base64('k:X')}` },
  ],
  [
    'zendesk',
    { email: 'a@b.c', api_token: 't', subdomain: 'acme' },
    'https://acme.zendesk.com/api/v2/users.json?per_page=1',
    { authorization: `Basic ${base64('a@b.c/token:t')}` },
  ],
  [
    'twilio',
    { account_sid: 'AC1', auth_token: 't' },
    'https://api.twilio.com/2010-04-01/Accounts/AC1.json',
    { authorization: `Basic ${base64('AC1:t')}` },
  ],
  ['klaviyo', { api_key: 'pk_1' }, 'https://a.klaviyo.com/api/accounts', { authorization: 'Klaviyo-API-Key pk_1' }],
  [
    'shopify',
    { access_token: 't', shop: 'acme' },
    'https://acme.myshopify.com/admin/oauth/access_scopes.json',
    { 'x-shopify-access-token': 't' },
  ],
  [
    'datadog',
    { api_key: 'k', application_key: 'a' },
    'https://api.datadoghq.com/api/v1/validate',
    { 'dd-api-key': 'k', 'dd-application-key': 'a' },
  ],
  ['callrail', { api_key: 'k' }, 'https://api.callrail.com/v3/a.json', { authorization: 'Token token=k' }],
  ['trello', { api_key: 'k', user_token: 't' }, 'https://api.trello.com/1/members/me?key=k&token=t', {}],
  [
    'impact',
    { account_sid: 'IR1', auth_token: 't' },
    'https://api.impact.com/Mediapartners/IR1/CompanyInformation',
    { authorization: `Basic ${base64('IR1:t')}` },
  ],
] as const)('%s', (type, properties, url, headers) => {
  it('sends the request that its documentation shows', async () => {
    answer = () => ({ status: 200, body: '' });
    expect(await verifyKey({ name: 'k', type, properties }, buildStandIn())).toEqual({ ok: true, tried: true });
    expect(received).toMatchObject([{ method: 'GET', url, headers }]);
  });
});

describe.each(named(TRIED))('a key of type %s', (_, type) => {
  const key = keyOf(type);

  it('the provider accepts what its documentation names', async () => {
    answer = acceptingAnswer(type, key);
    expect(await verifyKey(key, buildStandIn())).toEqual({ ok: true, tried: true });
    const probes = received.filter((request) => !isTokenRequest(type, key, request));
    if (type.probe === null) return expect(received).toHaveLength(1);
    expect(probes).toHaveLength(1);
    expectCarried(type, key, probes[0]);
  });

  it('a 401 rejects the key at a secret field, in a text without secrets', async () => {
    answer = (request) => ({ status: 401, body: echo(request) });
    const verdict = await verifyKey(key, buildStandIn());
    const field = type.fields.find(({ secret }) => secret)?.name;
    const host = new URL(received[0]?.url ?? '').host;
    const message = `k: ${host} rejected the key k (401).`;
    expect(verdict).toEqual({ ok: false, problems: [{ typeId: 'rejected', field, message }] });
  });

  it('shows no secret of an answer that repeats the request', async () => {
    const accepting = acceptingAnswer(type, key);
    for (const status of [422, 500]) {
      answer = (request) => (isTokenRequest(type, key, request) ? accepting(request) : { status, body: echo(request) });
      const verdict = await verifyKey(key, buildStandIn());
      if (type.probe === null) continue;
      expect(verdict.ok).toBe(false);
      expectNoSecret(type, key, verdict);
    }
  });
});

describe.each(named(PROVIDERS.filter((type) => !TRIED.includes(type))))(
  'a key of type %s, which has no probe',
  (_, type) => {
    it('carries the key to its host as the documentation names', async () => {
      const key = keyOf(type);
      answer = () => ({ status: 200, body: '' });
      expect(await verifyKey(key, buildStandIn())).toEqual({ ok: true, tried: false });
      expect(received).toEqual([]);
      const context = buildStandIn();
      for (const host of type.hosts ?? []) {
        const request = await authenticate(`https://${filled(host, key)}/reports`, key, context);
        await context.egress.fetch({ ...request, signal: context.signal });
        expectCarried(type, key, received.at(-1));
      }
      expect(received).toHaveLength(type.hosts?.length ?? 0);
    });
  },
);
