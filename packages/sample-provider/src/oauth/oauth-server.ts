import { createHash, randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type AuthorizationRequest, consentPage } from './consent-page.ts';
import { isOAuthFault, type OAuthFault } from './oauth-faults.ts';
import { createOAuthTokens, type Grant } from './oauth-tokens.ts';

/** The client that the provider knows. */
export const SAMPLE_CLIENT = { client_id: 'sample-client', client_secret: 'sample-client-secret' } as const;

export type OAuthServerOptions = {
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly accounts: readonly string[];
  /** Life of an access token. */
  readonly accessSeconds: number;
};

export type OAuthServer = {
  /** The account whose reports an access token shows; undefined for a token that is not valid. */
  accountOf(token: string): string | undefined;
  /** Requests to the token endpoint, oldest first. */
  readonly tokenRequests: readonly string[];
  /** Withdraws every access that was allowed. */
  revokeAll(): void;
};

type Form = Readonly<Record<string, string | undefined>>;
type Code = AuthorizationRequest & { readonly grant: Grant; readonly ends: number };

const CODE_LIFE_MS = 60_000;
const SLOW_MS = 400;
/** Life of an access token that another one was exchanged for. */
const LONG_SECONDS = 60 * 86_400;
const TEN_DAYS_SECONDS = 10 * 86_400;
/** Refreshes that fail before one succeeds. */
const FAILED_REFRESHES = 2;

/** Adds an authorization, a token and a revocation endpoint: RFC 6749 with PKCE, rotated refresh tokens, and faults on demand. */
export function addOAuthServer(
  app: FastifyInstance,
  { now, accounts, accessSeconds }: OAuthServerOptions,
): OAuthServer {
  const tokens = createOAuthTokens(now, accessSeconds);
  const codes = new Map<string, Code>();
  const tokenRequests: string[] = [];
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );

  app.get('/oauth/authorize', (request, reply) => {
    const asked = readRequest(request.query as Form);
    if (typeof asked === 'string') return reply.code(400).type('text/plain').send(asked);
    return reply.type('text/html; charset=utf-8').send(consentPage(asked, accounts));
  });

  app.post('/oauth/authorize', (request, reply) => {
    const form = request.body as Form;
    const asked = readRequest({ ...form, response_type: 'code', code_challenge_method: 'S256' });
    if (typeof asked === 'string') return reply.code(400).type('text/plain').send(asked);
    const account = accounts.find((name) => name === form['account']) ?? accounts[0] ?? '';
    const fault = isOAuthFault(form['fault']) ? form['fault'] : null;
    const code = randomBytes(24).toString('base64url');
    const grant = { id: randomBytes(12).toString('base64url'), account, fault };
    codes.set(code, { ...asked, grant, ends: now() + CODE_LIFE_MS });
    const answer = form['decision'] === 'allow' ? { code } : { error: 'access_denied' };
    return reply.redirect(callback(asked, answer, fault, originOf(request)), 302);
  });

  app.post('/oauth/token', (request, reply) => {
    const form = request.body as Form;
    tokenRequests.push(form['grant_type'] ?? '');
    if (!isClient(form)) return refuse(reply, 401, 'invalid_client');
    switch (form['grant_type']) {
      case 'authorization_code':
        return exchange(form, reply);
      case 'refresh_token':
        return refresh(form, reply);
      case 'fb_exchange_token':
        return prolong(form, reply);
      default:
        return refuse(reply, 400, 'unsupported_grant_type');
    }
  });

  app.post('/oauth/revoke', (request, reply) => {
    const form = request.body as Form;
    if (!isClient(form)) return refuse(reply, 401, 'invalid_client');
    tokens.revoke(form['token'] ?? '');
    return reply.send();
  });

  function exchange(form: Form, reply: FastifyReply): FastifyReply {
    const code = codes.get(form['code'] ?? '');
    codes.delete(form['code'] ?? '');
    const challenge = createHash('sha256')
      .update(form['code_verifier'] ?? '')
      .digest('base64url');
    const isRight =
      code !== undefined &&
      now() < code.ends &&
      code.redirect_uri === form['redirect_uri'] &&
      code.code_challenge === challenge;
    return isRight ? answerCode(code.grant, reply) : refuse(reply, 400, 'invalid_grant');
  }

  function answerCode(grant: Grant, reply: FastifyReply): FastifyReply {
    switch (grant.fault) {
      case 'token-rejected':
        return refuse(reply, 400, 'invalid_grant');
      case 'client-rejected':
        return refuse(reply, 401, 'invalid_client');
      case 'token-500':
        return reply.code(500).send({ error: 'A fault was asked for.' });
      case 'token-html':
        return reply.type('text/html').send('<h1>Sign in</h1>');
      case 'token-redirect':
        return reply.redirect('/oauth/elsewhere', 307);
      case 'token-silent':
        reply.hijack();
        return reply;
      case 'token-missing':
        return reply.send({ token_type: 'Bearer', expires_in: accessSeconds });
      default:
        return give(grant, reply);
    }
  }

  function refresh(form: Form, reply: FastifyReply): FastifyReply | Promise<FastifyReply> {
    const taken = tokens.takeRefreshToken(form['refresh_token'] ?? '');
    if (taken === null) return refuse(reply, 400, 'invalid_grant');
    const { grant, refreshes } = taken;
    const isEarly = refreshes <= FAILED_REFRESHES;
    if (grant.fault === 'refresh-503' && isEarly) return reply.code(503).send({ error: 'temporarily_unavailable' });
    if (grant.fault === 'refresh-429' && isEarly) return reply.code(429).header('retry-after', '1').send({});
    if (grant.fault !== 'same-refresh-token') tokens.rotate(grant);
    if (grant.fault === 'refresh-cut' && refreshes === 1) {
      reply.hijack();
      reply.raw.destroy();
      return reply;
    }
    if (grant.fault !== 'refresh-slow') return give(grant, reply);
    return new Promise((resolve) => setTimeout(() => resolve(give(grant, reply)), SLOW_MS));
  }

  /** As Facebook does it: no refresh token, but an access token is exchanged for one that lives longer. */
  function prolong(form: Form, reply: FastifyReply): FastifyReply {
    const token = tokens.prolong(form['fb_exchange_token'] ?? '', LONG_SECONDS);
    if (token === null) return refuse(reply, 400, 'invalid_grant');
    return reply.send({ access_token: token, token_type: 'bearer', expires_in: LONG_SECONDS });
  }

  function give(grant: Grant, reply: FastifyReply): FastifyReply {
    const { fault } = grant;
    return reply.header('cache-control', 'no-store').send({
      access_token: tokens.accessToken(grant),
      token_type: fault === 'token-type' ? 'mac' : 'Bearer',
      ...(fault === 'no-expiry' ? {} : { expires_in: fault === 'expiry-text' ? String(accessSeconds) : accessSeconds }),
      ...(fault === 'no-refresh-token' ? {} : { refresh_token: tokens.refreshToken(grant) }),
      ...(fault === 'access-ends' ? { refresh_token_expires_in: TEN_DAYS_SECONDS } : {}),
      scope: 'reports',
    });
  }

  return { accountOf: tokens.accountOf, tokenRequests, revokeAll: tokens.revokeAll };
}

