import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { queryAsSuperuser } from '../../testing/database.ts';
import { useAccount } from '../../testing/hooks/use-account.ts';
import { useDatabase } from '../../testing/hooks/use-database.ts';
import { addPerson } from '../../testing/people.ts';
import { createScope, inScope } from '../observe/scope.ts';
import { type AuditEntry, recordAudit } from './record-audit.ts';
import { type VerifiedChain, verifyChains } from './verify-chains.ts';

const used = useDatabase();
const { database } = used;
const mine = useAccount(used, {}, beforeEach);
const theirs = useAccount(used, {}, beforeEach);

type Stored = { readonly id: string; readonly kind: string; readonly sequence: number };

/** Adds an entry of an account as its people do. */
async function add(accountId: string, entry: Partial<AuditEntry> = {}): Promise<void> {
  await database.withAccount(accountId, (tx) =>
    recordAudit(tx, { kind: 'key_created', actor: { kind: 'system' }, accountId, ...entry }),
  );
}
const entriesOf = async (accountId: string): Promise<Stored[]> =>
  (
    await database.withAccount(accountId, (tx) =>
      sql<Stored>`select id, kind, sequence from audit_entry order by sequence`.execute(tx),
    )
  ).rows;
async function verified(accountId: string): Promise<VerifiedChain | undefined> {
  for await (const chain of verifyChains(database)) if (chain.accountId === accountId) return chain;
  return undefined;
}
/** Runs a statement with the triggers of the table off, as the owner of the database can. */
const tamper = (statement: string): Promise<unknown> =>
  queryAsSuperuser(used.url, `set session_replication_role = replica; ${statement}`);

describe('an entry of the audit log', () => {
  it('keeps who did what to whom, from where and by which request', async () => {
    const personId = await addPerson(database, { email: `${mine.urlName}@audit.test`, roles: {} });
    const scope = createScope('request-1', {}, null, { address: '203.0.113.7', userAgent: 'Browser/1' });
    await inScope(scope, () =>
      add(mine.accountId, {
        actor: { kind: 'person', personId },
        subjectId: personId,
        target: { kind: 'key', name: 'ware\0house' },
        before: { host: 'a\0' },
        after: { host: 'b\ud800', secrets: ['password'] },
      }),
    );
    const { rows } = await database.withAccount(mine.accountId, (tx) =>
      sql`select kind, actor, person_id, subject_id, target_kind, target_name, before, after, address, user_agent, request_id
        from audit_entry`.execute(tx),
    );
    expect(rows).toEqual([
      {
        kind: 'key_created',
        actor: 'person',
        person_id: personId,
        subject_id: personId,
        target_kind: 'key',
        target_name: 'ware\uFFFDhouse',
        before: { host: 'a\uFFFD' },
        after: { host: 'b\uFFFD', secrets: ['password'] },
        address: '203.0.113.7',
        user_agent: 'Browser/1',
        request_id: 'request-1',
      },
    ]);
  });

  it('does not outlive the transaction of its act', async () => {
    const failed = database.withAccount(mine.accountId, async (tx) => {
      await recordAudit(tx, { kind: 'key_created', actor: { kind: 'system' }, accountId: mine.accountId });
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await entriesOf(mine.accountId)).toEqual([]);
  });

  it('stays hidden from other accounts, which can add none for it', async () => {
    await add(mine.accountId);
    expect(await entriesOf(theirs.accountId)).toEqual([]);
    await expect(
      database.withAccount(theirs.accountId, (tx) =>
        recordAudit(tx, { kind: 'key_created', actor: { kind: 'system' }, accountId: mine.accountId }),
      ),
    ).rejects.toThrow('row-level security');
  });

  it.each([
    "update audit_entry set kind = 'x'",
    'update audit_entry set hash = null',
    'delete from audit_entry',
    'truncate audit_entry',
    `insert into audit_entry (kind, actor, sequence, previous_hash, hash) values ('x', 'system', 1, '', sha256(''))`,
    `insert into audit_entry (kind, actor, created) values ('x', 'system', now())`,
    'select seal_audit_entry(uuidv7())',
  ])('refuses the program %s', async (text) => {
    await add(mine.accountId);
    for (const scope of [database.withSystem, database.withIdentity])
      await expect(scope((tx) => sql.raw(text).execute(tx))).rejects.toThrow('permission denied');
    await expect(database.withAccount(mine.accountId, (tx) => sql.raw(text).execute(tx))).rejects.toThrow(
      'permission denied',
    );
  });

  it.each(["update audit_entry set kind = 'x'", 'delete from audit_entry', 'truncate audit_entry'])(
    'refuses even the owner of the database %s',
    async (text) => {
      await add(mine.accountId);
      await expect(queryAsSuperuser(used.url, text)).rejects.toThrow('The audit log is never changed.');
    },
  );
});

describe('a chain of the audit log', () => {
  it('numbers the entries of its account in the order of their commits, also of concurrent ones', async () => {
    await Promise.all(Array.from({ length: 12 }, (_, at) => add(at % 2 === 0 ? mine.accountId : theirs.accountId)));
    expect((await entriesOf(mine.accountId)).map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await verified(mine.accountId)).toMatchObject({ entries: 6, head: { sequence: 6 }, problem: null });
    expect(await verified(theirs.accountId)).toMatchObject({ entries: 6, problem: null });
  });

  it('links several entries of one transaction', async () => {
    await database.withAccount(mine.accountId, async (tx) => {
      for (const kind of ['key_created', 'key_changed', 'key_archived'] as const)
        await recordAudit(tx, { kind, actor: { kind: 'system' }, accountId: mine.accountId });
    });
    expect((await entriesOf(mine.accountId)).map(({ kind }) => kind)).toEqual([
      'key_created',
      'key_changed',
      'key_archived',
    ]);
    expect(await verified(mine.accountId)).toMatchObject({ entries: 3, problem: null });
  });

  it.each([
    ['a changed value', `update audit_entry set after = '{"host": "other"}' where id = $id`, 2, 'changed'],
    ['a changed time', `update audit_entry set created = created - interval '1 day' where id = $id`, 2, 'changed'],
    ['a removed entry', 'delete from audit_entry where id = $id', 2, 'missing'],
    [
      'a replaced entry with a hash of its own',
      `update audit_entry e set kind = 'x', hash = sha256(previous_hash || convert_to(audit_entry_text(e), 'UTF8'))
        where id = $id; update audit_entry e set hash = sha256(previous_hash || convert_to(audit_entry_text(e), 'UTF8'))
        where id = $id`,
      3,
      'unlinked',
    ],
    [
      'an entry without a place',
      `update audit_entry set sequence = null, previous_hash = null, hash = null
        where chain = (select chain from audit_entry where id = $id) and sequence = 3`,
      null,
      'unsealed',
    ],
  ])('proves %s', async (_, statement, sequence, kind) => {
    for (const _entry of [1, 2, 3]) await add(mine.accountId);
    await add(theirs.accountId);
    const second = (await entriesOf(mine.accountId))[1]?.id ?? '';
    await tamper(statement.replaceAll('$id', `'${second}'`));
    expect((await verified(mine.accountId))?.problem).toEqual({ sequence, kind });
    expect((await verified(theirs.accountId))?.problem).toBeNull();
  });
});
