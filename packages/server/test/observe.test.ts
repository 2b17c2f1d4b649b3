import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { useFolder } from '@switchboard/model/testing/use-folder';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishScript } from '../src/features/changelists/publish/publish.ts';
import { addKey } from '../src/identity/keys/add-key.ts';
import { createVault } from '../src/identity/vault.ts';
import type { RunningServer } from '../src/main.ts';
import { ask } from '../testing/graphql-server.ts';
import { useAccount } from '../testing/hooks/use-account.ts';
import { useDatabase } from '../testing/hooks/use-database.ts';
import { useStarted } from '../testing/hooks/use-started.ts';
import { createHttpBrowser, signInByForm } from '../testing/http-browser.ts';
import { type ReceivedSpan, startOtlpReceiver } from '../testing/otlp-receiver.ts';
import { addPerson } from '../testing/people.ts';
import { startSourceServer } from '../testing/source-server.ts';
import { startTracedServer } from '../testing/start-traced-server.ts';

const CANARY = 'canary-0b7e+/"secret"-91';
const METRICS_TOKEN = 'metrics-canary-7c1d9e22';
const COLLECTOR_TOKEN = 'collector-canary-55aa10';

const A_NUMBER: unknown = expect.any(Number);
const A_TRACE: unknown = expect.stringMatching(/^[0-9a-f]{32}$/);

const used = useDatabase();
const { database } = used;
const account = useAccount(used);
const folder = useFolder('observe');
const receiver = useStarted(startOtlpReceiver);
let working = false;
const provider = useStarted(() =>
  startSourceServer((request, response) => {
    const good = request.url?.startsWith('/good') || working;
    // A careless provider: its refusal repeats what it was sent.
    if (!good) response.writeHead(404).end(`no report for ${request.headers.authorization}`);
    else response.writeHead(200, { 'content-type': 'text/csv' }).end('site,clicks\na,1\nb,2\nc,many\n');
  }),
);
let server: RunningServer;
let url: string;

const logText = (): string => readFileSync(join(folder, 'switchboard.log'), 'utf8');
const lines = (): Record<string, unknown>[] =>
  logText()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
const statuses = (table: 'download' | 'upload'): Promise<readonly { id: string; status: string; name: string }[]> =>
  database.withAccount(account.accountId, async (tx) => {
    const name = sql.ref(table === 'download' ? 'source' : 'name');
    const found = await sql<{ id: string; status: string; name: string }>`
      select id, status, ${name} as name from ${sql.table(table)} order by ${name}
    `.execute(tx);
    return found.rows;
  });

beforeAll(async () => {
  const masterKey = randomBytes(32);
  const source = provider.url;
  const script = ['good', 'late']
    .map(
      (name) => `
        download ${name} from {
          type: "http"; key: "ads key"; url: "${source}/${name}/{YYYY-MM-DD}?access_token=query-canary-1234"; format: "csv";
          timezone: "UTC"; lookback_days: 1;
        } using { site: string; clicks: integer; };
        table ${name}_table is select site, sum(clicks) as clicks from ${name};
        upload ${name}_table to { type: "file"; path: "${name}/{YYYY-MM-DD}.csv"; format: "csv"; };`,
    )
    .join('\n')
    .concat(`
      download more from {
        type: "http"; url: "${source}/good-more/{YYYY-MM-DD}"; format: "csv"; timezone: "UTC"; lookback_days: 1;
      } using { site: string; clicks: integer; };
      table both is select g.site, m.clicks from good as g join more as m on g.site = m.site;
      upload both to { type: "file"; path: "both/{YYYY-MM-DD}.csv"; format: "csv"; };`);
  const messages = await database.withAccount(account.accountId, async (tx) => {
    await addKey(tx, createVault(masterKey), account.accountId, {
      name: 'ads key',
      type: 'basic',
      properties: { username: 'ann', hosts: new URL(source).host },
      secrets: { password: CANARY },
    });
    const files = [{ path: 'ads.sbs', text: script }];
    const input = { accountId: account.accountId, description: 'Test', files, personId: null, now: Date.now() };
    return (await publishScript(tx, input)).messages;
  });
  expect(messages.filter((message) => message.type === 'error')).toEqual([]);

  ({ server, url } = await startTracedServer({
    databaseUrl: used.url,
    masterKey,
    folder,
    collectorUrl: receiver.url,
    settings: { METRICS_TOKEN, OTEL_EXPORTER_OTLP_HEADERS: `x-collector-token=${COLLECTOR_TOKEN}` },
  }));
}, 120_000);

