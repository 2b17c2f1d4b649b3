import { randomUUID } from 'node:crypto';
import { createTestS3, type TestS3 } from '@switchboard/engine/testing';
import { sql } from 'kysely';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { findingOf, useInstallation } from '../../../testing/hooks/use-installation.ts';
import { storePart } from '../../programs/parts.ts';
import { startProgramRecord, workStoppedBy } from './program-record.ts';
import { type PartWatch, watchParts } from './watch-parts.ts';

const POLL = 20;
const HOST = 'worker-1.example';
const OUTAGE = { answer: { status: 503, code: 'ServiceUnavailable' } };
const installation = useInstallation();
let s3: TestS3;
let stops: (() => Promise<void>)[] = [];
beforeAll(async () => {
  s3 = await createTestS3();
});
afterEach(async () => {
  for (const stop of stops.reverse()) await stop();
  stops = [];
  await s3.plant();
});

const problems: unknown[] = [];
/** Starts the part of a program that watches the store and records itself. */
function startProgram(roles: readonly string[], space = { free: 5e11, total: 1e12 }, clock = Date.now): PartWatch {
  const onError = (error: unknown): void => void problems.push(error);
  const parts = watchParts({ parts: [storePart(s3.store)], onChange: () => {}, onError }, POLL);
  const record = startProgramRecord(
    {
      database: installation.database,
      program: { id: randomUUID(), host: HOST, roles, migration: 93 },
      parts,
      space: async () => space,
      onError,
      clock,
    },
    POLL,
  );
  stops.push(parts.stop, record.stop);
  return parts;
}
const hosts = async (): Promise<unknown[]> =>
  (
    await installation.database.withSystem((tx) =>
      sql<{ host: string }>`select host from program order by host`.execute(tx),
    )
  ).rows.map(({ host }) => host);
const about = (check: string) => async (): Promise<object> => installation.about(check);

test('a store that fails for one program is checked by the others before they spend work on it', async () => {
  const [one, other] = [startProgram(['worker']), startProgram(['worker'])];
  await s3.plant(
    ...['GET', 'HEAD', 'PUT', 'POST', 'DELETE'].map((method) => ({ method, url: '.', times: 1e6, kind: OUTAGE })),
  );
  // An attempt of the first met the outage; the other one had none.
  await one.blame(new Error('the store failed'));
  await expect.poll(() => other.failures().map(({ part }) => part), { timeout: 60_000 }).toEqual(['store']);
  await s3.plant();
  await expect.poll(() => [...one.failures(), ...other.failures()], { timeout: 60_000 }).toEqual([]);
  expect(problems).toEqual([]);
});

test('the doctor names what fails for programs of any machine', async () => {
  const worker = startProgram(['worker'], { free: 1e9, total: 1e12 });
  await s3.plant(
    ...['GET', 'HEAD', 'PUT', 'POST', 'DELETE'].map((method) => ({ method, url: '.', times: 1e6, kind: OUTAGE })),
  );
  await worker.blame(new Error('the store failed'));
  const what = `worker on ${HOST}`;
  await expect.poll(about('parts'), { timeout: 60_000 }).toMatchObject({
    level: 'problem',
    items: [{ what: `store of ${what}`, why: expect.stringContaining('503') as unknown }],
  });
  const report = await installation.examine();
  expect(findingOf(report, 'disks')).toMatchObject({
    level: 'problem',
    items: [{ what, why: '0.9 GB free, 0 % of the disk' }],
  });
  expect(findingOf(report, 'roles')).toMatchObject({
    title: 'Running programs (1 worker)',
    items: [{ what: 'scheduler', why: 'none runs: nothing comes due' }],
  });
});

test('a program whose clock is years wrong is recorded, so that the doctor names its clock', async () => {
  startProgram(['worker'], undefined, () => Date.parse('1970-01-01T00:00:00Z'));
  await expect.poll(hosts, { timeout: 60_000 }).toEqual([HOST]);
  expect(await installation.about('clocks')).toMatchObject({
    level: 'problem',
    items: [{ what: `worker on ${HOST}`, why: '2147483.6 s behind' }],
  });
  expect(problems).toEqual([]);
});

const stoppedBy = (): Promise<string | null> => installation.database.withSystem(workStoppedBy);

test('work is stopped by a part that fails for all workers, or by the lack of one', async () => {
  expect(await stoppedBy()).toBeNull();
  startProgram(['api']);
  await expect.poll(stoppedBy, { timeout: 60_000 }).toBe('worker');
  const worker = startProgram(['worker']);
  await expect.poll(stoppedBy, { timeout: 60_000 }).toBeNull();
  await s3.plant(
    ...['GET', 'HEAD', 'PUT', 'POST', 'DELETE'].map((method) => ({ method, url: '.', times: 1e6, kind: OUTAGE })),
  );
  await worker.blame(new Error('the store failed'));
  await expect.poll(stoppedBy, { timeout: 60_000 }).toBe('store');
});

test('a program that is stopped leaves no record, and one that was killed is reported until an hour has passed', async () => {
  await installation.database.withSystem((tx) =>
    sql`insert into program (id, host, roles, migration, clock_ahead_ms, seen) values
      (${randomUUID()}, 'killed.example', '{scheduler}', 93, 0, now() - interval '2 minutes'),
      (${randomUUID()}, 'past.example', '{scheduler}', 93, 0, now() - interval '61 minutes'),
      (${randomUUID()}, 'wrong.example', '{scheduler}', 92, -7000, now())`.execute(tx),
  );
  startProgram(['api', 'worker']);
  await expect.poll(hosts, { timeout: 60_000 }).toEqual(['killed.example', HOST, 'wrong.example']);
  const report = await installation.examine();
  expect(findingOf(report, 'ended')).toMatchObject({
    level: 'notice',
    items: [{ what: 'scheduler on killed.example' }],
  });
  expect(findingOf(report, 'roles')).toMatchObject({
    level: 'fine',
    title: 'Running programs (1 api, 1 scheduler, 1 worker)',
  });
  expect(findingOf(report, 'clocks')).toMatchObject({
    level: 'problem',
    items: [{ what: 'scheduler on wrong.example', why: '7.0 s behind' }],
  });
  expect(findingOf(report, 'versions')).toMatchObject({
    items: [{ what: 'scheduler on wrong.example', why: 'brings migration 92, others 93' }],
  });
  for (const stop of stops.splice(0)) await stop();
  expect(await hosts()).toEqual(['killed.example', 'wrong.example']);
});
