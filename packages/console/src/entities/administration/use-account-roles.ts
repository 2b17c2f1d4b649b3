import { useQuery } from 'urql';
import { AccountRolesDocument } from '../../api/generated/documents/account-roles.ts';
import type { RoleFactsFragment } from '../../api/generated/graphql.ts';

const NONE: readonly RoleFactsFragment[] = [];

/** The roles that an account defines; none for null, and until they are loaded. */
export function useAccountRoles(urlName: string | null): readonly RoleFactsFragment[] {
  const [{ data }] = useQuery({
    query: AccountRolesDocument,
    variables: { urlName: urlName ?? '' },
    pause: urlName === null,
    requestPolicy: 'cache-and-network',
  });
  return data?.account?.definedRoles ?? NONE;
}