afterAll(() => server.stop());

/** The trace that a span of this name and unit belongs to, once its upload was exported. */
function traceOf(name: string, unit: string): ReceivedSpan[] {
  const found = receiver.spans.find((span) => span.name === name && span.attributes['unit'] === unit);
  return found ? receiver.spans.filter((span) => span.traceId === found.traceId) : [];
}

/** Names of spans from the root down to this one. */
function pathTo(span: ReceivedSpan, trace: readonly ReceivedSpan[]): string[] {
  const parent = trace.find((candidate) => candidate.spanId === span.parentSpanId);
  return [...(parent ? pathTo(parent, trace) : []), span.name];
}

test('a report date is one trace, from schedule to upload', async () => {
  await expect
    .poll(async () => (await statuses('upload')).map(({ name, status }) => `${name} ${status}`), { timeout: 60_000 })
    .toEqual(['both completed', 'good_table completed']);
  const unit = (await statuses('download')).find(({ name }) => name === 'good')?.id ?? '';
  await expect.poll(() => traceOf('download attempt', unit).some(({ name }) => name === 'upload attempt')).toBe(true);
  const trace = traceOf('download attempt', unit);
  expect(trace.filter(({ parentSpanId }) => parentSpanId === '').map(({ name }) => name)).toEqual([
    'schedule download',
  ]);
  const paths = trace.map((span) => pathTo(span, trace).join(' > '));
  const download = 'schedule download > download attempt';
  const flow = `${download} > schedule flow > flow attempt`;
  const upload = `${flow} > release > upload attempt`;
  for (const path of [
    `${download} > fetch > request GET`,
    `${download} > load > database process`,
    `${flow} > process > database process`,
    `${upload} > upload`,
  ])
    expect(paths).toContain(path);
  expect(receiver.headers[0]).toMatchObject({ 'x-collector-token': COLLECTOR_TOKEN });
});

test('a flow that reads several downloads is linked to all but its parent', async () => {
  const linked = (): ReceivedSpan | undefined =>
    receiver.spans.find((span) => span.name === 'flow attempt' && span.links.length > 0);
  await expect.poll(linked).toBeDefined();
  const traces = receiver.spans.filter(({ name }) => name === 'schedule download').map(({ traceId }) => traceId);
  expect(traces).toContain(linked()?.traceId);
  expect(traces).toContain(linked()?.links[0]?.traceId);
  expect(linked()?.links[0]?.traceId).not.toBe(linked()?.traceId);
});

test('each unit ends with one log line of its outcome, duration and volume', async () => {
  const ended = (kind: string): Record<string, unknown>[] =>
    lines().filter((line) => line['msg'] === 'unit ended' && line['kind'] === kind);
  await expect.poll(() => ended('download').length + ended('upload').length).toBe(5);
  const { accountId } = account;
  expect(ended('download').find((line) => line['outcome'] === 'completed')).toMatchObject({
    account: accountId,
    attempt: 1,
    purpose: 'production',
    rows: 3,
    dirtyRows: 1,
    bytes: 27,
    retries: 0,
    ms: { fetch: A_NUMBER, load: A_NUMBER, total: A_NUMBER },
    trace: A_TRACE,
  });
  expect(ended('download').find((line) => line['outcome'] === 'failed')).toMatchObject({ code: 'SOURCE_NOT_FOUND' });
  for (const flow of ended('flow')) expect(flow).toMatchObject({ outcome: 'completed', ms: { process: A_NUMBER } });
  expect(ended('flow').reduce((rows, line) => rows + Number(line['rows']), 0)).toBe(4);
  for (const upload of ended('upload'))
    expect(upload).toMatchObject({ outcome: 'completed', rows: 2, ms: { upload: A_NUMBER } });
});

