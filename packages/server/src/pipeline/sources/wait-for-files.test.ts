import { PipelineError } from '@switchboard/model/errors/errors';
import { sql } from 'kysely';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { at, useFileWorld } from '../../../testing/hooks/use-file-world.ts';
import { publishScript } from '../../features/changelists/publish/publish.ts';
import { takeUnit } from '../../units/take-unit.ts';
import type { ClaimedUnit } from '../../units/unit.ts';
import { retryTransfer } from '../recovery/abandon-or-retry.ts';
import { unsuspendDeclaration } from '../recovery/unsuspend.ts';
import { UNIT_KINDS } from '../state/unit-kinds.ts';
import { claimProbe, recordFailedProbe, recordProbe } from './probe.ts';
import { waitForFiles } from './wait-for-files.ts';

const world = useFileWorld();
const account = useAccount(world, {}, beforeEach);

const FILES = `
  download ads from {
    type: "file"; path: "in"; pattern: "*.csv"; datetime_pattern: "YYYYMMDD"; format: "csv"; timezone: "UTC"; hour_of_day: 6;
    lookback_days: 1;
  } using { site: string; };
  table named is select site from ads;
  upload named to { type: "file"; path: "named/{YYYY-MM-DD}.csv"; };`;
const RENAMED = FILES.replaceAll('ads', 'shops');
const BY_HTTP = FILES.replace(/type: "file"; path: "in".*datetime_pattern: "YYYYMMDD";/, () => {
  return 'type: "http"; url: "http://127.0.0.1/{YYYY-MM-DD}";';
});
const WRONG = new PipelineError('PARAMETER_INVALID', { name: 'ads', parameter: 'type', reason: 'names no files' });
const GONE = 'The script no longer has ads.';
const NOT_FROM_FILES = 'The script no longer takes ads from files.';

async function publish(text: string): Promise<void> {
  const files = [{ path: 'a.sbs', text }];
  const input = { accountId: account.accountId, description: 'Test', files, personId: null, now: world.now };
  const published = await world.inAccount(account, (tx) => publishScript(tx, input));
  expect(published.messages.filter(({ type }) => type === 'error')).toEqual([]);
}

/** Has the failed download of the 19th started again, whose worker is then about to find that it has no files. */
async function retried(): Promise<ClaimedUnit> {
  const [row] = await world.rows(
    account,
    sql<{ id: string }>`select id from download where report_date = '2026-11-19'`,
  );
  const ref = { accountId: account.accountId, unitId: row?.id ?? '' };
  const retry = { ...ref, kind: 'download' } as const;
  expect(await world.inAccount(account, (tx) => retryTransfer(tx, world.deps.queue, retry, 'Ann'))).toBe('ok');
  const unit = await world.inAccount(account, (tx) => takeUnit(tx, UNIT_KINDS, ref, 'w'));
  if (!unit) throw new Error('The unit was not taken.');
  return unit;
}
/** The report date of the 19th waited for its file, and failed. */
async function failDate(): Promise<void> {
  await publish(FILES);
  await world.schedule();
  await world.rows(account, sql`update unit set state = 'done', blocked_kind = null, blocked_by = null`);
  await world.rows(account, sql`update download set status = 'failed', finished = now()`);
}
const ended = (): Promise<unknown[]> =>
  world.rows(
    account,
    sql`select d.status, d.message, d.finished is not null as over, u.state, u.blocked_kind, u.blocked_by from download d
      join unit u on u.account_id = d.account_id and u.id = d.id where d.report_date = '2026-11-19'`,
  );
const cancelled = (message: string): unknown[] => [
  { status: 'cancelled', message, over: true, state: 'done', blocked_kind: null, blocked_by: null },
];

const PUBLICATIONS = [
  ['removes the source', RENAMED, GONE],
  ['takes the source from elsewhere', BY_HTTP, NOT_FROM_FILES],
] as const;

test.each(PUBLICATIONS)(
  'a download is cancelled instead of waiting for files after a publication that %s',
  async (_, text, message) => {
    await failDate();
    const unit = await retried();
    await publish(text);
    await world.inAccount(account, (tx) => waitForFiles(tx, unit, 'ads'));
    expect(await ended()).toEqual(cancelled(message));
    expect((await world.events(account)).at(-1)).toMatchObject({ message });
    expect(await world.rows(account, sql`select next_probe from download_declaration where name = 'ads'`)).toEqual([
      { next_probe: null },
    ]);
  },
);

