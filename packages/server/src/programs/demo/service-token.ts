import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { hashServiceToken, newServiceToken } from '../../identity/service-tokens/service-token.ts';
import { addToken } from '../../identity/service-tokens/store-token.ts';
import { personOf } from './people.ts';

/** Gives an account without service tokens one of a build server. The token itself is thrown away: it only shows how tokens are listed. */
export async function prepareServiceToken(
  database: Database,
  { accountId, email }: { readonly accountId: string; readonly email: string },
): Promise<void> {
  await database.withAccount(accountId, async (tx) => {
    const { rows } = await sql`select 1 from service_token where account_id = ${accountId} limit 1`.execute(tx);
    const person = await personOf(tx, email);
    if (rows.length > 0 || person === null) return;
    const hash = hashServiceToken(newServiceToken());
    await addToken(tx, accountId, {
      name: 'Build server',
      hash,
      mayPublish: true,
      mayFetchNewDownloads: false,
      managesUsers: false,
      days: 90,
      createdBy: person.id,
    });
  });
}
