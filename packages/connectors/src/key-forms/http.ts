import { findKeyType, type HttpAuthentication, type KeyType, PipelineError } from '@switchboard/model';
import { sourceFailure } from '../network/translate-network-error.ts';
import { failedAnswer } from '../providers/http/answers.ts';
import type { ConnectorContext, KeyProperties } from '../spec.ts';
import { fieldText } from './field-text.ts';

/** What a request carries to present a key: headers, and the url, whose query may hold it. */
export type AuthenticatedRequest = { readonly url: string; readonly headers: Readonly<Record<string, string>> };

/**
 * The url and headers that carry a key to a url, as the key's type describes. Nothing else of a request may hold its
 * secrets. Throws HOST_NOT_ALLOWED for a host that the key is not for, KEY_NOT_SUPPORTED for a key of another form.
 */
export function authenticate(url: string, key: KeyProperties | null): AuthenticatedRequest {
  if (key === null) return { url, headers: {} };
  const type = findKeyType(key.type);
  if (type?.form !== 'http') {
    const reason = `keys of type ${key.type} cannot be sent in HTTP requests`;
    throw new PipelineError('KEY_NOT_SUPPORTED', { key: key.name, reason });
  }
  const boundTo = fieldText(key, 'host')?.toLowerCase();
  const { hostname, host } = new URL(url);
  if (boundTo !== undefined && boundTo !== hostname && boundTo !== host)
    throw new PipelineError('HOST_NOT_ALLOWED', { host });
  return presentKey(url, key, type.authentication);
}

/** The url and headers that carry a key by one scheme. */
export function presentKey(url: string, key: KeyProperties, how: HttpAuthentication): AuthenticatedRequest {
  const value = (field: string | undefined): string | undefined =>
    field === undefined ? undefined : fieldText(key, field);
  switch (how.scheme) {
    case 'bearer': {
      const header = value(how.header) ?? 'Authorization';
      const prefix = value(how.prefix) ?? (header.toLowerCase() === 'authorization' ? 'Bearer' : '');
      return { url, headers: { [header]: `${prefix} ${value(how.value) ?? ''}`.trim() } };
    }
    case 'basic': {
      const pair = `${value(how.username) ?? ''}:${value(how.password) ?? ''}`;
      return { url, headers: { Authorization: `Basic ${Buffer.from(pair).toString('base64')}` } };
    }
    case 'query': {
      const signed = new URL(url);
      signed.searchParams.set(how.parameter, value(how.value) ?? '');
      return { url: signed.href, headers: {} };
    }
  }
}

/** Calls the address of the key type's probe with the key. Throws SOURCE_AUTH_FAILED and the like. */
export async function verify(key: KeyProperties, type: KeyType, context: ConnectorContext): Promise<boolean> {
  if (type.form !== 'http' || type.probe === null) return false;
  const url = 'url' in type.probe ? type.probe.url : fieldText(key, type.probe.urlField);
  if (url === undefined) return false;
  try {
    const answer = await context.egress.fetch({ ...authenticate(url, key), signal: context.signal });
    if (answer.status >= 300)
      throw await failedAnswer(answer, { name: key.name, url, key, notFound: 'fail', file: url });
    answer.body.destroy();
  } catch (error) {
    throw sourceFailure(error, key.name);
  }
  return true;
}
