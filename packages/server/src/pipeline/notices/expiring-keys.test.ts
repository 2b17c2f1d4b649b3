import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { addIntegrationRow } from '../../../testing/add-integration.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useDatabase } from '../../../testing/hooks/use-database.ts';
import { createVault } from '../../identity/vault.ts';
import { announceGroups, type NoticeFacts } from './announce-groups.ts';
import { noteExpiringKeys } from './expiring-keys.ts';
import { gatherFailures } from './gather-failures.ts';
import { noticeMessage } from './notice-message.ts';

const { database } = useDatabase();
const account = useAccount({ database }, {}, beforeEach);
const other = useAccount({ database }, {}, beforeEach);
const vault = createVault(randomBytes(32));
const DAY = 86_400_000;
const NOW = Date.parse('2026-11-26T12:00:00Z');

const addFilters = (to: typeof account) =>
  addIntegrationRow(database, vault, to.accountId, [
    { production: true, channel_id: 'production' },
    { backfills: true, lateUploads: true, channel_id: 'others' },
  ]);
beforeEach(() => addFilters(account));

const addKey = (name: string, days: number, to = account) =>
  to.rows(sql`insert into key (account_id, name, type, expires, expires_of)
    values (${to.accountId}::uuid, ${name}, 'sql', ${new Date(NOW + days * DAY)}, 'Client certificate')`);
const renew = (name: string, days: number | null) =>
  account.rows(sql`update key set expires = ${days === null ? null : new Date(NOW + days * DAY)} where name = ${name}`);

const run = async (now = NOW): Promise<void> => {
  await noteExpiringKeys(database, now);
  while (await gatherFailures(database));
  await announceGroups(database, Date.now() + 60_000, 0);
};
type Written = { readonly to: string; readonly change: 'failed' | 'resolved'; readonly facts: NoticeFacts };
const notices = (of = account) =>
  of.rows<Written>(sql`select f.configuration ->> 'channel_id' as "to", n.change, n.facts
    from notice n join integration_filter f on f.id = n.filter_id order by n.sequence`);
const written = async () =>
  (await notices()).map(({ to, change, facts: { code, subject } }) => `${to} ${change} ${code} ${subject}`);

describe('a key that ends within two weeks', () => {
  it('a key that ends within two weeks is announced once to the filters of production, and once more when it was renewed', async () => {
    await addKey('warehouse', 13);
    await run();
    await run();
    const began = 'production failed KEY_EXPIRES 2026-12-09T12:00:00Z warehouse';
    expect(await written()).toEqual([began]);
    await renew('warehouse', 400);
    await run();
    await run();
    expect(await written()).toEqual([began, began.replace('failed', 'resolved')]);
  });

  it('a key that ends within two weeks is announced when its time comes', async () => {
    await addKey('warehouse', 20);
    await run(NOW + 5 * DAY);
    expect(await written()).toEqual([]);
    await run(NOW + 7 * DAY);
    expect(await written()).toEqual(['production failed KEY_EXPIRES 2026-12-16T12:00:00Z warehouse']);
  });

  it('a key that ends within two weeks is announced once for each end, also when the next one is near', async () => {
    await addKey('warehouse', 2);
    await run();
    await renew('warehouse', 9);
    await run();
    await run();
    expect((await written()).sort()).toEqual([
      'production failed KEY_EXPIRES 2026-11-28T12:00:00Z warehouse',
      'production failed KEY_EXPIRES 2026-12-05T12:00:00Z warehouse',
      'production resolved KEY_EXPIRES 2026-11-28T12:00:00Z warehouse',
    ]);
  });

  it('a key that ends within two weeks has a notice of its own beside other keys, also after its end', async () => {
    await addKey('warehouse', 2);
    await addKey('files', 2);
    await addKey('old', -30);
    await run();
    expect(await written()).toHaveLength(3);
  });

  it('a notice is over when its key is deleted, and a deleted key is not announced', async () => {
    await addKey('warehouse', 3);
    await addKey('gone', 3);
    await account.rows(sql`update key set status = 'archived' where name = 'gone'`);
    await run();
    await account.rows(sql`update key set status = 'archived' where name = 'warehouse'`);
    await run();
    expect((await written()).map((text) => text.split(' ').slice(0, 2).join(' '))).toEqual([
      'production failed',
      'production resolved',
    ]);
  });

  it('stays out of other accounts, and out of those without filters', async () => {
    await addKey('warehouse', 3, other);
    await run();
    expect(await notices()).toEqual([]);
    expect(await notices(other)).toEqual([]);
    await addKey('files', 3);
    await run();
    expect(await notices(other)).toEqual([]);
    expect(await written()).toHaveLength(1);
  });

  it('a key that ends within two weeks is described with what ends, when, and a link to the key', async () => {
    await addKey('the warehouse', 13);
    await run();
    await renew('the warehouse', null);
    await run();
    const described = (await notices()).map(({ change, facts }) => {
      const { title, text, url } = noticeMessage(
        { id: 'n', groupId: 'g', change, account: { name: 'Acme', urlName: 'acme' }, publicUrl: 'https://s.example' },
        facts,
      );
      return [title, text, url];
    });
    const url = 'https://s.example/app/acme/keys/details?keyName=the+warehouse';
    expect(described).toEqual([
      [
        'Key the warehouse ends on 2026-12-09',
        'Client certificate of key the warehouse ends on 2026-12-09 12:00 UTC. Renew it before: what uses the key fails afterwards.',
        url,
      ],
      ['Resolved: Key the warehouse ends on 2026-12-09', 'Key the warehouse was renewed or deleted.', url],
    ]);
  });
});
