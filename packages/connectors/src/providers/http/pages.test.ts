import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import type { Parameters } from '@switchboard/model/plan';
import { describe, expect, it } from 'vitest';
import { nextLink } from '../../network/link-header.ts';
import { fetchReportText, linesOf, reportKey, rowsOf, sendJson, TOKEN } from '../../testing/http-report.ts';
import { serveHttp } from '../../testing/http-server.ts';

describe('pages', () => {
  it('asks for pages by number until one is not full', async () => {
    const seen: (string | undefined)[] = [];
    const origin = await serveHttp((request, response) => {
      seen.push(request.url);
      const page = Number(new URL(request.url ?? '', 'http://x').searchParams.get('page'));
      sendJson(response, { data: { rows: page < 3 ? rowsOf((page - 1) * 2, 2) : rowsOf(4, 1) } });
    });
    const parameters = { url: `${origin}/r`, query: { size: 2 }, rows: 'data.rows', paging: 'page', page_size: 2 };
    expect(await fetchReportText(parameters)).toBe(linesOf(5));
    expect(seen).toEqual(['/r?size=2&page=1', '/r?size=2&page=2', '/r?size=2&page=3']);
  });

  it('asks for pages by offset in a body until all records have come', async () => {
    const seen: string[] = [];
    const origin = await serveHttp(async (request, response) => {
      const body = await text(request);
      seen.push(`${request.headers['content-type']} ${body}`);
      const { offset } = (JSON.parse(body) as { selector: { offset: number } }).selector;
      sendJson(response, { rows: rowsOf(offset, Math.min(2, 3 - offset)), total: 3 });
    });
    const paged = { paging: 'offset', page_in: 'body', page_parameter: 'selector.offset', total_field: 'total' };
    expect(await fetchReportText({ url: origin, body: { day: '{YYYY-MM-DD}' }, rows: 'rows', ...paged })).toBe(
      linesOf(3),
    );
    expect(seen).toEqual([
      'application/json {"day":"2026-02-28","selector":{"offset":0}}',
      'application/json {"day":"2026-02-28","selector":{"offset":2}}',
    ]);
  });

  it.each([
    [true, false],
    ['True', 'False'],
    ['yes', 'No'],
  ])('asks for pages by a cursor, also that of the last record, while there are more: %s, %s', async (more, none) => {
    const origin = await serveHttp(async (request, response) => {
      const after = new URLSearchParams(await text(request)).get('starting_after');
      sendJson(
        response,
        after === null
          ? { data: rowsOf(0, 2), has_more: more }
          : { data: rowsOf(Number(after) + 1, 1), has_more: none },
      );
    });
    const paged = { paging: 'cursor', page_in: 'body', page_parameter: 'starting_after' };
    expect(
      await fetchReportText({
        url: origin,
        form: { limit: 2 },
        rows: 'data',
        ...paged,
        next_field: 'data.-1.id',
        more_field: 'has_more',
      }),
    ).toBe(linesOf(3));
  });

  it.each([
    ['an address in the answer', { paging: 'next_url', next_field: 'links.next' }],
    ['the Link header', { paging: 'link_header' }],
  ])('asks for pages by %s, with the key', async (_, paged) => {
    const seen: unknown[] = [];
    const origin = await serveHttp((request, response) => {
      seen.push(`${request.url} ${request.headers.authorization}`);
      const isFirst = request.url === '/r?x=1';
      const links = isFirst ? { next: '/r?cursor=b' } : { next: null };
      sendJson(
        response,
        { data: rowsOf(isFirst ? 0 : 1, 1), links },
        isFirst ? { link: `<${'/r?cursor=a'}>; rel="previous", </r?cursor=b>; rel="next"` } : {},
      );
    });
    expect(await fetchReportText({ url: `${origin}/r?x=1`, rows: 'data', ...paged }, { key: reportKey(origin) })).toBe(
      linesOf(2),
    );
    expect(seen).toEqual([`/r?x=1 Bearer ${TOKEN}`, `/r?cursor=b Bearer ${TOKEN}`]);
  });

  it('find the next link among several', () => {
    expect(nextLink('<https://a/1>; rel=prev, <https://a/3,4>; title="x"; rel="last next"')).toBe('https://a/3,4');
    expect(nextLink('<https://a/1>; rel="nextish"')).toBeNull();
    // A comma or a bracket in quotes ends nothing.
    expect(nextLink('<https://a/2>; title="a, <b>; rel=prev"; rel="next"')).toBe('https://a/2');
    expect(nextLink('<https://a/1>; title="\\"x\\", y"; rel=prev , <https://a/3>;rel=next;rel=prev')).toBe(
      'https://a/3',
    );
    for (const malformed of ['https://a/2; rel=next', '<https://a/2; rel=next', '<https://a/2>; rel="next'])
      expect(() => nextLink(malformed), malformed).toThrow('malformed');
    expect(nextLink(undefined)).toBeNull();
  });

  it.each<[string, Parameters, (page: number) => unknown, string, RegExp]>([
    [
      'a cursor that comes twice',
      { paging: 'cursor', next_field: 'next' },
      () => ({ rows: rowsOf(0, 1), next: 'a' }),
      'SOURCE_ANSWER_INVALID',
      /page 2 leads back to an earlier page/,
    ],
    [
      'a page that is the same again',
      { paging: 'page' },
      () => ({ rows: rowsOf(0, 1) }),
      'SOURCE_ANSWER_INVALID',
      /page 2 leads back/,
    ],
    [
      'a next page at another host',
      { paging: 'next_url', next_field: 'next' },
      () => ({ rows: [], next: 'https://other.example/2' }),
      'SOURCE_ANSWER_INVALID',
      /at another host/,
    ],
    [
      'fewer records than there are',
      { paging: 'offset', total_field: 'total' },
      (page) => ({ rows: rowsOf(page, page === 0 ? 2 : 0), total: 3 }),
      'SOURCE_ANSWER_INVALID',
      /ended after 2 of 3 records/,
    ],
    [
      'more pages than allowed',
      { paging: 'page', max_pages: 2 },
      (page) => ({ rows: rowsOf(page, 1) }),
      'PARAMETER_INVALID',
      /max_pages is 2, and there are more pages/,
    ],
    [
      'an error beside no records',
      {},
      () => ({ rows: [], error: { code: 190, message: 'expired token' } }),
      'SOURCE_ANSWER_INVALID',
      /page 1 has an error beside no records, it is .*expired token/,
    ],
    [
      'no success beside no records',
      {},
      () => ({ rows: [], ok: false, reason: 'quota' }),
      'SOURCE_ANSWER_INVALID',
      /page 1 has an error beside no records, it is .*quota/,
    ],
    [
      'an error beside no records, below',
      { rows: 'data.rows' },
      () => ({ data: { rows: [], errors: ['quota'] } }),
      'SOURCE_ANSWER_INVALID',
      /page 1 has an error beside no records, it is .*quota/,
    ],
    [
      'errors beside records',
      { rows: 'data.rows' },
      () => ({ data: { rows: rowsOf(0, 1) }, errors: [{ message: 'campaigns timed out' }] }),
      'SOURCE_ANSWER_INVALID',
      /page 1 has records beside its errors: \[\{"message":"campaigns timed out"\}\]/,
    ],
    [
      'more pages without a cursor',
      { paging: 'cursor', next_field: 'next', more_field: 'more' },
      () => ({ rows: rowsOf(0, 1), more: true }),
      'SOURCE_ANSWER_INVALID',
      /says that there are more pages, and has nothing at next/,
    ],
    [
      'an answer without records',
      {},
      () => ({ error: { message: 'User request limit reached' } }),
      'SOURCE_ANSWER_INVALID',
      /page 1 has nothing at rows, it is \{"error":\{"message":"User request limit reached"\}\}/,
    ],
  ])('fail for %s', async (_, parameters, answer, code, message) => {
    let requests = 0;
    const origin = await serveHttp((__, response) => sendJson(response, answer(requests++)));
    const failure = fetchReportText({ url: origin, rows: 'rows', ...parameters });
    await expect(failure).rejects.toMatchObject({ code, message: expect.stringMatching(message) as unknown });
    expect(requests).toBeLessThan(4);
  });

  it('fail as a whole when the last one fails', async () => {
    let requests = 0;
    const origin = await serveHttp((_, response) => {
      requests += 1;
      if (requests < 3) sendJson(response, { rows: rowsOf(requests, 1) });
      else response.writeHead(500).end(`broken ${TOKEN}`);
    });
    const failure = fetchReportText({ url: origin, rows: 'rows', paging: 'page' }, { key: reportKey(origin) });
    await expect(failure).rejects.toMatchObject({ code: 'SOURCE_HTTP_ERROR' });
    await expect(failure).rejects.not.toThrow(TOKEN);
  });

  it.each([
    [{ paging: 'cursor', rows: 'rows' }, 'next_field'],
    [{ paging: 'page' }, 'rows'],
    [{ paging: 'page', rows: 'rows', page_in: 'body' }, 'page_in'],
    [{ rows: 'rows', output: 'csv' }, 'columns'],
    [{ body: {}, form: {} }, 'form'],
  ])('refuses %j', async (parameters: Parameters, parameter) => {
    await expect(fetchReportText({ url: 'http://example.com/', ...parameters })).rejects.toMatchObject({
      code: 'PARAMETER_INVALID',
      message: expect.stringContaining(parameter) as unknown,
    });
  });
});

