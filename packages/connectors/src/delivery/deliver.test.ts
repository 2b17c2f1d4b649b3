import { expect, it } from 'vitest';
import { buildContext } from '../testing/context.ts';
import { buildDelivery } from '../testing/delivery.ts';
import { CommitConflict } from './commit-conflict.ts';
import { deliver } from './deliver.ts';

const CONTENT = { format: 'csv', path: 'rows.csv', bytes: 6, rows: 1, sha256: 'ffffff' } as const;
const REFUSED = new Error('SWITCHBOARD_LEDGER_CHANGED');

/** Delivers fence 4 to a place where each commit comes after that of the next of `others`. */
function deliverBehind(others: readonly number[]): {
  readonly result: Promise<unknown>;
  readonly writes: () => number;
} {
  const left = [...others];
  let held: number | null = null;
  let writes = 0;
  const result = deliver(buildDelivery(CONTENT, { fence: 4 }), buildContext(), {
    destination: 'a table',
    translateError: (error) => error,
    withRound: (work) =>
      work({
        exists: async () => held !== null,
        readLedger: async () => (held === null ? null : { fence: held, epoch: 0, sha256: `${held}` }),
        async write() {
          writes += 1;
          return {
            bytes: 6,
            discard: async () => undefined,
            async commit() {
              const other = left.shift();
              if (other === undefined) return;
              held = other;
              throw new CommitConflict('changed', REFUSED, { mayBeOwn: false });
            },
          };
        },
      }),
  });
  return { result, writes: () => writes };
}

it('delivers after three older results that are committed first', async () => {
  const { result, writes } = deliverBehind([1, 2, 3]);
  expect(await result).toMatchObject({ rows: 1, alreadyDelivered: false });
  expect(writes()).toBe(4);
});

it('a newer result that overtakes the last commit supersedes the delivery', async () => {
  const { result, writes } = deliverBehind([1, 2, 3, 5]);
  await expect(result).rejects.toMatchObject({ code: 'DESTINATION_SUPERSEDED' });
  expect(writes()).toBe(4);
});

it('a delivery is retried later when older results are committed first in every round', async () => {
  const { result, writes } = deliverBehind([1, 2, 3, 3]);
  await expect(result).rejects.toMatchObject({ code: 'DESTINATION_BUSY', class: 'transient', cause: REFUSED });
  expect(writes()).toBe(4);
});
