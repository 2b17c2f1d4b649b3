import { readFileSync } from 'node:fs';
import { PipelineError } from '@switchboard/model/errors/errors';
import type { Fault } from '@switchboard/model/faults';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { BuiltAccount } from '../../../testing/build-account.ts';
import { useWork } from '../../../testing/hooks/use-server.ts';
import { csvAnswer } from '../../../testing/source-server.ts';
import { publishScript } from '../../features/changelists/publish/publish.ts';
import { retryTransfer } from '../recovery/abandon-or-retry.ts';
import { retryFlow } from './retry-flow.ts';

let failingDeliveries = 0;
let processed = 0;
const fault: Fault = async (point) => {
  if (point === 'after-process') processed += 1;
  if (point !== 'before-commit' || failingDeliveries === 0) return;
  failingDeliveries -= 1;
  throw new PipelineError('PARAMETER_INVALID', { name: 'all_sites', parameter: 'path', reason: 'is refused' });
};
const work = useWork({ fault });
const TOO_HIGH = 'assert some on daily: clicks > 1; assert few on all_sites: rows < 2 else warn;';
const HELD = TOO_HIGH.replace('clicks > 1', 'clicks > 0');
let accounts = 0;

const script = (path: string, assertions: string): string => `
  download ads from {
    type: "http"; url: "${work.source}${path}/{YYYY-MM-DD}"; format: "csv"; timezone: "UTC"; lookback_days: 1;
  } using { site: string not null; clicks: integer; };
  table daily is select site, sum(clicks) as clicks from ads order by site;
  upload daily to { type: "file"; path: "daily.csv"; format: "csv"; };
  table all_sites is select count() as rows from ads;
  upload all_sites to { type: "file"; path: "all.csv"; format: "csv"; };
  ${assertions}`;

type Stopped = { readonly account: BuiltAccount; readonly path: string };

/** An account whose flow was stopped for one of its two uploads. */
async function stop(deliveries: 'delivered' | 'failing' = 'delivered', assertions = TOO_HIGH): Promise<Stopped> {
  accounts += 1;
  const path = `/stopped${accounts}`;
  work.answers.set(path, csvAnswer('site,clicks', ['a,1', 'b,2']));
  processed = 0;
  failingDeliveries = deliveries === 'failing' ? 1 : 0;
  const account = await work.publish(script(path, assertions));
  await work.settled(account);
  expect(await flow(account)).toMatchObject({ status: 'ERROR' });
  return { account, path };
}

/** Publishes the script with other assertions. */
async function publish({ account, path }: Stopped, assertions: string): Promise<void> {
  const input = {
    accountId: account.accountId,
    description: 'Fixed',
    files: [{ path: 'a.sbs', text: script(path, assertions) }],
    personId: null,
    now: Date.now(),
  };
  const published = await work.database.withAccount(account.accountId, (tx) => publishScript(tx, input));
  expect(published.kind).toBe('published');
}

const flow = async (account: BuiltAccount) =>
  (
    await work.rows(
      account,
      sql<{ id: string; status: string; message: string | null }>`select id, status, message from flow`,
    )
  )[0];
const uploads = async (account: BuiltAccount) =>
  (
    await work.rows(
      account,
      sql<{ line: string }>`
        select u.name || ' ' || u.status || ', attempts ' || w.attempt as line
        from upload u join unit w on w.account_id = u.account_id and w.id = u.id order by u.name`,
    )
  ).map(({ line }) => line);
const results = (account: BuiltAccount) =>
  work.rows(account, sql`select name, outcome, uploads from assertion_result order by name, uploads`);
const delivered = (account: BuiltAccount, name: string) => readFileSync(work.delivered(account, name), 'utf8');

/** Has a person retry the account's flow. */
async function retry(account: BuiltAccount): Promise<string> {
  const { accountId } = account;
  const unitId = (await flow(account))?.id ?? '';
  return work.database.withAccount(accountId, (tx) => retryFlow(tx, work.roles.queue, { accountId, unitId }, 'Olivia'));
}

