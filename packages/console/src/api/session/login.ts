import { trackWork } from '../../lib/activity/page-activity.ts';
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

type Options = {
  readonly signIn: SignIn;
  readonly urlName: string | undefined;
  readonly signal: AbortSignal;
  /** Called once there is a token, before the profile is known. */
  readonly onToken?: () => void;
  /** False where the person stays outside an account: no login to their default account follows. */
  readonly leadsToAccount?: boolean;
  readonly send?: typeof fetch;
};

/** The profile of a login without an account, which the login to the default account uses instead of a call of its own. */
const profiles = new WeakMap<SignIn, Profile>();

function takeProfile(signIn: SignIn, urlName: string | undefined): Profile | null {
  const profile = profiles.get(signIn);
  profiles.delete(signIn);
  return urlName !== undefined && profile?.defaultUrlName === urlName ? profile : null;
}

/** Gets a token, renewing it silently if necessary, and loads the person's profile for an account. Never throws. */
export const login = (options: Options): Promise<LoginOutcome> => trackWork(loginOnce(options));

async function loginOnce(options: Options): Promise<LoginOutcome> {
  const { signIn, urlName, signal } = options;
  try {
    if (signIn.token() === null && !(await signIn.renew())) return { kind: 'sign-in' };
    options.onToken?.();
    const known = takeProfile(signIn, urlName);
    if (known !== null) return { kind: 'ok', profile: known };
    const outcome = await call(options);
    const isFirst = urlName === undefined && options.leadsToAccount !== false;
    if (outcome.kind === 'ok' && isFirst && !signal.aborted) profiles.set(signIn, outcome.profile);
    if (outcome.kind !== 'forbidden' || urlName === undefined) return outcome;
    const elsewhere = await call({ ...options, urlName: undefined });
    return { kind: 'forbidden', profile: elsewhere.kind === 'ok' ? elsewhere.profile : null };
  } catch {
    return { kind: 'failed' };
  }
}

async function call({ signIn, urlName, signal, send }: Options): Promise<LoginOutcome> {
  let refusal = 'not-recognized' as Refusal;
  const transport = createTransport({
    account: null,
    token: signIn.token,
    renew: signIn.renew,
    onUnauthorized: (reason) => {
      refusal = reason;
    },
    onForbidden: () => undefined,
    ...(send && { send }),
  });
  const query = urlName === undefined ? '' : `?${new URLSearchParams({ url_name: urlName }).toString()}`;
  const response = await transport.fetch(`/api/user/login${query}`, { signal });
  if (response.status === 401) return { kind: refusal === 'signed-out' ? 'sign-in' : refusal };
  if (response.status === 403) return { kind: 'forbidden', profile: null };
  const profile = response.ok ? readProfile(await response.json()) : null;
  return profile === null ? { kind: 'failed' } : { kind: 'ok', profile };
}