test('a unit that a person retries carries their request in log lines and traces', async () => {
  const person = await addPerson(database, { email: 'olivia@test.test', roles: { [account.accountId]: ['operator'] } });
  const { access_token: token } = await signInByForm(createHttpBrowser(url), url, 'olivia@test.test');
  working = true;
  const failed = (await statuses('download')).find(({ name }) => name === 'late');
  expect(failed?.status).toBe('failed');
  const answer = await ask(
    { url },
    { token, account: account.urlName },
    `mutation Again($id: ID!) { save_download(id: $id, status: "queued") { __typename } }`,
    { id: failed?.id },
  );
  expect(answer.errors).toEqual([]);
  const own = (): Record<string, unknown>[] =>
    lines().filter((line) => line['requestId'] === 'request-12345' && line['msg'] === 'unit ended');
  await expect
    .poll(() => own().map((line) => line['kind']), { timeout: 60_000 })
    .toEqual(['download', 'flow', 'upload']);
  expect(lines().find((line) => line['operation'] === 'mutation save_download')).toMatchObject({
    msg: 'answered',
    requestId: 'request-12345',
    account: account.accountId,
    person,
    route: '/api/graphql',
    status: 200,
  });
  await expect
    .poll(() => receiver.spans.some((span) => span.name === 'upload attempt' && pathFromRequest(span)))
    .toBe(true);
  expect(logText()).not.toContain(token);
});

function pathFromRequest(span: ReceivedSpan): boolean {
  const trace = receiver.spans.filter(({ traceId }) => traceId === span.traceId);
  const path = pathTo(span, trace).join(' > ');
  return path.startsWith(
    'POST /api/graphql > graphql mutation save_download > release > download attempt > schedule flow',
  );
}

test('the metrics require the token, and count what was done', async () => {
  const read = (headers: Record<string, string>): Promise<Response> => fetch(`${url}/metrics`, { headers });
  expect((await read({})).status).toBe(404);
  expect((await read({ authorization: 'Bearer metrics-canary-7c1d9e23' })).status).toBe(404);
  const answer = await read({ authorization: `Bearer ${METRICS_TOKEN}` });
  expect(answer.headers.get('content-type')).toContain('text/plain');
  const text = await answer.text();
  for (const line of [
    'switchboard_unit_attempts_total{kind="upload",purpose="production",outcome="completed"} 3',
    'switchboard_unit_attempts_total{kind="download",purpose="production",outcome="failed"} 1',
    'switchboard_failures_total{kind="download",code="SOURCE_NOT_FOUND"} 1',
    'switchboard_rows_total{stage="loaded"} 6',
    'switchboard_rows_total{stage="dirty"} 3',
    'switchboard_rows_total{stage="uploaded"} 6',
    'switchboard_bytes_total{stage="fetched"} 81',
    'switchboard_unit_phase_duration_seconds_count{phase="upload"} 3',
    'switchboard_queue_depth{kind="download",purpose="production"} 0',
    'switchboard_units{state="held",kind="upload",purpose="backfill"} 0',
    'switchboard_graphql_operations_total{type="mutation",field="save_download",outcome="ok"} 1',
    'switchboard_http_requests_total{method="POST",route="/api/graphql",status="200"} 1',
    'switchboard_database_up 1',
  ])
    expect(text.split('\n')).toContain(line);
  for (const name of ['nodejs_eventloop_lag_seconds', 'process_resident_memory_bytes', 'switchboard_events_total'])
    expect(text).toContain(`\n${name}`);
  expect(text).not.toContain(account.accountId);
});

test('no secret is in any log line, span or metric', async () => {
  const figures = await (
    await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  ).text();
  const all = [logText(), ...receiver.bodies, figures].join('\n');
  const basic = Buffer.from(`ann:${CANARY}`).toString('base64');
  const password = new URL(used.url).password;
  for (const secret of [
    CANARY,
    JSON.stringify(CANARY).slice(1, -1),
    encodeURIComponent(CANARY),
    Buffer.from(CANARY).toString('base64'),
    basic,
    'query-canary',
    METRICS_TOKEN,
    COLLECTOR_TOKEN,
    ...(password === '' ? [] : [password]),
  ])
    expect(all).not.toContain(secret);
  // Scripts and rows must not appear here either.
  expect(all).not.toContain('sum(clicks)');
  expect(all).not.toContain('c,many');
});
