import { defaultPath } from '@switchboard/model/presentation/start-path';
import type { ReactNode } from 'react';
import { Navigate, useParams } from 'react-router';
import { LiveProvider } from '../../api/live/live-provider.tsx';
import { NoAccountsPage } from '../../screens/sign-in/no-accounts-page.tsx';
import { SessionProviders, SignedIn } from './signed-in.tsx';

type Props = {
  /** Rendered until the person is known. */
  readonly fallback: ReactNode;
  readonly children: ReactNode;
};

/** Signs in, loads the person for the account in the address (none at /), provides session, client and live updates. */
export function AccountSession({ fallback, children }: Props) {
  const { account: urlName } = useParams();
  return (
    <SignedIn urlName={urlName} leadsToAccount fallback={fallback}>
      {(entry) => {
        const { profile } = entry;
        if (profile.accounts.length === 0 || profile.defaultUrlName === null) return <NoAccountsPage />;
        if (urlName === undefined) return <Navigate to={defaultPath(profile.defaultUrlName)} replace />;
        const known = profile.accounts.find((candidate) => candidate.urlName === urlName);
        return (
          <SessionProviders entry={entry} session={{ ...profile, account: known ?? { urlName, name: urlName } }}>
            <LiveProvider>{children}</LiveProvider>
          </SessionProviders>
        );
      }}
    </SignedIn>
  );
}
