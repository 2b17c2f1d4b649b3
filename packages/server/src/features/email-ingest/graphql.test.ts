import { isStoragePath } from '@switchboard/model/mail-rules';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { INGEST_DOMAIN } from '../../../testing/mail.ts';

const server = useGraphqlServer();
const mine = useAccount(server);
const theirs = useAccount(server);
const operator = useClient(server, mine, ['operator']);
const viewer = useClient(server, mine, ['viewer']);
const stranger = useClient(server, theirs, ['operator']);

type Rule = { readonly id: string; readonly path: string; readonly matchOrder: number };
type Saved = {
  readonly __typename: string;
  readonly email?: string;
  readonly rules?: readonly Rule[];
  readonly message?: string;
  readonly field?: string;
};
type Client = typeof operator;

const RULES = 'rules { id path senderGlob senderRegex subjectGlob subjectRegex matchOrder }';
const REFUSALS = '... on NotFoundError { message } ... on ConflictError { message }';
const text = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? `{ ${Object.entries(value)
        .map(([name, each]) => `${name}: ${text(each)}`)
        .join(', ')} }`
    : JSON.stringify(value);
const list = (args: object): string =>
  Object.entries(args)
    .map(([name, value]) => `${name}: ${text(value)}`)
    .join(', ');

const saveRecipient = async (args: object, client: Client = operator): Promise<Saved> =>
  (
    await client.data<{ saved: Saved }>(`mutation { saved: save_emailrecipient(${list(args)}) {
      __typename ... on EmailRecipient { email ${RULES} } ... on RecipientAlreadyExistsError { message }
      ... on InvalidRecipientError { field message } ${REFUSALS} } }`)
  ).saved;
const saveMatch = async (args: object, client: Client = operator): Promise<Saved> =>
  (
    await client.data<{ saved: Saved }>(`mutation { saved: save_emailmatch(${list(args)}) {
      __typename ... on EmailRecipient { email ${RULES} } ... on InvalidRegexError { field message }
      ... on InvalidPathError { field message } ${REFUSALS} } }`)
  ).saved;
const emails = async (client: Client, args = ''): Promise<readonly string[]> =>
  (
    await client.data<{ recipients: { nodes: { email: string }[] } }>(`{ recipients${args} { nodes { email } } }`)
  ).recipients.nodes.map(({ email }) => email);
const at = (name: string): string => `${name}@${INGEST_DOMAIN}`;
const EXISTS = { __typename: 'RecipientAlreadyExistsError', message: 'The introduced email already exists.' };

describe('a recipient', () => {
  test('a recipient is added, found by a part of its address, renamed and deleted', {
    tags: ['spec:ingest-save-recipient', 'spec:ingest-recipients'],
  }, async () => {
    expect(await saveRecipient({ newRecipient: ` ${at('Reports-1').toUpperCase()} ` })).toEqual({
      __typename: 'EmailRecipient',
      email: at('reports-1'),
      rules: [],
    });
    await saveRecipient({ newRecipient: at('ads') });
    expect(await emails(operator, '(search: "PORTS-1@")')).toEqual([at('reports-1')]);
    expect(await emails(operator, '(search: "%")')).toEqual([]);
    expect(await saveRecipient({ recipient: at('reports-1'), newRecipient: at('reports-2') })).toMatchObject({
      email: at('reports-2'),
    });
    expect(await emails(operator)).toEqual([at('reports-2'), at('ads')]);
    expect(await saveRecipient({ recipient: at('ads'), deactivate: true })).toMatchObject({ email: at('ads') });
    expect(await emails(operator)).toEqual([at('reports-2')]);
    expect(await saveRecipient({ recipient: at('ads'), deactivate: true })).toEqual({
      __typename: 'NotFoundError',
      message: 'There is no such recipient.',
    });
  });

  test.each([
    ['', 'Email is required'],
    ['  ', 'Email is required'],
    ['a@elsewhere.test', `The domain must be @${INGEST_DOMAIN}`],
    ['a', `The domain must be @${INGEST_DOMAIN}`],
    [`a@b@${INGEST_DOMAIN}`, `The domain must be @${INGEST_DOMAIN}`],
    [`@${INGEST_DOMAIN}`, 'The email is invalid'],
    [`a b@${INGEST_DOMAIN}`, 'The email is invalid'],
    [`${'a'.repeat(65)}@${INGEST_DOMAIN}`, 'The email is invalid'],
  ])('a recipient cannot have the address "%s"', { tags: 'spec:ingest-recipient' }, async (newRecipient, message) => {
    expect(await saveRecipient({ newRecipient })).toEqual({
      __typename: 'InvalidRecipientError',
      field: 'email',
      message,
    });
  });

  test('a recipient has an address that no other recipient of any account has, or that another account had', {
    tags: 'spec:ingest-recipient-exists',
  }, async () => {
    await saveRecipient({ newRecipient: at('taken') });
    expect(await saveRecipient({ newRecipient: at('Taken') })).toEqual(EXISTS);
    expect(await saveRecipient({ newRecipient: at('taken') }, stranger)).toEqual(EXISTS);
    await saveRecipient({ newRecipient: at('other') });
    expect(await saveRecipient({ recipient: at('other'), newRecipient: at('taken') })).toEqual(EXISTS);
    await saveRecipient({ recipient: at('taken'), newRecipient: at('renamed') });
    await saveRecipient({ recipient: at('other'), deactivate: true });
    expect(await saveRecipient({ newRecipient: at('taken') }, stranger)).toEqual(EXISTS);
    expect(await saveRecipient({ newRecipient: at('other') }, stranger)).toEqual(EXISTS);
    expect(await saveRecipient({ newRecipient: at('other') })).toMatchObject({ email: at('other'), rules: [] });
  });
});

