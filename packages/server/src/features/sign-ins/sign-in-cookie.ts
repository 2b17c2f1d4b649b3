import { createHash, createHmac, randomBytes } from 'node:crypto';

/** Where providers send browsers back to. */
export const CALLBACK_PATH = '/api/oauth/callback';
/** How long a person may take at a provider. */
export const SIGN_IN_SECONDS = 600;

/** Secrets that bind the answer of a provider to the browser that began the sign-in. */
export type SignInSecrets = {
  /** Travels by the provider. */
  readonly state: string;
  /** Stays in a cookie of the browser. */
  readonly browser: string;
};

const secret = (): string => randomBytes(32).toString('base64url');

export const createSignInSecrets = (): SignInSecrets => ({ state: secret(), browser: secret() });

export const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The secret behind the code challenge. It is stored nowhere: only the browser that began can complete the exchange. */
export const verifierOf = ({ state, browser }: SignInSecrets): string =>
  createHmac('sha256', browser).update(state).digest('base64url');

/** Each sign-in has a cookie of its own, so that several windows do not disturb each other. */
const nameOf = (state: string): string => `switchboard-oauth-${hashOf(state).toString('hex').slice(0, 16)}`;

type CookieOptions = { readonly publicUrl: string; readonly maxAge: number };

const write = (state: string, value: string, { publicUrl, maxAge }: CookieOptions): string =>
  [
    `${nameOf(state)}=${value}`,
    `Path=${CALLBACK_PATH}`,
    `Max-Age=${maxAge}`,
    'HttpOnly',
    // The provider's redirect is a navigation from another site.
    'SameSite=Lax',
    ...(publicUrl.startsWith('https:') ? ['Secure'] : []),
  ].join('; ');

export const signInCookie = ({ state, browser }: SignInSecrets, accountId: string, publicUrl: string): string =>
  write(state, `${accountId}.${browser}`, { publicUrl, maxAge: SIGN_IN_SECONDS });

export const expiredCookie = (state: string, publicUrl: string): string => write(state, '', { publicUrl, maxAge: 0 });

/** The account and the secret that the browser kept for a sign-in; null when it has none. */
export function readSignInCookie(
  header: string | undefined,
  state: string,
): { readonly accountId: string; readonly browser: string } | null {
  const name = nameOf(state);
  for (const part of (header ?? '').split(';')) {
    const [, accountId, browser] = part.trim().match(`^${name}=([0-9a-f-]{36})\\.([\\w-]{43})$`) ?? [];
    if (accountId !== undefined && browser !== undefined) return { accountId, browser };
  }
  return null;
}
