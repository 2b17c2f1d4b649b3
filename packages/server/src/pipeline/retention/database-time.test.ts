import { sql } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import { useDatabase } from '../../../testing/hooks/use-database.ts';
import { readDatabaseTime } from './database-time.ts';

const { database } = useDatabase();

afterEach(() => void vi.useRealTimers());

test('the time is that of the database, also on a machine whose clock is years ahead', async () => {
  const read = async (): Promise<number> =>
    (
      await database.withSystem((tx) => sql<{ at: Date }>`select clock_timestamp() as at`.execute(tx))
    ).rows[0]?.at.getTime() ?? Number.NaN;
  vi.useFakeTimers({ now: Date.parse('2041-01-01T00:00:00Z'), toFake: ['Date'] });
  const before = await read();
  const time = (await readDatabaseTime(database))();
  expect(time).toBeGreaterThanOrEqual(before);
  expect(time).toBeLessThan(Date.parse('2041-01-01T00:00:00Z'));
});
