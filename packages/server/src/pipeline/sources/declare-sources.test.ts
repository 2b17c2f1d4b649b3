import type { Source } from '@switchboard/model/plan';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { BuiltAccount } from '../../../testing/build-account.ts';
import { buildAccount } from '../../../testing/build-account.ts';
import { buildPlan, buildSource } from '../../../testing/build-plan.ts';
import { buildFileSource, MINUTE, useFileWorld } from '../../../testing/hooks/use-file-world.ts';
import { declareSources } from './declare-sources.ts';

const world = useFileWorld();

/** Publishes a script of this source alone, in place of one with the source before. */
async function publish(account: BuiltAccount, source: Source, before?: Source): Promise<void> {
  const plan = buildPlan({ sources: [source] });
  await world.inAccount(account, async (tx) => {
    await sql`update changelist set plan = ${JSON.stringify(plan)}::jsonb where account_id = ${account.accountId}`.execute(
      tx,
    );
    await declareSources(tx, account.accountId, plan, {
      before: before && buildPlan({ sources: [before] }),
      now: world.now,
    });
  });
}

const schedule = (lookbackDays: number, hours = [6]) => ({
  ...buildFileSource().schedule,
  lookbackDays,
  hours,
});

it('case redeclared-source-waits: a source that is declared again with another type starts at its lookback, as a new name does', {
  tags: 'case:redeclared-source-waits',
}, async () => {
  const http = buildSource('ads', { schedule: schedule(0) });
  const file = buildFileSource({ schedule: schedule(3) });
  const account = await buildAccount(world.database, { sources: [http] });
  await publish(account, http);
  await world.schedule();
  world.put(account, 'in/ads_20261117.csv', 'a');
  await publish(account, file, http);
  await world.tick();
  expect(await world.shown(account)).toEqual([
    '2026-11-17 queued ready in/ads_20261117.csv',
    '2026-11-18 queued held',
    '2026-11-19 queued held',
  ]);
});

it('a source of files with another schedule is probed now, and one that is unchanged when it was due', async () => {
  const file = buildFileSource({ schedule: schedule(1) });
  const account = await buildAccount(world.database, { sources: [file] });
  await publish(account, file);
  await world.tick();
  const due = (await world.sourceRow(account))?.next_probe?.getTime();
  expect(due).toBeGreaterThan(world.now);
  await publish(account, file, file);
  expect((await world.sourceRow(account))?.next_probe?.getTime()).toBe(due);
  world.now += MINUTE;
  await publish(account, { ...file, schedule: schedule(3) }, file);
  expect((await world.sourceRow(account))?.next_probe?.getTime()).toBe(world.now);
});
