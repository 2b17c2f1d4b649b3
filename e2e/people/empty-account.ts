import { queryProduct } from '../product-database.ts';

/** An account without scripts, keys and runs, as support finds it right after it was made. */
export const EMPTY_ACCOUNT = { urlName: 'initech', name: 'Initech' };

/** Makes the empty account in the database of the running product. */
export const createEmptyAccount = (dataDir: string): Promise<string> => createAccount(dataDir, EMPTY_ACCOUNT);

/** Makes a demo person a member of an account. */
export async function addMember(
  dataDir: string,
  { urlName }: { readonly urlName: string },
  { email, role }: { readonly email: string; readonly role: string },
): Promise<void> {
  await queryProduct(
    dataDir,
    `insert into membership (account_id, person_id, role)
     select account.id, person.id, $3 from account, person where url_name = $1 and email = $2 on conflict do nothing`,
    [urlName, email, role],
  );
}

/** Makes an account without anything, for tests that publish scripts of their own. @returns its id */
export async function createAccount(
  dataDir: string,
  { urlName, name }: { readonly urlName: string; readonly name: string },
): Promise<string> {
  const [account] = await queryProduct<{ id: string }>(
    dataDir,
    'insert into account (url_name, name) values ($1, $2) on conflict (url_name) do update set name = excluded.name returning id',
    [urlName, name],
  );
  return account?.id ?? '';
}
