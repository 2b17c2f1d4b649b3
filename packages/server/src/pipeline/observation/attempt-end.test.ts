import { sql } from 'kysely';
import { type Logger, pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { buildDownload } from '../../../testing/build-account.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useDatabase } from '../../../testing/hooks/use-database.ts';
import { METRICS } from '../../observe/metrics.ts';
import { type ClaimedUnit, claimUnit, revokeUnit } from '../../units/unit.ts';
import { readEnd } from './attempt-end.ts';
import { observeAttempt } from './observe-attempt.ts';

const { database } = useDatabase();
const account = useAccount({ database });

async function claimed(): Promise<ClaimedUnit> {
  const unitId = await buildDownload(database, account);
  const unit = await database.withAccount(account.accountId, (tx) => claimUnit(tx, { ...account, unitId }, 'w'));
  if (!unit) throw new Error('The unit was not taken.');
  return unit;
}

const leasesLost = async (): Promise<number> =>
  (await METRICS.leasesLost.get()).values
    .filter(({ labels }) => labels.how === 'superseded')
    .reduce((sum, { value }) => sum + value, 0);

/** The outcome that is logged, and the leases counted as lost, of an attempt during which this happens. */
async function outcomeOf(during: (unit: ClaimedUnit) => Promise<unknown>): Promise<{ outcome: unknown; lost: number }> {
  const unit = await claimed();
  const lines: string[] = [];
  const log: Logger = pino({ base: null }, { write: (line: string) => void lines.push(line) });
  const before = await leasesLost();
  await observeAttempt(log, unit, async () => {
    await during(unit);
    return database.withAccount(account.accountId, (tx) => readEnd(tx, unit));
  });
  const last = JSON.parse(lines.at(-1) ?? '{}') as { outcome?: unknown };
  return { outcome: last.outcome, lost: (await leasesLost()) - before };
}

describe('an attempt', () => {
  test.each(['cancelled', 'abandoned'])('an attempt whose unit was %s meanwhile has lost no lease', async (status) => {
    const end = await outcomeOf((unit) =>
      database.withAccount(account.accountId, async (tx) => {
        await revokeUnit(tx, unit);
        await sql`update download set status = ${status}, finished = now() where id = ${unit.unitId}`.execute(tx);
      }),
    );
    expect(end).toEqual({ outcome: status, lost: 0 });
  });

  test.each(['queued', 'completed'])(
    'an attempt that another one replaced is superseded, also when the download is %s',
    async (status) => {
      const end = await outcomeOf((unit) =>
        database.withAccount(account.accountId, async (tx) => {
          await sql`update unit set attempt = attempt + 1 where id = ${unit.unitId}`.execute(tx);
          await sql`update download set status = ${status} where id = ${unit.unitId}`.execute(tx);
        }),
      );
      expect(end).toEqual({ outcome: 'superseded', lost: 1 });
    },
  );
});
