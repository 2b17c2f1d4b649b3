import { beforeAll, expect, test } from 'vitest';
import { addEvent } from '../../../testing/fill-account.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { barDays } from './queries-histogram.ts';

const server = useGraphqlServer();
const account = useAccount(server);
const elsewhere = useAccount(server);
const viewer = useClient(server, account, ['viewer']);

beforeAll(async () => {
  const { database } = server;
  const add = (created: string, severity: string, project = 'sales') =>
    addEvent(database, account, { created, severity, project });
  await add('2026-11-18T23:59:59Z', 'info');
  await add('2026-11-19T00:00:00Z', 'warn');
  await add('2026-11-19T12:00:00Z', 'error', 'ads');
  await add('2026-11-19T23:59:59Z', 'fatal');
  await add('2026-11-20T00:00:00Z', 'debug');
  await addEvent(database, elsewhere, { created: '2026-11-19T12:00:00Z', severity: 'error' });
});

type Bar = { start: string; end: string } & Record<'errors' | 'warnings' | 'info', { count: number }>;

const bars = async (filter: string): Promise<(string | number)[][]> => {
  const { event_histogram: found } = await viewer.data<{ event_histogram: { bars: Bar[] } }>(
    `{ event_histogram(${filter}) { bars { start end errors { count } warnings { count } info { count } } } }`,
  );
  return found.bars.map(({ start, errors, warnings, info }) => [start, errors.count, warnings.count, info.count]);
};

const RANGE = 'created_after: "2026-11-18", created_before: "2026-11-20"';

test('counts the events of each day by severity', async () => {
  expect(await bars(RANGE)).toEqual([
    ['2026-11-18', 0, 0, 1],
    ['2026-11-19', 2, 1, 0],
    ['2026-11-20', 0, 0, 1],
  ]);
});

test.each([
  ['a project', `${RANGE}, project: ["ads"]`, [0, 1, 0]],
  ['a text', `${RANGE}, search: "nothing like it"`, [0, 0, 0]],
])('counts under the filter by %s', async (_, filter, errors) => {
  expect((await bars(filter)).map(([, count]) => count)).toEqual(errors);
});

test('ends today without a range', async () => {
  const found = await bars('project: ["sales"]');
  expect(found).toHaveLength(31);
  expect(found.at(-1)?.[0]).toBe(new Date().toISOString().slice(0, 10));
});

test('gives bars of several days to long ranges', () => {
  const days = barDays({ created_after: '2026-01-01', created_before: '2026-03-05' }, '2026-11-20');
  expect(days).toHaveLength(22);
  expect(days[0]).toEqual({ start: '2026-01-01', end: '2026-01-03' });
  expect(days.at(-1)).toEqual({ start: '2026-03-05', end: '2026-03-05' });
});

test('refuses a range that ends before it starts', async () => {
  const { errors } = await viewer.ask(
    '{ event_histogram(created_after: "2026-11-20", created_before: "2026-11-19") { bars { start } } }',
  );
  expect(errors[0]?.message).toBe('created_before 2026-11-19 lies before created_after 2026-11-20.');
});

test.each([
  ['created_after: "0000-01-01"', 5],
  ['created_after: "0001-01-01", created_before: "9999-12-31"', 5],
  ['created_before: "0001-01-01"', 0],
  ['created_after: "2026-11-20", created_before: "9999-12-31"', 1],
])('a day at an end of the calendar selects what lies on its side: %s', async (filter, count) => {
  const { events } = await viewer.data<{ events: { nodes: object[] } }>(
    `{ events(first: 20, ${filter}) { nodes { id } } }`,
  );
  expect(events.nodes).toHaveLength(count);
  const counted = (await bars(`${filter}, project: ["sales", "ads"]`)).flatMap(([, ...counts]) => counts);
  expect(counted.reduce((sum: number, each) => sum + Number(each), 0)).toBe(count);
});