test.each(PUBLICATIONS)(
  'a download that is blocked during a publication that %s is cancelled as well',
  async (_, text, message) => {
    await failDate();
    const unit = await retried();
    const [blocked, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    onTestFinished(() => goOn.resolve());
    const blocking = world.inAccount(account, async (tx) => {
      await waitForFiles(tx, unit, 'ads');
      blocked.resolve();
      await goOn.promise;
    });
    await blocked.promise;
    const publishing = publish(text);
    const waits = sql`
    select from pg_locks join pg_stat_activity using (pid) where datname = current_database() and not granted`;
    await expect
      .poll(() => world.database.withSystem((tx) => waits.execute(tx)).then(({ rows }) => rows))
      .toHaveLength(1);
    goOn.resolve();
    await Promise.all([blocking, publishing]);
    expect(await ended()).toEqual(cancelled(message));
  },
);

test('a download of a suspended source waits, and goes on once the source is unsuspended', async () => {
  await failDate();
  const unit = await retried();
  await world.rows(account, sql`update download_declaration set status = 'suspended'`);
  await world.inAccount(account, (tx) => waitForFiles(tx, unit, 'ads'));
  world.put(account, 'in/ads_20261119.csv', 'a');
  await world.tick();
  expect(await ended()).toMatchObject([{ status: 'queued', state: 'held', blocked_kind: 'files', blocked_by: 'ads' }]);
  const { accountId } = account;
  const declared = { accountId, kind: 'download', name: 'ads' } as const;
  await world.inAccount(account, (tx) =>
    unsuspendDeclaration(tx, world.deps.queue, declared, { by: 'Ann', now: world.now }),
  );
  await world.tick();
  expect(await ended()).toMatchObject([{ status: 'queued', state: 'ready', blocked_kind: null, blocked_by: null }]);
});

test.each(['found nothing', 'failed'])(
  'a probe that %s while its source was changed to one without files is the last',
  async (how) => {
    await publish(FILES);
    await world.schedule();
    const probe = await world.inAccount(account, (tx) => claimProbe(tx, account.accountId, 'ads', world.now));
    if (!probe) throw new Error('not claimed');
    await publish(BY_HTTP);
    expect(await ended()).toEqual(cancelled(NOT_FROM_FILES));
    await world.inAccount(account, (tx) =>
      how === 'failed'
        ? recordFailedProbe(tx, world.deps, probe, WRONG)
        : recordProbe(tx, world.deps, probe, { dates: [], files: [], undated: [], leftOut: [] }),
    );
    // The next probe was requested by the database's clock, which is not that of these tests.
    const before = sql`update download_declaration set next_probe = ${new Date(world.now)} where next_probe is not null returning name`;
    expect(await world.rows(account, before)).toHaveLength(1);
    await world.probe();
    expect(
      await world.rows(
        account,
        sql`select status, next_probe, probing_until, probe_failures from download_declaration`,
      ),
    ).toEqual([{ status: 'active', next_probe: null, probing_until: null, probe_failures: 0 }]);
  },
);

test('a source that is changed to one without files is not probed, and not suspended', async () => {
  world.now = at('2026-11-25T12:00:00Z');
  await publish(FILES.replace('lookback_days: 1', 'lookback_days: 5'));
  await world.tick();
  const waiting = await world.rows(account, sql`select from unit where blocked_kind = 'files' and blocked_by = 'ads'`);
  expect(waiting.length).toBeGreaterThanOrEqual(3);
  await publish(BY_HTTP);
  world.now += 3_600_000;
  await world.probe();
  expect(await world.rows(account, sql`select distinct status, message from download`)).toEqual([
    { status: 'cancelled', message: NOT_FROM_FILES },
  ]);
  expect(await world.rows(account, sql`select status, next_probe, probe_number from download_declaration`)).toEqual([
    { status: 'active', next_probe: null, probe_number: 1 },
  ]);
});
