import type { Fault, FaultPoint } from '@switchboard/model/faults';
import { useFolder } from '@switchboard/model/testing/use-folder';
import { describe, expect, it } from 'vitest';
import { buildContext } from '../../testing/context.ts';
import { buildContent, buildDelivery } from '../../testing/delivery.ts';
import { useDatabase } from '../../testing/use-database.ts';
import { destination } from './destination.ts';

const database = useDatabase();
const folder = useFolder('postgres-frozen');

describe('an attempt that is frozen with its transaction open', () => {
  it.each<FaultPoint>(['mid-upload', 'before-commit'])(
    'an attempt that is frozen at %s neither holds up the next one nor writes',
    async (point) => {
      const table = `daily_${point.replace('-', '_')}`;
      const content = buildContent(folder, 'site,clicks,revenue', ['a,1,2.500000', 'b,2,1.000000']);
      const request = buildDelivery(content, { parameters: { table }, key: database.key });
      const frozen = Promise.withResolvers<void>();
      const woken = Promise.withResolvers<void>();
      const fault: Fault = async (reached) => {
        if (reached !== point) return;
        frozen.resolve();
        await woken.promise;
      };
      const first = destination.deliver(request, buildContext({ fault }));
      // Awaited below; it may be cut off before.
      first.catch(() => undefined);
      await frozen.promise;
      // Less than anybody waits for a lock.
      const second = await destination.deliver(
        { ...request, attempt: 2 },
        buildContext({ signal: AbortSignal.timeout(20_000) }),
      );
      expect(second).toMatchObject({ rows: 2, alreadyDelivered: false });
      const writers = `select distinct xmin from ${table} union all
        select xmin from _switchboard_loads where target = '${table}'`;
      const before = await database.rows(writers);
      woken.resolve();
      // Cut off in the middle of its commit, it finds the result there.
      await first.catch(() => undefined);
      expect(await database.rows(writers)).toEqual(before);
      expect(await database.rows(`select site, clicks from ${table} order by 1`)).toEqual([
        ['a', '1'],
        ['b', '2'],
      ]);
    },
  );

  it('an attempt that wakes up before it has begun leaves the next one alone', async () => {
    const content = buildContent(folder, 'site,clicks,revenue', ['c,1,2.500000']);
    const request = buildDelivery(content, { parameters: { table: 'late' }, key: database.key });
    const begun = Promise.withResolvers<void>();
    const going = Promise.withResolvers<void>();
    const fault: Fault = async (point) => {
      if (point !== 'mid-upload') return;
      begun.resolve();
      await going.promise;
    };
    const second = destination.deliver({ ...request, attempt: 2 }, buildContext({ fault }));
    await begun.promise;
    const first = destination.deliver(request, buildContext());
    const waiting =
      "select 1 from pg_stat_activity where application_name = 'switchboard u1 1' and wait_event_type = 'Lock'";
    await expect.poll(() => database.rows(waiting)).toHaveLength(1);
    going.resolve();
    expect(await second).toMatchObject({ rows: 1 });
    expect(await first).toMatchObject({ rows: 1, alreadyDelivered: true });
    expect(await database.rows('select site from late')).toEqual([['c']]);
  });
});
