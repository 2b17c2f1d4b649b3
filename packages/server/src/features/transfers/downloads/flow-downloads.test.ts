import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addDownload, addFlow, addInput, addPart } from '../../../../testing/fill-account.ts';
import { useAccount } from '../../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../../testing/hooks/use-server.ts';

const server = useGraphqlServer();
const account = useAccount(server);
const viewer = useClient(server, account, ['viewer']);

test('flow_downloads lists each download once that a flow reads or still waits for', {
  tags: 'spec:call-flow-downloads',
}, async () => {
  const { database } = server;
  const read = await addDownload(database, account, { status: 'completed', report_date: '2026-11-19' });
  const awaited = await addDownload(database, account, { status: 'failed', report_date: '2026-11-18' });
  await addDownload(database, account, { report_date: '2026-11-17' });
  const flow = await addFlow(database, account, { status: 'SOURCING' });
  await addInput(database, account, 'flow', flow, await addPart(database, account, read), read);
  await account.rows(sql`
    insert into flow_source (account_id, flow_id, download_id) values
      (${account.accountId}, ${flow}, ${read}), (${account.accountId}, ${flow}, ${awaited})`);
  const data = await viewer.data(`{ flow_downloads(id: "${flow}") { nodes { id status } } }`);
  expect(data).toEqual({
    flow_downloads: {
      nodes: [
        { id: read, status: 'completed' },
        { id: awaited, status: 'failed' },
      ],
    },
  });
});

test('flow_downloads goes back from the end, and sorts', { tags: 'spec:call-flow-downloads' }, async () => {
  const { database } = server;
  const flow = await addFlow(database, account, { status: 'SOURCING' });
  const ids: string[] = [];
  for (const report_date of ['2026-11-17', '2026-11-18', '2026-11-19']) {
    const download = await addDownload(database, account, { report_date });
    await account.rows(
      sql`insert into flow_source (account_id, flow_id, download_id) values (${account.accountId}, ${flow}, ${download})`,
    );
    ids.push(download);
  }
  const read = async (page: string) => {
    const { flow_downloads } = (await viewer.data(
      `{ flow_downloads(id: "${flow}", ${page}) { nodes { id } pageInfo { hasPreviousPage startCursor } } }`,
    )) as { flow_downloads: { nodes: { id: string }[]; pageInfo: { hasPreviousPage: boolean; startCursor: string } } };
    return { ...flow_downloads.pageInfo, ids: flow_downloads.nodes.map((node) => node.id) };
  };
  const last = await read('last: 2');
  expect(last.ids).toEqual([ids[1], ids[0]]);
  expect(last.hasPreviousPage).toBe(true);
  const first = await read(`last: 2, before: "${last.startCursor}"`);
  expect(first).toMatchObject({ ids: [ids[2]], hasPreviousPage: false });
  expect((await read('first: 2, sortBy: CREATED, sortDirection: ASC')).ids).toEqual([ids[0], ids[1]]);
});
