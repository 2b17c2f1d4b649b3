import { randomBytes } from 'node:crypto';
import { PipelineError } from '@switchboard/model/errors/errors';
import { fillKeyTemplate } from '@switchboard/model/key-types/key-template';
import type { OAuth1Login } from '@switchboard/model/key-types/key-type';
import { startOf } from '../network/answers.ts';
import { sourceFailure } from '../network/translate-network-error.ts';
import { signOAuth1 } from '../oauth/sign-oauth1.ts';
import { rememberSecret } from '../secrets.ts';
import type { ConnectorContext, KeyProperties } from '../spec.ts';
import { rejection } from './key-token.ts';

type Token = { readonly token: string; readonly tokenSecret: string };
type Context = Pick<ConnectorContext, 'egress' | 'signal' | 'now'>;

/** A sign-in serves one opening of a key for so long. Providers end sessions after hours. */
const LIFE_MS = 1_800_000;
const ANSWER_LIMIT = 64 * 1024;
const NO_TOKEN: Token = { token: '', tokenSecret: '' };

const TOKENS = new WeakMap<KeyProperties, { readonly text: string; readonly expires: number }>();

/**
 * Signs the user of a key in by OAuth 1.0a: a token of the sign-in, the user, then the access token. All of them count as secrets of the
 * key. Throws SOURCE_AUTH_FAILED for a rejected app or user, SOURCE_HTTP_ERROR and the like for other answers.
 */
export async function signInByOAuth1(
  how: OAuth1Login,
  textOf: (field: string) => string,
  key: KeyProperties,
  context: Context,
): Promise<string> {
  const known = TOKENS.get(key);
  if (known !== undefined && known.expires > context.now()) return known.text;
  const app = { consumerKey: textOf(how.consumerKey), consumerSecret: textOf(how.consumerSecret) };
  const sign = (
    url: string,
    { token, tokenSecret }: Token,
    protocol: readonly (readonly [string, string])[],
  ): string => {
    const at = { once: randomBytes(16).toString('hex'), seconds: Math.floor(context.now() / 1000) };
    const request = { method: 'POST', url, form: [], protocol, realm: textOf(how.realm) };
    return signOAuth1(request, { ...app, token, tokenSecret }, at);
  };
  try {
    const first = await post(
      how.initiateUrl,
      sign(how.initiateUrl, NO_TOKEN, [['oauth_callback', 'oob']]),
      '',
      key,
      context,
    );
    const request = readToken(first, how.initiateUrl, key);
    const fields = Object.entries(how.form).map(([name, template]) => [name, fillKeyTemplate(template, textOf)]);
    const form = new URLSearchParams([...fields, ['oauth_token', request.token]]).toString();
    const verifier = parametersOf(await post(how.loginUrl, null, form, key, context)).get('oauth_verifier');
    // The provider answers 200 to a wrong password, with a page that says so.
    if (!verifier) throw rejected(how.loginUrl, key);
    const proof = sign(how.tokenUrl, request, [['oauth_verifier', verifier]]);
    const { token } = readToken(await post(how.tokenUrl, proof, '', key, context), how.tokenUrl, key);
    TOKENS.set(key, { text: token, expires: context.now() + LIFE_MS });
    return token;
  } catch (error) {
    throw sourceFailure(error, key.name);
  }
}

async function post(
  url: string,
  authorization: string | null,
  body: string,
  key: KeyProperties,
  { egress, signal }: Context,
): Promise<string> {
  const headers = {
    accept: '*/*',
    'content-type': 'application/x-www-form-urlencoded',
    ...(authorization === null ? {} : { authorization }),
  };
  const answer = await egress.fetch({ url, method: 'POST', headers, body, redirects: 'refuse', signal });
  if (answer.status >= 300) throw await rejection(answer, url, key);
  return (await startOf(answer, ANSWER_LIMIT)).text;
}

/** The parameters of an answer: those of the address in it, or the answer itself. */
const parametersOf = (text: string): URLSearchParams => new URLSearchParams(text.trim().replace(/^[^?]*\?/, ''));

function readToken(text: string, url: string, key: KeyProperties): Token {
  const parameters = parametersOf(text);
  const [token, tokenSecret] = [parameters.get('oauth_token') ?? '', parameters.get('oauth_token_secret') ?? ''];
  if (token === '') throw rejected(url, key);
  for (const secret of [token, tokenSecret]) if (secret !== '') rememberSecret(key, secret);
  return { token, tokenSecret };
}

const rejected = (url: string, { name }: KeyProperties): PipelineError =>
  new PipelineError('SOURCE_AUTH_FAILED', { name, host: new URL(url).host, key: name, status: 200 });
