import {
  type Answer,
  codeRequest,
  createHttpBrowser,
  exchangeCode,
  type HttpBrowser,
  type Tokens,
} from '../http-browser.ts';
import { providerAddress } from '../sso.ts';

export type Login = { readonly email: string; readonly password: string };

/** A response of a provider, in the form that its page posts. */
export type PostedResponse = { readonly action: string; readonly encoded: string };

/** A sign-in that has come to the provider: the browser holds the cookie of its sign-in page. */
export type SamlStart = {
  readonly browser: HttpBrowser;
  readonly verifier: string;
  /** Where the browser was sent, with the request. */
  readonly providerUrl: URL;
};

/** Opens the link to a connection in a new browser, which leads to its provider. */
export async function startSamlSignIn(url: string, connectionId: string): Promise<SamlStart> {
  const browser = createHttpBrowser(url);
  await browser.get(`/sign-in/sso/${connectionId}`);
  const { path, verifier } = codeRequest(url);
  const { url: page } = await browser.follow(await browser.get(path), '/sign-in');
  return { browser, verifier, providerUrl: providerAddress(await browser.get(page?.pathname ?? '')) };
}

/** Signs in at the provider. Its page has a form, which browsers post at once. */
export async function signInAtProvider(providerUrl: URL, { email, password }: Login): Promise<PostedResponse> {
  const browser = createHttpBrowser(providerUrl.origin);
  await browser.get(providerUrl.href);
  const { text } = await browser.post('/login', { email, password });
  const [, action] = /action="([^"]+)"/.exec(text) ?? [];
  const [, encoded] = /name="SAMLResponse" value="([^"]+)"/.exec(text) ?? [];
  if (action === undefined || encoded === undefined) throw new Error(`The provider sent no response: ${text}`);
  return { action, encoded };
}

/** Posts a response as a browser does from the page of the provider: across sites, so without the cookies of Switchboard. */
export function postResponse({ action, encoded }: PostedResponse, from = 'http://idp.test'): Promise<Answer> {
  return createHttpBrowser(new URL(action).origin, { origin: from }).post(action, { SAMLResponse: encoded });
}

/** Follows the answer to a posted response to the end of the sign-in, for tokens. */
export async function finishSamlSignIn({ browser, verifier }: SamlStart, url: string, answer: Answer): Promise<Tokens> {
  const { answer: last, url: callback } = await browser.follow(answer, '/callback');
  const code = callback?.searchParams.get('code');
  if (code === null || code === undefined) throw new Error(`No code came back: ${last.status} ${last.text}`);
  return exchangeCode(browser, url, code, verifier);
}
