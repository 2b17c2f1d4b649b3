import type { FileStore } from '@switchboard/engine';
import { LIMITS } from '@switchboard/model/limits';
import { DAY_MS } from '@switchboard/model/schedule/schedule';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useMailListener } from '../../../testing/hooks/use-mail.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { addRecipient, sendMail } from '../../../testing/mail.ts';
import { sweepMail } from '../../pipeline/mail-ingest/sweep-mail.ts';

const server = useGraphqlServer();
const listener = useMailListener(server);
const mine = useAccount(server);
const theirs = useAccount(server);
const operator = useClient(server, mine, ['operator']);
const viewer = useClient(server, mine, ['viewer']);
const stranger = useClient(server, theirs, ['operator']);

type Mail = { readonly id: string; readonly subject: string };
type Answer = { readonly __typename: string; readonly message?: string };

let address = '';
const send = (subject: string, from = 'ads@partner.test', to = address): Promise<void> =>
  sendMail(listener.port, {
    to,
    from,
    subject,
    text: 'Hello.',
    attachments: [{ filename: 'ads.csv', content: 'day,clicks\n' }],
  });

beforeAll(async () => {
  address = (await addRecipient(server.database, mine, [{ path: 'daily', subjectGlob: 'Daily*' }])).address;
  for (const subject of ['Daily 1', 'Weekly 1', 'Daily 2', 'Weekly 2']) await send(subject);
  await send('Other', 'someone@else.test');
});

const FIELDS = 'id recipient subject sender envelope_sender outcome reason path files { name kind content_type bytes }';
async function mails(args = '', client = operator): Promise<readonly Mail[]> {
  const { received_mails: found } = await client.data<{ received_mails: { nodes: Mail[] } }>(
    `{ received_mails${args} { nodes { ${FIELDS} } } }`,
  );
  return found.nodes;
}
const subjects = async (args: string, client = operator): Promise<readonly string[]> =>
  (await mails(args, client)).map(({ subject }) => subject);
const mailOf = async (subject: string): Promise<string> =>
  (await mails('(first: 100)')).find((mail) => mail.subject === subject)?.id ?? '';
const replay = async (id: string, client = operator): Promise<Answer> =>
  (
    await client.data<{ replayed: Answer }>(`mutation { replayed: replay_received_mail(id: "${id}") {
      __typename ... on ReceivedMail { path outcome } ... on ConflictError { message } ... on NotFoundError { message } } }`)
  ).replayed;
const tryRule = async (rule: string, more = '', client = operator) =>
  (
    await client.data<{ tested: object }>(`{ tested: test_emailmatch(recipient: "${address}", rule: ${rule}${more}) {
      __typename ... on EmailRuleTest { tested count taken mails { subject } } ... on InvalidRegexError { field message }
      ... on NotFoundError { message } } }`)
  ).tested;

describe('received mail', () => {
  test('received mail is listed with the newest first, in pages, by outcome', {
    tags: 'proof:mailbox-list',
  }, async () => {
    expect(await subjects('(first: 100)')).toEqual(['Other', 'Weekly 2', 'Daily 2', 'Weekly 1', 'Daily 1']);
    expect(await subjects('(outcome: "unmatched")')).toEqual(['Other', 'Weekly 2', 'Weekly 1']);
    const page = await operator.data<{ received_mails: { nodes: Mail[]; pageInfo: { endCursor: string } } }>(
      `{ received_mails(first: 2) { nodes { subject } pageInfo { endCursor } } }`,
    );
    const { endCursor } = page.received_mails.pageInfo;
    expect(await subjects(`(first: 2, after: "${endCursor}")`)).toEqual(['Daily 2', 'Weekly 1']);
    await expect(mails('(outcome: "lost")')).rejects.toThrow('outcome must be one of matched, unmatched, rejected.');
  });

  test('shows its sender, outcome and files', async () => {
    const { received_mail: mail } = await operator.data<{ received_mail: object }>(
      `{ received_mail(id: "${await mailOf('Daily 1')}") { ${FIELDS} } }`,
    );
    expect(mail).toMatchObject({
      recipient: address,
      sender: 'ads@partner.test',
      envelope_sender: 'ads@partner.test',
      outcome: 'matched',
      reason: null,
      path: 'daily',
      files: [
        { name: 'ads.csv', kind: 'attachment', content_type: 'text/csv', bytes: 11 },
        { kind: 'text', content_type: 'text/plain' },
      ],
    });
  });

  test('received mail is not found from another account, and requires the permission', async () => {
    const id = await mailOf('Weekly 1');
    expect(await mails('', stranger)).toEqual([]);
    expect(await stranger.data(`{ received_mail(id: "${id}") { subject } }`)).toEqual({ received_mail: null });
    expect(await replay(id, stranger)).toEqual({ __typename: 'NotFoundError', message: 'There is no such mail.' });
    await expect(mails('', viewer)).rejects.toThrow('You do not have access to this.');
    await expect(replay(id, viewer)).rejects.toThrow('You do not have access to this.');
  });
});

