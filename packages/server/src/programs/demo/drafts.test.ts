import { compile } from '@switchboard/language';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useDatabase } from '../../../testing/hooks/use-database.ts';
import { changelistsById } from '../../features/changelists/graphql-changelist.ts';
import { publishScript } from '../../features/changelists/publish/publish.ts';
import { catalogOf, filesOfChangelist } from '../../pipeline/state/stored-script.ts';
import { prepareDrafts } from './drafts.ts';
import { demoScripts } from './scripts.ts';

const server = useDatabase();
const account = useAccount(server, {}, beforeEach);
const NOW = Date.parse('2026-11-26T09:00:00Z');

test('the demo has a former version, and drafts of each kind, once', async () => {
  const { accountId, urlName } = account;
  const { database } = server;
  const files = demoScripts('acme', { providerUrl: 'http://127.0.0.1:1', days: 3 });
  await database.withSystem(async (tx) => {
    await sql`delete from changelist where account_id = ${accountId}`.execute(tx);
  });
  await account.inAccount(async (tx) => {
    for (const [name, type] of [
      ['sample_provider', 'api_token'],
      ['partner_network', 'api_token'],
      ['warehouse', 'sql'],
    ])
      await sql`insert into key (account_id, name, type) values (${accountId}, ${name}, ${type})`.execute(tx);
    const published = await publishScript(tx, { accountId, description: 'Demo', files, personId: null, now: NOW });
    expect(published.messages.filter(({ type }) => type === 'error')).toEqual([]);
  });
  const input = { database, accountId, urlName, files, now: NOW };
  await prepareDrafts(input);
  await prepareDrafts(input);
  const found = await account.inAccount(async (tx) => {
    const ids = await sql<{ id: string }>`select id from changelist where account_id = ${accountId}`.execute(tx);
    const rows = [
      ...(
        await changelistsById(
          tx,
          accountId,
          ids.rows.map(({ id }) => id),
        )
      ).values(),
    ];
    const catalog = await catalogOf(tx, accountId);
    return Promise.all(
      rows.map(async ({ id, description, status, needs_merge: needsMerge }) => {
        const { messages } = compile(await filesOfChangelist(tx, accountId, id), catalog);
        return [description, status, needsMerge, messages.filter(({ type }) => type === 'error').length];
      }),
    );
  });
  expect(found.sort()).toEqual([
    ['Costs in euros', 'draft', true, 0],
    ['Coupons by site', 'draft', false, 2],
    ['Demo', 'running', false, 0],
    ['Display ads and campaigns', 'replaced', false, 0],
    ['Hourly sessions, an experiment', 'archived', false, 0],
    ['Revenue by channel', 'draft', false, 0],
    ['Video, costs and orders', 'replaced', false, 0],
  ]);
});
