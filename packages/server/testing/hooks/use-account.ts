import type { Plan } from '@switchboard/model/plan';
import type { RawBuilder } from 'kysely';
import { beforeAll } from 'vitest';
import type { Database, Tx } from '../../src/db/database.ts';
import { type BuiltAccount, buildAccount, readRows } from '../build-account.ts';
import { addPerson } from '../people.ts';

/** An object with a database: one from `useDatabase`, a server, running work. It may be started by an earlier hook. */
export type WithDatabase = { readonly database: Database };

/** `beforeAll` or `beforeEach`. */
export type BeforeHook = (run: () => Promise<void>) => void;

export type UsedAccount = BuiltAccount & {
  /** One transaction as the account's people have it. */
  inAccount<T>(use: (tx: Tx) => Promise<T>): Promise<T>;
  /** Rows that the account sees. */
  rows<T>(query: RawBuilder<T>): Promise<T[]>;
};

/**
 * An account with a running script of this plan, built once, or before each test with `beforeEach` as `hook`. The functions may
 * be destructured at once, the ids are there from the first test on.
 */
export function useAccount(of: WithDatabase, plan: Partial<Plan> = {}, hook: BeforeHook = beforeAll): UsedAccount {
  const account: UsedAccount = {
    accountId: '',
    urlName: '',
    changelistId: '',
    inAccount: (use) => of.database.withAccount(account.accountId, use),
    rows: (query) => readRows(of.database, account, query),
  };
  hook(async () => {
    Object.assign(account, await buildAccount(of.database, plan));
  });
  return account;
}

/** A person whose name stands in what they launch or change. */
export function usePerson(of: WithDatabase, name = 'Olivia'): { readonly id: string; readonly name: string } {
  const person = { id: '', name };
  beforeAll(async () => {
    person.id = await addPerson(of.database, { email: `${name.toLowerCase()}@test.test`, name });
  });
  return person;
}
