import type { Parameters } from '@switchboard/model/plan';
import { describe, expect, it } from 'vitest';
import type { ConnectorContext } from '../../spec.ts';
import { buildClock, fetchReportText, reportKey, rowsOf, sendJson, TOKEN } from '../../testing/http-report.ts';
import { serveHttp } from '../../testing/http-server.ts';

describe('limits on requests', () => {
  const limited = async (
    answers: readonly [status: number, headers: Record<string, string>, body?: unknown][],
    parameters: Parameters = {},
  ) => {
    const { waits, context } = buildClock();
    let requests = 0;
    const origin = await serveHttp((_, response) => {
      const [status, headers, body] = answers[requests++] ?? [500, {}];
      response.writeHead(status, headers).end(JSON.stringify(body ?? { rows: rowsOf(requests, 1) }));
    });
    const outcome = await fetchReportText(
      { url: origin, rows: 'rows', paging: 'page', page_size: 1, max_pages: 9, ...parameters },
      { key: reportKey(origin), context },
    ).catch((error: unknown) => error);
    return { waits, requests, outcome };
  };
  const END: readonly [number, Record<string, string>, unknown] = [200, {}, { rows: [] }];

  it.each<[string, number, Record<string, string>, number]>([
    ['Retry-After in seconds', 429, { 'retry-after': '7' }, 7000],
    ['fractions of seconds', 429, { 'retry-after': '2.0' }, 2000],
    ['503 with Retry-After', 503, { 'retry-after': '3' }, 3000],
    ['X-RateLimit-Reset as a time', 429, { 'x-ratelimit-reset': String(Date.UTC(2026, 2, 5, 6, 0, 9) / 1000) }, 9000],
    ['RateLimit-Reset in seconds', 429, { 'ratelimit-reset': '4' }, 4000],
    ['one RateLimit header', 429, { ratelimit: '"default";r=0;t=6' }, 6000],
    ['an earlier RateLimit header', 429, { ratelimit: 'limit=10, remaining=0, reset=8' }, 8000],
    [
      'minutes in a header of Meta',
      429,
      { 'x-business-use-case-usage': '{"1":[{"estimated_time_to_regain_access":1}]}' },
      60_000,
    ],
    ['no time at all', 429, {}, 2000],
  ])('limits on requests are waited for between pages: %s', async (_, status, headers, wait) => {
    const { waits, outcome } = await limited([[200, {}], [status, headers], [200, {}], [...END]]);
    expect(waits.reduce((sum, one) => sum + one, 0)).toBe(wait);
    expect(outcome).toBe('{"id":1}\n{"id":3}\n');
  });

  it('limits on requests are waited for before they are exceeded', async () => {
    const { waits, requests } = await limited([
      [200, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '5' }],
      [...END],
    ]);
    expect([waits, requests]).toEqual([[5000], 2]);
  });

  it('limits on requests may be reported by a code in the body', async () => {
    const codes = { error_field: 'error.code', limited_values: ['17'], rejected_values: ['190'] };
    const { waits, outcome } = await limited([[200, {}], [400, {}, { error: { code: 17 } }], [...END]], codes);
    expect([waits, outcome]).toEqual([[2000], '{"id":1}\n']);
    const rejected = await limited([[200, {}, { error: { code: '190' } }]], codes);
    expect(rejected.outcome).toMatchObject({ code: 'SOURCE_AUTH_FAILED' });
    const failed = await limited([[200, {}, { error: { code: 100, message: `no ${TOKEN}` } }]], codes);
    expect(failed.outcome).toMatchObject({
      code: 'SOURCE_BAD_REQUEST',
      message: expect.not.stringContaining(TOKEN) as unknown,
    });
  });

  it('leave the unit to be tried later at its first request, after a long wait, and after many', async () => {
    const first = await limited([[429, { 'retry-after': '7' }]]);
    expect(first).toMatchObject({ waits: [], outcome: { code: 'SOURCE_RATE_LIMITED', retryAfter: 7 } });
    const long = await limited([
      [200, {}],
      [429, { 'retry-after': '4000' }],
    ]);
    expect(long).toMatchObject({ waits: [], outcome: { code: 'SOURCE_RATE_LIMITED', retryAfter: 4000 } });
    const many = await limited([
      [200, {}],
      ...Array.from({ length: 6 }, (): [number, Record<string, string>] => [429, { 'retry-after': '1' }]),
    ]);
    expect(many).toMatchObject({
      waits: [1000, 1000, 1000, 1000, 1000],
      requests: 7,
      outcome: { code: 'SOURCE_RATE_LIMITED' },
    });
  });

  it('limits on requests are no longer waited for when the work is cancelled', async () => {
    const abort = new AbortController();
    let requests = 0;
    const origin = await serveHttp((_, response) => {
      requests += 1;
      if (requests === 1) sendJson(response, { rows: rowsOf(0, 1) });
      else response.writeHead(429, { 'retry-after': '60' }).end(() => abort.abort(new Error('cancelled')));
    });
    const parameters = { url: origin, rows: 'rows', paging: 'page' };
    await expect(
      fetchReportText(parameters, { key: reportKey(origin), context: { signal: abort.signal } }),
    ).rejects.toThrow('cancelled');
    expect(requests).toBe(2);
  });

  it('let the units of a key wait in order, one request at a time', async () => {
    let opened = (): void => undefined;
    const opens = new Promise<void>((resolve) => (opened = resolve));
    let now = Date.UTC(2026, 2, 5, 6);
    const context: Partial<ConnectorContext> = {
      now: () => now,
      pause: async (milliseconds) => {
        await opens;
        now += milliseconds;
      },
    };
    const seen: string[] = [];
    let running = 0;
    const origin = await serveHttp(async (request, response) => {
      running += 1;
      const unit = request.url?.slice(1) ?? '';
      seen.push(`${unit}${running > 1 ? ' beside another' : ''}`);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      if (unit === 'limited') response.writeHead(429, { 'retry-after': '9' }).end();
      else response.end('x');
    });
    const key = reportKey(origin, 'another token');
    const unit = (name: string): Promise<string> => fetchReportText({ url: `${origin}/${name}` }, { key, context });
    await expect(unit('limited')).rejects.toMatchObject({ code: 'SOURCE_RATE_LIMITED' });
    const units = [unit('a'), unit('b'), unit('c')];
    const other = fetchReportText({ url: `${origin}/other` }, { key: reportKey(origin), context });
    await other;
    expect(seen).toEqual(['limited', 'other']);
    opened();
    await Promise.all(units);
    expect(seen).toEqual(['limited', 'other', 'a', 'b', 'c']);
  });
});
