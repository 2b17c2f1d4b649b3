import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createEgress } from '@switchboard/connectors';
import Fastify, { type FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { METRICS } from '../../observe/metrics.ts';
import { TRACING_SETTINGS } from '../../settings/tracing-settings.ts';
import { answerErrors } from '../http/answer-errors.ts';
import { consoleReportRoute } from './console-report-route.ts';
import { createSentryForward } from './sentry.ts';

const REPORT = {
  kind: 'render',
  source: 'downloads/list',
  screen: 'downloads/list',
  release: 'index-AbC1',
  name: 'TypeError',
  message: `Cannot read "customer row" of ann@acme.example`,
  stack: ['Row (/assets/lists-Zz.js:1:200)', 'a secret that somebody wrote here', 'y@/assets/index-AbC1.js:2:3'],
  request_id: 'r-1',
  steps: [{ at: '2026-11-30T10:00:00.000Z', text: 'open downloads/list' }],
};

const lines: string[] = [];
const envelopes: { path: string; auth: string; body: string }[] = [];
const received: (() => void)[] = [];
const sentry = createServer((request, response) => {
  void receive(request).then(() => response.end('{}'));
});
async function receive(request: IncomingMessage): Promise<void> {
  envelopes.push({
    path: request.url ?? '',
    auth: String(request.headers['x-sentry-auth']),
    body: await text(request),
  });
  for (const done of received.splice(0)) done();
}
const clock = { now: 0 };
const log: FastifyBaseLogger = pino({}, { write: (line: string) => void lines.push(line) });
const app = Fastify({ loggerInstance: log });

beforeAll(async () => {
  await new Promise<void>((resolve) => sentry.listen(0, '127.0.0.1', resolve));
  const { port } = sentry.address() as AddressInfo;
  const dsn = TRACING_SETTINGS.SENTRY_DSN.schema.parse(`http://abc123@127.0.0.1:${port}/sub/42`);
  const now = (): number => clock.now;
  const egress = createEgress({ allowPrivate: [dsn.host], stallTimeoutMs: 10_000, now });
  answerErrors(app);
  const forward = createSentryForward({ egress, dsn, now, onLost: (reason) => void lines.push(reason) });
  await app.register(consoleReportRoute, { now, forward });
});
afterAll(async () => {
  await app.close();
  sentry.closeAllConnections();
  sentry.close();
});
// Each test finds full buckets.
beforeEach(() => {
  lines.length = 0;
  clock.now += 3_600_000;
});

const send = (body: unknown) => app.inject({ method: 'POST', url: '/api/console-errors', payload: body as object });
const counted = async (): Promise<number> =>
  (await METRICS.consoleErrors.get()).values.find(({ labels }) => labels.kind === 'render')?.value ?? 0;
const logged = () => lines.flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as { report?: unknown }] : []));

it('a report without a session becomes a line of the log, a metric and an event of Sentry, without the values that it quotes', {
  tags: ['spec:failure-reporting', 'spec:call-failures-reported'],
}, async () => {
  const before = await counted();
  const arrived = new Promise<void>((resolve) => received.push(resolve));
  expect((await send(REPORT)).statusCode).toBe(204);
  await arrived;
  expect(await counted()).toBe(before + 1);
  const masked = { message: 'Cannot read "…" of …', stack: [REPORT.stack[0], REPORT.stack[2]] };
  expect(logged().map(({ report }) => report)).toContainEqual({ ...REPORT, ...masked });
  expect(envelopes).toHaveLength(1);
  const [{ path, auth, body } = { path: '', auth: '', body: '' }] = envelopes;
  expect(path).toBe('/sub/api/42/envelope/');
  expect(auth).toContain('sentry_key=abc123');
  const [, kind, event] = body.split('\n').map((line) => JSON.parse(line) as unknown);
  expect(kind).toEqual({ type: 'event' });
  expect(event).toMatchObject({
    release: 'index-AbC1',
    transaction: 'downloads/list',
    tags: { kind: 'render', request_id: 'r-1' },
    exception: {
      values: [
        {
          type: 'TypeError',
          value: masked.message,
          stacktrace: {
            frames: [
              { function: 'y', filename: '/assets/index-AbC1.js', lineno: 2, colno: 3 },
              { function: 'Row', filename: '/assets/lists-Zz.js', lineno: 1, colno: 200 },
            ],
          },
        },
      ],
    },
    breadcrumbs: { values: [{ message: 'open downloads/list' }] },
  });
});

it('leaves out calls of scripts within a page, whose path names an account', async () => {
  const stack = ['onclick (/app/acme/downloads:1:200)', 'y@/assets/index-AbC1.js:2:3'];
  expect((await send({ ...REPORT, stack })).statusCode).toBe(204);
  const [report] = logged().flatMap((line) => line.report ?? []);
  expect(report).toMatchObject({ stack: ['y@/assets/index-AbC1.js:2:3'] });
});

it.each([
  ['another field', { ...REPORT, rows: ['a'] }, 400],
  ['an unknown kind', { ...REPORT, kind: 'other' }, 400],
  ['a screen with markup', { ...REPORT, screen: '<b>' }, 400],
  ['more than 16 kB', { ...REPORT, message: 'x'.repeat(20_000) }, 413],
])('refuses a report with %s', async (_, body, status) => {
  expect((await send(body)).statusCode).toBe(status);
  expect(logged().filter(({ report }) => report !== undefined)).toEqual([]);
});

it('takes 20 reports of an address at once, then says when to send again', async () => {
  const answers: Awaited<ReturnType<typeof send>>[] = [];
  for (let count = 0; count < 21; count += 1) answers.push(await send({ ...REPORT, kind: 'other' }));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([...Array.from({ length: 20 }, () => 400), 429]);
  expect(Number(answers.at(-1)?.headers['retry-after'])).toBeGreaterThan(0);
});
