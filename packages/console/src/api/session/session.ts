import type { Permission } from '@switchboard/model';
import { createContext, useContext } from 'react';

export type Account = { readonly urlName: string; readonly name: string };

/** The signed-in person, the current account, and the permissions in it. */
export type Session = {
  readonly email: string;
  readonly name: string;
  readonly defaultUrlName: string | null;
  readonly accounts: readonly Account[];
  readonly permissions: ReadonlySet<Permission>;
  readonly roles: readonly string[];
  /** The account in the address. */
  readonly account: Account;
};

export const SessionContext = createContext<Session | null>(null);

/** The session of a screen inside an account. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('useSession requires a signed-in session.');
  return session;
}

export function usePermission(permission: Permission): boolean {
  return useSession().permissions.has(permission);
}
