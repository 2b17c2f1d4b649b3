import { gql } from 'urql';
import { afterEach, expect, it } from 'vitest';
import { type ErrorReport, onErrorReport } from '../lib/error-report.ts';
import { createClient } from './client.ts';

const ITEMS = gql`
  query Items {
    items
  }
`;
const stops: (() => void)[] = [];

afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** Sends a query to a server with this answer; the reports that it leads to. */
async function reportsOf(send: typeof fetch): Promise<readonly ErrorReport[]> {
  const reports: ErrorReport[] = [];
  stops.push(onErrorReport((report) => reports.push(report)));
  await createClient({ fetch: send }).query(ITEMS, {}).toPromise();
  return reports;
}

const answer =
  (status: number, body: object): typeof fetch =>
  async () =>
    Response.json(body, { status, headers: { 'Request-ID': 'r-1' } });
const ERRORS = { data: null, errors: [{ message: 'Something broke.' }] };

it('reports GraphQL errors and server errors with the query and the Request-ID', async () => {
  expect(await reportsOf(answer(200, ERRORS))).toMatchObject([{ source: 'Items', requestId: 'r-1' }]);
  expect(await reportsOf(answer(502, {}))).toMatchObject([{ source: 'Items', requestId: 'r-1' }]);
});

it('reports requests without a response', async () => {
  const unreachable = async (): Promise<Response> => {
    throw new TypeError('Failed to fetch');
  };
  expect(await reportsOf(unreachable)).toMatchObject([{ source: 'Items' }]);
});

it('"Error reporting ignores 403s and cancelled requests."', async () => {
  expect(await reportsOf(answer(403, ERRORS))).toEqual([]);
  const cancelled = async (): Promise<Response> => {
    throw new DOMException('The page was left.', 'AbortError');
  };
  expect(await reportsOf(cancelled)).toEqual([]);
});