describe('records', () => {
  const answered = async (
    body: string,
    parameters: Parameters,
    headers: Record<string, string> = {},
  ): Promise<string> => {
    const origin = await serveHttp((_, response) =>
      response.writeHead(200, headers).end(headers['content-encoding'] === undefined ? body : gzipSync(body)),
    );
    return fetchReportText({ url: origin, ...parameters });
  };

  it('keep numbers that a double cannot hold', async () => {
    const body = '[{"id":12345678901234567890,"cost":0.12345678901234567891,"text":"1e3"},\n{"id":1e400}]';
    expect(await answered(body, { rows: '.' })).toBe(
      '{"id":12345678901234567890,"cost":0.12345678901234567891,"text":"1e3"}\n{"id":1e400}\n',
    );
  });

  it('become columns, also from the objects around them, in either notation of names', async () => {
    const body = JSON.stringify({
      data: [
        {
          campaign: { id: '7' },
          days: [
            { date: 'a', stats: { costMicros: 5 } },
            { date: 'b, "c"', stats: {} },
          ],
        },
      ],
    });
    const parameters = { rows: 'data.days', columns: ['campaign.id', 'day=date', 'cost=stats.cost_micros'] };
    expect(await answered(body, parameters)).toBe(
      '{"campaign.id":"7","day":"a","cost":5}\n{"campaign.id":"7","day":"b, \\"c\\"","cost":null}\n',
    );
    expect(await answered(body, { ...parameters, output: 'csv' })).toBe('campaign.id,day,cost\n7,a,5\n7,"b, ""c""",\n');
  });

  it('records that are lists of values take the names that the answer gives', async () => {
    const table = { headers: [{ name: 'day' }, { name: 'clicks' }], rows: [['2026-02-28', 3]] };
    expect(await answered(JSON.stringify(table), { rows: 'rows', names_from: 'headers.name' })).toBe(
      '{"day":"2026-02-28","clicks":3}\n',
    );
    const nested = {
      d: [{ name: 'day' }],
      m: [{ name: 'clicks' }],
      rows: [{ dv: [{ value: 'x' }], mv: [{ value: '3' }] }],
    };
    const paths = {
      names_from: ['d.name', 'm.name'],
      values_from: ['dv.value', 'mv.value'],
      columns: ['day', 'clicks'],
    };
    expect(await answered(JSON.stringify(nested), { rows: 'rows', ...paths })).toBe('{"day":"x","clicks":"3"}\n');
  });

  it('records in another charset are read as the answer says, and bytes of none are refused', async () => {
    const send = async (type: string): Promise<string> => {
      const body = Buffer.from('{"rows":[{"a":"Café"}]}', 'latin1');
      const origin = await serveHttp((_, response) => response.writeHead(200, { 'content-type': type }).end(body));
      return fetchReportText({ url: origin, rows: 'rows' });
    };
    expect(await send('application/json; charset=ISO-8859-1')).toBe('{"a":"Café"}\n');
    await expect(send('application/json')).rejects.toMatchObject({ code: 'SOURCE_ANSWER_INVALID' });
  });

  it('records may be missing where the provider leaves an empty list out', async () => {
    expect(await answered('{}', { rows: 'rows', missing_rows: 'empty' })).toBe('');
    expect(await answered('{"rows":null}', { rows: 'rows', missing_rows: 'empty' })).toBe('');
    await expect(answered('{"rows":null}', { rows: 'rows' })).rejects.toMatchObject({ code: 'SOURCE_ANSWER_INVALID' });
    expect(await answered('{}', { rows: 'rows', missing_rows: 'empty', columns: ['a'], output: 'csv' })).toBe('a\n');
  });

  it('records are unpacked, and refused when they are not JSON', async () => {
    expect(await answered('{"rows":[{"a":1}]}', { rows: 'rows' }, { 'content-encoding': 'gzip' })).toBe('{"a":1}\n');
    await expect(answered('<html>', { rows: 'rows' })).rejects.toMatchObject({ code: 'SOURCE_ANSWER_INVALID' });
  });
});

