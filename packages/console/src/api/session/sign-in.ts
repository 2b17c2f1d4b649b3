import { ErrorResponse, InMemoryWebStorage, UserManager, WebStorageStateStore } from 'oidc-client-ts';
import type { ConsoleSettings } from './settings.ts';

/** Signs the person in and out. The access token is in memory only. */
export type SignIn = {
  readonly token: () => string | null;
  /** Renews the token silently; false when the person must sign in, or during a sign-out. */
  readonly renew: () => Promise<boolean>;
  /** Redirects to the sign-in page, which returns to the given path. Does nothing during a sign-out. */
  readonly begin: (returnTo: string) => Promise<void>;
  /** Completes a sign-in on /callback; resolves to the path to return to. */
  readonly complete: () => Promise<string>;
  /** Redirects to the provider's sign-out, which returns to /logout?state=done. */
  readonly end: () => Promise<void>;
};

const NEEDS_PERSON = new Set([
  'login_required',
  'consent_required',
  'interaction_required',
  'account_selection_required',
]);

/** True for a path of this console to which a sign-in may return. */
export function isOwnPath(path: unknown): path is string {
  return (
    typeof path === 'string' && /^\/(?![/\\])/.test(path) && !/^\/(callback|logout|error|silent-callback)\b/.test(path)
  );
}

/** True when the provider requires the person to act; false when it cannot be reached. */
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
  let ending: Promise<void> | null = null;

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

  /** The code in the address is valid once, but React may mount the screen twice. */
  const completeOnce = async (): Promise<string> => {
    const user = await manager.signinCallback();
    current = user?.access_token ?? null;
    const state = user?.state;
    const returnTo = typeof state === 'object' && state !== null && 'returnTo' in state ? state.returnTo : null;
    return isOwnPath(returnTo) ? returnTo : '/';
  };

  /**
   * A renewal that runs during the sign-out would overwrite the provider's record of it. Settles when the redirect fails, or
   * when the browser shows this page again from its history.
   */
  const endOnce = async (): Promise<void> => {
    manager.stopSilentRenew();
    await renewing?.catch(() => false);
    await manager.signoutRedirect({ state: 'done' });
  };

  return {
    token: () => current,
    renew: () => {
      if (ending !== null) return Promise.resolve(false);
      renewing ??= renewOnce().finally(() => {
        renewing = null;
      });
      return renewing;
    },
    begin: async (returnTo) => {
      if (ending === null) await manager.signinRedirect({ state: { returnTo } });
    },
    complete: () => {
      completing ??= completeOnce();
      return completing;
    },
    end: () => {
      ending ??= endOnce().finally(() => {
        ending = null;
      });
      return ending;
    },
  };
}
