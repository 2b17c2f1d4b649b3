import { connectorByName } from '@switchboard/connectors';
import { serveHttp } from '@switchboard/connectors/testing/http-server';
import { ASKED_ADDRESS, standInContext } from '@switchboard/connectors/testing/stand-in';
import { compile } from '@switchboard/language';
import { expect, it } from 'vitest';
import { useBench } from '../../../test/use-bench.ts';
import { loadPart } from '../load/load.ts';
import { fetchSource } from './fetch.ts';

const bench = useBench();
const connectors = connectorByName();

const SCRIPT = `
download spend from {
  type: "google_ads"; key: "ads"; customer_id: "42"; resource: "campaign";
  fields: ["campaign.id", "segments.date", "metrics.cost_micros"];
} using { "campaign.id": integer as campaign; "segments.date": date as day; "metrics.cost_micros": integer as cost; };
upload spend to { type: "file"; path: "spend.csv"; };`;

it('loads the rows of all pages of a preset, and nothing when a page fails', async () => {
  const keys = [{ name: 'ads', type: 'google_ads', status: 'active' as const }];
  const catalog = { connectors: [...connectors.values()].map(({ spec }) => spec), keys };
  const { messages, plan } = compile([{ path: 'a.sbs', text: SCRIPT }], catalog);
  expect(messages).toEqual([]);
  const [source] = plan?.sources ?? [];
  const [table] = source?.tables ?? [];
  if (source === undefined || table === undefined) throw new Error('expected a source');

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
  const request = { source, key, reportDate: '2026-11-19', state: null, prefix: 'acct/1/raw/1' };
  await expect(fetchSource(request, context)).rejects.toMatchObject({ code: 'SOURCE_HTTP_ERROR' });

  isBroken = false;
  const fetched = await fetchSource({ ...request, prefix: 'acct/1/raw/2' }, context);
  if (fetched.kind !== 'fetched') throw new Error('expected files');
  const { parameters, name } = source;
  const loaded = await loadPart({ name, table, parameters, files: fetched.files, prefix: 'acct/1/load/1' }, context);
  expect(loaded).toMatchObject({ records: 3, rows: 3, dirtyRows: 0 });
  const path = await bench.store.localPath(loaded.tables[0]?.tableKey ?? '', bench.folder);
  const rows = await (await bench.session()).run(`select campaign, cost from read_parquet('${path}')`);
  expect(rows).toEqual([
    { campaign: '9007199254740993', cost: 1500000 },
    { campaign: 2, cost: null },
    { campaign: 3, cost: 7 },
  ]);
});
