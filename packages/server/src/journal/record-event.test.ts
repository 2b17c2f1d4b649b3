import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { useAccount } from '../../testing/hooks/use-account.ts';
import { useDatabase } from '../../testing/hooks/use-database.ts';
import { recordEvent } from './record-event.ts';

const { database } = useDatabase();
const account = useAccount({ database });

it('an event whose transaction waited for another comes after the events of the other', async () => {
  const record = (severity: 'info' | 'warn') => (tx: Parameters<typeof recordEvent>[0]) =>
    recordEvent(tx, {
      accountId: account.accountId,
      severity,
      code: 'BACKFILL_CANCELLED',
      parameters: { person: 'Olivia', title: 'Again', stopped: 1 },
    });
  const began = Promise.withResolvers<void>();
  const other = Promise.withResolvers<void>();
  const late = database.withAccount(account.accountId, async (tx) => {
    await sql`select 1`.execute(tx);
    began.resolve();
    await other.promise;
    await record('warn')(tx);
  });
  await began.promise;
  await database.withAccount(account.accountId, record('info'));
  other.resolve();
  await late;
  const events = await account.rows(sql<{ severity: string }>`select severity from event order by created, id`);
  expect(events.map(({ severity }) => severity)).toEqual(['info', 'warn']);
});