describe('a rule that is tested', () => {
  test('shows which of the newest mails fit it, and how many an earlier rule takes', {
    tags: 'proof:rule-test',
  }, async () => {
    expect(await tryRule('{ senderGlob: "*@partner.test" }')).toEqual({
      __typename: 'EmailRuleTest',
      tested: 5,
      count: 4,
      taken: 2,
      mails: ['Weekly 2', 'Daily 2', 'Weekly 1', 'Daily 1'].map((subject) => ({ subject })),
    });
    expect(await tryRule('{ subjectRegex: "^W", path: "not a path" }')).toMatchObject({ count: 2, taken: 0 });
  });

  test('a stored rule that is tested keeps its place and what is not edited', async () => {
    const [stored] = await mine.rows(sql<{ id: string }>`select id from ingest_rule`);
    expect(await tryRule('{ senderGlob: "*@partner.test" }', `, id: "${stored?.id}"`)).toMatchObject({
      count: 2,
      taken: 0,
    });
  });

  test('says what is wrong', async () => {
    expect(await tryRule('{ senderRegex: "(" }')).toEqual({
      __typename: 'InvalidRegexError',
      field: 'senderRegex',
      message: 'Invalid regex.',
    });
    const missing = { __typename: 'NotFoundError', message: 'There is no such recipient or rule.' };
    expect(await tryRule('{ path: "a" }', ', id: "7"')).toEqual(missing);
    expect(await tryRule('{ path: "a" }', '', stranger)).toEqual(missing);
  });

  test('a rule is tested on 100 mails at most', async () => {
    const { id, address: busy } = await addRecipient(server.database, mine, []);
    await mine.inAccount((tx) =>
      sql`insert into received_mail (account_id, recipient_id, digest, received, sender, envelope_sender, subject, bytes, outcome)
        select ${mine.accountId}, ${id}, md5(n::text) || md5(n::text), now() - n * interval '1 minute', 'a@b.test', '', 'Mail ' || n, 1,
          'unmatched' from generate_series(1, 120) n`.execute(tx),
    );
    const query = `{ tested: test_emailmatch(recipient: "${busy}", rule: { subjectRegex: " 1[0-9][0-9]$" }) {
      ... on EmailRuleTest { tested count } } }`;
    expect(await operator.data(query)).toEqual({ tested: { tested: 100, count: 1 } });
  });
});

test('a kept mail is replayed by the rules of now, once', { tags: 'proof:mail-replay' }, async () => {
  const id = await mailOf('Weekly 1');
  expect(await replay(id)).toEqual({ __typename: 'ConflictError', message: 'No rule fits the mail. Add one first.' });
  await operator.data(
    `mutation { save_emailmatch(recipient: "${address}", rule: { subjectGlob: "Weekly*", path: "weekly" }) { __typename } }`,
  );
  const answers = await Promise.all([replay(id), replay(id)]);
  expect(answers).toContainEqual({ __typename: 'ReceivedMail', path: 'weekly', outcome: 'matched' });
  expect(answers).toContainEqual({ __typename: 'ConflictError', message: 'The mail has a path already.' });
});

test('mail without a path is removed after a while, with its files', { tags: 'proof:mail-retention' }, async () => {
  const { database } = server;
  const { address: other } = await addRecipient(database, theirs, [{ path: 'kept', subjectGlob: 'Kept' }]);
  await send('Kept', 'ads@partner.test', other);
  await send('Removed', 'ads@partner.test', other);
  const keys = await theirs.rows(sql<{ store_key: string }>`
    select f.store_key from received_file f join received_mail m on m.account_id = f.account_id and m.id = f.mail_id
    where m.subject = 'Removed'`);
  const exists = async (store: FileStore): Promise<boolean[]> =>
    Promise.all(keys.map(async ({ store_key: key }) => (await store.head(key)) !== null));
  const age = LIMITS.unreadMailDays * DAY_MS;
  const sweep = (after: number) => sweepMail({ database, store: listener.store, now: Date.now() + after });
  await sweep(age - 60_000);
  expect(await exists(listener.store)).toEqual([true, true]);
  await sweep(age + 60_000);
  expect(await exists(listener.store)).toEqual([false, false]);
  expect(await subjects('', stranger)).toEqual(['Kept']);
  expect(await sweep(age + 60_000)).toBe(0);
});
