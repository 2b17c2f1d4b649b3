import { beforeAll, describe, expect, test } from 'vitest';
import { addEvent } from '../../../testing/fill-account.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';

const A_TEXT: unknown = expect.any(String);
const A_PERSON: unknown = expect.stringContaining('Person');

const server = useGraphqlServer();
const account = useAccount(server);
const elsewhere = useAccount(server);
const operator = useClient(server, account, ['operator']);
const developer = useClient(server, account, ['developer']);
const viewer = useClient(server, account, ['viewer']);
const ids: Record<string, string> = {};

beforeAll(async () => {
  ids['event'] = await addEvent(server.database, account, { severity: 'error' });
  ids['foreign'] = await addEvent(server.database, elsewhere, { severity: 'error' });
});

const MUTATION = `mutation($id: ID!, $comment: String!) { save_event(id: $id, comment: $comment) {
  ... on Event { id comment commented_on commented_by { name } } ... on NotFoundError { message } } }`;

type Saved = { save_event: Record<string, unknown> };

const save = async (comment: string, by = operator, id = ids['event']): Promise<Saved['save_event']> =>
  (await by.data<Saved>(MUTATION, { id, comment })).save_event;

describe('a comment on an event', () => {
  test('a comment on an event is stored with its author and time, and listed with comments', {
    tags: 'proof:event-comment',
  }, async () => {
    const before = Date.now();
    const saved = await save('  Known: the provider is down. ');
    expect(saved).toEqual({
      id: ids['event'],
      comment: 'Known: the provider is down.',
      commented_on: A_TEXT,
      commented_by: { name: A_PERSON },
    });
    expect(Date.parse(String(saved['commented_on']))).toBeGreaterThanOrEqual(before - 1_000);
    const { events } = await viewer.data<{ events: { nodes: { id: string }[] } }>(
      '{ events(withComments: true) { nodes { id } } }',
    );
    expect(events.nodes).toEqual([{ id: ids['event'] }]);
  });

  test('replaces an earlier one, also of another person', async () => {
    await save('First');
    const first = await save('Second', developer);
    const again = await save('Third');
    expect(again['comment']).toBe('Third');
    expect(again['commented_by']).not.toEqual(first['commented_by']);
  });

  test('a comment on an event is removed by a blank text', async () => {
    await save('To remove');
    expect(await save('  ')).toMatchObject({ comment: null, commented_on: null, commented_by: null });
  });

  test.each([
    ['an event of another account', () => ids['foreign']],
    ['an id that does not parse', () => 'nonsense'],
  ])('a comment on an event is refused for %s', async (_, id) => {
    expect(await save('Mine', operator, id())).toEqual({ message: 'There is no such event.' });
  });

  test('a comment on an event is refused beyond 2,000 characters', async () => {
    const answer = await operator.ask(MUTATION, { id: ids['event'], comment: 'x'.repeat(2_001) });
    expect(answer.errors[0]?.message).toBe('comment has 2001 characters; at most 2000 are stored. Shorten it.');
  });

  test('needs manage-pipelines', async () => {
    const answer = await viewer.ask(MUTATION, { id: ids['event'], comment: 'Hello' });
    expect(answer.errors).toHaveLength(1);
    expect(answer.data).toBeNull();
  });
});
