import { randomUUID } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import type { Role } from '@switchboard/model/permissions';
import type { Database } from '../src/db/database.ts';
import { ADDRESS_ALLOWANCES } from '../src/identity/limits/sign-in-limits.ts';
import { storePasswordHash } from '../src/identity/passwords.ts';
import { signIn } from '../src/identity/sign-in.ts';

export const TEST_PASSWORD = 'Correct-horse-7';

/** Whether a person may sign in with a password, asked without a browser. */
export async function canSignIn(database: Database, email: string, password: string): Promise<boolean> {
  const origin = { address: '192.0.2.1', device: null };
  const result = await signIn(database, { email, password, origin }, ADDRESS_ALLOWANCES.failures, new Date());
  return result.kind === 'signed-in';
}

export async function addAccount(database: Database, urlName: string): Promise<string> {
  return database.withIdentity(async (tx) => {
    const name = `${urlName.charAt(0).toUpperCase()}${urlName.slice(1)}`;
    const row = await tx
      .insertInto('account')
      .values({ url_name: urlName, name })
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id;
  });
}

/** An address that no other person has. */
export const newEmail = (name = 'user'): string => `${name}-${randomUUID()}@acme.test`;

export type AddedPerson = {
  readonly email: string;
  readonly name?: string;
  /** Roles per account id. */
  readonly roles?: Readonly<Record<string, readonly Role[]>>;
  readonly globalRoles?: readonly Role[];
  /** Without it `TEST_PASSWORD`. */
  readonly password?: string;
  readonly mustChange?: boolean;
};

/** The least that Argon2id takes: what a hash costs is proven where passwords are set. */
const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 } as const;
const hashes = new Map<string, Promise<string>>();

/** The same hash for each person with this password. */
function cheapHash(password: string): Promise<string> {
  const hashed = hashes.get(password) ?? hash(password, CHEAP);
  hashes.set(password, hashed);
  return hashed;
}

/** A person who can sign in. Answers their id. */
export async function addPerson(database: Database, person: AddedPerson): Promise<string> {
  const hashed = await cheapHash(person.password ?? TEST_PASSWORD);
  return database.withIdentity(async (tx) => {
    const { id } = await tx
      .insertInto('person')
      .values({ email: person.email, name: person.name ?? person.email })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const [account, roles] of Object.entries(person.roles ?? {})) {
      for (const role of roles) {
        await tx.insertInto('membership').values({ account_id: account, person_id: id, role }).execute();
      }
    }
    for (const role of person.globalRoles ?? [])
      await tx.insertInto('global_role').values({ person_id: id, role }).execute();
    await storePasswordHash(tx, id, hashed, { mustChange: person.mustChange ?? false });
    return id;
  });
}
