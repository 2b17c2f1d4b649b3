import { createHash, randomBytes } from 'node:crypto';
import type { BrowserContext } from 'playwright-core';

/** The session of a person at the product's identity provider, begun without a browser. */
export type PersonSession = {
  /** The cookies of the provider, for a browser that continues the session. */
  readonly cookies: readonly { readonly name: string; readonly value: string; readonly url: string }[];
};

/** Renew tokens before the provider's 600 seconds are over. */
const TOKEN_LIFETIME = 300_000;
const COOKIE = 'switchboard_session';

/** Sends requests with cookies, and follows no redirect. */
function createSender(url: string, known: readonly { readonly name: string; readonly value: string }[] = []) {
  const cookies = new Map(known.map(({ name, value }) => [name, value]));
  const send = async (address: string, form?: Readonly<Record<string, string>>): Promise<Response> => {
    const response = await fetch(new URL(address, url), {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '), origin: url },
      ...(form !== undefined && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };
  /** Follows redirects to the first address with this path. */
  const follow = async (from: Response, path: string): Promise<URL> => {
    let response = from;
    for (;;) {
      const location = response.headers.get('location');
      if (location === null)
        throw new Error(`The sign-in did not lead to ${path}: ${response.status} ${await response.text()}`);
      const next = new URL(location, url);
      if (next.pathname.startsWith(path)) return next;
      response = await send(next.href);
    }
  };
  return { cookies, send, follow };
}

function codeRequest(url: string, parameters: Readonly<Record<string, string>> = {}) {
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    client_id: 'switchboard-console',
    response_type: 'code',
    redirect_uri: `${url}/callback`,
    scope: 'openid email profile',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: randomBytes(8).toString('hex'),
    ...parameters,
  });
  return { path: `/oidc/auth?${query.toString()}`, verifier };
}

/**
 * Signs in by the form of the sign-in page, as a browser would.
 * @throws Error when the email or the password is rejected
 */
export async function beginSession(url: string, email: string, password: string): Promise<PersonSession> {
  const { cookies, send, follow } = createSender(url);
  const page = await follow(await send(codeRequest(url).path), '/sign-in/');
  await follow(await send(page.pathname, { email, password }), '/callback');
  return {
    cookies: [...cookies].filter(([name]) => name.startsWith(COOKIE)).map(([name, value]) => ({ name, value, url })),
  };
}

/** Whether the provider still knows a session. */
export async function isOpen(url: string, { cookies }: PersonSession): Promise<boolean> {
  const { send, follow } = createSender(url, cookies);
  const { searchParams } = await follow(await send(codeRequest(url, { prompt: 'none' }).path), '/callback');
  return searchParams.has('code');
}

const tokens = new Map<string, { readonly token: string; readonly begun: number }>();

/**
 * Gets an access token for the person who is signed in in a browser, by the silent renewal that the console uses.
 * @throws Error when no person is signed in
 */
export async function tokenOf(context: BrowserContext, url: string): Promise<string> {
  const own = (await context.cookies(url)).filter(({ name }) => name.startsWith(COOKIE));
  const key = own.map(({ value }) => value).join();
  const known = tokens.get(key);
  if (known !== undefined && performance.now() - known.begun < TOKEN_LIFETIME) return known.token;
  const begun = performance.now();
  const { send, follow } = createSender(url, own);
  const { path, verifier } = codeRequest(url, { prompt: 'none' });
  const { searchParams } = await follow(await send(path), '/callback');
  const code = searchParams.get('code');
  if (code === null) throw new Error(`No token: ${searchParams.toString()}`);
  const answer = await send('/oidc/token', {
    grant_type: 'authorization_code',
    client_id: 'switchboard-console',
    redirect_uri: `${url}/callback`,
    code,
    code_verifier: verifier,
  });
  const { access_token: token } = (await answer.json()) as { readonly access_token: string };
  tokens.set(key, { token, begun });
  return token;
}
