import { afterEach, expect, it } from 'vitest';
import type { KeptReport } from './kept-report.ts';
import { markMissingChunk } from './missing-chunk.ts';
import { bodyOf, createSender } from './send-report.ts';

afterEach(() => window.history.replaceState(null, '', '/'));

const AT = new Date('2026-11-30T10:00:00.000Z');
const report = (more: Partial<KeptReport>): KeptReport => ({
  source: 'script',
  error: new Error('x'),
  at: AT,
  steps: [],
  ...more,
});

it('sends the screen, the kind and masked texts, and nothing of the account', {
  tags: 'spec:failure-reporting',
}, () => {
  window.history.replaceState(null, '', '/app/acme/downloads/list?search=alice');
  const error = new TypeError('Unexpected token in "alice,4711"');
  const steps = [
    { at: AT, text: 'open /app/acme/keys/details' },
    { at: AT, text: 'query Downloads' },
  ];
  const body = bodyOf(report({ source: 'downloads/list', error, steps }));
  expect(body).toMatchObject({
    kind: 'render',
    source: 'downloads/list',
    screen: 'downloads/list',
    name: 'TypeError',
    message: 'Unexpected token in "…"',
    request_id: null,
    steps: [{ text: 'open keys/details' }, { text: 'query Downloads' }],
  });
  expect(JSON.stringify(body)).not.toMatch(/acme|alice|4711/);
});

it.each([
  [{ source: 'script' }, 'script'],
  [{ source: 'promise' }, 'promise'],
  [{ source: 'Uploads', requestId: 'r-1' }, 'request'],
  [{ source: 'shell' }, 'render'],
])('reports %j as %s', (more, kind) => {
  expect(bodyOf(report(more))).toMatchObject({ kind });
});

it('reports a chunk that stays missing as one', () => {
  const error = new TypeError('Failed to fetch dynamically imported module: /assets/a.js');
  markMissingChunk(error);
  expect(bodyOf(report({ error }))).toMatchObject({ kind: 'chunk' });
});

it('sends the code of an answer, not its message', { tags: 'spec:call-failures-reported' }, () => {
  const answer = { message: 'column salary', extensions: { code: 'UNKNOWN_SERVER_ERROR' } };
  const error = Object.assign(new Error('[GraphQL] column salary'), { graphQLErrors: [answer] });
  expect(bodyOf(report({ source: 'Uploads', error, requestId: 'r-9' }))).toMatchObject({
    kind: 'request',
    message: 'UNKNOWN_SERVER_ERROR',
    request_id: 'r-9',
  });
});

it('sends each error once, and those that found no network with the next', async () => {
  const network = { isUp: false };
  const sent: string[] = [];
  const sendReport = createSender(async (_, { body }) => {
    if (!network.isUp) throw new TypeError('Failed to fetch');
    sent.push((JSON.parse(body as string) as { message: string }).message);
    return new Response(null, { status: 204 });
  });
  await sendReport(report({ error: new Error('first') }));
  expect(sent).toEqual([]);
  network.isUp = true;
  await sendReport(report({ error: new Error('second') }));
  await sendReport(report({ error: new Error('first') }));
  await sendReport(report({ error: undefined }));
  expect(sent).toEqual(['first', 'second']);
});
