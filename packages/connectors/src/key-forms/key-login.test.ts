import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { signOAuth1 } from '../oauth/sign-oauth1.ts';
import { secretsOf } from '../secrets.ts';
import type { KeyProperties } from '../spec.ts';
import { serveHttp } from '../testing/http-server.ts';
import { ASKED_ADDRESS, standInContext } from '../testing/stand-in.ts';
import { authenticate } from './key-request.ts';
import { verifyKey } from './verify-key.ts';

const SSO = 'https://sso.openx.com';
const APP = { consumerKey: 'app', consumerSecret: 'app-secret' };
const API = 'https://acme-ui3.openxenterprise.com/ox/4.0/report';

const buildKey = (): KeyProperties => ({
  name: 'ox',
  type: 'openx',
  properties: {
    email: 'jo@acme.example',
    password: 'pass word&1',
    domain: 'acme-ui3.openxenterprise.com',
    realm: 'acme_realm',
    key: APP.consumerKey,
    secret: APP.consumerSecret,
  },
});

const ANSWERS: Readonly<Record<string, string>> = {
  '/api/index/initiate': 'oauth_token=request-1&oauth_token_secret=request-secret&oauth_callback_confirmed=true',
  '/login/process': 'oob?oauth_token=request-1&oauth_verifier=verified-1',
  '/api/index/token': 'oauth_token=access-1&oauth_token_secret=access-secret',
};

type Asked = { readonly url: string; readonly authorization: string; readonly body: string };

/** The sign-in of OpenX. */
async function serveOpenX(answers: Readonly<Record<string, string | number>> = ANSWERS) {
  const asked: Asked[] = [];
  const origin = await serveHttp(async (request, response) => {
    const url = String(request.headers[ASKED_ADDRESS]);
    asked.push({ url, authorization: request.headers.authorization ?? '', body: await text(request) });
    const answer = answers[new URL(url).pathname] ?? 404;
    response.writeHead(typeof answer === 'number' ? answer : 200).end(typeof answer === 'number' ? '' : answer);
  });
  let now = 1_772_700_000_000;
  const context = standInContext(() => origin, { now: () => now });
  return { asked, context, wait: (milliseconds: number) => (now += milliseconds) };
}

/** Expects the sign-in's signature to match its nonce and timestamp. */
function expectSigned({ url, authorization }: Asked, token: string, tokenSecret: string, protocol: [string, string][]) {
  const part = (name: string): string => new RegExp(`${name}="([^"]*)"`).exec(authorization)?.[1] ?? '';
  const at = { once: part('oauth_nonce'), seconds: Number(part('oauth_timestamp')) };
  const request = { method: 'POST', url, form: [], protocol, realm: 'acme_realm' };
  expect(authorization).toBe(signOAuth1(request, { ...APP, token, tokenSecret }, at));
  expect(authorization).toMatch(/^OAuth realm="acme_realm", oauth_consumer_key="app"/);
}

describe('a key of OpenX', () => {
  it('signs its user in, and sends the token as a cookie', { tags: 'proof:openx-signs-in' }, async () => {
    const { asked, context } = await serveOpenX();
    const key = buildKey();
    const request = await authenticate(API, key, context);
    expect(request).toEqual({ url: API, headers: { Cookie: 'openx3_access_token=access-1' } });
    expect(asked.map(({ url }) => url)).toEqual(Object.keys(ANSWERS).map((path) => SSO + path));
    const [initiated, entered, given] = asked;
    if (!initiated || !entered || !given) throw new Error('three requests are expected');
    expectSigned(initiated, '', '', [['oauth_callback', 'oob']]);
    expect(Object.fromEntries(new URLSearchParams(entered.body))).toEqual({
      email: 'jo@acme.example',
      password: 'pass word&1',
      oauth_token: 'request-1',
    });
    expectSigned(given, 'request-1', 'request-secret', [['oauth_verifier', 'verified-1']]);
    expect(secretsOf(key)).toEqual(
      expect.arrayContaining(['request-1', 'request-secret', 'access-1', 'access-secret']),
    );
  });

  it('signs in once for each opening of the key, and again after half an hour', async () => {
    const { asked, context, wait } = await serveOpenX();
    const key = buildKey();
    await authenticate(API, key, context);
    await authenticate(API, key, context);
    expect(asked).toHaveLength(3);
    wait(1_800_001);
    await authenticate(API, key, context);
    await authenticate(API, buildKey(), context);
    expect(asked).toHaveLength(9);
  });

  it('a sign-in verifies the key', async () => {
    const { context } = await serveOpenX();
    expect(await verifyKey(buildKey(), context)).toEqual({ ok: true, tried: true });
  });

  it.each([
    ['an unknown app', { ...ANSWERS, '/api/index/initiate': 401 }, 401, 1],
    ['a wrong password', { ...ANSWERS, '/login/process': '<html>Wrong password</html>' }, 200, 2],
    ['a refused user', { ...ANSWERS, '/login/process': 403 }, 403, 2],
    ['an answer without a token', { ...ANSWERS, '/api/index/token': 'error=denied' }, 200, 3],
  ])('rejects the key for %s', async (_, answers, status, requests) => {
    const { asked, context } = await serveOpenX(answers);
    expect(await verifyKey(buildKey(), context)).toEqual({
      ok: false,
      problems: [
        { typeId: 'rejected', field: 'password', message: `ox: sso.openx.com rejected the key ox (${status}).` },
      ],
    });
    expect(asked).toHaveLength(requests);
  });

  it('sends the key to no other host', async () => {
    const { asked, context } = await serveOpenX();
    await expect(authenticate('https://evil.example/', buildKey(), context)).rejects.toMatchObject({
      code: 'KEY_FOR_OTHER_HOST',
    });
    expect(asked).toEqual([]);
  });
});
