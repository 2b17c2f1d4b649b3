import { PipelineError } from '@switchboard/model';
import { sourceFailure } from '../../failures.ts';
import { fieldText } from '../../fields.ts';
import type { ConnectorContext, KeyProperties, KeyType } from '../../spec.ts';
import { failedAnswer } from './answers.ts';

const HOST = {
  name: 'host',
  label: 'Host',
  type: 'string',
  required: false,
  doc: 'The only host that may receive this key, such as api.example.com. Without it, any url of a script may.',
} as const;

const VERIFY_URL = {
  name: 'verify_url',
  label: 'Address to try the key at',
  type: 'string',
  required: false,
  doc: 'Called once with the key when the key is saved; anything but a 2xx answer refuses the key.',
} as const;

export const apiTokenKey: KeyType = {
  name: 'api_token',
  displayName: 'API token',
  fields: [
    { name: 'token', label: 'Token', type: 'secret', required: true, doc: 'The token, as the provider shows it.' },
    {
      name: 'header',
      label: 'Header',
      type: 'string',
      required: false,
      doc: 'The header that carries it; Authorization by default.',
    },
    {
      name: 'prefix',
      label: 'Prefix',
      type: 'string',
      required: false,
      doc: 'What stands before the token in the header; "Bearer" by default for Authorization, nothing for others.',
    },
    HOST,
    VERIFY_URL,
  ],
  verify,
};

export const basicKey: KeyType = {
  name: 'basic',
  displayName: 'User name and password',
  fields: [
    { name: 'username', label: 'User name', type: 'string', required: true, doc: 'The user name.' },
    { name: 'password', label: 'Password', type: 'secret', required: true, doc: 'The password.' },
    HOST,
    VERIFY_URL,
  ],
  verify,
};

/** The headers that carry a key. Nothing else of a request may hold its secrets. Throws HOST_NOT_ALLOWED for a host it is not for. */
export function keyHeaders(key: KeyProperties | null, url: string): Readonly<Record<string, string>> {
  if (key === null) return {};
  const boundTo = fieldText(key, 'host')?.toLowerCase();
  const { hostname, host } = new URL(url);
  if (boundTo !== undefined && boundTo !== hostname && boundTo !== host)
    throw new PipelineError('HOST_NOT_ALLOWED', { host });
  const token = fieldText(key, 'token');
  if (token !== undefined) {
    const header = fieldText(key, 'header') ?? 'Authorization';
    const prefix = fieldText(key, 'prefix') ?? (header.toLowerCase() === 'authorization' ? 'Bearer' : '');
    return { [header]: `${prefix} ${token}`.trim() };
  }
  const pair = `${fieldText(key, 'username') ?? ''}:${fieldText(key, 'password') ?? ''}`;
  return { Authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

async function verify(key: KeyProperties, context: ConnectorContext): Promise<void> {
  const url = fieldText(key, 'verify_url');
  if (url === undefined) return;
  if (!URL.canParse(url))
    throw new PipelineError('PARAMETER_INVALID', {
      name: key.name,
      parameter: 'verify_url',
      reason: 'is no web address',
    });
  try {
    const answer = await context.egress.fetch({ url, headers: keyHeaders(key, url), signal: context.signal });
    if (answer.status >= 300)
      throw await failedAnswer(answer, { name: key.name, url, key, notFound: 'fail', file: url });
    answer.body.destroy();
  } catch (error) {
    throw sourceFailure(error, key.name);
  }
}
