import { expect, it } from 'vitest';
import { fetchReportText, reportKey } from '../testing/http-report.ts';
import { serveHttp } from '../testing/http-server.ts';

it.each<[string, Record<string, string>, string]>([
  ['a time to wait', { 'retry-after': '7' }, 'because'],
  ['no request left', { 'x-ratelimit-remaining': '0' }, 'because'],
  ['no request left in one header', { ratelimit: '"default";r=0;t=5' }, 'because'],
  ['no request left in an earlier header', { ratelimit: 'limit=10, remaining=0, reset=5' }, 'because'],
  ['a status', {}, '{"error":{"code":403,"status":"RESOURCE_EXHAUSTED"}}'],
  ['a limit', {}, '{"error":"Daily limit exceeded"}'],
  ['a reason', {}, '{"error":{"errors":[{"reason":"userRateLimitExceeded"}]}}'],
  ['a sentence', {}, '{"error":{"message":"User request limit reached"}}'],
])('a 403 with %s asks to slow down', async (_, headers, body) => {
  const origin = await serveHttp((_request, response) => response.writeHead(403, headers).end(body));
  const failed = fetchReportText({ url: `${origin}/r` }, { key: reportKey(origin) });
  await expect(failed).rejects.toMatchObject({ code: 'SOURCE_RATE_LIMITED', class: 'transient' });
});

it('a 400 that says that a limit of requests was reached asks to slow down, and another one does not', async () => {
  const answers = ['{"error":{"code":17,"message":"(#17) User request limit reached"}}', '{"error":"limit must be 5"}'];
  const origin = await serveHttp((request, response) =>
    response.writeHead(400).end(answers[request.url === '/limited' ? 0 : 1]),
  );
  const ask = (path: string) => fetchReportText({ url: `${origin}${path}` }, { key: reportKey(origin) });
  await expect(ask('/limited')).rejects.toMatchObject({ code: 'SOURCE_RATE_LIMITED', class: 'transient' });
  await expect(ask('/wrong')).rejects.toMatchObject({ code: 'SOURCE_BAD_REQUEST' });
});

it('blames no key for an answer to a request that did not carry it', async () => {
  const other = await serveHttp((_, response) => response.writeHead(403).end('expired'));
  const origin = await serveHttp((_, response) =>
    response.writeHead(302, { location: `${other}/signed?token=abcdef` }).end(),
  );
  const led = fetchReportText({ url: `${origin}/r` }, { key: reportKey(origin) });
  const text = expect.stringContaining(`${other}/signed answered 403: expired`) as unknown;
  await expect(led).rejects.toMatchObject({ code: 'SOURCE_HTTP_ERROR', class: 'transient', message: text });
  await expect(led).rejects.not.toMatchObject({ message: expect.stringContaining('abcdef') as unknown });
  const bare = fetchReportText({ url: `${other}/r` });
  await expect(bare).rejects.toMatchObject({ code: 'SOURCE_BAD_REQUEST', class: 'permanent' });
});

it('orders a report again whose link is not valid any more, and blames no key for it', async () => {
  const origin = await serveHttp((request, response) => {
    if (request.url?.startsWith('/signed') === true) return response.writeHead(403).end('Request has expired');
    return response.end(JSON.stringify({ report_id: 'a', status: 'ready', url: `${origin}/signed?signature=abcdef` }));
  });
  const failed = fetchReportText(
    { url: `${origin}/reports`, async: true, status_url: `${origin}/reports/{report_id}` },
    { key: reportKey(origin) },
  );
  const text = `could not make the report: the link to it at ${new URL(origin).host} answered 403: Request has expired`;
  await expect(failed).rejects.toMatchObject({
    code: 'SOURCE_REPORT_FAILED',
    message: expect.stringContaining(text) as unknown,
  });
});

it.each([
  [
    '<!DOCTYPE html><html><head><title>Attention Required! | Cloudflare</title></head></html>',
    'Attention Required! | Cloudflare',
  ],
  ['<HTML><HEAD>\n<TITLE>Access Denied</TITLE>\n</HEAD><BODY>Reference #18.2d</BODY></HTML>', 'Access Denied'],
  ['<!-- waf --><html><body><h1>Request blocked</h1></body></html>', 'Request blocked'],
  ['<html><body>no</body></html>', 'an HTML page without a title'],
  ['error code: 1020', 'the page of a firewall, "error code: 1020"'],
])('a page of a firewall is tried again and does not blame the key: %s', async (page, title) => {
  const headers = { 'content-type': 'text/html' };
  const origin = await serveHttp((_, response) => response.writeHead(403, headers).end(page));
  for (const more of [{}, { rows: 'data' }])
    await expect(fetchReportText({ url: `${origin}/r`, ...more }, { key: reportKey(origin) })).rejects.toMatchObject({
      code: 'SOURCE_HTTP_ERROR',
      class: 'transient',
      message: expect.stringContaining(title) as unknown,
    });
});

it.each<[string, Record<string, string>]>([
  ['{"error":{"message":"<html>"}}', {}],
  ['permission denied', {}],
  ['', {}],
  ['<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>', {}],
  ['<html><title>403</title></html>', { 'www-authenticate': 'Bearer error="insufficient_scope"' }],
])('a 403 of the provider itself rejects the key: %s %j', async (body, headers) => {
  const origin = await serveHttp((_, response) => response.writeHead(403, headers).end(body));
  await expect(fetchReportText({ url: `${origin}/r` }, { key: reportKey(origin) })).rejects.toMatchObject({
    code: 'SOURCE_AUTH_FAILED',
  });
});

it.each([401, 403])('a refusal of a request without a key blames none: %d', async (status) => {
  const origin = await serveHttp((_, response) => response.writeHead(status).end('sign in first'));
  await expect(fetchReportText({ url: `${origin}/r` })).rejects.toMatchObject({
    code: 'SOURCE_BAD_REQUEST',
    message: expect.stringMatching(/answered 40[13]: sign in first(?!.*rejected the key)/) as unknown,
  });
});
