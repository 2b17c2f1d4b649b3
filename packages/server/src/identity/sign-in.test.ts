import { errorText } from '@switchboard/model/errors/errors';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { useHttpServer } from '../../testing/hooks/use-server.ts';
import { codeRequest, createHttpBrowser, exchangeCode, signInByForm } from '../../testing/http-browser.ts';
import { startHttpServer } from '../../testing/http-server.ts';
import { addAccount, addPerson, TEST_PASSWORD } from '../../testing/people.ts';

let now = Date.now();
const server = useHttpServer({ now: () => now });
let ada: string;

beforeAll(async () => {
  const acme = await addAccount(server.database, 'acme');
  ada = await addPerson(server.database, { email: 'Ada@acme.test', name: 'Ada', roles: { [acme]: ['operator'] } });
});

const login = (token: string): Promise<Response> =>
  fetch(`${server.url}/api/user/login`, { headers: { authorization: `Bearer ${token}` } });

async function openPage() {
  const browser = createHttpBrowser(server.url);
  const request = codeRequest(server.url);
  const { url } = await browser.follow(await browser.get(request.path), '/sign-in');
  return { browser, request, page: url?.pathname ?? '' };
}

describe('the code flow', () => {
  test('leads from the sign-in page to a code, and from the code to tokens that the API accepts', async () => {
    const browser = createHttpBrowser(server.url);
    const tokens = await signInByForm(browser, server.url, 'ada@ACME.test ');
    expect(tokens.token_type).toBe('Bearer');
    expect(tokens.expires_in).toBeLessThanOrEqual(600);
    expect(decodeProtectedHeader(tokens.access_token)).toMatchObject({ alg: 'ES256', typ: 'at+jwt' });
    expect(decodeJwt(tokens.access_token)).toMatchObject({
      aud: `${server.url}/api`,
      iss: `${server.url}/oidc`,
      sub: ada,
    });
    expect(decodeJwt(tokens.id_token)).toMatchObject({ email: 'Ada@acme.test', name: 'Ada' });
    const answer = await login(tokens.access_token);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      email: 'Ada@acme.test',
      default_url_name: 'acme',
      roles: ['operator', 'viewer'],
    });
  });

  test('a code works once', async () => {
    const { browser, request, page } = await openPage();
    const posted = await browser.post(page, { email: 'ada@acme.test', password: TEST_PASSWORD });
    const { url } = await browser.follow(posted, '/callback');
    expect(url?.searchParams.get('state')).toBe(request.state);
    const code = url?.searchParams.get('code') ?? '';
    const tokens = await exchangeCode(browser, server.url, code, request.verifier);
    await expect(exchangeCode(browser, server.url, code, request.verifier)).rejects.toThrow(/invalid_grant/);
    expect((await login(tokens.access_token)).status).toBe(401);
  });

  test('a code without its verifier is refused', async () => {
    const { browser, page } = await openPage();
    const posted = await browser.post(page, { email: 'ada@acme.test', password: TEST_PASSWORD });
    const { url } = await browser.follow(posted, '/callback');
    const code = url?.searchParams.get('code') ?? '';
    await expect(exchangeCode(browser, server.url, code, 'x'.repeat(43))).rejects.toThrow(/invalid_grant/);
  });

  test.each([
    ['a foreign redirect address', { redirect_uri: 'https://evil.test/callback' }],
    ['a redirect address with more path', { redirect_uri: '/callback/x' }],
    ['an unknown client', { client_id: 'other' }],
  ])('%s stays on an error page of ours', async (_, changes) => {
    const browser = createHttpBrowser(server.url);
    const answer = await browser.get(codeRequest(server.url, changes).path);
    expect(answer.status).toBe(400);
    expect(answer.location).toBeNull();
    expect(answer.text).toContain('Sign-in failed');
  });

  test.each([
    ['no PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['the implicit flow', { response_type: 'id_token' }, 'unsupported_response_type'],
    ['another audience', { resource: 'https://other.test/' }, 'invalid_target'],
  ])('%s is refused', async (_, changes, error) => {
    const browser = createHttpBrowser(server.url);
    const answer = await browser.get(codeRequest(server.url, changes).path);
    expect(answer.location).toMatch(new RegExp(`error=${error}`));
  });

  test('addresses come from PUBLIC_URL, whatever host the request names', async () => {
    const answer = await fetch(`${server.url}/oidc/.well-known/openid-configuration`, {
      headers: { 'x-forwarded-host': 'evil.test' },
    });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      issuer: `${server.url}/oidc`,
      authorization_endpoint: `${server.url}/oidc/auth`,
      token_endpoint: `${server.url}/oidc/token`,
      jwks_uri: `${server.url}/oidc/jwks`,
    });
  });

  test('another site’s page gets no token, even with a code', async () => {
    const { browser, request, page } = await openPage();
    const posted = await browser.post(page, { email: 'ada@acme.test', password: TEST_PASSWORD });
    const { url } = await browser.follow(posted, '/callback');
    const answer = await fetch(`${server.url}/oidc/token`, {
      method: 'POST',
      headers: { origin: 'https://evil.test' },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: 'switchboard-console',
        redirect_uri: `${server.url}/callback`,
        code: url?.searchParams.get('code') ?? '',
        code_verifier: request.verifier,
      }),
    });
    expect(answer.status).toBe(400);
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('the published keys have no private part', async () => {
    const { keys } = (await (await fetch(`${server.url}/oidc/jwks`)).json()) as { keys: Record<string, unknown>[] };
    expect(keys).toHaveLength(1);
    expect(Object.keys(keys[0] ?? {})).not.toContain('d');
  });
});

