import type { Permission } from '@switchboard/model/permissions';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { RedirectToOwnAccount, SessionProviders, SignedIn } from './signed-in.tsx';

type Props = {
  /** A person without it is redirected to their own account. */
  readonly permission: Permission;
  /** Rendered until the person is known. */
  readonly fallback: ReactNode;
  readonly children: ReactNode;
};

/**
 * Signs in outside an account: requests name none, unless the address names one whose roles count, too. There are no live updates.
 */
export function AdministrationSession({ permission, fallback, children }: Props) {
  const { urlName } = useParams();
  return (
    <SignedIn urlName={urlName} leadsToAccount={false} fallback={fallback}>
      {(entry) =>
        entry.profile.permissions.has(permission) ? (
          <SessionProviders entry={entry} session={{ ...entry.profile, account: null }}>
            {children}
          </SessionProviders>
        ) : (
          <RedirectToOwnAccount profile={entry.profile} />
        )
      }
    </SignedIn>
  );
}
