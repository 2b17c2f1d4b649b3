import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../testing/database.ts';
import { type DatabaseProxy, openDatabaseProxy } from '../../testing/database-proxy.ts';
import { type Database, openDatabase, type Tx } from './database.ts';
import { DATABASE_ROLES } from './roles.ts';
import { openStatements } from './statements.ts';

const ANSWER = 1_000;

let own: TestDatabase;
let proxy: DatabaseProxy;
let database: Database;

beforeAll(async () => {
  own = await createDatabase();
});
afterAll(() => own.drop());
beforeEach(async () => {
  proxy = await openDatabaseProxy(own.url);
  database = openDatabase({ url: proxy.url, connections: 1, answerTimeout: ANSWER });
});
afterEach(async () => {
  await database.close();
  await proxy.close();
});

const pid = async (tx: Tx): Promise<number | undefined> =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid, ${1}::int as one`.execute(tx)).rows[0]?.pid;

/** Gives the error that it fails with. */
const failing = (work: () => Promise<unknown>): Promise<unknown> =>
  work().then(
    () => 'it worked',
    (problem: unknown) => problem,
  );

// No rollback is sent to a connection without an answer: it would be waited for as long again.
describe.each([
  ['the transaction scopes', () => database],
  ['the transaction scopes with prepared statements', () => database.prepared],
])('%s, when the database falls silent', (_, scopes) => {
  test('a silence between two transactions fails the next one within the limit, and the one after it reconnects', async () => {
    const before = await scopes().withSystem(pid);
    expect(await scopes().withSystem(pid)).toBe(before);
    proxy.fallSilent();
    const error = await failing(() => scopes().withSystem(pid));
    expect(error).toMatchObject({ message: 'Query read timeout' });
    expect(proxy.unheard()).toMatch(/^(?!.*rollback).+/is);
    expect(scopes().connections()).toEqual({ used: 0, idle: 0, waiting: 0 });
    expect(await scopes().withSystem(pid)).not.toBe(before);
    expect(proxy.asked).toHaveLength(2);
  });

  test('a silence within a transaction fails it within the limit, and the next one reconnects', async () => {
    const error = await failing(() =>
      scopes().withSystem(async (tx) => {
        await pid(tx);
        proxy.fallSilent();
        await pid(tx);
      }),
    );
    expect(error).toBeInstanceOf(Error);
    expect(proxy.unheard()).toMatch(/^(?!.*rollback).+/is);
    expect(await scopes().withSystem(pid)).toEqual(expect.any(Number));
    expect(proxy.asked).toHaveLength(2);
  });
});

test('single statements fail within the limit when the database falls silent, and the next one reconnects', async () => {
  const statements = openStatements({
    url: proxy.url,
    role: DATABASE_ROLES.system,
    connections: 1,
    applicationName: 'test',
    onError: () => {},
    answerTimeout: ANSWER,
  });
  const ask = (values?: readonly unknown[]): Promise<unknown> => statements.run('select 1 as one', values);
  for (const values of [undefined, []]) {
    await ask(values);
    proxy.fallSilent();
    const error = await failing(() => ask(values));
    expect(error).toMatchObject({ message: 'Query read timeout' });
    expect(await ask(values)).toEqual([{ one: 1 }]);
  }
  expect(proxy.asked).toHaveLength(3);
  await statements.close();
});

test('a statement that takes too long is cancelled by the database, and its connection stays open', async () => {
  const strict = openDatabase({ url: proxy.url, connections: 1, statementTimeout: 200 });
  const before = await strict.withSystem(pid);
  // allow-clock -- the statement is the one that takes too long; the database cancels it after 200 ms
  await expect(strict.withSystem((tx) => sql`select pg_sleep(60)`.execute(tx))).rejects.toThrow(/statement timeout/);
  expect(await strict.withSystem(pid)).toBe(before);
  await strict.close();
});
