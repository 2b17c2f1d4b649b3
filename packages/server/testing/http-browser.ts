import { createHash, randomBytes } from 'node:crypto';
import { TEST_PASSWORD } from './people.ts';

export type Answer = Pick<Response, 'status' | 'headers'> & {
  readonly text: string;
  readonly location: string | null;
};

/** Whether a form let the person in: it leads back to the provider. */
export const isSignedIn = ({ status, location }: Answer): boolean =>
  status === 303 && location?.includes('/oidc/auth') === true;

export type HttpBrowser = {
  get(path: string): Promise<Answer>;
  post(path: string, form: Readonly<Record<string, string>>): Promise<Answer>;
  /** Follows redirects of this origin until one leads to a path that starts with `until`, or to a page. */
  follow(answer: Answer, until: string): Promise<{ readonly answer: Answer; readonly url: URL | null }>;
  readonly cookies: Map<string, string>;
};

/**
 * As much of a browser as a sign-in needs: cookies and forms, redirects on demand.
 * @param headersOfAll further ones of each request
 */
export function createHttpBrowser(origin: string, headersOfAll: Readonly<Record<string, string>> = {}): HttpBrowser {
  const cookies = new Map<string, string>();

  const send = async (path: string, init: RequestInit): Promise<Answer> => {
    const own = [...cookies].map(([name, value]) => `${name}=${value}`);
    const cookie = [headersOfAll['cookie'] ?? [], own].flat().join('; ');
    const headers = { ...headersOfAll, ...init.headers, ...(cookie === '' ? {} : { cookie }) };
    const response = await fetch(new URL(path, origin), { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (name === undefined || value === undefined) continue;
      if (value === '' || /expires=Thu, 01 Jan 1970/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    const { status } = response;
    return {
      status,
      headers: response.headers,
      text: await response.text(),
      location: response.headers.get('location'),
    };
  };

  const get = (path: string): Promise<Answer> => send(path, { method: 'GET' });
  return {
    cookies,
    get,
    post: (path, form) => send(path, { method: 'POST', body: new URLSearchParams(form), headers: { origin } }),
    async follow(first, until) {
      let answer = first;
      for (let hops = 0; answer.location !== null && hops < 10; hops++) {
        const url = new URL(answer.location, origin);
        if (url.pathname.startsWith(until)) return { answer, url };
        answer = await get(url.href);
      }
      return { answer, url: null };
    },
  };
}

export type CodeRequest = {
  readonly path: string;
  readonly verifier: string;
  readonly state: string;
  readonly nonce: string;
};

/** Creates the request with which the console begins a sign-in. `changes` replace or (undefined) remove parameters. */
export function codeRequest(origin: string, changes: Readonly<Record<string, string | undefined>> = {}): CodeRequest {
  const verifier = randomBytes(32).toString('base64url');
  const state = randomBytes(8).toString('hex');
  const nonce = randomBytes(8).toString('hex');
  const parameters: Readonly<Record<string, string | undefined>> = {
    client_id: 'switchboard-console',
    response_type: 'code',
    redirect_uri: `${origin}/callback`,
    scope: 'openid email profile',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state,
    nonce,
    ...changes,
  };
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { path: `/oidc/auth?${new URLSearchParams(given)}`, verifier, state, nonce };
}

export type Tokens = {
  readonly access_token: string;
  readonly id_token: string;
  readonly expires_in: number;
  readonly token_type: string;
};

/** Signs in as a person does, by the page and its form. */
export async function signInByForm(
  browser: HttpBrowser,
  origin: string,
  email: string,
  password: string = TEST_PASSWORD,
): Promise<Tokens> {
  const request = codeRequest(origin);
  const { url: page } = await browser.follow(await browser.get(request.path), '/sign-in');
  if (page === null) throw new Error('There was no sign-in page.');
  const answer = await browser.post(page.pathname, { email, password });
  const { url } = await browser.follow(answer, '/callback');
  const code = url?.searchParams.get('code');
  if (code === null || code === undefined) throw new Error(`No code came back: ${answer.status} ${answer.text}`);
  return exchangeCode(browser, origin, code, request.verifier);
}

export async function exchangeCode(
  browser: HttpBrowser,
  origin: string,
  code: string,
  verifier: string,
): Promise<Tokens> {
  const answer = await browser.post('/oidc/token', {
    grant_type: 'authorization_code',
    client_id: 'switchboard-console',
    redirect_uri: `${origin}/callback`,
    code,
    code_verifier: verifier,
  });
  if (answer.status !== 200) throw new Error(`No token: ${answer.status} ${answer.text}`);
  return JSON.parse(answer.text) as Tokens;
}