test('the address of a recipient is not checked again when it stays the same', {
  tags: 'spec:ingest-same-value',
}, async () => {
  await saveRecipient({ newRecipient: at('same') });
  expect(await saveRecipient({ recipient: at('same'), newRecipient: at('Same') })).toMatchObject({ email: at('same') });
});

describe('rules', () => {
  const shown = ({ rules = [] }: Saved): string[] => rules.map(({ path, matchOrder }) => `${matchOrder} ${path}`);

  test('rules are added, moved, changed and deleted, in their order', {
    tags: ['spec:ingest-rules', 'spec:ingest-entities'],
  }, async () => {
    const recipient = at('rules');
    await saveRecipient({ newRecipient: recipient });
    for (const path of ['a', 'b', 'c']) await saveMatch({ recipient, rule: { path } });
    const first = await saveMatch({ recipient, rule: { path: 'first', newIndex: 0, senderGlob: '*@partner.test' } });
    expect(shown(first)).toEqual(['0 first', '1 a', '2 b', '3 c']);
    const id = first.rules?.[0]?.id ?? '';
    expect(shown(await saveMatch({ recipient, id, rule: { newIndex: 2 } }))).toEqual(['0 a', '1 b', '2 first', '3 c']);
    expect(shown(await saveMatch({ recipient, id, rule: { newIndex: 99 } }))).toEqual(['0 a', '1 b', '2 c', '3 first']);
    const changed = await saveMatch({ recipient, id, rule: { senderRegex: 'x', subjectGlob: 'Daily*', path: 'x/y' } });
    expect(changed.rules?.[3]).toEqual({
      id,
      path: 'x/y',
      senderGlob: null,
      senderRegex: 'x',
      subjectGlob: 'Daily*',
      subjectRegex: null,
      matchOrder: 3,
    });
    expect((await saveMatch({ recipient, id, rule: { senderRegex: '' } })).rules?.[3]).toMatchObject({
      senderRegex: null,
      subjectGlob: 'Daily*',
    });
    const without = await saveMatch({ recipient, id: changed.rules?.[1]?.id, deactivate: true });
    expect(shown(without)).toEqual(['0 a', '1 c', '2 x/y']);
    expect(await saveMatch({ recipient, id: changed.rules?.[1]?.id, rule: {} })).toEqual({
      __typename: 'NotFoundError',
      message: 'There is no such rule.',
    });
  });

  test('rules with a wrong expression or path are refused', { tags: 'spec:ingest-rule-errors' }, async () => {
    const recipient = at('refused');
    await saveRecipient({ newRecipient: recipient });
    for (const field of ['senderRegex', 'subjectRegex'])
      expect(await saveMatch({ recipient, rule: { path: 'a', [field]: '(' } })).toEqual({
        __typename: 'InvalidRegexError',
        field,
        message: 'Invalid regex.',
      });
    for (const path of ['', '/a', 'a//b'])
      expect(await saveMatch({ recipient, rule: { path } })).toEqual({
        __typename: 'InvalidPathError',
        field: 'path',
        message: 'The path must be an S3 valid path.',
      });
  });

  test.each([
    [{ senderGlob: 'a', senderRegex: 'b' }, 'Give a glob or a regular expression, not both.'],
    [{ subjectGlob: 'a'.repeat(501) }, 'A pattern must have at most 500 characters.'],
    [{ subjectRegex: 'a\0' }, 'A pattern must not contain NUL.'],
  ])('rules cannot have the patterns %j', async (patterns, message) => {
    await expect(saveMatch({ recipient: at('any'), rule: { path: 'a', ...patterns } })).rejects.toThrow(message);
  });

  test('rules are at most 200', async () => {
    const recipient = at('many');
    await saveRecipient({ newRecipient: recipient });
    await mine.inAccount((tx) =>
      sql`insert into ingest_rule (account_id, recipient_id, match_order, path)
        select account_id, id, n, 'p' from ingest_recipient, generate_series(0, 199) n where address = ${recipient}`.execute(
        tx,
      ),
    );
    expect(await saveMatch({ recipient, rule: { path: 'a' } })).toEqual({
      __typename: 'ConflictError',
      message: 'The recipient has 200 rules already. Delete one first.',
    });
  });
});

test.each([
  ['a', true],
  ["a/b-c_d.e/dt=2026!*'()", true],
  ['a/', false],
  ['a/../b', false],
  ['a/./b', false],
  ['a b', false],
  ['s3://bucket/a', false],
  ['é', false],
  ['a'.repeat(501), false],
])('a path %s is valid for storage: %s', { tags: 'spec:ingest-rule-path' }, (path, expected) =>
  expect(isStoragePath(path)).toBe(expected),
);

test('people of another account and people without the permission see and change nothing', async () => {
  await saveRecipient({ newRecipient: at('private') });
  const missing = { __typename: 'NotFoundError', message: 'There is no such recipient.' };
  expect(await emails(stranger)).toEqual([]);
  expect(await saveMatch({ recipient: at('private'), rule: { path: 'theirs' } }, stranger)).toEqual(missing);
  expect(await saveRecipient({ recipient: at('private'), deactivate: true }, stranger)).toEqual(missing);
  await expect(emails(viewer)).rejects.toThrow('You do not have access to this.');
  await expect(saveRecipient({ newRecipient: at('viewer') }, viewer)).rejects.toThrow(
    'You do not have access to this.',
  );
  expect(await operator.data('{ ingest_settings { domain } }')).toEqual({ ingest_settings: { domain: INGEST_DOMAIN } });
});
