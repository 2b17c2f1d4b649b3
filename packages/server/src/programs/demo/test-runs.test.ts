import { CONNECTORS } from '@switchboard/connectors';
import { compile } from '@switchboard/language';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { addDownload, addFlow, addUpload } from '../../../testing/fill-account.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useDatabase, useQueue } from '../../../testing/hooks/use-database.ts';
import { addPerson } from '../../../testing/people.ts';
import { publishScript } from '../../features/changelists/publish/publish.ts';
import { demoScripts, REJECTED_KEY, SAMPLE_KEY } from './scripts.ts';
import { DEMO_DRAFTS, testDrafts } from './test-runs.ts';

const server = useDatabase();
const queue = useQueue(server);
const account = useAccount(server);
const NOW = Date.parse('2026-11-20T12:00:00Z');

const key = (name: string, type: string) => ({ id: name, name, type, status: 'active' as const, formerNames: [] });
const CATALOG = {
  connectors: CONNECTORS.map(({ spec }) => spec),
  keys: [key(SAMPLE_KEY, 'api_token'), key(REJECTED_KEY, 'api_token'), key('warehouse', 'sql')],
};

describe('the drafts of the demo', () => {
  it.each(DEMO_DRAFTS)('change a file of its script and compile: $description', ({ path, edit, uploads }) => {
    const published = demoScripts('acme', { providerUrl: 'http://127.0.0.1:1', days: 3 });
    const edited = published.map((file) => (file.path === path ? { path, text: edit(file.text) } : file));
    expect(edited).not.toEqual(published);
    const { plan, messages } = compile(edited, CATALOG);
    expect(messages.filter(({ type }) => type === 'error' || type === 'warning')).toEqual([]);
    expect(plan?.uploads.map(({ name }) => name)).toEqual(expect.arrayContaining([...uploads]));
  });

  it('the drafts of the demo are tested once, each as soon as production has delivered what it is compared with', async () => {
    const { database } = server;
    const { accountId } = account;
    const email = 'tester@demo.test';
    await addPerson(database, { email, name: 'Tess', roles: { [accountId]: ['operator'] } });
    const files = demoScripts('acme', { providerUrl: 'http://127.0.0.1:1', days: 3 });
    const changelistId = await account.inAccount(async (tx) => {
      for (const { name, type } of CATALOG.keys)
        await sql`insert into key (account_id, name, type) values (${accountId}, ${name}, ${type})`.execute(tx);
      const published = await publishScript(tx, { accountId, description: 'Demo', files, personId: null, now: NOW });
      expect(published.messages.filter(({ type }) => type === 'error')).toEqual([]);
      return published.kind === 'published' ? published.changelistId : account.changelistId;
    });
    const built = { ...account, changelistId };
    const deliver = async (source: string, upload: string, reportDate: string): Promise<void> => {
      await addDownload(database, built, { source, report_date: '2026-11-19', status: 'completed', raw: [] });
      const flow = await addFlow(database, built, { report_date: reportDate });
      await addUpload(database, built, flow, { name: upload, report_date: reportDate, status: 'completed' });
    };
    await deliver('orders', 'orders', '2026-11-19');
    await deliver('ad_units', 'display', '2026-11-18');

    const input = { database, queue, accountId, email, now: () => NOW };
    const waiting = await testDrafts(input, DEMO_DRAFTS);
    expect(waiting.map(({ compared }) => compared?.upload)).toEqual(['display']);
    await deliver('ad_units', 'display', '2026-11-19');
    expect(await testDrafts(input, waiting)).toEqual([]);
    expect(await testDrafts(input, DEMO_DRAFTS)).toEqual([]);

    const tested = await account.rows(sql<{ uploads: string[] }>`select upload_names as uploads from proof`);
    expect(tested.map(({ uploads }) => uploads).sort()).toEqual(DEMO_DRAFTS.map(({ uploads }) => uploads).sort());
  });
});
