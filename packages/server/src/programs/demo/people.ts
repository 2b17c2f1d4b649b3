import { ROLES, type Role } from '@switchboard/model/permissions';
import { sql } from 'kysely';
import type { Database, Tx } from '../../db/database.ts';
import { ensureAccount } from '../../identity/accounts/store-account.ts';
import { setPassword } from '../../identity/passwords.ts';
import { addPerson, grantRoles } from '../../identity/people/store-person.ts';

/** A person of the demo; in every account without an `account`. */
export type DemoPerson = Readonly<{ email: string; name: string; role: Role; account: string | null }>;

/** The password of every person of the demo, shown on the sign-in page and in the terminal; never outside demo mode. */
export const DEMO_PASSWORD = 'Switchboard-demo-1';

export const DEMO_ACCOUNTS = [
  { urlName: 'acme', name: 'Acme Media' },
  { urlName: 'globex', name: 'Globex' },
] as const;

const FIRST_NAMES: Readonly<Record<Role, readonly [string, string]>> = {
  operator: ['Olivia', 'Omar'],
  viewer: ['Vera', 'Victor'],
  developer: ['Dana', 'Dmitri'],
  tester: ['Tessa', 'Tomás'],
  cs: ['Chris', 'Camille'],
  beta_backfill: ['Bea', 'Björn'],
};

/** One person per role in each account, and one of support who sees both. */
export const DEMO_PEOPLE: readonly DemoPerson[] = [
  ...DEMO_ACCOUNTS.flatMap(({ urlName, name }, index) =>
    ROLES.map((role) => ({
      email: `${role.replace('_', '-')}@${urlName}.example`,
      name: `${FIRST_NAMES[role][index]} ${name.split(' ')[0]}`,
      role,
      account: urlName,
    })),
  ),
  { email: 'support@switchboard.example', name: 'Sam Support', role: 'cs', account: null },
];

/** Makes the demo's accounts and people; what is there already stays as it is. Returns the accounts' ids by url name. */
export async function createDemoPeople(database: Database): Promise<ReadonlyMap<string, string>> {
  return database.withIdentity(async (tx) => {
    const accounts = new Map<string, string>();
    for (const { urlName, name } of DEMO_ACCOUNTS) {
      accounts.set(urlName, await ensureAccount(tx, { url_name: urlName, name }));
    }
    for (const person of DEMO_PEOPLE) {
      const { email, name } = person;
      const id = await addPerson(tx, { email, name, accountId: accounts.get(person.account ?? 'acme') ?? null });
      if (id === null) continue;
      await setPassword(tx, id, DEMO_PASSWORD);
      const accountId = person.account === null ? null : (accounts.get(person.account) ?? null);
      await grantRoles(tx, { personId: id, accountId }, [person.role]);
    }
    return accounts;
  });
}

/** A person whom the account of the transaction sees, by their email in lower case. */
export async function personOf(tx: Tx, email: string): Promise<{ readonly id: string; readonly name: string } | null> {
  const found = await sql<{ id: string; name: string }>`
    select id, name from person where lower(email) = ${email}
  `.execute(tx);
  return found.rows[0] ?? null;
}
