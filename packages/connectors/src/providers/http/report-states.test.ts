import type { PlanValue } from '@switchboard/model/plan';
import { expect, it } from 'vitest';
import { buildContext } from '../../testing/context.ts';
import { fetchReportText } from '../../testing/http-report.ts';
import { serveHttp } from '../../testing/http-server.ts';
import { source } from './source.ts';

const poll = (origin: string, state: PlanValue) =>
  source.fetch(
    {
      name: 'ads',
      parameters: { url: `${origin}/reports`, async: true, status_url: `${origin}/reports/{report_id}` },
      key: null,
      reportDate: '2026-03-04',
      state,
    },
    buildContext(),
  );

it.each([
  ['an unknown state', 200, '{"status":"Job Skipped"}', 'the state job skipped: {"status":"Job Skipped"}'],
  ['no state', 200, '{"state":"completed"}', 'nothing at status: {"state":"completed"}'],
  ['202 without a body', 202, '', 'nothing at status: {}'],
])('waits for a report of which the answer has %s, and names it when it gives up', async (_, status, body, named) => {
  const origin = await serveHttp((__, response) => response.writeHead(status).end(body));
  const at = (orderedAt: number) => poll(origin, { reportId: 'a', orderedAt });
  expect(await at(Date.UTC(2026, 2, 5, 5, 59))).toMatchObject({ kind: 'requested' });
  await expect(at(Date.UTC(2026, 2, 4))).rejects.toThrow(named);
});

it('records that are still being made are not taken for none', async () => {
  const origin = await serveHttp((_, response) => response.writeHead(202).end('{"rows":[]}'));
  await expect(fetchReportText({ url: origin, rows: 'rows' })).rejects.toMatchObject({ code: 'SOURCE_HTTP_ERROR' });
});
