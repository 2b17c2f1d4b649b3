import type { Egress } from '../network/egress.ts';
import { OAuthFailure } from '../oauth/oauth-failure.ts';
import { post } from './post.ts';
import { ReceiverError } from './receiver-error.ts';

/** A Slack app, which an operator has registered. */
export type SlackApp = { readonly id: string; readonly secret: string };

/** Scopes of an integration: post, list channels, and find out whether a message was posted already. */
const SCOPES = ['chat:write', 'channels:read', 'groups:read', 'channels:history', 'groups:history'];

/** Codes of `oauth.v2.access`. Others are answers of a provider that does not work. */
const PROBLEMS: Readonly<Record<string, OAuthFailure['problem']>> = {
  invalid_code: 'rejected',
  code_already_used: 'rejected',
  bad_redirect_uri: 'rejected',
  invalid_client_id: 'client',
  bad_client_secret: 'client',
};
/** Slack writes its codes in these. Anything else is not repeated. */
const CODE = /^[a-z_0-9]{1,40}$/;

export type SlackAuthorization = {
  /** Address of the Web API without a slash at its end. The page of consent is beside it. */
  readonly api: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly state: string;
};

/** The address at which a person lets the app into a workspace. Slack has no code challenge for apps with a secret. */
export function slackAuthorizationAddress({ api, clientId, redirectUri, state }: SlackAuthorization): string {
  const url = new URL(`${api}/../oauth/v2/authorize`);
  const query = { client_id: clientId, scope: SCOPES.join(','), redirect_uri: redirectUri, state };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

export type SlackAnswer = {
  readonly egress: Egress;
  readonly api: string;
  readonly app: SlackApp;
  /** The query with which Slack sent the browser back. Its state was compared already. */
  readonly answer: URLSearchParams;
  readonly redirectUri: string;
};

/**
 * Exchanges Slack's answer for the bot token of a workspace.
 * @throws OAuthFailure
 */
export async function exchangeSlackCode({ egress, api, app, answer, redirectUri }: SlackAnswer): Promise<string> {
  const refusal = answer.get('error');
  if (refusal !== null) throw failure(refusal === 'access_denied' ? 'denied' : 'provider', refusal);
  const code = answer.get('code') ?? '';
  if (code === '') throw failure('provider', 'no_code');
  const { status, text } = await post({
    egress,
    url: `${api}/oauth.v2.access`,
    headers: {
      accept: 'application/json',
      authorization: `Basic ${Buffer.from(`${app.id}:${app.secret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ code, redirect_uri: redirectUri }).toString(),
  }).catch((error: unknown) => {
    if (!(error instanceof ReceiverError)) throw error;
    const isNetwork = error.code === null;
    throw new OAuthFailure(isNetwork ? 'unreachable' : error.code === 'silent' ? 'timeout' : 'provider', error.message);
  });
  const given = readJson(text);
  if (given['ok'] !== true) {
    const error = textOf(given['error']);
    throw failure(PROBLEMS[error] ?? 'provider', error === '' ? `status_${status}` : error);
  }
  const token = textOf(given['access_token']);
  if (token === '' || given['token_type'] !== 'bot') throw failure('provider', 'no_bot_token');
  if (given['refresh_token'] !== undefined || given['expires_in'] !== undefined)
    throw failure('rotating', 'token_rotation');
  return token;
}

/** Creates a failure. Slack's texts may hold a code or a token, so only its error codes are kept. */
const failure = (problem: OAuthFailure['problem'], code: string): OAuthFailure =>
  new OAuthFailure(problem, CODE.test(code) ? code : 'an unknown error');

function readJson(text: string): Readonly<Record<string, unknown>> {
  try {
    const given: unknown = JSON.parse(text);
    return typeof given === 'object' && given !== null ? (given as Readonly<Record<string, unknown>>) : {};
  } catch {
    return {};
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
