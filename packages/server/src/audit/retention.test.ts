import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { queryAsSuperuser } from '../../testing/database.ts';
import { useAccount } from '../../testing/hooks/use-account.ts';
import { useDatabase } from '../../testing/hooks/use-database.ts';
import { recordAudit } from './record-audit.ts';
import { expireEntries, readRetention, setRetention } from './retention.ts';
import { type VerifiedChain, verifyChains } from './verify-chains.ts';

const used = useDatabase();
const { database } = used;
const mine = useAccount(used, {}, beforeEach);
const theirs = useAccount(used, {}, beforeEach);

beforeEach(() => queryAsSuperuser(used.url, 'delete from audit_stream; delete from audit_retention'));

type Entry = { readonly sequence: number; readonly kind: string; readonly after: Readonly<Record<string, unknown>> };
const entriesOf = async (accountId: string): Promise<Entry[]> =>
  (
    await database.withAccount(accountId, (tx) =>
      sql<Entry>`select sequence, kind, after from audit_entry order by sequence`.execute(tx),
    )
  ).rows;
/** Adds entries that were written so many days ago, each sealed by its own transaction. */
async function addOld(accountId: string, ...days: readonly number[]): Promise<void> {
  for (const ago of days)
    await queryAsSuperuser(
      used.url,
      `insert into audit_entry (account_id, kind, actor, created)
        values ('${accountId}', 'key_created', 'system', now() - interval '${ago} days')`,
    );
}
const add = (accountId: string): Promise<void> =>
  database.withAccount(accountId, (tx) =>
    recordAudit(tx, { kind: 'key_changed', actor: { kind: 'system' }, accountId }),
  );
const keep = (days: number | null, accountId = mine.accountId): Promise<void> =>
  database.withAccount(accountId, (tx) => setRetention(tx, accountId, days, null));
async function verified(accountId: string, kept?: VerifiedChain | null): Promise<VerifiedChain | undefined> {
  const heads = kept?.head == null ? new Map() : new Map([[kept.chain, kept.head]]);
  for await (const chain of verifyChains(database, heads)) if (chain.accountId === accountId) return chain;
  return undefined;
}
/** Runs a statement with the triggers of the table off, as the owner of the database can. */
const tamper = (statement: string): Promise<unknown> =>
  queryAsSuperuser(used.url, `set session_replication_role = replica; ${statement}`);
const sequencesOf = async (accountId: string): Promise<readonly number[]> =>
  (await entriesOf(accountId)).map(({ sequence }) => sequence);