describe('dates', () => {
  it('begin in the timezone of the download', async () => {
    let seen: string | undefined;
    const origin = await serveHttp((request, response) => {
      seen = request.url;
      response.end('x');
    });
    const query = { from: '{YYYY-MM-DD:iso}', to: '{YYYY-MM-DD:end}', s: '{YYYY-MM-DD:s}' };
    await fetchReportText({ url: `${origin}/r`, query, timezone: 'America/New_York' });
    expect(seen).toBe('/r?from=2026-02-28T05%3A00%3A00Z&to=2026-03-01T04%3A59%3A59Z&s=1772254800');
  });

  it('dates are written as the provider wants them', async () => {
    let seen: string | undefined;
    const origin = await serveHttp((request, response) => {
      seen = request.url;
      response.end('x');
    });
    const query = {
      next: '{YYYY-MM-DD+1}',
      from: '{YYYY-MM-DD:s}',
      to: '{YYYY-MM-DD+1:ms}',
      month: '{YYYY-MM-DD:month}',
      day: ['{DD}', '{YYYY+2:day}'],
    };
    await fetchReportText({ url: `${origin}/r`, query, timezone: 'UTC' });
    expect(seen).toBe('/r?next=2026-03-01&from=1772236800&to=1772323200000&month=2&day=28&day=2');
  });
});

it.each([
  [{ partial_rows: 'accept' }, { errors: ['slow'] }],
  [{ columns: ['id', 'errors'] }, { errors: ['slow'] }],
  [{}, { errors: [], error: null }],
  [{}, { status: 'failed' }],
])('records with %j are whole beside %j', async (parameters, beside) => {
  const origin = await serveHttp((_, response) => sendJson(response, { rows: rowsOf(0, 2), ...beside }));
  const text = await fetchReportText({ url: origin, rows: 'rows', ...parameters });
  expect(text.trim().split('\n')).toHaveLength(2);
});
