import { defaultPath } from '@switchboard/model/presentation/start-path';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { type Client, Provider as GraphqlProvider } from 'urql';
import { createClient } from '../../api/client.ts';
import { GENERIC_FAILURE } from '../../api/failure.ts';
import { createPlainFetch, createTransport, type Refusal, type Transport } from '../../api/http.ts';
import { PreferencesProvider } from '../../api/preferences/preferences-provider.tsx';
import { type LoginOutcome, login } from '../../api/session/login.ts';
import type { Profile } from '../../api/session/profile.ts';
import { type PersonSession, type Session, SessionContext } from '../../api/session/session.ts';
import { useSignIn } from '../../api/session/sign-in-provider.tsx';
import { TransportContext } from '../../api/transport-context.ts';
import { hasUnsavedChanges } from '../../lib/unsaved-changes.ts';
import { useLatest } from '../../lib/use-latest.ts';
import { RetryScreen } from '../../ui/feedback/states.tsx';
import { toastFailed } from '../../ui/feedback/toasts.ts';
import { prefetchScreen } from '../screen-at.ts';
import { useSessionExpiry } from './use-session-expiry.tsx';

/** The signed-in person, with what their requests are sent by. */
export type Entry = {
  readonly profile: Profile;
  readonly client: Client;
  readonly transport: Transport;
  /** Asks for a new sign-in where the page has unsaved input. */
  readonly dialog: ReactNode;
};

type Props = {
  /** The account that is entered; undefined outside an account. */
  readonly urlName: string | undefined;
  /** False where the person stays outside an account. */
  readonly leadsToAccount: boolean;
  /** Rendered until the person is known. */
  readonly fallback: ReactNode;
  readonly children: (entry: Entry) => ReactNode;
};

const NOT_AUTHORIZED = 'Not authorized';
/** Ends the session at the provider too, so that the next sign-in does not repeat the token that was rejected. */
const LOGOUT = '/logout';

/** Signs in and loads the person. A person who may not enter is redirected, or shown the reason. */
export function SignedIn({ urlName, leadsToAccount, fallback, children }: Props) {
  const signIn = useSignIn();
  const expiry = useSessionExpiry();
  const transport = useTransportOf(urlName ?? null, expiry.ask);
  const [answer, setAnswer] = useState<{ readonly urlName: string | undefined; readonly outcome: LoginOutcome } | null>(
    null,
  );
  const location = useLocation();
  const path = useRef('');
  useEffect(() => {
    path.current = `${location.pathname}${location.search}`;
  });

  const client = useMemo(() => createClient(transport), [transport]);
  const enter = useCallback(() => {
    const cancel = new AbortController();
    setAnswer(null);
    const onToken = (): void => {
      if (urlName !== undefined) prefetchScreen(client, createPlainFetch(urlName, signIn.token), window.location);
    };
    void login({ signIn, urlName, leadsToAccount, signal: cancel.signal, onToken }).then((outcome) => {
      if (cancel.signal.aborted) return;
      if (outcome.kind === 'sign-in') void signIn.begin(path.current);
      else setAnswer({ urlName, outcome });
    });
    return () => cancel.abort();
  }, [signIn, urlName, leadsToAccount, client]);
  useEffect(enter, [enter]);

  if (answer === null || answer.urlName !== urlName) return fallback;
  const { outcome } = answer;
  if (outcome.kind === 'invalid-token') return <Navigate to={LOGOUT} replace />;
  if (outcome.kind === 'not-recognized') return <Navigate to="/error" replace />;
  if (outcome.kind === 'forbidden') return <RedirectToOwnAccount profile={outcome.profile} account={urlName} />;
  if (outcome.kind !== 'ok') {
    return (
      <RetryScreen title="You could not be signed in" onRetry={enter}>
        {GENERIC_FAILURE}
      </RetryScreen>
    );
  }
  return children({ profile: outcome.profile, client, transport, dialog: expiry.dialog });
}

type ProvidersProps = {
  readonly entry: Entry;
  readonly session: Session | PersonSession;
  readonly children: ReactNode;
};

/** Provides session, client and preferences. */
export function SessionProviders({ entry, session, children }: ProvidersProps) {
  const { client, transport, dialog } = entry;
  return (
    <SessionContext value={session}>
      <TransportContext value={transport}>
        <GraphqlProvider value={client} key={session.account?.urlName ?? null}>
          <PreferencesProvider>
            {children}
            {dialog}
          </PreferencesProvider>
        </GraphqlProvider>
      </TransportContext>
    </SessionContext>
  );
}

type RedirectProps = {
  readonly profile: Profile | null;
  /** The account of the address, as it names it: whether there is one, nothing says. */
  readonly account?: string | undefined;
};

/** Redirects a person without access to what they have access to, with a toast. */
export function RedirectToOwnAccount({ profile, account }: RedirectProps) {
  useEffect(
    () =>
      toastFailed(
        account === undefined
          ? NOT_AUTHORIZED
          : `${NOT_AUTHORIZED}. You do not have the permission view in ${account}.`,
      ),
    [account],
  );
  if (profile === null) return <Navigate to="/error" replace />;
  return <Navigate to={defaultPath(profile.defaultUrlName)} replace />;
}

/** @param askToSignIn asks a person with unsaved input to sign in again; false when the page may be left */
function useTransportOf(urlName: string | null, askToSignIn: () => Promise<boolean>): Transport {
  const signIn = useSignIn();
  // A new function after each change of the path. The transport, and with it the cache, must outlive those changes.
  const navigate = useNavigate();
  const latestNavigate = useLatest(navigate);
  const leaveAccount = useCallback(() => {
    toastFailed(NOT_AUTHORIZED);
    void latestNavigate.current('/', { replace: true });
  }, []);
  const refused = useCallback(
    (reason: Refusal) => {
      if (reason === 'not-recognized') void latestNavigate.current('/error', { replace: true });
      else if (reason === 'invalid-token') void latestNavigate.current(LOGOUT, { replace: true });
      else void signIn.begin(`${location.pathname}${location.search}`);
    },
    [signIn],
  );
  return useMemo(
    () =>
      createTransport({
        account: urlName,
        token: signIn.token,
        renew: async () => (await signIn.renew()) || (hasUnsavedChanges() && askToSignIn()),
        onUnauthorized: refused,
        onForbidden: leaveAccount,
      }),
    [urlName, signIn, askToSignIn, refused, leaveAccount],
  );
}
