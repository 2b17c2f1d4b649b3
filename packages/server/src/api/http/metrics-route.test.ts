import { expect, test } from 'vitest';
import { useHttpServer } from '../../../testing/hooks/use-server.ts';
import { connect } from '../../db/connect.ts';
import { OPEN_UNITS } from '../../observe/installation-metrics.ts';
import { METRICS } from '../../observe/metrics.ts';
import { claimPort } from './claim-port.ts';
import { startMetricsServer } from './metrics-server.ts';

const server = useHttpServer();

const scrape = (headers: Record<string, string> = {}): Promise<Response> => fetch(`${server.url}/metrics`, { headers });
const inject = (headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
  server.app.inject({ url: '/metrics', remoteAddress, headers });

// First: figures of the database are kept for some seconds.
test('a scrape of 40,000 units reads only the open ones, by index', { timeout: 120_000 }, async () => {
  const client = await connect(server.databaseUrl);
  try {
    await client.query(`
      with a as (insert into account (url_name, name) values ('many', 'Many') returning id)
      insert into unit (account_id, id, kind, purpose, state)
      select a.id, gen_random_uuid(), (array['download', 'flow', 'upload'])[1 + n % 3], 'production',
        case when n % 100 = 0 then 'ready' else 'done' end
      from a, generate_series(1, 40000) n`);
    await client.query('vacuum analyze unit');
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${OPEN_UNITS}`);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).not.toMatch(/Seq Scan on unit/);
    expect(plan).toContain('unit_open');
    const text = await (await scrape()).text();
    expect(text).toMatch(/switchboard_queue_depth\{kind="download",purpose="production"\} 13[34]\n/);
  } finally {
    await client.end();
  }
});

test('programs on this machine may read the metrics without a token', async () => {
  const answer = await scrape();
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('switchboard_queue_depth{kind="flow",purpose="proof"} 0');
});

test.each([
  ['another machine', {}, '10.0.0.7'],
  ['a proxy on this machine', { host: 'localhost', 'x-forwarded-for': '10.0.0.7' }, '127.0.0.1'],
  ['a page that was pointed here by a name of its own', { host: 'evil.test' }, '127.0.0.1'],
])('answers 404 to %s', async (_who, headers, address) => {
  const answer = await inject({ host: 'localhost', ...headers }, address);
  expect(answer.statusCode).toBe(404);
  expect(answer.body).not.toContain('switchboard_');
});

test('all unknown paths count as one series', async () => {
  await fetch(`${server.url}/no-such-page-${Math.random()}`);
  await fetch(`${server.url}/no-such-page-${Math.random()}`);
  const text = await METRICS.registry.metrics();
  expect(text).toContain('switchboard_http_requests_total{method="GET",route="unmatched",status="404"} 2');
  expect(text).not.toContain('no-such-page');
});

test('a process without an API has a port for its metrics', async () => {
  const { database } = server;
  const claimed = await claimPort({ host: '127.0.0.1', port: 0, setting: 'METRICS_PORT' });
  const { port } = claimed;
  const metrics = await startMetricsServer({ database, port: claimed, token: 'a-token-of-16-letters' });
  const read = (token: string): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  expect((await read('another-token-of-16')).status).toBe(404);
  expect(await (await read('a-token-of-16-letters')).text()).toContain('switchboard_database_up 1');
  expect(await (await fetch(`http://127.0.0.1:${port}/_heartbeat`)).text()).toBe('ok');
  await metrics.stop();
});
