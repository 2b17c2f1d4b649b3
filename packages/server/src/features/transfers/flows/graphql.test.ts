import { RUN_STATUSES } from '@switchboard/model/status/flow-phase';
import type { FlowStatus } from '@switchboard/model/status/status';
import { expect, test } from 'vitest';
import { addDownload, addEvent, addFlow, addInput, addPart, addUpload } from '../../../../testing/fill-account.ts';
import { useAccount, usePerson } from '../../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../../testing/hooks/use-server.ts';

const server = useGraphqlServer();
const account = useAccount(server);
const dora = usePerson(server, 'Dora');
const client = useClient(server, account, ['viewer']);

/** A flow that reads one table of a download of two tables, 3 of whose rows are dirty. */
async function buildFlow(reportDate: string): Promise<{ flow: string; download: string; part: string }> {
  const { database } = server;
  const download = await addDownload(database, account, {
    source: 'ads',
    report_date: reportDate,
    status: 'completed',
  });
  const part = await addPart(database, account, download, {
    name: 'clicks',
    dirty_row_count: 3,
    dirty_row_status: 'some',
  });
  await addPart(database, account, download, { name: 'costs' });
  const flow = await addFlow(database, account, { report_date: reportDate });
  await addInput(database, account, 'flow', flow, part, download);
  return { flow, download, part };
}

const INPUTS = `inputs { source_table { id name project } download { id name } download_part { id dirty_row_count } }`;

test('a flow names the source tables, downloads and parts that it reads', { tags: 'proof:flow-inputs' }, async () => {
  const { flow, download, part } = await buildFlow('2026-11-20');
  expect(await client.data(`{ flow(id: "${flow}") { ${INPUTS} } }`)).toEqual({
    flow: {
      inputs: [
        {
          source_table: { id: 'ads/clicks', name: 'clicks', project: 'marketing' },
          download: { id: download, name: 'ads' },
          download_part: { id: part, dirty_row_count: 3 },
        },
      ],
    },
  });
});

test('a flow has the fields of a run', { tags: 'spec:flow-fields' }, async () => {
  const { database } = server;
  const flow = await addFlow(database, account, { report_date: '2026-11-20', launched_by: dora.id, purpose: 'proof' });
  await addUpload(database, account, flow, { name: 'daily', purpose: 'proof' });
  await addEvent(database, account, { flow_id: flow, severity: 'error', message: 'It failed.', code: 'INTERNAL' });
  expect(
    await client.data(`{ flow(id: "${flow}") { id created report_datetime { iso long_utc } launched_by { name } phase failed status
      changelist { id description } ${INPUTS} outputs { name } events { severity message type } processing { id started finished status } } }`),
  ).toEqual({
    flow: {
      id: flow,
      created: expect.any(String) as string,
      report_datetime: { iso: expect.stringMatching(/^2026-11-20/) as string, long_utc: expect.any(String) as string },
      launched_by: { name: 'Dora' },
      phase: 'processing',
      failed: false,
      status: 'PENDING',
      changelist: { id: account.changelistId, description: expect.any(String) as string },
      inputs: [],
      outputs: [{ name: 'daily' }],
      events: [{ severity: 'error', message: 'It failed.', type: 'INTERNAL' }],
      processing: [],
    },
  });
});

test('a source table has the same id in every download and flow', { tags: 'proof:source-table-id' }, async () => {
  const [one, other] = [await buildFlow('2026-11-18'), await buildFlow('2026-11-19')];
  expect(
    await client.data(`{ download(id: "${one.download}") { source_tables { id } parts { source_table { id } } }
      flow(id: "${other.flow}") { inputs { source_table { id } } } }`),
  ).toEqual({
    download: {
      source_tables: [{ id: 'ads/clicks' }, { id: 'ads/costs' }],
      parts: [{ source_table: { id: 'ads/clicks' } }, { source_table: { id: 'ads/costs' } }],
    },
    flow: { inputs: [{ source_table: { id: 'ads/clicks' } }] },
  });
});

test.each<[FlowStatus, string, boolean, string]>([
  ['SOURCING', 'downloading', false, 'running'],
  ['PROCESSING', 'processing', false, 'running'],
  ['SINKING', 'uploading', false, 'running'],
  ['STOPPED', 'succeeded', false, 'succeeded'],
  ['PENDING', 'processing', false, 'queued'],
  ['ERROR', 'uploading', true, 'failed'],
  ['ABANDONED', 'downloading', false, 'cancelled'],
])(
  'a flow that is %s has the phase %s; failed is %s and it is listed as %s',
  {
    tags: 'proof:flow-phase-and-status',
  },
  async (status, phase, failed, run) => {
    const id = await addFlow(server.database, account, { status });
    expect(await client.data(`{ flow(id: "${id}") { phase failed status } }`)).toEqual({
      flow: { phase, failed, status },
    });
    for (const word of RUN_STATUSES) {
      const listed = await client.data<{ flows: { nodes: { id: string }[] } }>(
        `{ flows(status: ["${word}"], first: 100) { nodes { id } } }`,
      );
      expect([word, listed.flows.nodes.some((flow) => flow.id === id)]).toEqual([word, word === run]);
    }
  },
);
