import {
  ErrorResponse,
  InMemoryWebStorage,
  type User,
  UserManager,
  type UserManagerSettings,
  WebStorageStateStore,
} from 'oidc-client-ts';
import { chosenConnection } from './connection-choice.ts';
import type { ConsoleSettings } from './settings.ts';
import { createSilentNavigator } from './silent-navigator.ts';

/** Signs the person in and out. The access token is in memory only. */
export type SignIn = {
  readonly token: () => string | null;
  /** Renews the token silently; false when the person must sign in, or during a sign-out. */
  readonly renew: () => Promise<boolean>;
  /** Redirects to the sign-in page, which returns to the given path. Does nothing during a sign-out. */
  readonly begin: (returnTo: string) => Promise<void>;
  /**
   * Signs in in a window of its own, so that this page keeps its state. False when another person signed in.
   * @throws Error when the window is blocked or closed
   */
  readonly again: () => Promise<boolean>;
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

/** @param onSignOut called when the person begins to sign out in this tab */
export function createSignIn(settings: ConsoleSettings, origin: string, onSignOut: () => void): SignIn {
  const { issuer, endpoints } = settings;
  const connection = chosenConnection(location.search);
  const options: UserManagerSettings = {
    authority: issuer,
    client_id: settings.clientId,
    redirect_uri: `${origin}/callback`,
    silent_redirect_uri: `${origin}/silent-callback`,
    // The page passes the response to its opener or to its parent, whichever it has.
    popup_redirect_uri: `${origin}/silent-callback`,
    post_logout_redirect_uri: `${origin}/logout`,
    response_type: 'code',
    scope: 'openid profile email',
    resource: settings.audience,
    extraQueryParams: { audience: settings.audience, ...(connection !== undefined && { connection }) },
    extraTokenParams: { resource: settings.audience },
    automaticSilentRenew: true,
    monitorSession: false,
    userStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
    stateStore: new WebStorageStateStore({ store: sessionStorage }),
    // Without them the manager would first fetch the discovery document.
    ...(endpoints !== null && {
      metadata: {
        issuer,
        authorization_endpoint: endpoints.authorization,
        token_endpoint: endpoints.token,
        end_session_endpoint: endpoints.endSession,
      },
    }),
  };
  const isOwnProvider = new URL(issuer).origin === origin;
  const manager = new UserManager(options, undefined, undefined, isOwnProvider ? createSilentNavigator() : undefined);
  let current: string | null = null;
  let subject: string | null = null;
  /** The page belongs to the first person who signed in: the token of another one is not used. */
  const accept = (user: User | null | undefined): void => {
    subject ??= user?.profile.sub ?? null;
    current = user?.profile.sub === subject ? (user?.access_token ?? null) : null;
  };
  manager.events.addUserLoaded(accept);
  manager.events.addUserUnloaded(() => {
    current = null;
  });
  let renewing: Promise<boolean> | null = null;
  let completing: Promise<string> | null = null;
  let ending: Promise<void> | null = null;

  const renewOnce = async (): Promise<boolean> => {
    try {
      accept(await manager.signinSilent());
      return current !== null;
    } catch (error) {
      if (needsPerson(error)) return false;
      throw error;
    }
  };

  /** The code in the address is valid once, but React may mount the screen twice. */
  const completeOnce = async (): Promise<string> => {
    const user = await manager.signinCallback();
    accept(user);
    const state = user?.state;
    const returnTo = typeof state === 'object' && state !== null && 'returnTo' in state ? state.returnTo : null;
    return isOwnPath(returnTo) ? returnTo : '/';
  };

  /**
   * A renewal that runs during the sign-out would overwrite the provider's record of it. Settles when the redirect fails, or
   * when the browser shows this page again from its history.
   */
  const endOnce = async (): Promise<void> => {
    onSignOut();
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
    again: async () => {
      accept(await manager.signinPopup({ popupAbortOnClose: true }));
      return current !== null;
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
