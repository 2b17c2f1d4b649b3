import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { buildAccount, buildDownload } from '../../testing/build-account.ts';
import { useAccount } from '../../testing/hooks/use-account.ts';
import { useDatabase } from '../../testing/hooks/use-database.ts';
import { changeStatus } from '../pipeline/state/unit-status.ts';
import { type ClaimedUnit, claimUnit, fenceUnit, finishUnit, postponeUnit, renewLease, revokeUnit } from './unit.ts';

const { database } = useDatabase();
const account = useAccount({ database });
const { inAccount } = account;

const claim = (unitId: string, worker = 'w1'): Promise<ClaimedUnit | null> =>
  database.withAccount(account.accountId, (tx) => claimUnit(tx, { accountId: account.accountId, unitId }, worker));
const claimed = async (unitId: string, worker?: string): Promise<ClaimedUnit> => {
  const unit = await claim(unitId, worker);
  if (!unit) throw new Error('not claimed');
  return unit;
};

describe('a unit of work', () => {
  it('a unit of work is claimed by exactly one of many workers', { tags: 'proof:unit-claimed-once' }, async () => {
    const id = await buildDownload(database, account);
    const claims = await Promise.all(Array.from({ length: 8 }, (_, index) => claim(id, `w${index}`)));
    expect(claims.filter((unit) => unit !== null)).toHaveLength(1);
    expect(claims.find((unit) => unit !== null)).toMatchObject({ attempt: 1, kind: 'download', retryCount: 0 });
  });

  it('a unit of work cannot be claimed before its next try, but after it', async () => {
    const id = await buildDownload(database, account);
    const first = await claimed(id);
    await inAccount((tx) => postponeUnit(tx, first, 60_000, true));
    expect(await claim(id)).toBeNull();
    await inAccount((tx) => sql`update unit set next_try = now() where id = ${id}`.execute(tx));
    expect(await claimed(id)).toMatchObject({ attempt: 2, retryCount: 1 });
  });

  it('does not let a superseded attempt renew its lease or write', {
    tags: 'proof:unit-superseded-attempt',
  }, async () => {
    const id = await buildDownload(database, account);
    const old = await claimed(id, 'paused');
    await inAccount((tx) => postponeUnit(tx, old, 0, true));
    const current = await claimed(id, 'next');
    expect(await inAccount((tx) => renewLease(tx, old))).toBe(false);
    expect(await inAccount((tx) => renewLease(tx, current))).toBe(true);
    await expect(inAccount((tx) => fenceUnit(tx, old))).rejects.toMatchObject({
      code: 'STALE_ATTEMPT',
      message: 'Attempt 1 superseded by attempt 2; result discarded.',
    });
    await inAccount((tx) => fenceUnit(tx, current));
  });

  it('rejects every attempt once it is revoked', { tags: 'proof:unit-revoked' }, async () => {
    const id = await buildDownload(database, account);
    const running = await claimed(id);
    await inAccount((tx) => revokeUnit(tx, running));
    await expect(inAccount((tx) => fenceUnit(tx, running))).rejects.toMatchObject({ code: 'STALE_ATTEMPT' });
    expect(await claim(id)).toBeNull();
  });

  it('rolls the fence back with everything else when the transaction fails', async () => {
    const id = await buildDownload(database, account);
    const unit = await claimed(id);
    await expect(
      inAccount(async (tx) => {
        await fenceUnit(tx, unit);
        await finishUnit(tx, unit);
        throw new Error('crash');
      }),
    ).rejects.toThrow('crash');
    expect(await inAccount((tx) => renewLease(tx, unit))).toBe(true);
  });

  it('does not exist for another account', async () => {
    const id = await buildDownload(database, account);
    const other = await buildAccount(database);
    const ref = { accountId: account.accountId, unitId: id };
    expect(await database.withAccount(other.accountId, (tx) => claimUnit(tx, ref, 'thief'))).toBeNull();
  });
});

describe('statuses', () => {
  it('follow only the legal transitions', async () => {
    const id = await buildDownload(database, account);
    const ref = { accountId: account.accountId, unitId: id };
    await expect(inAccount((tx) => changeStatus(tx, 'download', ref, 'completed'))).rejects.toMatchObject({
      code: 'INTERNAL',
    });
    await inAccount((tx) => changeStatus(tx, 'download', ref, 'downloading'));
    await inAccount((tx) => changeStatus(tx, 'download', ref, 'completed', [sql`row_count = 3`]));
    await expect(inAccount((tx) => changeStatus(tx, 'download', ref, 'downloading'))).rejects.toMatchObject({
      code: 'INTERNAL',
    });
  });
});
