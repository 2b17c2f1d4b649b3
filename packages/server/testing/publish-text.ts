import type { Database } from '../src/db/database.ts';
import { publishScript } from '../src/features/changelists/publish/publish.ts';
import type { BuiltAccount } from './build-account.ts';

/**
 * Publishes a script of one file for an account.
 * @param now epoch milliseconds of the publishing; its sources are scheduled from there
 * @returns the id of the changelist that the account now runs
 * @throws Error when the script is refused, with the messages
 */
export async function publishText(
  database: Database,
  { accountId }: Pick<BuiltAccount, 'accountId'>,
  text: string,
  now = Date.now(),
): Promise<string> {
  const files = [{ path: 'a.sbs', text }];
  const published = await database.withAccount(accountId, (tx) =>
    publishScript(tx, { accountId, description: 'Test', files, personId: null, now }),
  );
  if (published.kind !== 'published')
    throw new Error(`The script was ${published.kind}: ${JSON.stringify(published.messages)}`);
  return published.changelistId;
}
