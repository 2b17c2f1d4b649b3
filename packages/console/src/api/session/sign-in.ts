import { ErrorResponse, InMemoryWebStorage, UserManager, WebStorageStateStore } from 'oidc-client-ts';
import type { ConsoleSettings } from './settings.ts';

/** Signs people in and out, and holds the access token, in memory only. */
export type SignIn = {
  readonly token: () => string | null;
  /** A token without asking the person; false when they have to sign in. */
  readonly renew: () => Promise<boolean>;
  /** Leaves for the sign-in page; comes back to the path given. */
  readonly begin: (returnTo: string) => Promise<void>;
  /** Ends a sign-in on /callback; gives the path to return to. */
  readonly complete: () => Promise<string>;
  /** Leaves for the provider's sign-out; comes back to /logout?state=done. */
  readonly end: () => Promise<void>;
};

const NEEDS_PERSON = new Set([
  'login_required',
  'consent_required',
  'interaction_required',
  'account_selection_required',
]);

/** True for a path of this console: nothing else may be returned to. */
export function isOwnPath(path: unknown): path is string {
  return (
    typeof path === 'string' && /^\/(?![/\\])/.test(path) && !/^\/(callback|logout|error|silent-callback)\b/.test(path)
  );
}

/** True when only the person can go on, as opposed to a provider that cannot be reached. */
export function needsPerson(error: unknown): boolean {
  return error instanceof ErrorResponse && NEEDS_PERSON.has(error.error ?? '');
}

export function createSignIn(settings: ConsoleSettings, origin: string): SignIn {
  const manager = new UserManager({
    authority: settings.issuer,
    client_id: settings.clientId,
    redirect_uri: `${origin}/callback`,
    silent_redirect_uri: `${origin}/silent-callback`,
    post_logout_redirect_uri: `${origin}/logout`,
    response_type: 'code',
    scope: 'openid profile email',
    resource: settings.audience,
    extraQueryParams: { audience: settings.audience },
    extraTokenParams: { resource: settings.audience },
    automaticSilentRenew: true,
    monitorSession: false,
    userStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
    stateStore: new WebStorageStateStore({ store: sessionStorage }),
  });
  let current: string | null = null;
  manager.events.addUserLoaded((user) => {
    current = user.access_token;
  });
  manager.events.addUserUnloaded(() => {
    current = null;
  });
  let renewing: Promise<boolean> | null = null;
  let completing: Promise<string> | null = null;

  const renewOnce = async (): Promise<boolean> => {
    try {
      const user = await manager.signinSilent();
      current = user?.access_token ?? null;
      return current !== null;
    } catch (error) {
      if (needsPerson(error)) return false;
      throw error;
    }
  };

  /** The code in the address counts once only, however often the screen is drawn. */
  const completeOnce = async (): Promise<string> => {
    const user = await manager.signinCallback();
    current = user?.access_token ?? null;
    const state = user?.state;
    const returnTo = typeof state === 'object' && state !== null && 'returnTo' in state ? state.returnTo : null;
    return isOwnPath(returnTo) ? returnTo : '/';
  };

  return {
    token: () => current,
    renew: () => {
      renewing ??= renewOnce().finally(() => {
        renewing = null;
      });
      return renewing;
    },
    begin: (returnTo) => manager.signinRedirect({ state: { returnTo } }),
    complete: () => {
      completing ??= completeOnce();
      return completing;
    },
    end: async () => {
      await manager.signoutRedirect({ state: 'done' });
    },
  };
}
