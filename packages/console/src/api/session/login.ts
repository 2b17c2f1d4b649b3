import { createTransport, type Refusal } from '../http.ts';
import { type Profile, readProfile } from './profile.ts';
import type { SignIn } from './sign-in.ts';

/** The outcome of signing in to an account. */
export type LoginOutcome =
  | { readonly kind: 'ok'; readonly profile: Profile }
  /** The person must sign in at the provider. */
  | { readonly kind: 'sign-in' }
  /** The server rejects the token that the provider issues. */
  | { readonly kind: 'invalid-token' }
  | { readonly kind: 'not-recognized' }
  /** No access to this account; `profile` is the person's profile in their default account. */
  | { readonly kind: 'forbidden'; readonly profile: Profile | null }
  | { readonly kind: 'failed' };

type Options = { readonly signIn: SignIn; readonly urlName: string | undefined; readonly signal: AbortSignal };

/** Gets a token, renewing it silently if necessary, and loads the person's profile for an account. Never throws. */
export async function login(options: Options): Promise<LoginOutcome> {
  const { signIn, urlName, signal } = options;
  try {
    if (signIn.token() === null && !(await signIn.renew())) return { kind: 'sign-in' };
    const outcome = await call(signIn, urlName, signal);
    if (outcome.kind !== 'forbidden' || urlName === undefined) return outcome;
    const elsewhere = await call(signIn, undefined, signal);
    return { kind: 'forbidden', profile: elsewhere.kind === 'ok' ? elsewhere.profile : null };
  } catch {
    return { kind: 'failed' };
  }
}

async function call(signIn: SignIn, urlName: string | undefined, signal: AbortSignal): Promise<LoginOutcome> {
  let refusal = 'not-recognized' as Refusal;
  const transport = createTransport({
    account: null,
    token: signIn.token,
    renew: signIn.renew,
    onUnauthorized: (reason) => {
      refusal = reason;
    },
    onForbidden: () => undefined,
  });
  const query = urlName === undefined ? '' : `?${new URLSearchParams({ url_name: urlName }).toString()}`;
  const response = await transport.fetch(`/api/user/login${query}`, { signal });
  if (response.status === 401) return { kind: refusal === 'signed-out' ? 'sign-in' : refusal };
  if (response.status === 403) return { kind: 'forbidden', profile: null };
  const profile = response.ok ? readProfile(await response.json()) : null;
  return profile === null ? { kind: 'failed' } : { kind: 'ok', profile };
}
