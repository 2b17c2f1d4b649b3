import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { KeyProperties } from '../spec.ts';
import { serveHttp } from '../testing/http-server.ts';
import { ASKED_ADDRESS, standInContext } from '../testing/stand-in.ts';
import { authenticate } from './key-request.ts';
import { verifyKey } from './verify-key.ts';

type Asked = {
  readonly url: string;
  readonly authorization: string | undefined;
  readonly type: string;
  readonly body: string;
};

/** A provider that gives tokens t1, t2 … and notes how it was asked for them. */
async function serveTokens(
  answer: (count: number) => { status?: number; body?: object; location?: string } = () => ({}),
) {
  const asked: Asked[] = [];
  const origin = await serveHttp(async (request, response) => {
    const { authorization, 'content-type': type = '', [ASKED_ADDRESS]: url } = request.headers;
    asked.push({ url: String(url), authorization, type, body: await text(request) });
    const { status = 200, body = {}, location } = answer(asked.length);
    response.writeHead(status, location === undefined ? {} : { location });
    response.end(JSON.stringify({ access_token: `token-${asked.length}`, token: `token-${asked.length}`, ...body }));
  });
  let now = 0;
  const context = standInContext(() => origin, { now: () => now });
  return { asked, context, wait: (milliseconds: number) => (now += milliseconds) };
}

const key = (type: string, properties: KeyProperties['properties']): KeyProperties => ({ name: 'k', type, properties });
const CLIENT = { client_id: 'me', client_secret: 'hush&1' };
const basic = `Basic ${Buffer.from('me:hush&1').toString('base64')}`;

describe('a key that is exchanged for a token', () => {
  it.each([
    [
      'criteo',
      CLIENT,
      'https://api.criteo.com/oauth2/token',
      'grant_type=client_credentials&client_id=me&client_secret=hush%261',
      undefined,
    ],
    ['paypal', CLIENT, 'https://api-m.paypal.com/v1/oauth2/token', 'grant_type=client_credentials', basic],
    [
      'rakuten',
      { ...CLIENT, publisher_id: '42' },
      'https://api.linksynergy.com/token',
      'grant_type=password&scope=42',
      basic,
    ],
    [
      'adform',
      { ...CLIENT, scope: 'a b' },
      'https://id.adform.com/sts/connect/token',
      'grant_type=client_credentials&client_id=me&client_secret=hush%261&scope=a+b',
      undefined,
    ],
  ])('asks as %s documents it', async (type, properties, url, body, authorization) => {
    const { asked, context } = await serveTokens();
    expect(await verifyKey(key(type, properties), context)).toEqual({ ok: true, tried: true });
    expect(asked).toEqual([{ url, authorization, body, type: 'application/x-www-form-urlencoded' }]);
  });

  it('asks in JSON where the provider wants it, and carries the token as the provider names it', async () => {
    const { asked, context } = await serveTokens();
    const skimlinks = await authenticate('https://reporting.skimapis.com/r', key('skimlinks', CLIENT), context);
    expect(skimlinks).toEqual({ url: 'https://reporting.skimapis.com/r?access_token=token-1', headers: {} });
    const voluum = await authenticate(
      'https://api.voluum.com/r',
      key('voluum', { access_id: 'i', access_key: 's' }),
      context,
    );
    expect(voluum.headers).toEqual({ 'cwauth-token': 'token-2' });
    expect(asked.map(({ type, body }) => [type, JSON.parse(body) as unknown])).toEqual([
      ['application/json', { ...CLIENT, grant_type: 'client_credentials' }],
      ['application/json', { accessId: 'i', accessKey: 's' }],
    ]);
  });

  it('asks once while the token lives, and again for another opening of the key', async () => {
    const { asked, context, wait } = await serveTokens(() => ({ body: { expires_in: 900 } }));
    const opened = key('criteo', CLIENT);
    const bearer = async (one: KeyProperties) => (await authenticate('https://api.criteo.com/r', one, context)).headers;
    expect(await bearer(opened)).toEqual({ Authorization: 'Bearer token-1' });
    wait(800_000);
    expect(await bearer(opened)).toEqual({ Authorization: 'Bearer token-1' });
    expect(await bearer(key('criteo', CLIENT))).toEqual({ Authorization: 'Bearer token-2' });
    wait(100_000);
    expect(await bearer(opened)).toEqual({ Authorization: 'Bearer token-3' });
    expect(asked).toHaveLength(3);
  });

  it.each([400, 401, 403])('rejects the key when the provider answers %i', async (status) => {
    const { context } = await serveTokens(() => ({ status, body: { error: 'invalid_client' } }));
    expect(await verifyKey(key('criteo', CLIENT), context)).toMatchObject({
      ok: false,
      problems: [
        {
          typeId: 'rejected',
          field: 'client_secret',
          message: expect.stringContaining('api.criteo.com rejected the key k') as unknown,
        },
      ],
    });
  });

  it('follows no redirect with the secret', async () => {
    const { asked, context } = await serveTokens(() => ({ status: 307, location: 'https://evil.example/' }));
    expect(await verifyKey(key('criteo', CLIENT), context)).toMatchObject({ ok: false });
    expect(asked).toHaveLength(1);
  });

  it('says so when the answer holds no token', async () => {
    const { context } = await serveTokens(() => ({ body: { access_token: 7 } }));
    const message = 'k: https://api.criteo.com/oauth2/token answered 200: an answer without access_token.';
    expect(await verifyKey(key('criteo', CLIENT), context)).toEqual({
      ok: false,
      problems: [{ typeId: 'rejected', field: null, message }],
    });
  });

  it('sends neither key nor token to another host', async () => {
    const { asked, context } = await serveTokens();
    await expect(authenticate('https://evil.example/r', key('criteo', CLIENT), context)).rejects.toThrow(
      'Key k may be sent only to https://api.criteo.com, not to https://evil.example.',
    );
    expect(asked).toEqual([]);
  });
});
