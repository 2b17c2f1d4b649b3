import { expect, it } from 'vitest';
import { type Answers, buildGraphqlServer } from '../../../test/graphql-server.ts';
import { EVENT_LIST } from '../../entities/event/event-list.ts';
import { readState } from '../../lib/address/url-state.ts';
import { utcToday } from '../../lib/dates.ts';
import { EVENTS_VIEW } from '../../screens/events/events-view.ts';
import { createClient } from '../client.ts';
import { createTransport } from '../http.ts';
import { takePrefetched } from '../prefetched.ts';
import { listParameters, listVariables } from './list-variables.ts';
import { prefetchList } from './prefetch-list.ts';

const NO_EVENTS = {
  events: { __typename: 'EventConnection', nodes: [], pageInfo: { hasNextPage: false, endCursor: null } },
};

const ANSWERS: Answers = { Events: () => NO_EVENTS };

function start() {
  const server = buildGraphqlServer(ANSWERS);
  const client = createClient(
    createTransport({
      account: 'acme',
      token: () => null,
      send: () => Promise.reject(new Error('The prefetch must use its own fetch.')),
      renew: () => Promise.resolve(false),
      onUnauthorized: () => undefined,
      onForbidden: () => undefined,
    }),
  );
  const ask = (search: string): void =>
    prefetchList(EVENT_LIST, EVENTS_VIEW)(client, new URLSearchParams(search), server.fetch);
  return { server, client, ask };
}

function questionOf(search: string): string {
  const values = readState(listParameters(EVENTS_VIEW), new URLSearchParams(search));
  return JSON.stringify(listVariables(EVENTS_VIEW, values, utcToday(new Date()), {}));
}

it('asks for the rows that the filters of the address select', async () => {
  const { server, ask } = start();
  ask('search=late');
  await expect.poll(() => server.requests.map(({ operation }) => operation)).toEqual(['Events']);
  expect(server.requests[0]?.variables).toMatchObject({ first: EVENTS_VIEW.pageSize, search: 'late' });
});

it('spares the list one request for the same question, and no other', () => {
  const { client, ask } = start();
  ask('');
  expect(takePrefetched(client, 'Events', questionOf('search=other'))).toBe(false);
  expect(takePrefetched(client, 'Events', questionOf(''))).toBe(true);
  expect(takePrefetched(client, 'Events', questionOf(''))).toBe(false);
});
