import { describe, expect, test } from 'vitest';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { Conflict } from '../../graphql/value-types.ts';

const server = useGraphqlServer();
const account = useAccount(server);
const { ask } = useClient(server, account, ['operator']);

const LONG = 'x'.repeat(400_000);

describe('the answer to an argument of 400 kB', () => {
  const PLACES = {
    'a variable of another type': ['query($a: SortColumn) { downloads(sortBy: $a) { nodes { id } } }', LONG],
    'a number that is a text': ['query($a: Int) { downloads(first: $a) { nodes { id } } }', LONG],
    'a word that the program does not know': ['query($a: String!) { pause(kind: $a, name: "none") { kind } }', LONG],
    'a name that nothing has': [
      'mutation($a: String!) { pause(kind: "download", name: $a, reason: "none") { ... on Refusal { message } } }',
      LONG,
    ],
  } as const;
  test('a refusal in the data is not longer than one of the request', () => {
    expect(new Conflict(`The key ${LONG} is paused already.`).message.length).toBeLessThan(5_000);
  });

  test.each(Object.entries(PLACES))('%s is not repeated whole', async (_, [query, a]) => {
    const answer = await ask(query, { a });
    expect(JSON.stringify(answer)).toContain('xxx');
    expect(JSON.stringify(answer).length).toBeLessThan(5_000);
  });
});
