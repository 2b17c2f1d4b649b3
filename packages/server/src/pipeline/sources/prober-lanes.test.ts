import { LIMITS } from '@switchboard/model/limits';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { BuiltAccount } from '../../../testing/build-account.ts';
import { MINUTE, useFileWorld } from '../../../testing/hooks/use-file-world.ts';
import { type ProberDeps, startProber } from './prober.ts';

const world = useFileWorld();

describe('probes that hang', () => {
  it('do not delay other accounts', async () => {
    const [stuck, other] = [await world.declare('2026-11-20T00:00:00Z'), await world.declare('2026-11-20T00:00:00Z')];
    world.put(stuck, 'in/ads_20261119.csv', 'a');
    world.put(other, 'in/ads_20261119.csv', 'b');
    // Due once the other one hangs.
    await world.rows(other, sql`update download_declaration set next_due = '2026-11-20T12:01:00Z' returning name`);
    await world.schedule();
    const hanging = hangingFor(stuck);
    const prober = startProber(hanging.deps);
    onTestFinished(() => prober.stop());
    await hanging.reached;
    world.now += MINUTE;
    await world.schedule();
    await untilShown(other, ['2026-11-19 queued ready in/ads_20261119.csv']);
    expect(await world.shown(stuck)).toEqual(['2026-11-19 queued held']);
    hanging.goOn();
    await untilShown(stuck, ['2026-11-19 queued ready in/ads_20261119.csv']);
    await prober.stop();
  });

  it('end with their program, and leave the source to the next one', async () => {
    const account = await world.declare('2026-11-20T00:00:00Z');
    world.put(account, 'in/ads_20261119.csv', 'a');
    await world.schedule();
    const hanging = hangingFor(account);
    const prober = startProber(hanging.deps);
    onTestFinished(() => prober.stop());
    await hanging.reached;
    await prober.stop();
    await world.probe();
    expect(await world.shown(account)).toEqual(['2026-11-19 queued held']);
    world.now += LIMITS.probeLease;
    await world.probe();
    expect(await world.shown(account)).toEqual(['2026-11-19 queued ready in/ads_20261119.csv']);
  });
});

const untilShown = (account: BuiltAccount, rows: readonly string[]): Promise<void> =>
  expect.poll(() => world.shown(account)).toEqual(rows);

/** A prober whose listings of one account start and hang until `goOn`. */
function hangingFor(account: BuiltAccount): { deps: ProberDeps; reached: Promise<void>; goOn: () => void } {
  const reached = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const prepare: ProberDeps['prepare'] = async (accountId, signal) => {
    const context = await world.deps.prepare(accountId, signal);
    const file = context.connectors.get('file');
    const opened = await file?.source?.();
    const list = opened?.list;
    if (accountId !== account.accountId || !file || !opened || !list) return context;
    const hanging: typeof list = async (request, listing) => {
      reached.resolve();
      await held.promise;
      return list(request, listing);
    };
    const source = async () => ({ ...opened, list: hanging });
    return { ...context, connectors: new Map([...context.connectors, ['file', { ...file, source }]]) };
  };
  return { deps: { ...world.deps, prepare }, reached: reached.promise, goOn: held.resolve };
}
