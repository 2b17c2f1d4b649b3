import type { Permission } from '@switchboard/model/permissions';
import { createContext, useContext } from 'react';

export type Account = {
  readonly urlName: string;
  readonly name: string;
  /** Whether its people see its usage; global managers always do. */
  readonly showsUsage?: boolean;
};

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

/** The signed-in person outside an account, with what they may do there. */
export type PersonSession = Omit<Session, 'account'> & { readonly account: null };

export const SessionContext = createContext<Session | PersonSession | null>(null);

/** The signed-in person, on any screen behind the sign-in. */
export function usePerson(): Omit<Session, 'account'> {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('usePerson requires a signed-in session.');
  return session;
}

/** The session of a screen inside an account. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null || session.account === null) throw new Error('useSession requires a session in an account.');
  return session;
}

export function usePermission(permission: Permission): boolean {
  return useSession().permissions.has(permission);
}
