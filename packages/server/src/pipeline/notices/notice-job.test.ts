import { randomBytes } from 'node:crypto';
import { createEgress } from '@switchboard/connectors';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addIntegrationRow } from '../../../testing/add-integration.ts';
import { addDownload } from '../../../testing/fill-account.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useDatabase } from '../../../testing/hooks/use-database.ts';
import { useSlack } from '../../../testing/hooks/use-slack.ts';
import { createVault } from '../../identity/vault.ts';
import { createDeliver } from './deliver.ts';
import { startNoticeJob } from './notice-job.ts';

const slack = useSlack();
const { database } = useDatabase();
const account = useAccount({ database }, {}, beforeEach);
const vault = createVault(randomBytes(32));
const egress = createEgress({ allowPrivate: ['127.0.0.1'], stallTimeoutMs: 200, now: Date.now });
const problems: unknown[] = [];
let skipped: number;
let job: ReturnType<typeof startNoticeJob> | undefined;

beforeEach(async () => {
  skipped = 0;
  problems.length = 0;
  await addIntegrationRow(database, vault, account.accountId, [{ production: true, channel_id: 'C02ALERTS' }]);
});
afterEach(async () => {
  await job?.stop();
  job = undefined;
});

const start = (): void => {
  job = startNoticeJob(
    {
      database,
      vault,
      deliver: createDeliver({ egress, slackApi: slack.api(), mail: async () => {}, now: Date.now }),
      publicUrl: 'https://console.example',
      now: () => Date.now() + skipped,
      settleMs: 0,
      onError: (error) => problems.push(error),
    },
    20,
  );
};
const fail = (count: number) =>
  account.rows(sql`insert into download (account_id, source, project, report_date, trigger, changelist_id, status, failure_code, message, finished)
    select ${account.accountId}::uuid, 'ads', 'p', '2026-11-01'::date + n, n::text, ${account.changelistId}::uuid, 'failed',
      'SOURCE_NOT_FOUND', 'Gone & <lost>.', now() from generate_series(1, ${count}) n`);
const complete = () =>
  account.rows(sql`update download set status = 'completed', failure_code = null, finished = now() + interval '1 s'`);
/** Long enough for a busy machine. */
const eventually = <T>(read: () => T) => expect.poll(read);
const posted = (): string[] => slack.standIn.messages.map(({ text }) => text);

it('posts one message for an incident with 40 failures, and one when it is over', {
  tags: 'proof:notices-sent',
}, async () => {
  await fail(40);
  start();
  await expect
    .poll(posted)
    .toEqual([
      'Not found at the source (ads): 40 downloads failed: ads, of 2026-11-02 to 2026-12-11. Gone &amp; &lt;lost&gt;.',
    ]);
  expect(JSON.stringify(slack.standIn.messages[0]?.blocks)).toContain(
    `https://console.example/app/${account.urlName}/downloads/list?causes=SOURCE_NOT_FOUND&bundleNames=ads`,
  );
  await complete();
  await eventually(posted).toHaveLength(2);
  expect(posted()[1]).toBe(
    'Resolved: Not found at the source (ads): 40 downloads no longer fail: ads, of 2026-11-02 to 2026-12-11.',
  );
  expect(problems).toEqual([]);
});

it('posts a message once when the answer to the first attempt was lost', async () => {
  let left = 1;
  slack.standIn.fault = (method) => (method === 'chat.postMessage' && left-- > 0 ? { kind: 'lost' } : null);
  await addDownload(database, account, { status: 'failed', failure_code: 'SOURCE_NOT_FOUND', finished: new Date() });
  start();
  await eventually(() => account.rows(sql`select attempts from notice where problem is not null`)).toHaveLength(1);
  skipped = 3_600_000;
  await eventually(() => account.rows(sql`select state from notice`)).toEqual([{ state: 'sent' }]);
  expect(posted()).toHaveLength(1);
  expect(slack.standIn.calls).toEqual(['chat.postMessage', 'conversations.history']);
});

it('loses nothing while Slack is away, and keeps the order', async () => {
  slack.standIn.fault = () => ({ kind: 'status', status: 503 });
  await fail(1);
  start();
  await eventually(() => slack.standIn.calls.length).toBeGreaterThan(0);
  await complete();
  await eventually(() => account.rows(sql`select change from notice order by sequence`)).toHaveLength(2);
  slack.standIn.fault = () => null;
  skipped = 3_600_000;
  await eventually(posted).toHaveLength(2);
  expect(posted()[0]).toMatch(/^Not found/);
  expect(posted()[1]).toMatch(/^Resolved/);
});