describe('renewal and signing out', () => {
  test('renews tokens of a signed-in browser without a page; another browser gets login_required', async () => {
    const browser = createHttpBrowser(server.url);
    await signInByForm(browser, server.url, 'ada@acme.test');
    const silent = codeRequest(server.url, { prompt: 'none', redirect_uri: `${server.url}/silent-callback` });
    const renewed = await browser.follow(await browser.get(silent.path), '/silent-callback');
    expect(renewed.url?.searchParams.get('code')).toMatch(/./);
    const stranger = createHttpBrowser(server.url);
    const refused = await stranger.follow(await stranger.get(silent.path), '/silent-callback');
    expect(refused.url?.searchParams.get('error')).toBe('login_required');
  });

  test('signing out ends the session and revokes its tokens immediately', async () => {
    const browser = createHttpBrowser(server.url);
    const tokens = await signInByForm(browser, server.url, 'ada@acme.test');
    const query = new URLSearchParams({
      id_token_hint: tokens.id_token,
      post_logout_redirect_uri: `${server.url}/logout`,
      state: 's',
    });
    const page = await browser.get(`/oidc/session/end?${query}`);
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    const done = await browser.post('/oidc/session/end/confirm', { xsrf, logout: 'yes' });
    expect(done.location).toBe(`${server.url}/logout?state=s`);
    const answer = await login(tokens.access_token);
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ errors: [{ extensions: { code: 'INVALID_TOKEN' } }] });
    const silent = codeRequest(server.url, { prompt: 'none' });
    const refused = await browser.follow(await browser.get(silent.path), '/callback');
    expect(refused.url?.searchParams.get('error')).toBe('login_required');
  });

  test('values stored in the database cannot be used to sign in', async () => {
    const browser = createHttpBrowser(server.url);
    const tokens = await signInByForm(browser, server.url, 'ada@acme.test');
    const session = browser.cookies.get('switchboard_session') ?? '';
    const rows = await server.database.withIdentity((tx) =>
      tx.selectFrom('oidc_payload').select(['id', 'payload']).execute(),
    );
    expect(session).toMatch(/./);
    expect(JSON.stringify(rows)).not.toContain(session);
    expect(JSON.stringify(rows)).not.toContain(tokens.access_token);
  });
});

