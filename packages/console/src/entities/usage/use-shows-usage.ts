import { useSession } from '../../api/session/session.ts';

/** Whether the person sees the usage of the account, as known at sign-in: the account may have been changed since. */
export function useShowsUsage(): boolean {
  const { account, permissions } = useSession();
  return account.showsUsage === true || permissions.has('manage-global-users');
}
