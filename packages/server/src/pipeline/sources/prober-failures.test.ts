import { PipelineError } from '@switchboard/model/errors/errors';
import { LIMITS } from '@switchboard/model/limits';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { buildAccount } from '../../../testing/build-account.ts';
import { buildKey } from '../../../testing/build-plan.ts';
import { buildFileSource, MINUTE, useFileWorld } from '../../../testing/hooks/use-file-world.ts';
import { claimProbe } from './probe.ts';

const world = useFileWorld();

describe('a probe that fails', () => {
  it('a probe that fails is not taken for an empty listing: it is recorded and retried at growing intervals', {
    tags: 'proof:probe-failure-not-empty',
  }, async () => {
    const account = await world.declare('2026-11-20T00:00:00Z');
    world.put(account, 'in/ads_20261119.csv', 'a');
    world.failing = new PipelineError('SOURCE_UNREACHABLE', { host: 'h', name: 'ads', reason: 'refused' });
    await world.tick();
    const waits: number[] = [];
    for (let failures = 1; failures <= 4; failures += 1) {
      const row = await world.sourceRow(account);
      expect(row?.probe_failures).toBe(failures);
      waits.push((row?.next_probe?.getTime() ?? 0) - world.now);
      world.now = row?.next_probe?.getTime() ?? 0;
      await world.probe();
    }
    expect(waits.every((wait, index) => index === 0 || wait > (waits[index - 1] ?? 0))).toBe(true);
    expect(await world.shown(account)).toEqual(['2026-11-19 queued held']);
    expect((await world.events(account)).filter(({ message }) => message.includes('refused'))).toHaveLength(5);
    world.failing = null;
    world.now += 60 * MINUTE;
    await world.probe();
    expect(await world.shown(account)).toEqual(['2026-11-19 queued ready in/ads_20261119.csv']);
    expect((await world.sourceRow(account))?.probe_failures).toBe(0);
  });

  it('fails the waiting dates when the declaration is wrong, and suspends it after three', async () => {
    const account = await world.declare(
      '2026-11-18T00:00:00Z',
      buildFileSource({ parameters: { path: '../x/{YYYY-MM-DD}' } }),
    );
    await world.tick();
    expect((await world.shown(account)).map((row) => row.slice(0, 22))).toEqual([
      '2026-11-17 failed done',
      '2026-11-18 failed done',
      '2026-11-19 failed done',
    ]);
    expect((await world.sourceRow(account))?.status).toBe('suspended');
  });

  it('suspends a rejected key, and waits until it is active again', {
    tags: 'proof:probe-key-rejected',
  }, async () => {
    const account = await world.declare('2026-11-20T00:00:00Z', buildFileSource({ key: buildKey('store') }));
    world.failing = new PipelineError('SOURCE_AUTH_FAILED', { name: 'ads', host: 'h', key: 'store', status: 403 });
    await world.tick();
    world.failing = null;
    world.now += 60 * MINUTE;
    expect(await world.probe()).toBe(0);
    await world.inAccount(account, (tx) =>
      sql`update key set status = 'active' where account_id = ${account.accountId}`.execute(tx),
    );
    expect(await world.probe()).toBe(1);
  });
});

it('a key that is suspended after many failed probes has an event, which lists and the badge follow', async () => {
  const account = await world.declare('2026-11-20T00:00:00Z', buildFileSource({ key: buildKey('store') }));
  world.failing = new PipelineError('SOURCE_UNREACHABLE', { host: 'h', name: 'ads', reason: 'refused' });
  await world.tick();
  const again = async (): Promise<void> => {
    world.now = (await world.sourceRow(account))?.next_probe?.getTime() ?? 0;
    await world.probe();
  };
  for (let failures = 2; failures <= 6; failures += 1) await again();
  expect((await world.sourceRow(account))?.probe_failures).toBe(6);
  const messages = async () => (await world.events(account)).map(({ message }) => message);
  const before = (await messages()).length;
  world.failing = new PipelineError('SOURCE_AUTH_FAILED', { name: 'ads', host: 'h', key: 'store', status: 403 });
  await again();
  const after = await messages();
  expect(after).toHaveLength(before + 1);
  expect(after.some((message) => message.includes('rejected the key store'))).toBe(true);
});

describe('probing many sources', () => {
  it('probing many sources is bounded for each account', async () => {
    const names = Array.from({ length: 6 }, (_, index) => `s${index}`);
    const sources = names.map((name) => ({ ...buildFileSource(), name }));
    const account = await buildAccount(world.database, { sources });
    for (const name of names)
      await world.inAccount(account, (tx) =>
        sql`insert into download_declaration (account_id, name, project, connector, scheduled_through, next_probe)
          values (${account.accountId}, ${name}, 'ads', 'file', now(), ${new Date(world.now)})`.execute(tx),
      );
    const claims = await Promise.all(
      names.map((name) => world.inAccount(account, (tx) => claimProbe(tx, account.accountId, name, world.now))),
    );
    expect(claims.filter((probe) => probe !== null)).toHaveLength(LIMITS.probesPerAccount);
    world.now += LIMITS.probeLease;
    world.listings = 0;
    for (let round = 0; round < 3; round += 1) await world.probe();
    expect(world.listings).toBe(6);
  });
});
