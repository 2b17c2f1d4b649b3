import type { Permission } from '@switchboard/model/permissions';
import type { Database } from '../../db/database.ts';
import type { Session } from '../../identity/session.ts';
import { accountsOf, defaultAccountId } from './queries.ts';

/** The response of the login call, with the names of the specification. */
export type Profile = {
  readonly email: string;
  readonly name: string;
  /** Null for a person without any account. */
  readonly default_url_name: string | null;
  readonly accounts: readonly {
    readonly urlName: string;
    readonly name: string;
    readonly show_download_summary: boolean;
  }[];
  readonly permissions: readonly Permission[];
  readonly roles: readonly string[];
};

export type PersonsAccounts = Pick<Profile, 'default_url_name' | 'accounts'>;

/** The accounts that a person may enter, and the default: the one they chose if they may still enter it, or else the first by name. */
export async function personsAccounts(
  database: Database,
  session: Pick<Session, 'person' | 'ssoAccountId'>,
): Promise<PersonsAccounts> {
  return database.withIdentity(async (tx) => {
    const rows = await accountsOf(tx, session);
    const chosen = await defaultAccountId(tx, session.person.id);
    return {
      default_url_name: (rows.find(({ id }) => id === chosen) ?? rows[0])?.url_name ?? null,
      accounts: rows.map((row) => ({
        urlName: row.url_name,
        name: row.name,
        show_download_summary: row.show_download_summary,
      })),
    };
  });
}
