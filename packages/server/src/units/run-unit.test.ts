import { PipelineError } from '@switchboard/model/errors/errors';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { buildDownload } from '../../testing/build-account.ts';
import { useAccount } from '../../testing/hooks/use-account.ts';
import { useDatabase, useQueue } from '../../testing/hooks/use-database.ts';
import { recordSuperseded } from '../pipeline/attempts/record-failure.ts';
import { runUnit, type UnitHandlers } from './run-unit.ts';
import { type ClaimedUnit, claimUnit, postponeUnit } from './unit.ts';

const used = useDatabase();
const { database } = used;
const queue = useQueue(used);
const account = useAccount(used);

const claim = async (unitId: string, worker: string): Promise<ClaimedUnit> => {
  const unit = await database.withAccount(account.accountId, (tx) =>
    claimUnit(tx, { accountId: account.accountId, unitId }, worker),
  );
  if (!unit) throw new Error('not claimed');
  return unit;
};

/** An attempt that is aborted because it could not renew its lease. */
async function failRenewal(unit: ClaimedUnit): Promise<void> {
  const abort = new AbortController();
  abort.abort(new PipelineError('STALE_ATTEMPT', { attempt: unit.attempt, current: 'unknown' }));
  const handlers: UnitHandlers = {
    prepare: () => Promise.reject(new Error('its sockets were closed')),
    onFailed: () => Promise.reject(new Error('the attempt is stale, not failed')),
    onSuperseded: (lost) => recordSuperseded({ database }, lost),
  };
  await runUnit({ database, queue }, handlers, unit, abort);
}

const eventsOf = async (unitId: string): Promise<unknown[]> =>
  (
    await database.withAccount(account.accountId, (tx) =>
      sql`select severity, code, message from event where download_id = ${unitId}`.execute(tx),
    )
  ).rows;

describe('an attempt that could not renew its lease', () => {
  it('records the attempt that has taken over', async () => {
    const id = await buildDownload(database, account);
    const frozen = await claim(id, 'frozen');
    await database.withAccount(account.accountId, (tx) => postponeUnit(tx, frozen, 0, true));
    await claim(id, 'other');
    await failRenewal(frozen);
    expect(await eventsOf(id)).toEqual([
      {
        severity: 'info',
        code: 'STALE_ATTEMPT',
        message: 'Attempt 1 superseded by attempt 2; result discarded.',
      },
    ]);
  });

  it('records nothing while no other attempt has taken over: the reconciler reports the stopped worker once the lease expires', async () => {
    const id = await buildDownload(database, account);
    const frozen = await claim(id, 'frozen');
    await failRenewal(frozen);
    expect(await eventsOf(id)).toEqual([]);
  });
});