describe('the sign-in page', () => {
  test('answers an unknown name and a wrong password alike', async () => {
    const { browser, page } = await openPage();
    const unknown = await browser.post(page, { email: 'absent@acme.test', password: 'x' });
    const wrong = await browser.post(page, { email: 'ada@acme.test', password: 'x' });
    expect([unknown.status, wrong.status]).toEqual([401, 401]);
    expect(unknown.text.replace('absent@acme.test', 'ada@acme.test')).toBe(wrong.text);
    expect(wrong.text).toContain(errorText('SIGN_IN_FAILED'));
  });

  test('repeats what was typed as text, never as markup', async () => {
    const { browser, page } = await openPage();
    const answer = await browser.post(page, { email: '"><script>alert(1)</script>', password: 'x' });
    expect(answer.text).not.toContain('<script>alert');
  });

  test('answers texts of any kind like a wrong password, and repeats them as text', async () => {
    const html = '"><img src=x onerror=alert(1)>';
    const sql = "' or 1=1; drop table person; --";
    const rightToLeft = 'שלום \u202e txt.exe';
    const emoji = '👩‍👩‍👧‍👦🏴󠁧󠁢󠁳󠁣󠁴󠁿';
    const { browser, page } = await openPage();
    const forms: readonly Readonly<Record<string, string>>[] = [
      {},
      { email: '', password: '' },
      { email: '', password: TEST_PASSWORD },
      { email: 'ada@acme.test ', password: '' },
      { email: 'not an address', password: TEST_PASSWORD },
      { email: 'ada@', password: TEST_PASSWORD },
      { email: '@acme.test', password: TEST_PASSWORD },
      { email: sql, password: sql },
      { email: html, password: html },
      { email: rightToLeft, password: rightToLeft },
      { email: emoji, password: emoji },
      { email: 'ada@acme.test\0', password: TEST_PASSWORD },
      { email: 'inputs\0@acme.test', password: TEST_PASSWORD },
      { email: 'nul@acme.test', password: '\0' },
      { email: 'nul@acme.test', password: 'pass\0word' },
      { email: 'inputs@acme.test\r\nBcc: all@acme.test', password: TEST_PASSWORD },
      { email: '../../etc/passwd', password: TEST_PASSWORD },
      { email: '%00', password: '%' },
      { email: 'z'.repeat(10_000), password: 'x' },
      { email: `${'z'.repeat(400)}@acme.test`, password: TEST_PASSWORD },
      { email: 'inputs-2@acme.test', password: 'z'.repeat(1025) },
      { email: 'a,b@acme.test', password: TEST_PASSWORD },
      { email: 'ａda@acme.test', password: TEST_PASSWORD },
      { email: '\u202eada@acme.test', password: TEST_PASSWORD },
    ];
    for (const form of forms) {
      const shown = JSON.stringify(form).slice(0, 200);
      const answer = await browser.post(page, form);
      expect(answer.status, shown).toBe(401);
      expect(answer.text, shown).toContain('<h1>Sign in</h1>');
      expect(answer.text, shown).toContain(errorText('SIGN_IN_FAILED'));
      expect(answer.text, shown).not.toMatch(/<img|\bat .+:\d+:\d+|node_modules|"errors"/);
      // The address is kept, the password never.
      const fields = [...answer.text.matchAll(/<input name="(email|password)"[^>]*?(?: value="([^"]*)")?>/g)];
      expect(
        fields.map(([, name]) => name),
        shown,
      ).toEqual(['email', 'password']);
      expect(fields[1]?.[2], shown).toBeUndefined();
    }
    const { text } = await browser.post(page, { email: html, password: html });
    expect(text).toContain('value="&quot;&gt;&lt;img src=x onerror=alert(1)&gt;"');
  });

  test.each([
    ['password', { email: 'ada@acme.test', password: 'z'.repeat(1_000_000) }],
    ['address', { email: 'z'.repeat(1_000_000), password: TEST_PASSWORD }],
  ])('answers 1 MB of %s with a page', async (_, form) => {
    const { browser, page } = await openPage();
    const answer = await browser.post(page, form);
    expect(answer.status).toBe(413);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.text).toContain('Sign-in failed');
    expect(answer.text).toMatch(/too large/i);
  });

  test('locks a name after five failures, shows until when, and unlocks it then', async () => {
    await addPerson(server.database, { email: 'locked@acme.test' });
    const { browser, page } = await openPage();
    now = Date.parse('2026-11-20T10:00:30Z');
    const attempt = (password: string) => browser.post(page, { email: 'locked@acme.test', password });
    for (let i = 0; i < 4; i++) expect((await attempt('wrong')).text).toContain('not correct');
    expect((await attempt('wrong')).text).toContain(errorText('SIGN_IN_LOCKED', { time: '10:16' }));
    expect((await attempt(TEST_PASSWORD)).text).toContain('Try again after 10:16 UTC.');
    now = Date.parse('2026-11-20T10:16:00Z');
    expect((await attempt(TEST_PASSWORD)).status).toBe(303);
    now = Date.now();
  });

  test('concurrent attempts do not exceed the limit', async () => {
    await addPerson(server.database, { email: 'raced@acme.test' });
    const { browser, page } = await openPage();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => browser.post(page, { email: 'raced@acme.test', password: 'wrong' })),
    );
    expect(answers.filter(({ text }) => text.includes('not correct')).length).toBeLessThanOrEqual(5);
    expect((await browser.post(page, { email: 'raced@acme.test', password: TEST_PASSWORD })).status).toBe(429);
  });

  test('a correct password resets the failure count', async () => {
    await addPerson(server.database, { email: 'clumsy@acme.test' });
    for (let round = 0; round < 2; round++) {
      const { browser, page } = await openPage();
      for (let i = 0; i < 4; i++) await browser.post(page, { email: 'clumsy@acme.test', password: 'wrong' });
      expect((await browser.post(page, { email: 'clumsy@acme.test', password: TEST_PASSWORD })).status).toBe(303);
    }
  });

  test('belongs to the browser that opened it', async () => {
    const { page } = await openPage();
    const other = createHttpBrowser(server.url);
    const answer = await other.post(page, { email: 'ada@acme.test', password: TEST_PASSWORD });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(errorText('SIGN_IN_EXPIRED'));
  });

  test('an initial password must be replaced before anything else', async () => {
    await addPerson(server.database, { email: 'fresh@acme.test', password: 'One-time-1', mustChange: true });
    const { browser, page } = await openPage();
    const asked = await browser.post(page, { email: 'fresh@acme.test', password: 'One-time-1' });
    const ticket = /name="ticket" value="([^"]+)"/.exec(asked.text)?.[1] ?? '';
    expect(asked.text).toContain('Choose a password');
    const choose = (password: string, repeated = password) =>
      browser.post(`${page}/password`, { ticket, password, repeated });
    expect((await choose('weak')).text).toContain('Password must have');
    expect((await choose('Password1!')).text).toContain('Password isn&#39;t strong enough.');
    expect((await choose('Fresh@acme.test1')).text).toContain('Password isn&#39;t strong enough.');
    expect((await choose('Long-enough-2', 'Long-enough-3')).text).toContain('not the same');
    expect((await choose('One-time-1')).text).toContain('other than the one you were given');
    const elsewhere = await openPage();
    const stolen = await elsewhere.browser.post(`${elsewhere.page}/password`, {
      ticket,
      password: 'Long-enough-2',
      repeated: 'Long-enough-2',
    });
    expect(stolen.status).toBe(400);
    // A form that is sent twice: the browser shows the answer to the second.
    expect((await choose('Long-enough-2')).status).toBe(303);
    const chosen = await browser.follow(await choose('Long-enough-2'), '/callback');
    expect(chosen.url?.searchParams.get('code')).toMatch(/./);
    const tokens = await signInByForm(createHttpBrowser(server.url), server.url, 'fresh@acme.test', 'Long-enough-2');
    expect(tokens.access_token).toMatch(/./);
  });

  test('refuses a deactivated person', async () => {
    const id = await addPerson(server.database, { email: 'gone@acme.test' });
    await server.database.withIdentity((tx) =>
      tx.updateTable('person').set({ status: 'deactivated' }).where('id', '=', id).execute(),
    );
    const { browser, page } = await openPage();
    const answer = await browser.post(page, { email: 'gone@acme.test', password: TEST_PASSWORD });
    expect(answer.text).toContain('The email or the password is not correct. Try again, or reset the password.');
  });
});

test('offers demo people only where there are any', async () => {
  const person = {
    email: 'op@acme.test',
    name: 'Op',
    role: 'Operator: can retry',
    account: 'Acme',
    password: 'Demo-1',
  };
  const demo = await startHttpServer({ demoPeople: () => [person] });
  const show = async (url: string) => {
    const browser = createHttpBrowser(url);
    const { url: page } = await browser.follow(await browser.get(codeRequest(url).path), '/sign-in');
    return (await browser.get(page?.pathname ?? '')).text;
  };
  const offered = await show(demo.url);
  expect(offered).toContain('op@acme.test');
  expect(offered).toContain('<b>Op</b> · Operator: can retry');
  expect(await show(server.url)).not.toMatch(/demo/i);
  await demo.stop();
});

test('serves the font of its pages', async () => {
  const font = await fetch(`${server.url}/sign-in/inter.woff2`);
  expect(font.headers.get('content-type')).toBe('font/woff2');
  expect(Buffer.from(await font.arrayBuffer()).toString('latin1', 0, 4)).toBe('wOF2');
  expect(font.headers.get('content-security-policy')).toContain("font-src 'self'");
});
