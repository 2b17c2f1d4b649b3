import { PipelineError } from '@switchboard/model/errors/errors';
import { fillKeyTemplate } from '@switchboard/model/key-types/key-template';
import type { HttpTokenRequest } from '@switchboard/model/key-types/key-type';
import { readJsonField } from '../key-fields/field-json.ts';
import { failedAnswer, startOf } from '../network/answers.ts';
import { sourceFailure } from '../network/translate-network-error.ts';
import { rememberSecret } from '../secrets.ts';
import type { ConnectorContext, KeyProperties } from '../spec.ts';

type Token = { readonly text: string; readonly expires: number };

/** Assumed life of a token whose answer states none. */
const LIFE_MS = 300_000;
/** It is not used in the last moments of its life. */
const MARGIN_MS = 30_000;
const ANSWER_LIMIT = 64 * 1024;

/** One token for each opening of a key: an attempt asks once, and the next attempt never meets a token that was revoked. */
const TOKENS = new WeakMap<KeyProperties, Token>();

/**
 * The access token that a provider gives for a key. It counts as a secret of the key.
 * Throws SOURCE_AUTH_FAILED for a rejected key, SOURCE_BAD_REQUEST, SOURCE_HTTP_ERROR and the like for other answers.
 */
export async function obtainToken(
  url: string,
  request: HttpTokenRequest,
  textOf: (field: string) => string,
  key: KeyProperties,
  { egress, signal, now }: Pick<ConnectorContext, 'egress' | 'signal' | 'now'>,
): Promise<string> {
  const known = TOKENS.get(key);
  if (known !== undefined && known.expires > now()) return known.text;
  const filled = Object.entries(request.form).map(([name, template]) => [name, fillKeyTemplate(template, textOf)]);
  const isJson = request.encoding === 'json';
  try {
    const answer = await egress.fetch({
      url,
      method: 'POST',
      headers: {
        accept: 'application/json',
        'content-type': isJson ? 'application/json' : 'application/x-www-form-urlencoded',
        ...(request.basic === undefined ? {} : { authorization: basicHeader(request.basic, textOf) }),
      },
      body: isJson ? JSON.stringify(Object.fromEntries(filled)) : new URLSearchParams(filled).toString(),
      redirects: 'refuse',
      signal,
    });
    if (answer.status >= 300) throw await rejection(answer, url, key);
    const { text } = await startOf(answer, ANSWER_LIMIT);
    const token = readJsonField(text, request.field);
    if (typeof token !== 'string' || token === '') {
      const body = `an answer without ${request.field}`;
      throw new PipelineError('SOURCE_HTTP_ERROR', { name: key.name, url, status: answer.status, body });
    }
    const seconds = Number(readJsonField(text, 'expires_in'));
    const life = Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : LIFE_MS;
    rememberSecret(key, token);
    TOKENS.set(key, { text: token, expires: now() + life - MARGIN_MS });
    return token;
  } catch (error) {
    throw sourceFailure(error, key.name);
  }
}

/** OAuth 2.0 answers 400 to a rejected client or grant, which is a rejected key and not a wrong request. */
export async function rejection(
  answer: Parameters<typeof failedAnswer>[0],
  url: string,
  key: KeyProperties,
): Promise<PipelineError> {
  const rejected = answer.status === 400 ? { ...answer, status: 401 } : answer;
  return failedAnswer(rejected, {
    name: key.name,
    url,
    key,
    notFound: 'fail',
    file: url,
    check: 'the fields of the key',
  });
}

function basicHeader([username, password]: readonly [string, string], textOf: (field: string) => string): string {
  const pair = `${fillKeyTemplate(username, textOf)}:${fillKeyTemplate(password, textOf)}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}
