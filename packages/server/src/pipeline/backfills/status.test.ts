import { BACKFILL_STATUSES } from '@switchboard/model/backfill';
import { noFault } from '@switchboard/model/faults';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildSource, buildUpload } from '../../../testing/build-plan.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { IDLE_QUEUE } from '../../../testing/idle-queue.ts';
import { advanceBackfills } from './jobs.ts';

const server = useGraphqlServer();
const DAILY = buildUpload('daily', { table: 'ads', destination: 'file · {YYYY-MM-DD}.csv' });
const account = useAccount(server, { sources: [buildSource('ads')], uploads: [DAILY] }, beforeEach);
const { data: dataOf } = useClient(server, account, ['beta_backfill'], beforeEach);

const advance = (): Promise<number> =>
  advanceBackfills({ database: server.database, queue: IDLE_QUEUE, fault: noFault });

const launched = async (): Promise<string> => {
  const { backfill } = await dataOf<{ backfill: { id: string } }>(
    `mutation { backfill: launch_backfill(upload_names: ["daily"], title: "Again", start_datetime: "2026-01-10T00:00:00.000Z",
      end_datetime: "2026-01-10T23:59:59.000Z") { ... on Backfill { id } } }`,
  );
  return backfill.id;
};
const statusOf = async (id: string): Promise<string> =>
  (await dataOf<{ backfill: { status: string } }>(`{ backfill(backfill_id: "${id}") { status } }`)).backfill.status;
const cancel = (id: string): Promise<unknown> =>
  dataOf(`mutation { saved: save_backfill(backfill_id: "${id}", status: "cancelled") {
    __typename ... on ConflictError { message } ... on Backfill { status } } }`);
const { rows: run } = account;

describe('a backfill', () => {
  it('a backfill is preparing, then running with all its pipelines, then completed with errors when they have failed', {
    tags: 'proof:backfill-status-progress',
  }, async () => {
    const id = await launched();
    expect(await statusOf(id)).toBe('preparing');
    await advance();
    expect(await statusOf(id)).toBe('running');
    await advance();
    expect(await statusOf(id)).toBe('running');
    await run(sql`update flow set status = 'FATAL' where backfill_id = ${id}`);
    await advance();
    expect(await statusOf(id)).toBe('completed_with_errors');
  });

  it.each(['preparing', 'running'] as const)(
    'a backfill that is %s can be cancelled',
    { tags: 'proof:backfill-cancellable' },
    async (status) => {
      const id = await launched();
      if (status === 'running') await advance();
      expect(await statusOf(id)).toBe(status);
      expect(await cancel(id)).toEqual({ saved: { __typename: 'Backfill', status: 'cancelled' } });
      await advance();
      expect(await statusOf(id)).toBe('cancelled');
    },
  );

  it.each(['completed', 'completed_with_errors', 'cancelled'] as const)(
    'a backfill that is %s stays so',
    { tags: 'proof:backfill-final' },
    async (status) => {
      const id = await launched();
      await run(
        sql`update backfill set status = ${status}, cancelled_on = ${status === 'cancelled' ? sql`now()` : null} where id = ${id}`,
      );
      expect(await cancel(id)).toEqual({
        saved: { __typename: 'ConflictError', message: 'The backfill is over, so it cannot be cancelled.' },
      });
      await advance();
      expect(await statusOf(id)).toBe(status);
      expect(BACKFILL_STATUSES).toContain(status);
    },
  );
});
