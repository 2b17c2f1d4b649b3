import { readJsonField } from '../key-fields/field-json.ts';
import { startOf } from '../network/answers.ts';
import { quoted, rememberSecret, secretsOf } from '../secrets.ts';
import type { ConnectorContext, KeyProperties } from '../spec.ts';
import { GoogleFailure } from './google-failure.ts';
import { type ServiceAccount, signAssertion } from './service-account.ts';

export type GoogleToken = { readonly text: string; readonly lifeMs: number };

type Context = Pick<ConnectorContext, 'egress' | 'signal' | 'now'>;

const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const ANSWER_LIMIT = 64 * 1024;
const SHOWN_LENGTH = 300;
/** Assumed life of a token whose answer states none. */
const LIFE_MS = 300_000;

/**
 * Exchanges a signed assertion for a token (RFC 7523). An assertion that is rejected for its times is signed once more by the
 * clock of the server. Throws GoogleFailure or NetworkError.
 */
export async function obtainToken(
  account: ServiceAccount,
  scope: string,
  key: KeyProperties,
  context: Context,
): Promise<GoogleToken> {
  const { now } = context;
  const first = await exchange(account, signAssertion(account, scope, now()), key, context);
  if ('token' in first) return first.token;
  if (!first.isOfTimes || first.serverTime === null) throw first.failure;
  const second = await exchange(account, signAssertion(account, scope, first.serverTime), key, context);
  if ('token' in second) return second.token;
  throw second.failure;
}

type Outcome =
  | { readonly token: GoogleToken }
  | {
      readonly failure: GoogleFailure;
      /** The assertion is rejected for when it begins or ends, and not for what it says. */
      readonly isOfTimes: boolean;
      /** Epoch milliseconds by the clock of the server; null where it does not say. */
      readonly serverTime: number | null;
    };

async function exchange(
  { tokenUri }: ServiceAccount,
  assertion: string,
  key: KeyProperties,
  { egress, signal }: Context,
): Promise<Outcome> {
  rememberSecret(key, assertion);
  const answer = await egress.fetch({
    url: tokenUri,
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ grant_type: GRANT, assertion }).toString(),
    redirects: 'refuse',
    signal,
  });
  const { status, retryAfter } = answer;
  const { host } = new URL(tokenUri);
  const { text, failure } = await startOf(answer, ANSWER_LIMIT);
  if (failure instanceof Error) throw failure;
  const token = readJsonField(text, 'access_token');
  if (status < 300 && typeof token === 'string' && token !== '') {
    rememberSecret(key, token);
    const seconds = Number(readJsonField(text, 'expires_in'));
    return { token: { text: token, lifeMs: seconds > 0 ? seconds * 1000 : LIFE_MS } };
  }
  const [error, description] = [readText(text, 'error'), readText(text, 'error_description')];
  const said = quoted([error, description].filter(Boolean).join(': '), secretsOf(key), SHOWN_LENGTH);
  const reason = status < 300 ? 'an answer without a token' : said || `status ${status}`;
  const isKey = error === 'invalid_grant' || error === 'invalid_client' || error === 'unauthorized_client';
  const isBusy = status < 300 || status >= 500 || status === 429 || status === 408;
  const date = Date.parse(answer.headers['date'] ?? '');
  return {
    failure: new GoogleFailure(
      isBusy ? 'busy' : 'login',
      isKey ? codeOfRejection(error, description) : 'GOOGLE_TOKEN_REFUSED',
      reason,
      { host, status, retryAfter },
    ),
    isOfTimes: isKey && /\b(?:iat|exp|short-lived|timeframe|expired|early)\b/i.test(description),
    serverTime: Number.isNaN(date) ? null : date,
  };
}

function codeOfRejection(error: string, description: string): string {
  if (error === 'invalid_grant' && /signature|key/i.test(description)) return 'GOOGLE_PRIVATE_KEY_REJECTED';
  const isUnknown = error !== 'invalid_grant' || /account|email|disabled/i.test(description);
  return isUnknown ? 'GOOGLE_ACCOUNT_UNKNOWN' : 'GOOGLE_TOKEN_REFUSED';
}

function readText(json: string, field: string): string {
  const value = readJsonField(json, field);
  return typeof value === 'string' ? value : '';
}