/** Has a person retry one of its uploads. */
async function retryUpload(account: BuiltAccount, name: string): Promise<string> {
  const { accountId } = account;
  const [row] = await work.rows(account, sql<{ id: string }>`select id from upload where name = ${name}`);
  const transfer = { accountId, unitId: row?.id ?? '', kind: 'upload' } as const;
  return work.database.withAccount(accountId, (tx) => retryTransfer(tx, work.roles.queue, transfer, 'Olivia'));
}

it.each([
  ['the upload', (account: BuiltAccount) => retryUpload(account, 'daily')],
  ['the flow', retry],
])(
  'delivers a stopped upload when a person retries %s, and no delivered upload again',
  {
    tags: 'proof:retry-stopped-upload',
  },
  async (_, start) => {
    const stopped = await stop();
    const { account } = stopped;
    expect(await uploads(account)).toEqual(['all_sites completed, attempts 1', 'daily failed, attempts 0']);
    await publish(stopped, HELD);
    expect(await start(account)).toBe('ok');
    await work.settled(account);
    expect(await uploads(account)).toEqual(['all_sites completed, attempts 1', 'daily completed, attempts 1']);
    expect(await flow(account)).toMatchObject({ status: 'STOPPED', message: null });
    expect(delivered(account, 'daily.csv')).toBe('site,clicks\na,1\nb,2\n');
    expect(processed).toBe(2);
    // The warning of the upload that was delivered before stays with it.
    expect(await results(account)).toEqual([
      { name: 'few', outcome: 'failed', uploads: ['all_sites'] },
      { name: 'some', outcome: 'passed', uploads: ['daily'] },
    ]);
    expect(await start(account)).toBe('finished');
  },
);

it('ends a flow as ERROR again, not FATAL, when the assertion fails again', {
  tags: 'proof:retry-stopped-again',
}, async () => {
  const { account } = await stop();
  expect(await retry(account)).toBe('ok');
  await work.settled(account);
  expect(await uploads(account)).toEqual(['all_sites completed, attempts 1', 'daily failed, attempts 0']);
  expect(await flow(account)).toMatchObject({ status: 'ERROR' });
  expect(await results(account)).toHaveLength(2);
  expect(await retry(account)).toBe('ok');
  await work.settled(account);
});

it('keeps both outcomes of an assertion that holds for the retried upload only', async () => {
  const shared = 'assert known on ads: clicks > 1 else warn; assert some on daily: clicks > 1;';
  const stopped = await stop('delivered', shared);
  const { account } = stopped;
  await publish(stopped, shared.replaceAll('clicks > 1', 'clicks > 0'));
  expect(await retry(account)).toBe('ok');
  await work.settled(account);
  expect(await results(account)).toEqual([
    { name: 'known', outcome: 'failed', uploads: ['all_sites'] },
    { name: 'known', outcome: 'passed', uploads: ['daily'] },
    { name: 'some', outcome: 'passed', uploads: ['daily'] },
  ]);
});

it('delivers what failed at its destination as well when a person retries the flow', {
  tags: 'proof:retry-flow-delivers',
}, async () => {
  const stopped = await stop('failing');
  const { account } = stopped;
  expect(await uploads(account)).toEqual(['all_sites failed, attempts 1', 'daily failed, attempts 0']);
  await publish(stopped, HELD);
  expect(await retry(account)).toBe('ok');
  await work.settled(account);
  expect(await uploads(account)).toEqual(['all_sites completed, attempts 2', 'daily completed, attempts 1']);
  expect(await flow(account)).toMatchObject({ status: 'STOPPED' });
  expect([delivered(account, 'daily.csv'), delivered(account, 'all.csv')]).toEqual([
    'site,clicks\na,1\nb,2\n',
    'rows\n2\n',
  ]);
});

it('repeats only the delivery of a flow that was processed', { tags: 'proof:retry-flow-only-delivers' }, async () => {
  const { account } = await stop('failing', '');
  expect(await retry(account)).toBe('ok');
  await work.settled(account);
  expect((await uploads(account)).map((line) => line.split(',')[0])).toEqual([
    'all_sites completed',
    'daily completed',
  ]);
  expect(await flow(account)).toMatchObject({ status: 'STOPPED', message: null });
  expect(processed).toBe(1);
});
