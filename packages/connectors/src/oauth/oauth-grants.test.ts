import { createSampleProvider, SAMPLE_CLIENT, type SampleProvider } from '@switchboard/sample-provider';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEgress } from '../network/egress.ts';
import { type OAuthServer, oauthServerOf } from './oauth-client.ts';
import { authorizationAddress, exchangeCode, refreshTokens } from './oauth-grants.ts';

const egress = createEgress({ allowPrivate: ['127.0.0.1'], stallTimeoutMs: 1_000, now: Date.now });
const context = { egress, signal: new AbortController().signal };
const SIGN_IN = { redirectUri: 'http://localhost/api/oauth/callback', state: 's'.repeat(43), verifier: 'v'.repeat(43) };
const SAMPLE = { provider: 'sample', style: 'generic', scopes: ['reports'] } as const;

let provider: SampleProvider;
let server: OAuthServer;
beforeAll(async () => {
  provider = createSampleProvider({ now: Date.now, port: 0 });
  const { client_id: id, client_secret: secret } = SAMPLE_CLIENT;
  const found = oauthServerOf(SAMPLE, new Map([['sample', { id, secret, origin: await provider.listen() }]]));
  if (found === null) throw new Error('There is no provider.');
  server = found;
});
afterAll(() => provider.close());

/** The answer of the provider to an authorization request that a person has allowed. */
async function consent(): Promise<URLSearchParams> {
  const url = new URL(await authorizationAddress(server, { ...SIGN_IN, scopes: SAMPLE.scopes }));
  const body = new URLSearchParams({ ...Object.fromEntries(url.searchParams), decision: 'allow' });
  const answer = await fetch(new URL('/oauth/authorize', url), { method: 'POST', body, redirect: 'manual' });
  return new URL(answer.headers.get('location') ?? '').searchParams;
}

describe('an authorization server', () => {
  it('knows a client once the operator has configured it', () => {
    expect(oauthServerOf(SAMPLE, new Map())).toBeNull();
    expect(server.tokenUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/oauth\/token$/);
  });

  it('gives tokens for a code and for a refresh token', async () => {
    const tokens = await exchangeCode(server, { ...SIGN_IN, answer: await consent() }, context);
    expect(tokens.lifeSeconds).toBe(3_600);
    expect(provider.oauth.accountOf(tokens.accessToken)).toBe('acme');
    const again = await refreshTokens(server, tokens, context);
    expect(again.refreshToken).not.toBe(tokens.refreshToken);
  });

  it('exchanges an access token for one that lives longer where it gives no refresh tokens', async () => {
    const asked: OAuthServer = { ...server, exchangeGrant: 'fb_exchange_token' };
    const tokens = await exchangeCode(asked, { ...SIGN_IN, answer: await consent() }, context);
    expect(tokens).toMatchObject({ refreshToken: null, lifeSeconds: 60 * 86_400 });
    const again = await refreshTokens(asked, tokens, context);
    expect(again.accessToken).not.toBe(tokens.accessToken);
    provider.oauth.revokeAll();
    await expect(refreshTokens(asked, again, context)).rejects.toMatchObject({ problem: 'rejected' });
  });

  it('refuses to leave the permitted way out', async () => {
    const closed = { ...context, egress: createEgress({ allowPrivate: [], stallTimeoutMs: 1_000, now: Date.now }) };
    const refused = exchangeCode(server, { ...SIGN_IN, answer: await consent() }, closed);
    await expect(refused).rejects.toMatchObject({ problem: 'unreachable', message: 'Host 127.0.0.1 is not allowed.' });
  });

  it('reports its failure without tokens, codes and secrets', async () => {
    const answer = await consent();
    const wrong: OAuthServer = { ...server, client: { ...server.client, secret: 'a-wrong-secret' } };
    const error: unknown = await exchangeCode(wrong, { ...SIGN_IN, answer }, context).catch(
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({ problem: 'client', message: 'invalid_client' });
    expect(error).not.toHaveProperty('cause');
    expect(JSON.stringify(error)).not.toMatch(new RegExp(`a-wrong-secret|${answer.get('code')}`));
  });
});
