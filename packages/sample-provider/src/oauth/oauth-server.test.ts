import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSampleProvider, type SampleProvider } from '../create-sample-provider.ts';
import { OAUTH_FAULTS } from './oauth-faults.ts';
import { SAMPLE_CLIENT } from './oauth-server.ts';

const REDIRECT_URI = 'http://127.0.0.1:3000/api/oauth/callback';
const VERIFIER = randomBytes(32).toString('base64url');
const REQUEST = {
  client_id: SAMPLE_CLIENT.client_id,
  redirect_uri: REDIRECT_URI,
  response_type: 'code',
  state: 'a-state',
  scope: 'reports',
  code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
  code_challenge_method: 'S256',
};

let clock = Date.UTC(2026, 2, 5, 12);
let provider: SampleProvider;
let origin: string;
beforeAll(async () => {
  provider = createSampleProvider({ now: () => clock, port: 0, accessSeconds: 60 });
  origin = await provider.listen();
});
afterAll(() => provider.close());

const post = (path: string, form: Readonly<Record<string, string>>): Promise<Response> =>
  fetch(`${origin}${path}`, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });

async function consent(more: Readonly<Record<string, string>> = {}): Promise<URLSearchParams> {
  const answer = await post('/oauth/authorize', { ...REQUEST, decision: 'allow', ...more });
  expect(answer.status).toBe(302);
  return new URL(answer.headers.get('location') ?? '').searchParams;
}

type Tokens = { readonly access_token: string; readonly refresh_token: string; readonly expires_in: number };

const token = (form: Readonly<Record<string, string>>): Promise<Response> =>
  post('/oauth/token', { ...SAMPLE_CLIENT, ...form });
const exchange = async (code: string | null, more: Readonly<Record<string, string>> = {}): Promise<Response> =>
  token({
    grant_type: 'authorization_code',
    code: code ?? '',
    redirect_uri: REDIRECT_URI,
    code_verifier: VERIFIER,
    ...more,
  });
const connect = async (more: Readonly<Record<string, string>> = {}): Promise<Tokens> =>
  (await (await exchange((await consent(more)).get('code'))).json()) as Tokens;
const refresh = (refresh_token: string): Promise<Response> => token({ grant_type: 'refresh_token', refresh_token });
const statusOf = async (access: string): Promise<number> =>
  (await fetch(`${origin}/reports/sites`, { headers: { authorization: `Bearer ${access}` } })).status;

it('shows a page to allow or deny access, only to a registered redirect URI with PKCE', async () => {
  const page = await fetch(`${origin}/oauth/authorize?${new URLSearchParams(REQUEST).toString()}`);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('value="a-state"');
  for (const wrong of [
    { redirect_uri: 'https://elsewhere.example/' },
    { client_id: 'other' },
    { code_challenge_method: 'plain' },
  ]) {
    const query = new URLSearchParams({ ...REQUEST, ...wrong });
    expect((await fetch(`${origin}/oauth/authorize?${query.toString()}`)).status).toBe(400);
  }
  expect((await consent({ decision: 'deny' })).get('error')).toBe('access_denied');
});

it('gives tokens for a code once, and only with its verifier, redirect URI and client', async () => {
  const given = await connect({ account: 'globex' });
  expect(given.expires_in).toBe(60);
  expect(provider.oauth.accountOf(given.access_token)).toBe('globex');
  expect(await statusOf(given.access_token)).toBe(200);
  const code = (await consent()).get('code');
  expect((await exchange(code)).status).toBe(200);
  expect((await exchange(code)).status).toBe(400);
  for (const wrong of [{ code_verifier: 'other' }, { redirect_uri: `${REDIRECT_URI}/` }])
    expect((await exchange((await consent()).get('code'), wrong)).status).toBe(400);
  expect((await exchange((await consent()).get('code'), { client_secret: 'other' })).status).toBe(401);
});

it('ends access tokens, and replaces refresh tokens at each use', async () => {
  const first = await connect();
  clock += 61_000;
  expect(await statusOf(first.access_token)).toBe(401);
  const second = (await (await refresh(first.refresh_token)).json()) as Tokens;
  expect(await statusOf(second.access_token)).toBe(200);
  // A replaced token in use means that it was stolen.
  expect((await refresh(first.refresh_token)).status).toBe(400);
  expect((await refresh(second.refresh_token)).status).toBe(400);
  expect(await statusOf(second.access_token)).toBe(401);
});

it('revokes a grant', async () => {
  const { access_token, refresh_token } = await connect();
  expect((await post('/oauth/revoke', { ...SAMPLE_CLIENT, token: refresh_token })).status).toBe(200);
  expect(await statusOf(access_token)).toBe(401);
  expect((await refresh(refresh_token)).status).toBe(400);
});

it('prolongs an access token, for a provider without refresh tokens', async () => {
  const { access_token } = await connect({ fault: 'no-refresh-token' });
  const form = { grant_type: 'fb_exchange_token', fb_exchange_token: access_token };
  const prolonged = (await (await token(form)).json()) as Tokens;
  clock += 61_000;
  expect(await statusOf(prolonged.access_token)).toBe(200);
  expect((await token(form)).status).toBe(400);
});

it('every name stands for a fault', () => {
  expect(Object.keys(OAUTH_FAULTS).length).toBeGreaterThanOrEqual(20);
});

it.each([
  ['wrong-state', 'state', 'a-state', false],
  ['no-state', 'state', null, true],
  ['no-code', 'code', null, true],
  ['server-error', 'error', 'server_error', true],
  ['unavailable', 'error', 'temporarily_unavailable', true],
  ['other-issuer', 'iss', 'https://issuer.invalid', true],
] as const)('answers a consent with %s', async (fault, parameter, value, isEqual) => {
  const answer = await consent({ fault });
  expect(answer.get(parameter) === value).toBe(isEqual);
});

it('fails refreshes on demand', async () => {
  const { refresh_token } = await connect({ fault: 'refresh-503' });
  expect((await refresh(refresh_token)).status).toBe(503);
  expect((await refresh(refresh_token)).status).toBe(503);
  expect((await refresh(refresh_token)).status).toBe(200);
  const cut = await connect({ fault: 'refresh-cut' });
  await expect(refresh(cut.refresh_token)).rejects.toThrow();
  expect((await refresh(cut.refresh_token)).status).toBe(400);
});