describe('the retention of the audit log', () => {
  it('removes the entries that are older than the setting, and leaves an anchor with their number and the hash of the last', async () => {
    await addOld(mine.accountId, 300, 200, 150, 99);
    await addOld(theirs.accountId, 300);
    const whole = await verified(mine.accountId);
    const { rows } = await database.withAccount(mine.accountId, (tx) =>
      sql<{ hash: string }>`select encode(hash, 'hex') as hash from audit_entry where sequence = 3`.execute(tx),
    );
    await keep(100);
    expect(await expireEntries(database)).toBe(3);
    const entries = await entriesOf(mine.accountId);
    expect(entries.map(({ sequence, kind }) => [sequence, kind])).toEqual([
      [4, 'key_created'],
      [5, 'audit_retention_changed'],
      [6, 'audit_entries_expired'],
    ]);
    expect(entries[2]?.after).toEqual({ entries: 3, through: 3, hash: rows[0]?.hash, days: 100 });
    expect(await verified(mine.accountId)).toMatchObject({ entries: 3, head: { sequence: 6 }, problem: null });
    expect(await verified(mine.accountId, whole)).toMatchObject({ problem: null });
    expect(await sequencesOf(theirs.accountId)).toEqual([1]);
    expect(await expireEntries(database)).toBe(0);
  });

  it('keeps everything without a setting, and follows that of the installation where an account has none', async () => {
    await addOld(mine.accountId, 300, 200);
    await addOld(theirs.accountId, 300, 200);
    expect(await expireEntries(database)).toBe(0);
    await database.withSystem((tx) => setRetention(tx, null, 100, null));
    await keep(250, theirs.accountId);
    await expireEntries(database);
    expect(await sequencesOf(mine.accountId)).toEqual([2, 3]);
    expect(await sequencesOf(theirs.accountId)).toEqual([2, 3, 4]);
    expect(await database.withAccount(mine.accountId, (tx) => readRetention(tx, null))).toBe(100);
  });

  it('keeps a head older than the anchor apart from one that was removed', async () => {
    await addOld(mine.accountId, 300, 200);
    const early = await verified(mine.accountId);
    await addOld(mine.accountId, 150);
    await add(mine.accountId);
    await keep(100);
    await expireEntries(database);
    expect(await verified(mine.accountId, early)).toMatchObject({ problem: null });
    const forged = early && { ...early, head: { sequence: 3, hash: '00'.repeat(32) } };
    expect((await verified(mine.accountId, forged))?.problem).toEqual({ sequence: 3, kind: 'changed' });
    const later = await verified(mine.accountId);
    await tamper(`delete from audit_entry where chain = '${mine.accountId}' and sequence = ${later?.head?.sequence}`);
    expect((await verified(mine.accountId, later))?.problem).toMatchObject({ kind: 'missing' });
  });

  it('waits for what a stream has not delivered, also while the stream is paused', async () => {
    await addOld(mine.accountId, 300, 200, 150);
    await keep(100);
    await queryAsSuperuser(
      used.url,
      `insert into audit_stream (account_id, chain, type, address, host, enabled, sequence)
        values ('${mine.accountId}', '${mine.accountId}', 'webhook', 'https://a.example', 'a.example:443', false, 1);
      insert into audit_stream (chain, type, sequence) values ('${mine.accountId}', 'syslog', 2)`,
    );
    expect(await expireEntries(database)).toBe(1);
    expect(await sequencesOf(mine.accountId)).toEqual([2, 3, 4, 5]);
    await queryAsSuperuser(used.url, 'delete from audit_stream');
    expect(await expireEntries(database)).toBe(2);
    expect(await verified(mine.accountId)).toMatchObject({ problem: null });
  });

  it('keeps the newest entry, however old, and removes an old anchor with what is before it', async () => {
    await addOld(mine.accountId, 400, 300, 200);
    await queryAsSuperuser(used.url, `insert into audit_retention (account_id, days) values ('${mine.accountId}', 90)`);
    expect(await expireEntries(database)).toBe(2);
    expect(await sequencesOf(mine.accountId)).toEqual([3, 4]);
    expect(await verified(mine.accountId)).toMatchObject({ problem: null });
    expect(await expireEntries(database)).toBe(1);
    expect(await sequencesOf(mine.accountId)).toEqual([4, 5]);
    expect(await verified(mine.accountId)).toMatchObject({ entries: 2, problem: null });
    await addOld(mine.accountId, 200);
    await add(mine.accountId);
    await tamper(
      `update audit_entry set created = now() - interval '95 days' where chain = '${mine.accountId}' and sequence in (4, 5)`,
    );
    expect(await expireEntries(database, 1)).toBe(3);
    expect((await entriesOf(mine.accountId)).map(({ kind }) => kind)).toEqual([
      'key_changed',
      ...Array.from({ length: 3 }, () => 'audit_entries_expired'),
    ]);
  });

  it('keeps chains whole while entries are written at the same time', async () => {
    await addOld(mine.accountId, ...Array.from({ length: 30 }, (_, at) => 300 - at));
    await keep(100);
    await Promise.all([
      ...Array.from({ length: 20 }, () => add(mine.accountId)),
      ...Array.from({ length: 5 }, () => expireEntries(database, 7)),
      ...Array.from({ length: 5 }, () => verified(mine.accountId).then((chain) => expect(chain?.problem).toBeNull())),
    ]);
    expect(await verified(mine.accountId)).toMatchObject({ problem: null });
    expect((await sequencesOf(mine.accountId))[0]).toBe(31);
  });

  it.each([
    [
      'a changed value behind the anchor',
      (id: string) => `update audit_entry set kind = 'x' where ${id} and sequence = 4`,
      4,
      'changed',
    ],
    [
      'a changed anchor',
      (id: string) => `update audit_entry set after = '{"through": 4}' where ${id} and sequence = 6`,
      6,
      'changed',
    ],
    ['a removed anchor', (id: string) => `delete from audit_entry where ${id} and sequence = 6`, 1, 'missing'],
    [
      'more entries removed than the anchor says',
      (id: string) => `delete from audit_entry where ${id} and sequence = 4`,
      4,
      'missing',
    ],
  ])('proves %s', async (_, statement, sequence, kind) => {
    await addOld(mine.accountId, 300, 200, 150, 50);
    await keep(100);
    await expireEntries(database);
    expect(await sequencesOf(mine.accountId)).toEqual([4, 5, 6]);
    await tamper(statement(`chain = '${mine.accountId}'`));
    expect((await verified(mine.accountId))?.problem).toEqual({ sequence, kind });
  });

  it('proves that the beginning of a chain was removed without an anchor', async () => {
    await addOld(mine.accountId, 300, 200, 150);
    await tamper(`delete from audit_entry where chain = '${mine.accountId}' and sequence <= 2`);
    expect((await verified(mine.accountId))?.problem).toEqual({ sequence: 1, kind: 'missing' });
  });

  it('refuses the program to remove an entry, to write an anchor, and to keep entries for less than 90 days', async () => {
    await addOld(mine.accountId, 300, 200);
    await keep(100);
    const anchor = { kind: 'audit_entries_expired', actor: { kind: 'system' }, accountId: mine.accountId } as const;
    for (const scope of [
      database.withSystem,
      (use: Parameters<typeof database.withSystem>[0]) => database.withAccount(mine.accountId, use),
    ]) {
      await expect(scope((tx) => sql`delete from audit_entry`.execute(tx))).rejects.toThrow('permission denied');
      await expect(scope((tx) => recordAudit(tx, anchor))).rejects.toThrow('Only expiry writes anchors');
    }
    await expect(keep(89)).rejects.toThrow('audit_retention_days_check');
    await expect(
      database.withAccount(mine.accountId, (tx) =>
        sql`select expire_audit_entries(${mine.accountId}::uuid, 10)`.execute(tx),
      ),
    ).rejects.toThrow('permission denied');
    await expect(
      database.withAccount(theirs.accountId, (tx) => setRetention(tx, mine.accountId, 90, null)),
    ).rejects.toThrow('row-level security');
    expect(await sequencesOf(mine.accountId)).toEqual([1, 2, 3]);
  });

  it('records each change of the setting', async () => {
    await keep(100);
    await keep(100);
    await keep(null);
    expect(await entriesOf(mine.accountId)).toMatchObject([
      { kind: 'audit_retention_changed', after: { days: 100 } },
      { kind: 'audit_retention_changed', after: { days: null } },
    ]);
  });
});
