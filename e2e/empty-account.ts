import { queryProduct } from './product-database.ts';

/** An account without scripts, keys and runs, as support finds it right after it was made. */
export const EMPTY_ACCOUNT = { urlName: 'initech', name: 'Initech' };

/** Makes the empty account in the database of the running product. */
export const createEmptyAccount = (dataDir: string): Promise<string> => createAccount(dataDir, EMPTY_ACCOUNT);

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
