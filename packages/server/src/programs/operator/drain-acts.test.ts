import { hostname } from 'node:os';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type BuiltAccount, buildAccount } from '../../../testing/build-account.ts';
import { useStarted } from '../../../testing/hooks/use-started.ts';
import { addPerson, newEmail } from '../../../testing/people.ts';
import { publishText } from '../../../testing/publish-text.ts';
import { csvAnswer } from '../../../testing/source-server.ts';
import { startWork } from '../../../testing/start-work.ts';
import { listDrains } from '../../units/parts/drain.ts';
import { drainAs, listDrainsAs, undrainAs } from './drain-acts.ts';

const work = useStarted(() => startWork());

/** Publishes a script whose report date goes from the source to a file. */
async function publish(name: string, account?: BuiltAccount): Promise<BuiltAccount> {
  const into = account ?? (await buildAccount(work.database));
  work.answers.set(`/${name}`, csvAnswer('id', ['1']));
  const text = `
    download ads from { type: "http"; url: "${work.source}/${name}"; format: "csv"; } using { id: integer; };
    upload ads as daily to { type: "file"; path: "ads.csv"; mode: "truncate"; };`;
  return { ...into, changelistId: await publishText(work.database, into, text) };
}
const WAITING = [{ state: 'ready', attempt: 0 }];
const unitsOf = (account: BuiltAccount) => work.rows(account, sql`select state, attempt::int as attempt from unit`);
const isEmpty = async (): Promise<readonly boolean[]> =>
  (await work.database.withSystem(listDrains)).map((drain) => drain.isEmpty);
/** Waits until the program has recorded itself twice more: it would have taken what it may take. */
async function recorded(): Promise<void> {
  for (let count = 0; count < 2; count += 1) {
    const seen = async (): Promise<string | undefined> =>
      (
        await work.database.withSystem((tx) =>
          sql<{ seen: string }>`select max(seen)::text as seen from program`.execute(tx),
        )
      ).rows[0]?.seen;
    const before = await seen();
    await expect.poll(seen, { timeout: 60_000 }).not.toBe(before);
  }
}
const administrator = async (): Promise<{ database: typeof work.database; as: string }> => {
  const as = `${crypto.randomUUID()}@example.com`;
  await work.database.withIdentity((tx) =>
    sql`with p as (insert into person (email, name) values (${as}, 'Ada') returning id)
      insert into global_role (person_id, role) select id, 'cs' from p`.execute(tx),
  );
  return { database: work.database, as };
};
const audited = async () =>
  (
    await work.database.withSystem((tx) =>
      sql<{ kind: string; name: string }>`
        select kind, target_name as name from audit_entry where kind in ('work_drained', 'work_undrained') order by created, id`.execute(
        tx,
      ),
    )
  ).rows.map(({ kind, name }) => `${kind} ${name}`);

test('the work of a drained account stays queued while that of others runs, until the drain ends', async () => {
  const by = await administrator();
  const drained = await buildAccount(work.database);
  const target = { kind: 'account', name: drained.urlName } as const;
  expect(await drainAs(by, target)).toBe(true);
  expect(await drainAs(by, target)).toBe(false);
  await expect.poll(isEmpty, { timeout: 60_000 }).toEqual([true]);
  await publish('drained', drained);
  await expect.poll(() => unitsOf(drained), { timeout: 60_000 }).toEqual(WAITING);
  await work.settled(await publish('other'));
  await recorded();
  expect(await unitsOf(drained)).toEqual(WAITING);
  expect(await undrainAs(by, target)).toBe(true);
  await work.settled(drained);
  expect(await audited()).toEqual([`work_drained ${drained.urlName}`, `work_undrained ${drained.urlName}`]);
});

test('a drained host takes nothing and says that it is empty, and goes on once the drain ends', async () => {
  const by = await administrator();
  const target = { kind: 'host', name: hostname() } as const;
  await drainAs(by, target);
  await expect.poll(isEmpty, { timeout: 60_000 }).toEqual([true]);
  const account = await publish('held');
  await expect.poll(() => unitsOf(account), { timeout: 60_000 }).toEqual(WAITING);
  await recorded();
  expect(await unitsOf(account)).toEqual(WAITING);
  await undrainAs(by, target);
  await work.settled(account);
  await expect(drainAs(by, { kind: 'host', name: 'unknown.example' })).rejects.toThrow(
    'No worker runs on unknown.example',
  );
  await expect(drainAs(by, { kind: 'pool', name: 'blue' })).rejects.toThrow('No worker runs in the pool blue');
  expect(work.problems).toEqual([]);
});

test('what is drained is neither changed nor listed by somebody who administers an account only', async () => {
  const account = await buildAccount(work.database);
  const as = newEmail('lead');
  await addPerson(work.database, { email: as, roles: { [account.accountId]: ['cs'] } });
  const by = { database: work.database, as };
  const request = { kind: 'account', name: account.urlName } as const;
  const refused = { code: 'NOT_ALLOWED' };
  await expect(drainAs(by, request)).rejects.toMatchObject(refused);
  await expect(undrainAs(by, request)).rejects.toMatchObject(refused);
  await expect(listDrainsAs(by)).rejects.toMatchObject(refused);
  expect(await work.database.withSystem(listDrains)).not.toContainEqual(
    expect.objectContaining({ target: account.accountId }),
  );
});
