import { randomBytes } from 'node:crypto';
import { PipelineError } from '@switchboard/model/errors/errors';
import { hostsFieldOf, isKeyHost, keyHostOf, readKeyHosts } from '@switchboard/model/key-types/key-hosts';
import { fillKeyTemplate } from '@switchboard/model/key-types/key-template';
import type { HttpAuthentication, KeyType, OAuth1Login } from '@switchboard/model/key-types/key-type';
import { findKeyType } from '@switchboard/model/key-types/key-types';
import { fieldText } from '../key-fields/field-text.ts';
import { type SignedRequest, signOAuth1 } from '../oauth/sign-oauth1.ts';
import { rememberSecret } from '../secrets.ts';
import type { ConnectorContext, KeyProperties } from '../spec.ts';
import { signInByOAuth1 } from './key-login.ts';
import { obtainToken } from './key-token.ts';

export type HttpKeyType = Extract<KeyType, { form: 'http' }>;

/** The authenticated parts of a request: headers, and the url, whose query may hold the key. */
export type AuthenticatedRequest = { readonly url: string; readonly headers: Readonly<Record<string, string>> };

type TextOf = (field: string) => string;

/** The parts of a request that its signature covers besides the address: a GET by default. */
export type RequestToSign = Partial<Pick<SignedRequest, 'method' | 'form'>>;

/**
 * The url and headers that carry a key to a url, as the key's type describes. Nothing else of a request may hold its
 * secrets. Throws KEY_HOST_NOT_ALLOWED and KEY_FOR_OTHER_HOST for a host that the key is not for, KEY_NOT_SUPPORTED for a key of
 * another form, and what `obtainToken` and `KeyAccess` throw where a token must be obtained.
 */
export async function authenticate(
  url: string,
  key: KeyProperties | null,
  context: Pick<ConnectorContext, 'egress' | 'signal' | 'now'>,
  sent: RequestToSign = {},
): Promise<AuthenticatedRequest> {
  if (key === null) return { url, headers: {} };
  const type = findKeyType(key.type);
  if (type?.form !== 'http') {
    const reason = `keys of type ${key.type} cannot be sent in HTTP requests`;
    throw new PipelineError('KEY_NOT_SUPPORTED', { key: key.name, reason });
  }
  checkHost(new URL(url), key, type);
  const how = type.authentication;
  const access = await key.access?.current();
  if (access !== undefined) rememberSecret(key, access);
  const stored = templateValues(key, type);
  const textOf: TextOf = (field) => (field === 'access_token' && access !== undefined ? access : stored(field));
  if (how.scheme === 'oauth1')
    return { url, headers: { Authorization: signature(url, how, textOf, sent, context.now()) } };
  if (how.scheme === 'oauth1_login') {
    for (const address of [how.initiateUrl, how.loginUrl, how.tokenUrl]) checkHost(new URL(address), key, type);
    const token = await signInByOAuth1(how, textOf, key, context);
    const templates = { scheme: 'template', headers: how.headers } as const;
    return presentKey(url, templates, (field) => (field === 'token' ? token : textOf(field)));
  }
  if (how.scheme !== 'template' || how.token === undefined) return presentKey(url, how, textOf);
  const tokenUrl = fillKeyTemplate(how.token.url, textOf);
  checkHost(new URL(tokenUrl), key, type);
  const token = await obtainToken(tokenUrl, how.token, textOf, key, context);
  return presentKey(url, how, (field) => (field === 'token' ? token : textOf(field)));
}

/** A host name with an optional port, and nothing that could lead elsewhere. */
const HOST = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/;

/**
 * Throws KEY_HOST_NOT_ALLOWED or KEY_FOR_OTHER_HOST unless a key of this type may be sent to the url. The only place where a
 * request gets a secret asks this, for every purpose.
 */
function checkHost(url: URL, key: KeyProperties, type: HttpKeyType): void {
  if (type.hosts === null) {
    checkListedHost(url, key, type);
    return;
  }
  const { protocol, host } = url;
  const allowed = type.hosts.map((template) => fillKeyTemplate(template, templateValues(key, type)).toLowerCase());
  if (protocol === 'https:' && allowed.some((one) => HOST.test(one) && one === host)) return;
  throw new PipelineError('KEY_FOR_OTHER_HOST', {
    key: key.name,
    allowed: allowed.map((one) => `https://${one}`).join(' or '),
    host: `${protocol}//${host}`,
  });
}

/** Throws KEY_HOST_NOT_ALLOWED unless the key itself lists the host of the url. A key without hosts is sent nowhere. */
function checkListedHost(url: URL, key: KeyProperties, type: HttpKeyType): void {
  const field = hostsFieldOf(type);
  const hosts = readKeyHosts((field && fieldText(key, field.name)) ?? '');
  if (isKeyHost(hosts, url)) return;
  const allowed = hosts.length === 0 ? 'none' : hosts.join(', ');
  throw new PipelineError('KEY_HOST_NOT_ALLOWED', { key: key.name, allowed, host: keyHostOf(url) });
}

/** The value of a field as a template shows it: what the key holds, else the field's default, else nothing. */
export function templateValues(key: KeyProperties, { fields }: HttpKeyType): TextOf {
  return (name) => {
    const field = fields.find((each) => each.name === name);
    const fallback = field !== undefined && 'default' in field ? String(field.default) : '';
    return (fieldText(key, name) ?? fallback).trim();
  };
}

type OAuth1 = Extract<HttpAuthentication, { scheme: 'oauth1' }>;

function signature(url: string, how: OAuth1, textOf: TextOf, sent: RequestToSign, now: number): string {
  const { method = 'GET', form = [] } = sent;
  const credentials = {
    consumerKey: textOf(how.consumerKey),
    consumerSecret: textOf(how.consumerSecret),
    token: textOf(how.token),
    tokenSecret: textOf(how.tokenSecret),
  };
  const at = { once: randomBytes(16).toString('hex'), seconds: Math.floor(now / 1000) };
  return signOAuth1({ method, url, form }, credentials, at);
}

/** The url and headers that carry the values of a key by one scheme. */
function presentKey(
  url: string,
  how: Exclude<HttpAuthentication, OAuth1 | OAuth1Login>,
  textOf: TextOf,
): AuthenticatedRequest {
  const fill = (template: string): string => fillKeyTemplate(template, textOf);
  switch (how.scheme) {
    case 'bearer': {
      const header = (how.header === undefined ? '' : textOf(how.header)) || 'Authorization';
      const named = how.prefix === undefined ? '' : textOf(how.prefix);
      const prefix = named || (header.toLowerCase() === 'authorization' ? 'Bearer' : '');
      return { url, headers: { [header]: `${prefix} ${textOf(how.value)}`.trim() } };
    }
    case 'basic': {
      const pair = `${fill(how.username)}:${fill(how.password)}`;
      return { url, headers: { Authorization: `Basic ${Buffer.from(pair).toString('base64')}` } };
    }
    case 'template': {
      const signed = new URL(url);
      for (const [name, template] of Object.entries(how.query ?? {})) signed.searchParams.set(name, fill(template));
      const headers = Object.entries(how.headers ?? {}).map(([name, text]) => [name, fill(text).trim()] as const);
      return { url: how.query === undefined ? url : signed.href, headers: Object.fromEntries(headers) };
    }
  }
}
