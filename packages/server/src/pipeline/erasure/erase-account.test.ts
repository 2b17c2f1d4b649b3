import { mkdirSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { queryAsSuperuser } from '../../../testing/database.ts';
import { useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { type FilledAccount, useFilledAccount } from '../../../testing/isolation/use-filled-account.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { verifyChains } from '../../audit/verify-chains.ts';
import { readAccountTables } from './account-tables.ts';
import { type ErasureOptions, eraseAccount } from './erase-account.ts';
import { eraseDueAccounts, eraseLateWrites } from './erasure-job.ts';

const server = useGraphqlServer();
const first = useFilledAccount(server);
const second = useFilledAccount(server);
const other = useFilledAccount(server);
const DAY_MS = 86_400_000;
const accounts: readonly FilledAccount[] = [first, second, other];

const options = (more: Partial<ErasureOptions> = {}): ErasureOptions => ({
  database: server.database,
  store: server.store,
  folders: [server.exportFolder, server.importFolder],
  ...more,
});
const query = <Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
  queryAsSuperuser<Row>(server.databaseUrl, text, values);

beforeAll(async () => {
  for (const { accountId } of accounts) {
    for (const place of ['download/1/1/raw', 'table/2'])
      await server.store.put(`acct/${accountId}/${place}`, Readable.from([place]));
    for (const folder of [server.exportFolder, server.importFolder]) {
      mkdirSync(join(folder, accountId), { recursive: true });
      writeFileSync(join(folder, accountId, 'a.csv'), 'a');
    }
    // No attempt runs: only rows say so.
    await query(`update unit set lease_until = null, state = 'done' where account_id = $1 and state = 'running'`, [
      accountId,
    ]);
  }
});

async function tables(): Promise<readonly string[]> {
  return [...(await server.database.withSystem(readAccountTables)).map(({ name }) => name), 'public.audit_entry'];
}
/** The tables that have rows of an account. */
async function tablesWith(accountId: string): Promise<readonly string[]> {
  const parts = (await tables()).map(
    (name) => `select '${name}' as name where exists (select from ${name} where account_id = $1)`,
  );
  return (await query<{ name: string }>(parts.join(' union all '), [accountId])).map(({ name }) => name);
}
/** Every row of an account, and the account, as text. */
async function rowsOf(accountId: string): Promise<string> {
  const parts = (await tables()).map(
    (name) => `select '${name} ' || t::text as row from ${name} t where account_id = $1`,
  );
  const all = `${parts.join(' union all ')} union all select 'account ' || a::text from account a where id = $1 order by 1`;
  return (await query<{ row: string }>(all, [accountId])).map(({ row }) => row).join('\n');
}
async function objectsOf(accountId: string): Promise<readonly string[]> {
  const keys: string[] = [];
  for await (const { key } of server.store.list(`acct/${accountId}/`)) keys.push(key);
  return keys.toSorted();
}
const deactivate = ({ accountId }: FilledAccount) =>
  query(`update account set status = 'deactivated' where id = $1`, [accountId]);
const begin = ({ accountId, personId }: FilledAccount) =>
  query('update account set erasure_started = now(), erasure_by = $2 where id = $1', [accountId, personId]);

test('an account whose erasure has not begun loses no row', async () => {
  await expect(eraseAccount(options(), other.accountId)).rejects.toThrow('has not begun');
  await deactivate(other);
  await expect(eraseAccount(options(), other.accountId)).rejects.toThrow('has not begun');
  await query(`update account set status = 'active' where id = $1`, [other.accountId]);
});

test('every table with rows of accounts lets erasure delete them', async () => {
  const found = await query<{ name: string }>(`
    select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'queue') and c.relkind in ('r', 'p') and c.relname <> 'audit_entry'
      and exists (select from pg_attribute where attrelid = c.oid and attname = 'account_id' and not attisdropped)
      and not (has_table_privilege('switchboard_erasure', c.oid, 'select, delete')
        and (not c.relrowsecurity or exists (select from pg_policy p where p.polrelid = c.oid
          and p.polroles @> array[(select oid from pg_roles where rolname = 'switchboard_erasure')])))`);
  expect(found).toEqual([]);
});

test('erases its rows, objects and folders, and leaves another account as it was', async () => {
  const before = { rows: await rowsOf(other.accountId), objects: await objectsOf(other.accountId) };
  expect((await tablesWith(first.accountId)).length).toBeGreaterThan(60);
  await deactivate(first);
  await begin(first);
  expect(await eraseAccount(options(), first.accountId)).toBe('erased');
  expect(await tablesWith(first.accountId)).toEqual([]);
  expect(await objectsOf(first.accountId)).toEqual([]);
  for (const folder of [server.exportFolder, server.importFolder])
    expect(await readdir(folder)).not.toContain(first.accountId);
  expect(
    await query('select url_name, name, erased is not null as erased from account where id = $1', [first.accountId]),
  ).toEqual([{ url_name: `erased-${first.accountId}`, name: 'Erased account', erased: true }]);
  expect({ rows: await rowsOf(other.accountId), objects: await objectsOf(other.accountId) }).toEqual(before);
  expect(before.objects).toHaveLength(2);
});

test('leaves one entry in the log of the installation, with the end of the account’s audit log', async () => {
  const entries = await query<{ before: object }>(
    `select actor, person_id, account_id, target_name, before from audit_entry where kind = 'account_erased' and target_id = $1`,
    [first.accountId],
  );
  expect(entries).toMatchObject([
    {
      actor: 'person',
      person_id: first.personId,
      account_id: null,
      target_name: first.urlName,
      before: { name: first.urlName, entries: expect.any(Number) as unknown, hash: expect.any(String) as unknown },
    },
  ]);
  expect(await eraseAccount(options(), first.accountId)).toBe('erased');
  expect(
    await query(`select from audit_entry where kind = 'account_erased' and target_id = $1`, [first.accountId]),
  ).toHaveLength(1);
  const kept = new Map([[first.accountId, { sequence: 1, hash: '00' }]]);
  const chains: string[] = [];
  for await (const { chain, accountId, problem } of verifyChains(server.database, kept)) {
    chains.push(chain);
    if (accountId === null) expect(problem).toBeNull();
  }
  expect(chains).not.toContain(first.accountId);
});

test('continues after it was ended between any two steps, and takes effect once', async () => {
  await deactivate(second);
  await begin(second);
  let rounds = 0;
  for (let outcome = 'killed'; outcome !== 'erased'; rounds += 1) {
    let left = 30 + 11 * rounds;
    const onStep = async (): Promise<void> => {
      left -= 1;
      if (left === 0) throw new Error('killed');
    };
    outcome = await eraseAccount(options({ onStep }), second.accountId).catch(() => 'killed');
    expect(rounds).toBeLessThan(100);
  }
  expect(rounds).toBeGreaterThan(5);
  expect(await tablesWith(second.accountId)).toEqual([]);
  expect(await objectsOf(second.accountId)).toEqual([]);
  expect(
    await query(`select from audit_entry where kind = 'account_erased' and target_id = $1`, [second.accountId]),
  ).toHaveLength(1);
});

test('waits while an attempt may still write', async () => {
  const { accountId } = other;
  await deactivate(other);
  await begin(other);
  await query(
    `update unit set state = 'running', lease_until = now() + interval '1 hour' where account_id = $1 and id = (
      select id from unit where account_id = $1 limit 1)`,
    [accountId],
  );
  expect(await eraseAccount(options(), accountId)).toBe('waits');
  expect((await tablesWith(accountId)).length).toBeGreaterThan(60);
});

test('keeps the audit log until the targets of the installation have received it', async () => {
  const { accountId } = other;
  await query(`update unit set state = 'done', lease_until = null where account_id = $1`, [accountId]);
  await query(`insert into audit_stream (chain, type) values ($1, 'syslog')`, [accountId]);
  expect(await eraseAccount(options(), accountId)).toBe('waits');
  expect(await tablesWith(accountId)).toEqual(['public.audit_entry']);
  await query(
    `update audit_stream set sequence = (select max(sequence) from audit_entry where chain = $1) where chain = $1`,
    [accountId],
  );
  expect(await eraseAccount(options(), accountId)).toBe('erased');
  expect(await tablesWith(accountId)).toEqual([]);
});

test('what an attempt that had stalled writes after the erasure is removed, too', async () => {
  const { accountId } = first;
  const isLate = async () => ({
    objects: await objectsOf(accountId),
    folder: (await readdir(server.exportFolder)).includes(accountId),
  });
  await server.store.put(`acct/${accountId}/download/9/1/raw`, Readable.from(['late']));
  mkdirSync(join(server.exportFolder, accountId), { recursive: true });
  writeFileSync(join(server.exportFolder, accountId, 'late.csv'), 'a');
  const errors: unknown[] = [];
  const run = () =>
    eraseLateWrites({ ...options(), afterDays: null, now: Date.now, onError: (error) => errors.push(error) });
  await query(`update account set erased = now() - interval '2 hours' where id = $1`, [accountId]);
  await run();
  expect(await isLate()).toEqual({ objects: [`acct/${accountId}/download/9/1/raw`], folder: true });
  await query('update account set erased = now() where id = $1', [accountId]);
  await run();
  expect(await isLate()).toEqual({ objects: [], folder: false });
  expect(errors).toEqual([]);
});

test('what a request adds that waited for the end of an erasure is deleted', async () => {
  const { accountId } = second;
  const late = () =>
    server.database.withAccount(accountId, async (tx) => {
      await sql`insert into saved_view (account_id, owner_id, list, name, query)
        select ${accountId}::uuid, ${other.personId}::uuid, 'downloads', 'Late', ''`.execute(tx);
      await recordAudit(tx, { kind: 'key_created', accountId, actor: { kind: 'system' } });
    });
  const errors: unknown[] = [];
  const run = () =>
    eraseLateWrites({ ...options(), afterDays: null, now: Date.now, onError: (error) => errors.push(error) });
  await late();
  expect(await tablesWith(accountId)).toEqual(expect.arrayContaining(['public.saved_view', 'public.audit_entry']));
  await run();
  expect(await tablesWith(accountId)).toEqual([]);
  expect(errors).toEqual([]);
});

test('a deactivated account is erased after the days of the setting, and not before', async () => {
  const { rows } = await server.database.withSystem((tx) =>
    sql<{ id: string }>`insert into account (url_name, name) values ('left', 'Left') returning id`.execute(tx),
  );
  const id = rows[0]?.id ?? '';
  const errors: unknown[] = [];
  const run = (afterDays: number | null, days: number) =>
    eraseDueAccounts({
      ...options(),
      afterDays,
      now: () => Date.now() + days * DAY_MS,
      onError: (error) => errors.push(error),
    });
  const isErased = async () =>
    (await query<{ erased: boolean }>('select erased is not null as erased from account where id = $1', [id]))[0]
      ?.erased;
  await run(30, 100);
  await query(`update account set status = 'deactivated' where id = $1`, [id]);
  await run(null, 100);
  await run(30, 29);
  expect(await isErased()).toBe(false);
  await run(30, 31);
  expect(await isErased()).toBe(true);
  expect(await query(`select actor from audit_entry where kind = 'account_erased' and target_id = $1`, [id])).toEqual([
    { actor: 'system' },
  ]);
  expect(errors).toEqual([]);
});
