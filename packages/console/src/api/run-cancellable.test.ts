import { gql } from 'urql';
import { expect, it } from 'vitest';
import { createClient } from './client.ts';
import { runCancellable } from './run-cancellable.ts';

const RUN = gql<{ run: string }, { name: string }>('mutation Run($name: String!) { run(name: $name) }');

it('ends the request of a mutation that is cancelled, and answers one that is not', async () => {
  const ended: string[] = [];
  const client = createClient({
    fetch: (_input, init) => {
      const { variables } = JSON.parse(init?.body as string) as { variables: { name: string } };
      if (variables.name === 'quick') return Promise.resolve(Response.json({ data: { run: 'done' } }));
      return new Promise((_, reject) => {
        init?.signal?.addEventListener('abort', () => {
          ended.push(variables.name);
          reject(new DOMException('Aborted', 'AbortError'));
        });
      });
    },
  });
  const results: unknown[] = [];
  const cancel = runCancellable(client, RUN, { name: 'slow' }, ({ data }) => results.push(data));
  await expect.poll(() => ended).toEqual([]);
  cancel();
  await expect.poll(() => ended).toEqual(['slow']);
  runCancellable(client, RUN, { name: 'quick' }, ({ data }) => results.push(data));
  await expect.poll(() => results).toEqual([{ run: 'done' }]);
});
