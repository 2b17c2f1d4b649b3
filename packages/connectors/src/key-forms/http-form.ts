import { PipelineError } from '@switchboard/model/errors/errors';
import { fillKeyTemplate } from '@switchboard/model/key-types/key-template';
import type { HttpProbe, KeyType } from '@switchboard/model/key-types/key-type';
import { readJsonField } from '../key-fields/field-json.ts';
import { fieldText } from '../key-fields/field-text.ts';
import type { KeyFormCode } from '../key-fields/key-form-code.ts';
import { failedAnswer, startOf } from '../network/answers.ts';
import type { EgressResponse } from '../network/egress.ts';
import { sourceFailure } from '../network/translate-network-error.ts';
import { quoted, secretsOf } from '../secrets.ts';
import type { ConnectorContext, KeyProperties } from '../spec.ts';
import { authenticate, type HttpKeyType, templateValues } from './key-request.ts';

export const keyForm: KeyFormCode = {
  name: 'http',
  verify,
  problems: {},
};

const ANSWER_LIMIT = 256 * 1024;
const SHOWN_LENGTH = 300;

/** Calls the address of the key type's probe with the key. Throws SOURCE_AUTH_FAILED and the like. */
async function verify(given: KeyProperties, type: KeyType, context: ConnectorContext): Promise<boolean> {
  if (type.form !== 'http') return false;
  // A copy has no token yet: what was obtained earlier says nothing about the key as it is now.
  const key = { ...given };
  const probe = probeOf(key, type);
  if (probe === null) return tryToken(key, type, context);
  const { url, body } = probe;
  try {
    const method = body === undefined ? 'GET' : 'POST';
    const authenticated = await authenticate(url, key, context, { method });
    const answer = await context.egress.fetch({
      url: authenticated.url,
      method,
      headers: {
        accept: 'application/json, */*',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...probe.headers,
        ...authenticated.headers,
      },
      ...(body === undefined ? {} : { body }),
      signal: context.signal,
    });
    if (answer.status >= 300)
      throw await failedAnswer(answer, {
        name: key.name,
        url,
        key,
        notFound: 'fail',
        file: url,
        check: 'the fields of the key',
      });
    await checkAnswer(answer, probe, key);
  } catch (error) {
    throw sourceFailure(error, key.name);
  }
  return true;
}

/** Exchanges the key for a token, which proves it where there is no other call. False for a key that is sent as it is. */
async function tryToken(key: KeyProperties, type: HttpKeyType, context: ConnectorContext): Promise<boolean> {
  const how = type.authentication;
  const tokenUrl =
    how.scheme === 'oauth1_login' ? how.tokenUrl : how.scheme === 'template' ? how.token?.url : undefined;
  if (tokenUrl === undefined) return false;
  await authenticate(fillKeyTemplate(tokenUrl, templateValues(key, type)), key, context);
  return true;
}

/** The probe with its address filled in; null when there is none for this key. */
function probeOf(key: KeyProperties, type: HttpKeyType): HttpProbe | null {
  const { probe } = type;
  if (probe === null) return null;
  if ('urlField' in probe) {
    const url = fieldText(key, probe.urlField);
    return url === undefined ? null : { url };
  }
  const textOf = templateValues(key, type);
  return { ...probe, url: fillKeyTemplate(probe.url, (field) => encodeURIComponent(textOf(field))) };
}

/** Throws SOURCE_AUTH_FAILED when a provider says in a 200 answer that the key is wrong. */
async function checkAnswer(answer: EgressResponse, { url, accepts }: HttpProbe, key: KeyProperties): Promise<void> {
  if (accepts === undefined) {
    answer.body.destroy();
    return;
  }
  const { text } = await startOf(answer, ANSWER_LIMIT);
  if (readJsonField(text, accepts.field) === accepts.equals) return;
  const status = quoted(text, secretsOf(key), SHOWN_LENGTH);
  throw new PipelineError('SOURCE_AUTH_FAILED', { name: key.name, host: new URL(url).host, key: key.name, status });
}
