import type { Permission } from '@switchboard/model';
import type { ReactNode } from 'react';
import { RedirectToOwnAccount, SessionProviders, SignedIn } from './signed-in.tsx';

type Props = {
  /** Who lacks it is redirected to their own account. */
  readonly permission: Permission;
  /** Rendered until the person is known. */
  readonly fallback: ReactNode;
  readonly children: ReactNode;
};

/** Signs in outside an account: requests name none, and there are no live updates. */
export function AdministrationSession({ permission, fallback, children }: Props) {
  return (
    <SignedIn urlName={undefined} leadsToAccount={false} fallback={fallback}>
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
