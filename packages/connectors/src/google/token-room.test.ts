import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { secretsOf } from '../secrets.ts';
import type { KeyProperties } from '../spec.ts';
import { buildContext } from '../testing/context.ts';
import { apiError, type GoogleApi, type GoogleStandIn, startGoogleStandIn } from '../testing/google/stand-in.ts';
import { callForJson, callGoogle } from './call-google.ts';
import { openGoogleAccess } from './google-access.ts';

const SCOPE = 'https://www.googleapis.com/auth/devstorage.read_only';
const ECHO: GoogleApi = {
  paths: ['/echo'],
  scopes: () => [SCOPE],
  serve: ({ url }) =>
    url.searchParams.has('miss') ? apiError(404, 'notFound', 'No such thing.') : { status: 200, body: { ok: true } },
};

let google: GoogleStandIn;
beforeAll(async () => {
  google = await startGoogleStandIn(ECHO);
});
afterAll(() => google.close());
beforeEach(() => google.plant());

/** Work of one program: it shares one way out, and each piece opens the key for itself. */
function program() {
  const context = buildContext({ now: () => google.clock.now });
  const ask = async (key: KeyProperties = google.tokens.key(), signal = context.signal, scope = SCOPE) => {
    const how = { ...context, signal };
    const access = openGoogleAccess('spend', key, scope, how);
    return callForJson(access, { method: 'GET', url: `${access.origin('storage.googleapis.com')}/echo` }, how);
  };
  return { context, ask };
}
const grants = (): number => google.asked().filter((line) => line === 'POST /token').length;

describe('access tokens of Google', () => {
  it('access tokens of Google are obtained once for all who need one, and used until a minute before their end', async () => {
    const { ask } = program();
    await Promise.all(Array.from({ length: 20 }, () => ask()));
    expect(grants()).toBe(1);
    google.clock.now += (3599 - 61) * 1000;
    await ask();
    expect(grants()).toBe(1);
    google.clock.now += 2_000;
    await Promise.all(Array.from({ length: 5 }, () => ask()));
    expect(grants()).toBe(2);
  });

  it('differ by scope, by key, and by version of a key', async () => {
    const { ask, context } = program();
    await ask();
    await ask(google.tokens.key({ private_key_id: 'k2' }));
    await expect(ask(undefined, context.signal, 'https://www.googleapis.com/auth/spreadsheets')).rejects.toMatchObject({
      kind: 'login',
      code: 'insufficientPermissions',
    });
    await ask();
    expect(grants()).toBe(3);
  });

  it('access tokens of Google are secrets of every key that they were given to', async () => {
    const { ask } = program();
    const keys = [google.tokens.key(), google.tokens.key()];
    await Promise.all(keys.map((key) => ask(key)));
    for (const key of keys) expect(secretsOf(key).some((text) => text.startsWith('ya29.'))).toBe(true);
  });

  it('access tokens of Google that are revoked are replaced once for all, and the request repeated', async () => {
    const { ask } = program();
    await ask();
    google.tokens.revoke();
    await Promise.all(Array.from({ length: 5 }, () => ask()));
    expect(grants()).toBe(2);
  });

  it('access tokens of Google that are rejected again and again are a rejected key', async () => {
    const { ask } = program();
    google.plant({ request: /echo/, times: 9, kind: { status: 401, reason: 'authError' } });
    await expect(ask()).rejects.toMatchObject({ kind: 'login', status: 401 });
    expect(google.asked()).toEqual(['POST /token', 'GET /echo', 'POST /token', 'GET /echo']);
  });

  it('access tokens of Google that could not be obtained are asked for again', async () => {
    const { ask } = program();
    google.plant({ request: /token/, times: 1, kind: { status: 400, reason: 'x' } });
    await expect(ask()).rejects.toMatchObject({ kind: 'login', code: 'GOOGLE_TOKEN_REFUSED' });
    await ask();
    await expect(ask(google.tokens.key({ client_email: 'unknown@acme.example' }))).rejects.toMatchObject({
      code: 'GOOGLE_ACCOUNT_UNKNOWN',
    });
  });

  it('the others get their token when one of those who wait is cancelled', async () => {
    const { ask } = program();
    const abort = new AbortController();
    const first = ask(undefined, abort.signal);
    const second = ask();
    abort.abort(new Error('cancelled'));
    await expect(first).rejects.toThrow('cancelled');
    expect(await second).toEqual({ ok: true });
    expect(grants()).toBe(1);
  });
});

describe('requests to Google', () => {
  it.each([
    ['429', { status: 429, reason: 'rateLimitExceeded' }],
    ['503', { status: 503, reason: 'backendError' }],
    ['403 for a rate', { status: 403, reason: 'userRateLimitExceeded' }],
    ['a cut before', 'cut-before'],
    ['a cut after', 'cut-after'],
  ] as const)('repeats a request after %s', async (_, kind) => {
    const { ask } = program();
    google.plant({ request: /echo/, kind });
    expect(await ask()).toEqual({ ok: true });
    expect(google.asked().filter((line) => line === 'GET /echo')).toHaveLength(2);
  });

  it('gives up after four tries', async () => {
    const { ask } = program();
    google.plant({ request: /echo/, times: 9, kind: { status: 500, reason: 'backendError' } });
    await expect(ask()).rejects.toMatchObject({ kind: 'busy', status: 500 });
    expect(google.asked().filter((line) => line === 'GET /echo')).toHaveLength(4);
  });

  it('gives up at once when the API wants a pause of minutes', async () => {
    const { ask } = program();
    google.plant({ request: /echo/, kind: { status: 429, reason: 'x', headers: { 'retry-after': '90' } } });
    await expect(ask()).rejects.toMatchObject({ kind: 'busy', retryAfter: 90 });
  });

  it('say what the API said, and stop when they are cancelled', async () => {
    const { context } = program();
    const access = openGoogleAccess('spend', google.tokens.key(), SCOPE, context);
    const url = `${access.origin('storage.googleapis.com')}/echo`;
    await expect(callGoogle(access, { method: 'GET', url: `${url}?miss=1` }, context)).rejects.toMatchObject({
      kind: 'missing',
      message: 'No such thing',
      status: 404,
    });
    google.plant({ request: /echo/, kind: 'hang' });
    const abort = new AbortController();
    const asked = callGoogle(access, { method: 'GET', url }, { ...context, signal: abort.signal });
    await expect.poll(() => google.asked().length).toBe(1);
    abort.abort(new Error('cancelled'));
    await expect(asked).rejects.toThrow('cancelled');
  });
});