/** Parses a client's request; a string is the reason of a refusal. */
function readRequest(query: Form): AuthorizationRequest | string {
  const { client_id, redirect_uri = '', response_type, state = '', scope = '', code_challenge = '' } = query;
  if (client_id !== SAMPLE_CLIENT.client_id) return 'There is no such client.';
  if (!URL.canParse(redirect_uri) || new URL(redirect_uri).pathname !== '/api/oauth/callback')
    return 'The client has not registered this redirect URI.';
  if (response_type !== 'code' || query['code_challenge_method'] !== 'S256' || code_challenge.length !== 43)
    return 'Ask for a code, with a code challenge of the method S256.';
  return { client_id, redirect_uri, state, scope, code_challenge };
}

/** Where the browser returns to, with the answer and what is wrong with it. */
function callback(
  { redirect_uri, state }: AuthorizationRequest,
  answer: Readonly<Record<string, string>>,
  fault: OAuthFault | null,
  issuer: string,
): string {
  const url = new URL(redirect_uri);
  const parameters: Record<string, string> = { ...answer, state, iss: issuer };
  if (fault === 'wrong-state') parameters['state'] = randomBytes(32).toString('base64url');
  if (fault === 'no-state') delete parameters['state'];
  if (fault === 'other-issuer') parameters['iss'] = 'https://issuer.invalid';
  if (fault === 'no-code') delete parameters['code'];
  const error = { 'server-error': 'server_error', unavailable: 'temporarily_unavailable' }[String(fault)];
  if (error !== undefined) {
    delete parameters['code'];
    parameters['error'] = error;
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

const originOf = (request: FastifyRequest): string => `${request.protocol}://${request.host}`;

/** Whether a request has the id and the secret of the client. */
const isClient = (form: Form): boolean =>
  form['client_id'] === SAMPLE_CLIENT.client_id && form['client_secret'] === SAMPLE_CLIENT.client_secret;

const refuse = (reply: FastifyReply, status: number, error: string): FastifyReply =>
  reply.code(status).header('cache-control', 'no-store').send({ error });
