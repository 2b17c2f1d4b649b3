import { connectorByName } from '@switchboard/connectors';
import { serveHttp } from '@switchboard/connectors/testing/http-server';
import { ASKED_ADDRESS, standInContext } from '@switchboard/connectors/testing/stand-in';
import { expect, it } from 'vitest';
import { column } from '../../../test/load-file.ts';
import { useBench } from '../../../test/use-bench.ts';
import { loadPart } from '../load/load.ts';
import { fetchSource } from './fetch.ts';

const bench = useBench();
const connectors = connectorByName();

const PARAMETERS = {
  customer_id: '42',
  resource: 'campaign',
  fields: ['campaign.id', 'segments.date', 'metrics.cost_micros'],
};
const TABLE = {
  name: 'spend',
  schema: {
    columns: [
      column('campaign', 'integer', { header: 'campaign.id' }),
      column('day', 'date', { header: 'segments.date' }),
      column('cost', 'integer', { header: 'metrics.cost_micros' }),
    ],
    rest: false,
  },
  keepsLineNumbers: false,
};

it('loads the rows of all pages of a preset, and nothing when a page fails', async () => {
  let isBroken = true;
  const row = (id: string, cost?: string) => ({
    campaign: { id },
    segments: { date: '2026-11-19' },
    metrics: { costMicros: cost },
  });
  const origin = await serveHttp(async (request, response) => {
    const address = String(request.headers[ASKED_ADDRESS]);
    if (address === 'https://oauth2.googleapis.com/token')
      response.end('{"access_token":"canary-token","expires_in":3600}');
    else if (!(await request.toArray()).join('').includes('pageToken'))
      response.end(JSON.stringify({ results: [row('9007199254740993', '1500000'), row('2')], nextPageToken: 'b' }));
    else if (isBroken) response.writeHead(500).end('broken');
    else response.end(JSON.stringify({ results: [row('3', '7')] }));
  });
  const { egress } = standInContext(() => origin);
  const key = {
    name: 'ads',
    type: 'google_ads',
    properties: { developer_token: 'dev', client_id: 'c', client_secret: 's', refresh_token: 'r' },
  };
  const context = await bench.context({ connectors, egress });
  const source = { name: 'spend', connector: 'google_ads', parameters: PARAMETERS };
  const request = { source, key, reportDate: '2026-11-19', state: null, prefix: 'acct/1/raw/1' };
  await expect(fetchSource(request, context)).rejects.toMatchObject({ code: 'SOURCE_HTTP_ERROR' });

  isBroken = false;
  const fetched = await fetchSource({ ...request, prefix: 'acct/1/raw/2' }, context);
  if (fetched.kind !== 'fetched') throw new Error('expected files');
  const loaded = await loadPart({ ...source, table: TABLE, files: fetched.files, prefix: 'acct/1/load/1' }, context);
  expect(loaded).toMatchObject({ records: 3, rows: 3, dirtyRows: 0 });
  const path = await bench.store.localPath(loaded.tables[0]?.tableKey ?? '', bench.folder);
  const rows = await (await bench.session()).run(`select campaign, cost from read_parquet('${path}')`);
  expect(rows).toEqual([
    { campaign: '9007199254740993', cost: 1500000 },
    { campaign: 2, cost: null },
    { campaign: 3, cost: 7 },
  ]);
});
