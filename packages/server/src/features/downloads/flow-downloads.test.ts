import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAccount } from '../../../testing/build-account.ts';
import { addDownload, addFlow, addInput, addPart } from '../../../testing/fill-account.ts';
import { ask, type GraphqlServer, startGraphqlServer } from '../../../testing/graphql-server.ts';

let server: GraphqlServer;
beforeAll(async () => {
  server = await startGraphqlServer();
});
afterAll(() => server.stop());

test('flow_downloads has what a flow reads, and what a launched one still waits for, each once', async () => {
  const { database } = server;
  const account = await buildAccount(database);
  const read = await addDownload(database, account, { status: 'completed', report_date: '2026-11-19' });
  const awaited = await addDownload(database, account, { status: 'failed', report_date: '2026-11-18' });
  await addDownload(database, account, { report_date: '2026-11-17' });
  const flow = await addFlow(database, account, { status: 'SOURCING' });
  await addInput(database, account, 'flow', flow, await addPart(database, account, read), read);
  await database.withAccount(account.accountId, (tx) =>
    sql`insert into flow_source (account_id, flow_id, download_id) values
      (${account.accountId}, ${flow}, ${read}), (${account.accountId}, ${flow}, ${awaited})`.execute(tx),
  );
  const token = await server.tokenOf({ [account.accountId]: ['viewer'] });
  const text = `{ flow_downloads(id: "${flow}") { nodes { id status } } }`;
  const { data, errors } = await ask(server, { token, account: account.urlName }, text);
  expect(errors).toEqual([]);
  expect(data).toEqual({
    flow_downloads: {
      nodes: [
        { id: read, status: 'completed' },
        { id: awaited, status: 'failed' },
      ],
    },
  });
});
