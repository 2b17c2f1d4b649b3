import { ROLES, type Role } from '@switchboard/model/permissions';
import { sql } from 'kysely';
import type { Database, Tx } from '../../db/database.ts';
import { setPassword } from '../../identity/passwords.ts';

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
      await sql`insert into account (url_name, name) values (${urlName}, ${name}) on conflict (url_name) do nothing`.execute(
        tx,
      );
      const account = await tx
        .selectFrom('account')
        .select('id')
        .where('url_name', '=', urlName)
        .executeTakeFirstOrThrow();
      accounts.set(urlName, account.id);
    }
    for (const person of DEMO_PEOPLE) {
      const inserted = await tx
        .insertInto('person')
        .values({
          email: person.email,
          name: person.name,
          default_account_id: accounts.get(person.account ?? 'acme') ?? null,
        })
        .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
        .returning('id')
        .executeTakeFirst();
      const id = inserted?.id;
      if (id === undefined) continue;
      await setPassword(tx, id, DEMO_PASSWORD);
      const accountId = person.account === null ? null : (accounts.get(person.account) ?? null);
      await (accountId === null
        ? sql`insert into global_role (person_id, role) values (${id}, ${person.role})`.execute(tx)
        : sql`insert into membership (account_id, person_id, role) values (${accountId}, ${id}, ${person.role})`.execute(
            tx,
          ));
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
