import { gql } from 'urql';
import { expect, it } from 'vitest';
import { describeReports, reportError } from '../lib/error-report.ts';
import { createClient } from './client.ts';

const ITEMS = gql`
  query Items {
    items
  }
`;
/** Sends a query to a server with this answer; the reports that it leads to, as support reads them. */
async function reportsOf(send: typeof fetch): Promise<readonly string[]> {
  const mark = crypto.randomUUID();
  reportError({ source: mark, error: 'before the query' });
  await createClient({ fetch: send }).query(ITEMS, {}).toPromise();
  const reports = describeReports().split('\n');
  return reports.slice(
    0,
    reports.findIndex((line) => line.includes(mark)),
  );
}

const answer =
  (status: number, body: object): typeof fetch =>
  async () =>
    Response.json(body, { status, headers: { 'Request-ID': 'r-1' } });
const ERRORS = { data: null, errors: [{ message: 'Something broke.' }] };

it('reports GraphQL errors and server errors with the query and the Request-ID', async () => {
  expect(await reportsOf(answer(200, ERRORS))).toEqual([expect.stringMatching(/ · Items · .+ · Request-ID r-1$/)]);
  expect(await reportsOf(answer(502, {}))).toEqual([expect.stringMatching(/ · Items · .+ · Request-ID r-1$/)]);
});

it('reports requests without a response', async () => {
  const unreachable = async (): Promise<Response> => {
    throw new TypeError('Failed to fetch');
  };
  expect(await reportsOf(unreachable)).toEqual([expect.stringContaining(' · Items · ')]);
});

it('"Error reporting ignores 403s and cancelled requests."', async () => {
  expect(await reportsOf(answer(403, ERRORS))).toEqual([]);
  const cancelled = async (): Promise<Response> => {
    throw new DOMException('The page was left.', 'AbortError');
  };
  expect(await reportsOf(cancelled)).toEqual([]);
});
